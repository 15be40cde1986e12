/* SPDX-License-Identifier: MIT */
/*
 * A board with two monitors: who answers for which register, from which book
 * each counts, and where its lines go.  The monitors are pretended ones.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "boards/src/machine/inner.h"
#include "test.h"

/* ---- pretended: monitors of one register, and what is around them ------- */

struct pmu {
	const struct pmu_ops *kind;
	const struct ledger *ledger;
	uint64_t seed, word;
	unsigned updates;
	bool irq, fiq;
	struct pmu_listener listener;
	const struct pmu *follows;
	uint64_t quiet, *hurry;
};

struct pmu_ops {
	int number;
};
static const struct pmu_ops cores, mapped, freed;
#define CORES  (&cores)
#define MAPPED (&mapped)

static struct pmu made[8];
static unsigned made_count, made_room = 8;
static bool single; /* nothing can be cloned */
static struct ledger core_ledger, own_counts;
static unsigned lines_taken;

struct pmu *pmu_new(const struct pmu_ops *kind, const struct pmu_quirks *quirks,
		    const struct ledger *ledger)
{
	struct pmu *p = &made[made_count];

	if (made_count == made_room)
		return NULL;
	made_count++;
	*p = (struct pmu){ .kind = kind,
			   .ledger = ledger,
			   .seed = quirks->seed };
	return p;
}

void pmu_free(struct pmu *p)
{
	if (p)
		p->kind = &freed;
}

struct pmu *pmu_clone(const struct pmu *p)
{
	struct pmu *other = &made[made_count];

	if (made_count == made_room)
		return NULL;
	made_count++;
	*other = *p;
	other->listener = (struct pmu_listener){ 0 };
	return other;
}

void pmu_follow(struct pmu *first, struct pmu *other)
{
	other->follows = first;
}

bool pmu_can_clone(const struct pmu_ops *kind)
{
	return !single || kind == CORES;
}

/* CP15 is the core's, offset 8 the other's; 9 is its own but refuses. */
static enum pmu_access whose(const struct pmu *p, const struct tally_reg *reg)
{
	if (p->kind == CORES)
		return reg->space == TALLY_CP15 ? PMU_DONE : PMU_NONE;
	if (reg->space != TALLY_MMIO || reg->addr > 9)
		return PMU_NONE;
	return reg->addr == 8 ? PMU_DONE : PMU_UNDEFINED;
}

enum pmu_access pmu_read(struct pmu *p, const struct tally_reg *reg,
			 bool privileged, uint64_t *value)
{
	assert_true(privileged);
	*value = whose(p, reg) == PMU_DONE ? p->word : 0;
	return whose(p, reg);
}

enum pmu_access pmu_write(struct pmu *p, const struct tally_reg *reg,
			  bool privileged, uint64_t value)
{
	assert_true(privileged);
	if (whose(p, reg) == PMU_DONE && p->word != value) {
		p->word = value;
		if (p->listener.changed)
			p->listener.changed(p->listener.ctx, reg);
	}
	return whose(p, reg);
}

void pmu_listen(struct pmu *p, const struct pmu_listener *listener)
{
	p->listener = *listener;
}

const char *machine_where(const struct machine *m, uint32_t pc, char *to,
			  size_t room)
{
	(void)m;
	snprintf(to, room, "at %x", pc);
	return to;
}

static uint32_t at(const struct machine *m)
{
	return m->last;
}

void pmu_update(struct pmu *p)
{
	p->updates++;
}

uint64_t pmu_quiet(const struct pmu *p)
{
	return p->quiet;
}

uint64_t pmu_quiet_cycles(const struct pmu *p)
{
	return p->quiet;
}

void pmu_tell(struct pmu *p, uint64_t *hurry)
{
	p->hurry = hurry;
}

bool pmu_irq(const struct pmu *p)
{
	return p->irq;
}

bool pmu_fiq(const struct pmu *p)
{
	return p->fiq;
}

