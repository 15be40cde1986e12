/* SPDX-License-Identifier: MIT */
/*
 * See fake_target.h.  Written from the manual's page on the control
 * register [DAI0195B 1, 2], for the tests of src/run only.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "fake_inner.h"

struct fake_script fake;
struct fake_story story;

static int always_readable = -1;

/* Every use of a run passes here; one of them may be its end. */
bool fake_used(struct fake_run *b)
{
	if (++story.uses == fake.die_at || b->gone)
		b->dead = true;
	return !b->dead;
}

static uint64_t happened(unsigned code, uint64_t cycles)
{
	if (code == FAKE_CYCLES)
		return cycles - cycles * fake.blind / 1000;
	return code < FAKE_EVENTS && fake.every[code]
		       ? cycles / fake.every[code]
		       : 0;
}

/* A counter's wrap sets its flag once, however often it wraps. */
static void count(struct fake_monitor *m, unsigned i, uint64_t n, uint32_t flag)
{
	uint64_t sum = m->counter[i] + n;

	if (sum >> 32)
		m->control |= flag;
	m->counter[i] = (uint32_t)sum;
}

/* Adds up one monitor's counts of the cycles from then to now. */
static void count_since(struct fake_monitor *m, uint64_t then)
{
	const uint64_t now = m->run->cycles;
	unsigned e0 = m->control >> 20 & 0xff;
	unsigned e1 = m->control >> 12 & 0xff;

	if (!(m->control & 1))
		return;
	/* Event 0x20 is what idle counters count. */
	if ((e0 != 0x20 && e0 < FAKE_EVENTS && !fake.every[e0]) ||
	    (e1 != 0x20 && e1 < FAKE_EVENTS && !fake.every[e1]))
		story.unmodelled = true;
	count(m, 0, m->control & 8 ? now / 64 - then / 64 : now - then, 0x400);
	count(m, 1, happened(e0, now) - happened(e0, then), 0x100);
	count(m, 2, happened(e1, now) - happened(e1, then), 0x200);
}

void fake_pass(struct fake_run *b, uint64_t cycles)
{
	const uint64_t then = b->cycles;

	b->cycles += cycles;
	for (unsigned i = 0; i < FAKE_INSTANCES; i++)
		count_since(&b->monitor[i], then);
}

static void write_control(struct fake_monitor *m, uint32_t value)
{
	uint32_t flags = m->control & 0x700 & ~value;
	bool started = !(m->control & 1) && value & 1;

	if (value & 4)
		m->counter[0] = 0;
	if (value & 2)
		m->counter[1] = m->counter[2] = 0;
	m->control = (value & 0x0ffff879) | flags;
	if (started && fake.slop)
		count(m, 0, fake.slop, 0x400);
}

static const struct tally_reg register_at[] = {
	{ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 1), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 2), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 3), TALLY_CP15, 32 },
	{ TALLY_CP(0, 0, 0, 0), TALLY_CP15, 32 },
	{ TALLY_CP(0, 1, 0, 0), TALLY_CP15, 32 },
	{ TALLY_CP(0, 1, 0, 1), TALLY_CP15, 32 },
	{ TALLY_CP(0, 0, 0, 2), TALLY_CP15, 32 },
};
enum { REGISTERS = sizeof register_at / sizeof register_at[0] };

static int which(const struct tally_reg *reg)
{
	for (int i = 0; i < REGISTERS; i++)
		if (tally_reg_same(register_at[i], *reg))
			return i;
	return -1;
}

/* Whoever writes: a bus, or a window of the target's own. */
void fake_write(struct fake_monitor *m, const struct tally_reg *reg,
		uint64_t value)
{
	int i = which(reg);

	assert_in_range(i, 0, 3);
	if (i == 0)
		write_control(m, (uint32_t)value);
	else
		m->counter[i - 1] = (uint32_t)value;
}

uint64_t fake_count(const struct fake_monitor *m, const struct tally_reg *reg)
{
	int i = which(reg);

	assert_in_range(i, 1, 3);
	return m->counter[i - 1];
}

static struct fake_monitor *of_bus(struct tally_bus *bus)
{
	return (struct fake_monitor *)bus;
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	struct fake_monitor *m = of_bus(bus);
	struct fake_run *b = m->run;
	int i = which(reg);

	if (!fake_used(b) || b->running)
		return TALLY_E_BUS;
	if (b->wrote && fake.deaf_when_written)
		return fake.deaf_when_written;
	if (i < 0 || (i == 5 && fake.no_system_control) ||
	    (i == 6 && fake.no_auxiliary_control))
		return TALLY_E_NOREG;
	if (i == 1) {
		if (m->control & 1 && b->cycles - m->looked > story.unread)
			story.unread = b->cycles - m->looked;
		m->looked = b->cycles;
	}
	*value = i == 0   ? m->control
		 : i == 4 ? 0x410fb767
		 : i == 5 ? fake.system_control
		 : i == 6 ? fake.auxiliary_control
		 : i == 7 ? fake.tcm_status
			  : m->counter[i - 1];
	return TALLY_OK;
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	struct fake_monitor *m = of_bus(bus);