const struct pmu_event *pmu_events(const struct pmu_ops *kind, unsigned *count)
{
	static const struct pmu_event row = { .code = 7 };

	*count = kind == CORES ? 1 : 0;
	return &row;
}

const struct ledger *uarch_ledger(const struct uarch *u)
{
	(void)u;
	return &core_ledger;
}

static const struct ledger *own_ledger(const struct machine *m)
{
	(void)m;
	return &own_counts;
}

void machine_lines(struct machine *m)
{
	(void)m;
	lines_taken++;
}

static bool wire[64];

static void set_interrupt(struct devices *d, unsigned number, bool level)
{
	(void)d;
	assert_in_range(number, 1, 63);
	wire[number] = level;
}

static enum tally_status
core_register(struct machine *m, const struct tally_reg *reg, uint64_t *value)
{
	(void)m;
	(void)reg;
	*value = 0xC0;
	return TALLY_OK;
}

/* ---- the tests ---------------------------------------------------------- */

static const struct board_core core = { .pmu = CORES };

static const struct board_spec two = {
	.core = &core,
	.info = { .monitor = { "core", "mapped" } },
	.monitor = { { .interrupt = 7, .fast_interrupt = 8 },
		     { .pmu = MAPPED,
		       .interrupt = 9,
		       .mapped = true,
		       .ledger = own_ledger,
		       .clock = "the bus's" } },
	.set_interrupt = set_interrupt,
};

static const struct board_spec coreless = {
	.info = { .monitor = { "mapped" } },
	.monitor = { { .pmu = MAPPED, .mapped = true } },
	.set_interrupt = set_interrupt,
};

static const struct machine_arch arch = { .cycle_counter = true,
					  .reg_read = core_register,
					  .at = at };
static const struct pmu_quirks quirks = { .seed = 5 };
static struct machine m;

static void make(const struct board_spec *spec)
{
	memset(&m, 0, sizeof(m));
	memset(wire, 0, sizeof(wire));
	made_count = 0;
	lines_taken = 0;
	m.spec = spec;
	m.arch = &arch;
	assert_true(monitors_make(&m, &quirks));
}

TEST(each_has_its_ledger)
{
	struct monitor_ledger book;

	make(&two);
	assert_int_equal(m.monitors.count, 2);
	assert_ptr_equal(m.pmu, &made[0]);
	assert_ptr_equal(m.devices.monitor[1], &made[1]);
	assert_ptr_equal(made[0].ledger, &core_ledger);
	assert_ptr_equal(made[1].ledger, &own_counts);
	assert_int_equal(made[0].seed, 5); /* as where it is alone */
	assert_int_equal(made[1].seed, 6);
	assert_true(machine_monitor_ledger(&m, 0, &book));
	assert_int_equal(book.events, 1);
	assert_int_equal(book.event[0].code, 7);
	assert_ptr_equal(book.ledger, &core_ledger);
	assert_string_equal(book.clock, "timing model of the core");
	assert_true(machine_monitor_ledger(&m, 1, &book));
	assert_int_equal(book.events, 0);
	assert_ptr_equal(book.ledger, &own_counts);
	assert_string_equal(book.clock, "the bus's");
	assert_false(machine_monitor_ledger(&m, 2, &book));
	m.options.flat = true;
	assert_true(machine_monitor_ledger(&m, 0, &book));
	assert_string_equal(book.clock, "flat: one per instruction");
	monitors_free(&m);
	assert_ptr_equal(made[1].kind, &freed);
}

TEST(each_answers_for_its_registers)
{
	const struct tally_reg cp15 = { 3, TALLY_CP15, 32 },
			       eight = { 8, TALLY_MMIO, 32 },
			       nine = { 9, TALLY_MMIO, 32 },
			       ten = { 10, TALLY_MMIO, 32 };
	uint64_t value;

	make(&two);
	assert_int_equal(machine_reg_write(&m, &cp15, 1), TALLY_OK);
	assert_int_equal(machine_reg_write(&m, &eight, 2), TALLY_OK);
	assert_int_equal(lines_taken, 2);
	assert_int_equal(made[0].word, 1);
	assert_int_equal(made[1].word, 2);
	assert_int_equal(machine_reg_read(&m, &cp15, &value), TALLY_OK);
	assert_int_equal(value, 1);
	assert_int_equal(machine_reg_read(&m, &eight, &value), TALLY_OK);
	assert_int_equal(value, 2);
	assert_int_equal(machine_reg_read(&m, &nine, &value), TALLY_E_NOREG);
	assert_int_equal(machine_reg_write(&m, &nine, 3), TALLY_E_NOREG);
	assert_int_equal(machine_reg_write(&m, &ten, 3), TALLY_E_NOREG);
	/* No monitor's: perhaps the core's own. */
	assert_int_equal(machine_reg_read(&m, &ten, &value), TALLY_OK);
	assert_int_equal(value, 0xC0);
	assert_int_equal(lines_taken, 2);
}

/* A program's loads and stores reach the same model, and no other. */
TEST(loads_and_stores_reach_it)
{
	make(&two);
	monitor_ops.write(&m.devices, 1, 8, 0x55);
	assert_int_equal(made[1].word, 0x55);
	assert_int_equal(made[0].word, 0);
	assert_int_equal(monitor_ops.read(&m.devices, 1, 8), 0x55);
	assert_int_equal(monitor_ops.read(&m.devices, 1, 10), 0);
}

/* A program's writes are told with its stop; a debugger's are not. */
TEST(a_programs_writes_are_told)
{
	const struct tally_reg cp15 = { 3, TALLY_CP15, 32 };
	struct target_stop stop = { 0 };

	make(&two);
	assert_int_equal(machine_reg_write(&m, &cp15, 1), TALLY_OK);
	m.stop = &stop;
	m.last = 0x8000;
	monitor_ops.write(&m.devices, 1, 8, 0x55);
	m.last = 0x8004;
	monitor_ops.write(&m.devices, 1, 8, 0x55); /* as it is */
	monitor_ops.write(&m.devices, 1, 8, 0x56);
	assert_int_equal(stop.writes[0].count, 0);
	assert_int_equal(stop.writes[1].count, 2);
	assert_int_equal(stop.writes[1].reg.addr, 8);
	assert_string_equal(stop.writes[1].where, "at 8000");
	monitors_changed_at(&m, 12);
	assert_int_equal(stop.writes[1].count, 3);
}

TEST(lines_go_where_they_are_wired)
{
	make(&two);
	assert_false(monitors_update(&m));
	assert_int_equal(made[0].updates, 1);
	assert_int_equal(made[1].updates, 1);
	made[1].irq = true;
	assert_true(monitors_update(&m));
	assert_int_equal(made[0].updates, 2);
	monitors_lines(&m);
	assert_true(wire[9] && !wire[7] && !wire[8]);
	assert_false(monitors_update(&m));
	made[0].fiq = true;
	made[1].fiq = true; /* goes nowhere: it is not wired */
	assert_true(monitors_update(&m));
	monitors_lines(&m);
	assert_true(wire[8] && wire[9] && !wire[7]);
	made[1].irq = false;
	made[0].irq = true;
	monitors_lines(&m);
	assert_true(wire[7] && wire[8] && !wire[9]);
}