	if (!fake_used(m->run) || m->run->running)
		return TALLY_E_BUS;
	fake_write(m, reg, value);
	return TALLY_OK;
}

static const struct tally_bus_ops bus_ops = { .read = read_reg,
					      .write = write_reg };

static struct target_run *open_run(struct target *t, unsigned number,
				   struct error *err)
{
	struct fake_run *b;

	if (fake.refuse_open) {
		error_set(err, "prog.elf: no such file");
		return NULL;
	}
	b = calloc(1, sizeof *b);
	if (!b) {
		error_set(err, "out of memory");
		return NULL;
	}
	b->run.unguarded = fake.unguarded;
	for (unsigned i = 0; i < FAKE_INSTANCES; i++) {
		struct fake_monitor *m = &b->monitor[i];

		*m = (struct fake_monitor){ .bus = { .ops = &bus_ops },
					    .run = b,
					    .control = fake.control };
		memcpy(m->counter, fake.counter, sizeof m->counter);
	}
	b->seed = t->facts.varies ? fake.seed + number : 0;
	b->opened = story.opened++;
	story.seeds |= UINT64_C(1) << (b->seed & 63);
	if (story.opened - story.closed > story.in_flight_most)
		story.in_flight_most = story.opened - story.closed;
	return &b->run;
}

static void end_run(struct target_run *run)
{
	struct fake_run *b = (struct fake_run *)run;

	bool found = !b->running;

	for (unsigned i = 0; i < FAKE_INSTANCES; i++) {
		const struct fake_monitor *m = &b->monitor[i];

		found &= m->control == fake.control &&
			 memcmp(m->counter, fake.counter, sizeof m->counter) ==
				 0;
	}
	story.closed++;
	story.restored += found;
	free(b);
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	(void)run;
	fn(ctx, "hello\n", 6, 1);
}

static struct tally_bus *bus_of(struct target_run *run, unsigned monitor)
{
	assert_int_equal(monitor, 0);
	return fake.bus ? fake.bus : &((struct fake_run *)run)->monitor[0].bus;
}

static struct tally_bus *instance_of(struct target_run *run, unsigned monitor,
				     unsigned instance)
{
	assert_int_equal(monitor, 0);
	assert_in_range(instance, 0, FAKE_INSTANCES - 1);
	return &((struct fake_run *)run)->monitor[instance].bus;
}

const struct fake_block *fake_here(const struct fake_run *b)
{
	return &fake.block[b->block < fake.blocks ? b->block : 0];
}

static bool where(struct target_run *run, struct target_where *at,
		  struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	*at = (struct target_where){ fake_here(b)->pc, fake_here(b)->sp,
				     fake_here(b)->lr & ~UINT64_C(1) };
	return true;
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	for (unsigned i = 0; i < 4; i++)
		if (b->breaks[i] == (set ? 0 : addr)) {
			b->breaks[i] = set ? addr : 0;
			return true;
		}
	fail_msg("no breakpoint at 0x%llx to clear, or too many",
		 (unsigned long long)addr);
	return false;
}

static bool truth(struct target_run *run, struct target_truth *rows,
		  unsigned room, unsigned *count, struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	assert_in_range(room, FAKE_ROWS, UINT32_MAX);
	memset(rows, 0, FAKE_ROWS * sizeof *rows);
	for (unsigned i = 0; i < FAKE_EVENTS; i++) {
		rows[i].code = (uint16_t)i;
		rows[i].class =
			fake.every[i] ? TARGET_EXACT : TARGET_NOT_MODELLED;
		rows[i].count = happened(i, b->cycles);
	}
	rows[FAKE_EVENTS].code = 0xFFFE;
	rows[FAKE_EVENTS].class =
		fake.no_cycles ? TARGET_NOT_MODELLED : TARGET_MODELLED;
	rows[FAKE_EVENTS].count = b->cycles;
	rows[FAKE_EVENTS + 1].code = FAKE_CYCLES;
	rows[FAKE_EVENTS + 1].class =
		fake.blind < 1000 ? TARGET_MODELLED : TARGET_NOT_MODELLED;
	rows[FAKE_EVENTS + 1].count = happened(FAKE_CYCLES, b->cycles);
	*count = FAKE_ROWS;
	return true;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	struct fake_run *b = (struct fake_run *)run;

	if (!fake_used(b))
		return error_set(err, "the target is lost");
	assert_false(b->running);
	assert_true(run->target->facts.knows_cycles || !cycles);
	b->running = true;
	story.endless += !cycles;
	b->slice = cycles ? cycles + fake.overshoot : 0;
	fake_windows_go(b);
	if (fake.stop && ++story.gone == fake.stop_after)
		*fake.stop = true;
	return true;
}