/* While no counter is near its wrap nobody is asked after each instruction. */
TEST(far_from_a_wrap_nobody_is_asked)
{
	make(&two);
	made[0].quiet = UINT64_C(5) << 22; /* of the most that one can gain */
	made[1].quiet = UINT64_MAX;
	assert_false(monitors_moved(&m));
	assert_int_equal(made[0].updates, 1);
	for (m.instructions = 1; m.instructions < 5; m.instructions++)
		assert_false(monitors_moved(&m));
	assert_int_equal(made[0].updates, 1);
	made[0].quiet--;
	assert_false(monitors_moved(&m));
	assert_int_equal(made[0].updates, 2);
	assert_int_equal(made[1].updates, 2);
	m.instructions += 3;
	assert_false(monitors_moved(&m));
	assert_int_equal(made[0].updates, 2);
	*made[1].hurry = 0; /* as somebody writes to it */
	made[1].irq = true;
	assert_true(monitors_moved(&m));
	assert_true(monitors_moved(&m)); /* until the controller knows */
	monitors_lines(&m);
	assert_false(monitors_moved(&m));
}

TEST(a_core_may_have_none)
{
	const struct tally_reg cp15 = { 3, TALLY_CP15, 32 };

	make(&coreless);
	assert_null(m.pmu);
	assert_null(board_core_monitor(m.spec));
	assert_int_equal(machine_reg_write(&m, &cp15, 1), TALLY_E_NOREG);
	made[0].irq = true;
	assert_true(monitors_update(&m));
	monitors_lines(&m);
	assert_true(!wire[7] && !wire[9]);
}

static void make_room_again(void)
{
	made_room = 8;
}

/* Whatever was made is freed. */
TEST(survives_without_memory)
{
	made_room = 1;
	made_count = 0;
	memset(&m, 0, sizeof(m));
	m.spec = &two;
	assert_false(monitors_make(&m, &quirks));
	assert_int_equal(m.monitors.count, 1);
	monitors_free(&m);
	make_room_again();
}

/* As the first stood when it was set aside, whatever became of it since. */
TEST(a_debugger_has_instances)
{
	const struct tally_reg cp15 = { 3, TALLY_CP15, 32 };
	uint64_t value;

	make(&two);
	assert_int_equal(machine_instances(&two), BOARD_INSTANCES);
	assert_int_equal(machine_reg_write(&m, &cp15, 1), TALLY_OK);
	assert_true(monitors_set_aside(&m));
	assert_int_equal(machine_reg_write(&m, &cp15, 2), TALLY_OK);
	assert_false(machine_choose(&m, 2)); /* one after the other */
	assert_true(machine_choose(&m, 1));
	assert_int_equal(machine_reg_read(&m, &cp15, &value), TALLY_OK);
	assert_int_equal(value, 1);
	assert_int_equal(machine_reg_write(&m, &cp15, 7), TALLY_OK);
	assert_ptr_equal(made[4].follows, &made[0]);
	assert_ptr_equal(made[5].follows, &made[1]);
	assert_int_equal(made[4].word, 7);
	assert_true(machine_choose(&m, 0));
	assert_int_equal(machine_reg_read(&m, &cp15, &value), TALLY_OK);
	assert_int_equal(value, 2);
	/* None begins in the middle of a run. */
	m.instructions = 1;
	assert_true(machine_choose(&m, 1));
	assert_false(machine_choose(&m, 2));
	monitors_free(&m);
	for (unsigned i = 0; i < made_count; i++)
		assert_ptr_equal(made[i].kind, &freed);
}

TEST(what_cannot_be_cloned_is_there_once)
{
	single = true;
	make(&two);
	assert_int_equal(machine_instances(&two), 1);
	assert_true(monitors_set_aside(&m));
	assert_true(machine_choose(&m, 0));
	assert_false(machine_choose(&m, 1));
	monitors_free(&m);
	single = false;
}

/* Whatever was made is freed, and the machine is none. */
TEST(survives_without_memory_for_instances)
{
	make(&two);
	made_room = 3;
	assert_false(monitors_set_aside(&m));
	monitors_free(&m);
	make_room_again();
	make(&two);
	assert_true(monitors_set_aside(&m));
	made_room = 5;
	assert_false(machine_choose(&m, 1));
	monitors_free(&m);
	assert_ptr_equal(made[4].kind, &freed);
	make_room_again();
}