static int fd(const struct target_run *run)
{
	(void)run;
	return always_readable;
}

static uint64_t progress(const struct target_run *run)
{
	return fake.hold ? fake.reached
			 : ((const struct fake_run *)run)->cycles;
}

static uint64_t length_of(const struct fake_run *b)
{
	return fake_here(b)->cycles *
	       (1000 + fake.stretch * b->seed +
		UINT64_C(1) * fake.drift * b->opened) /
	       1000;
}

static bool at_break(const struct fake_run *b)
{
	for (unsigned i = 0; i < 4; i++)
		if (b->breaks[i] && b->breaks[i] == fake_here(b)->pc)
			return true;
	return false;
}

/* Until a breakpoint, the end of the slice, or the end of the program. */
static enum target_stop_reason advance(struct fake_run *b)
{
	for (;;) {
		uint64_t left = length_of(b) - b->into;

		if (b->slice && b->slice < left) {
			fake_pass(b, b->slice);
			b->into += b->slice;
			return TARGET_STOP_SLICE;
		}
		fake_pass(b, left);
		if (b->slice)
			b->slice = b->slice > left ? b->slice - left : 1;
		if (fake_here(b)->writes_control) {
			write_control(&b->monitor[0],
				      fake_here(b)->writes_control);
			if (!b->wrote++)
				b->wrote_at = fake_here(b)->pc;
		}
		b->into = 0;
		if (++b->block == fake.blocks) {
			b->ended = true;
			b->gone = fake.ends_with_it;
			return fake.end;
		}
		if (fake_windows_at(b) || at_break(b))
			return TARGET_STOP_BREAK;
	}
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct fake_run *b = (struct fake_run *)run;

	(void)block;
	if (b->running && !fake_used(b))
		b->running = false;
	if (b->dead) {
		*stop = (struct target_stop){ .reason = TARGET_STOP_LOST,
					      .text = "the target is lost" };
		return true;
	}
	if (fake.hold && fake.hold())
		return false;
	/* A run that is to be interrupted never comes to its end by itself. */
	if (!b->running || (fake.stop && *fake.stop && !b->interrupt))
		return false;
	b->running = false;
	b->wrote = 0;
	*stop = (struct target_stop){ .status = fake.status,
				      .frames = fake.frames };
	stop->reason = b->interrupt ? TARGET_STOP_HALTED : advance(b);
	stop->pc = fake_here(b)->pc;
	if (run->target->facts.knows_cycles)
		stop->cycles = b->cycles;
	stop->instructions = happened(7, b->cycles) + fake.miscounts;
	stop->writes[0].count = b->wrote;
	fake_windows_stop(b, &stop->windows);
	stop->writes[0].reg = register_at[0];
	snprintf(stop->writes[0].where, sizeof stop->writes[0].where, "0x%x",
		 b->wrote_at);
	if (b->ended && fake.text)
		memcpy(stop->text, fake.text, strlen(fake.text) + 1);
	return true;
}

static void halt(struct target_run *run)
{
	((struct fake_run *)run)->interrupt = true;
}

/* ---- the target ---------------------------------------------------------- */

static const struct target_registers registers = { .bus = bus_of };
const struct target_registers fake_instances = { .bus = bus_of,
						 .instance = instance_of };

#define CONTROL                                                                \
	.go = go, .wait = wait, .fd = fd, .halt = halt, .stop_at = stop_at,    \
	.where = where, .console = console, .progress = progress

static const struct target_control fake_control = { CONTROL };
const struct target_control fake_windows = { CONTROL, .window = fake_window,
					     .told = fake_told };
const struct target_control fake_resident = { CONTROL, .resident = fake_leave };

/* The target is the tests' own, and stays. */
static void close_target(struct target *t)
{
	(void)t;
}

static const struct target_ops ops = {
	.open = open_run,
	.end = end_run,
	.close = close_target,
	.truth = truth,
};

struct target fake_target;

void fake_reset(void)
{
	int ends[2];

	memset(&fake, 0, sizeof fake);
	memset(&story, 0, sizeof story);
	fake.end = TARGET_STOP_EXIT;
	for (unsigned i = 0; i < FAKE_EVENTS; i++)
		fake.every[i] = 3 + i;
	if (always_readable < 0) {
		assert_int_equal(pipe(ends), 0);
		close(ends[1]);
		always_readable = ends[0];
	}
	fake_target = (struct target){
		.facts = { .name = "fake:arithmetic",
			   .title = "the fake target",
			   .monitor = { { "arm1176", TARGET_BY_CORE } },
			   .monitors = 1,
			   .clock_hz = 1000000,
			   .simulated = true,
			   .many = true,
			   .knows_cycles = true,
			   .knows_writes = true,
			   .knows_bursts = true },
		.ops = &ops,
		.registers = &registers,
		.control = &fake_control,
	};
}
