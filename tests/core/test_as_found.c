/* SPDX-License-Identifier: MIT */
/*
 * "As it was found", of every monitor of the catalogue and with every bit that
 * a register keeps as a loop variable: whatever it held, running or stopped,
 * after a forced open, start, overflow, suspend, resume, stop and close it
 * holds again; and no counter is written while it counts.  What cannot be so is
 * a row with its reason, and a row that is not needed any more fails.
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>
#include <tally/wrap.h>

#include "catalog_target.h"
#include "hpm.h"
#include "test.h"

enum { SLOTS = 128, STEPS = 512 };

/* A monitor with every counter that can be had, and what it keeps. */
struct fixture {
	const struct catalog_monitor *m;
	struct tally_monitor monitor; /* found, wherever it is looked for */
	struct tally_monitor_ops ops;
	struct catalog_target target;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[STEPS];
	struct tally_session s;
	uint64_t found[CATALOG_CELLS];
};

static struct fixture f;

static struct exception {
	const char *monitor, *reg;
	uint64_t bits;
	const char *why;
	bool used;
} exceptions[] = {
	{ "arm926pxp-ahb", "AHBMONCtrlReg", 0x7,
	  "it cannot be read, so it is left stopped", false },
};

static enum tally_status found_there(const struct tally_monitor *m,
				     struct tally_bus *bus)
{
	(void)m;
	return bus->status;
}

/* Can the counters be stopped?  Others are only read, never put back. */
static bool has_a_stop(void)
{
	return f.monitor.counting != &tally_unstopped.counting;
}

/* The counter with the first event that the monitor lets it have. */
static void add_slot(uint8_t counter, bool interrupts)
{
	struct tally_slot *slot = &f.slot[f.setup.slots];

	f.setup.slots++;
	for (unsigned i = 0; i < f.m->events; i++)
		for (unsigned way = interrupts ? 0 : 2; way < 3; way++) {
			*slot = (struct tally_slot){
				.counter = counter,
				.event = f.m->event[i].code,
				.interrupt = way < 2 ? TALLY_IRQ : TALLY_SILENT,
				.period = way == 0 ? 1000 : 0,
			};
			if (!tally_setup_check(&f.monitor, &f.setup, NULL))
				return;
		}
	f.setup.slots--;
}

static void add_option(unsigned bit)
{
	uint8_t before = f.setup.options;

	f.setup.options |= (uint8_t)(f.monitor.options & 1u << bit);
	if (tally_setup_check(&f.monitor, &f.setup, NULL))
		f.setup.options = before;
}

static unsigned cell_of(const struct tally_reg *reg)
{
	for (unsigned i = 0; i < f.m->regs; i++)
		if (tally_reg_same(f.m->reg[i].reg, *reg))
			return i;
	fail_msg("%s starts by no register of the catalogue", f.m->name);
	return 0;
}

/*
 * This setup's counters run by the bits in which its writes of start and stop
 * differ: one for all, or one of each.
 */
static void learn_what_runs(void)
{
	struct tally_step start, stop;
	struct tally_script script;

	tally_script_init(&script, &start, 1);
	assert_int_equal(
		tally_encode(&f.monitor, &f.setup, TALLY_START, &script),
		TALLY_OK);
	tally_script_init(&script, &stop, 1);
	assert_int_equal(
		tally_encode(&f.monitor, &f.setup, TALLY_STOP, &script),
		TALLY_OK);
	if (!tally_reg_same(start.reg, stop.reg))
		fail_msg("%s: START writes one register and STOP another; both "
			 "are one write of the same",
			 f.m->name);
	if (tally_reg_none(start.reg)) {
		assert_false(has_a_stop());
		return;
	}
	f.target.control = cell_of(&start.reg);
	f.target.mask = start.value ^ stop.value;
	f.target.running = start.value & f.target.mask;
	/* Without a counter nothing need start. */
	if (!f.target.mask && f.setup.slots && has_a_stop())
		fail_msg("%s: START and STOP write the same, so that nothing "
			 "starts it; one that nothing stops counts by "
			 "tally_unstopped",
			 f.m->name);
	catalog_target_control(&f.target);
}

static void set_up(const struct catalog_monitor *m, unsigned wishes)
{
	/* Looking for events takes long, and is done once. */
	static struct fixture ready;
	static unsigned ready_for;

	if (ready.m == m && ready_for == wishes) {
		f = ready;
		return;
	}
	memset(&f, 0, sizeof(f));
	f.m = m;
	f.ops = *m->monitor->ops;
	f.ops.probe = found_there;
	f.ops.fits = NULL;
	f.monitor = *m->monitor;
	f.monitor.ops = &f.ops;
	f.setup.slot = f.slot;
	catalog_target_init(&f.target, m);
	/* None, one, each; and each with all that can be wished for at once,
	   where wishes exclude each other the first or the last. */
	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (wishes > 1 || wishes > i)
			add_slot((uint8_t)i, wishes >= 3);
	for (unsigned i = 0; i < 8 && wishes >= 3; i++)
		add_option(wishes == 3 ? i : 7 - i);
	learn_what_runs();
	assert_in_range(m->monitor->steps, 1, STEPS);
	ready = f;
	ready_for = wishes;
}

enum { WISHES = 5 };

static void find_with(bool running)
{
	struct catalog_target *t = &f.target;

	for (unsigned i = 0; i < f.m->regs; i++)
		t->value[i] &= t->stays[i] | t->sets[i];
	t->value[t->control] &= ~t->mask;
	t->value[t->control] |= running ? t->running : t->mask & ~t->running;
	memcpy(f.found, t->value, sizeof(f.found));
}

/* Of the session's counters: the others stand still. */
static void everything_overflows(void)
{
	struct catalog_target *t = &f.target;

	for (unsigned i = 0; i < f.m->regs; i++)
		if (!t->counts[i])
			t->value[t->cell[i]] |= t->clears[i];
	for (unsigned i = 0; i < f.setup.slots; i++) {
		unsigned n = cell_of(&f.monitor.counter[f.slot[i].counter].reg);

		t->value[n] |= t->kept[n];
	}
}

static void assert_runs(void)
{
	if (!catalog_target_runs(&f.target))
		fail_msg("%s does not run after START: what its one write "
			 "changes holds 0x%llx",
			 f.m->name,
			 (unsigned long long)f.target.value[f.target.control]);
}

static void use_it(void)
{
	const struct tally_store store = { f.total, f.step, SLOTS, STEPS };

	assert_int_equal(tally_session_open(&f.s, &f.monitor, &f.target.bus,
					    &f.setup, &store, true),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&f.s), TALLY_OK);
	assert_runs();
	everything_overflows();
	(void)tally_session_overflow(&f.s);
	assert_int_equal(tally_session_suspend(&f.s), TALLY_OK);
	assert_int_equal(tally_session_resume(&f.s), TALLY_OK);
	assert_runs();
	assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
	assert_true(!f.target.mask || !catalog_target_runs(&f.target));
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	if (f.target.breach)
		fail_msg("%s: %s is written while it counts", f.m->name,
			 f.target.breach);
}

static uint64_t excepted(const char *reg, uint64_t wrong)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (strcmp(exceptions[i].monitor, f.m->name) == 0 &&
		    strcmp(exceptions[i].reg, reg) == 0) {
			exceptions[i].used |= wrong & exceptions[i].bits;
			wrong &= ~exceptions[i].bits;
		}
	return wrong;
}

static void assert_as_found(void)
{
	for (unsigned i = 0; i < f.m->regs; i++) {
		const char *reg = f.m->reg[i].name;
		uint64_t wrong =
			(f.target.value[i] ^ f.found[i]) & f.target.stays[i];

		if (f.target.counts[i] && !has_a_stop())
			continue;
		if (wrong && excepted(reg, wrong))
			fail_msg("%s: %s is 0x%llx, not 0x%llx as found",
				 f.m->name, reg,
				 (unsigned long long)f.target.value[i],
				 (unsigned long long)f.found[i]);
	}
}

/* Registers whose names differ in a number are alike. */
static bool alike(const char *a, const char *b)
{
	static const char digits[] = "0123456789";

	for (;;) {
		a += strspn(a, digits);
		b += strspn(b, digits);
		if (*a != *b)
			return false;
		if (!*a++)
			return true;
		b++;
	}
}

/* The bit is another than all others, in the register and those like it. */
static void try_bit(unsigned reg, unsigned bit, unsigned wishes)
{
	static const uint64_t others[] = { 0, UINT64_C(0x9A3C5A96E1D2B478) };

	for (unsigned n = 0; n < 4; n++) {
		set_up(f.m, wishes);
		for (unsigned i = 0; i < f.m->regs; i++) {
			f.target.value[i] = others[n % 2];
			if (alike(f.m->reg[i].name, f.m->reg[reg].name))
				f.target.value[i] ^= UINT64_C(1) << bit;
		}
		find_with(n / 2);
		use_it();
		assert_as_found();
	}
}

static bool tried_bit(unsigned reg, unsigned bit)
{
	for (unsigned i = 0; i < reg; i++)
		if (alike(f.m->reg[i].name, f.m->reg[reg].name))
			return false;
	return f.target.stays[reg] >> bit & 1;
}

TEST(every_bit)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < count; n++)
		for (unsigned wishes = 0; wishes < WISHES; wishes++) {
			f.m = m[n];
			set_up(f.m, wishes);
			for (unsigned reg = 0; reg < m[n]->regs; reg++)
				for (unsigned bit = 0; bit < 64; bit++)
					if (tried_bit(reg, bit))
						try_bit(reg, bit, wishes);
		}
}

/* With every counter in use, all that can be wished for, and found running. */
static unsigned steps_needed(void)
{
	static struct tally_step step[STEPS];
	struct tally_script script;
	unsigned restore, longest = 0;

	tally_script_init(&script, step, STEPS);
	(void)f.ops.save(&f.monitor, &f.setup, &f.target.bus, &script);
	restore = script.count;
	for (unsigned phase = TALLY_CONFIGURE; phase <= TALLY_RELEASE;
	     phase++) {
		tally_script_init(&script, step, STEPS);
		assert_int_equal(tally_encode(&f.monitor, &f.setup,
					      (enum tally_phase)phase, &script),
				 TALLY_OK);
		longest = script.count > longest ? script.count : longest;
	}
	return restore + longest;
}

TEST(steps_suffice)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < count; n++)
		for (unsigned wishes = 2; wishes < WISHES; wishes++) {
			unsigned needed;

			f.m = m[n];
			set_up(f.m, wishes);
			find_with(true);
			needed = steps_needed();
			if (needed > f.monitor.steps)
				fail_msg("%s needs %u steps, and has %u",
					 f.m->name, needed, f.monitor.steps);
		}
}

static void look_at_count(unsigned slot)
{
	unsigned n =
		cell_of(&f.monitor.counter[f.setup.slot[slot].counter].reg);

	if (has_a_stop() && f.target.kept[n] &&
	    f.target.value[n] & f.target.kept[n])
		fail_msg("%s: %s is RW, and does not begin at 0: CONFIGURE is "
			 "to load it",
			 f.m->name, f.m->reg[n].name);
}

/*
 * Whatever is found: no flag is left, nothing runs, and a counter that can be
 * loaded stands at 0.
 */
TEST(configured_from_anything)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < 2 * count; n++) {
		const struct tally_store store = { f.total, f.step, SLOTS,
						   STEPS };

		f.m = m[n / 2];
		set_up(f.m, 2);
		for (unsigned i = 0; i < f.m->regs; i++)
			f.target.value[i] = UINT64_C(0xA5A5A5A5A5A5A5A5);
		everything_overflows();
		find_with(n % 2);
		for (unsigned i = 0; i < f.m->regs; i++)
			f.target.value[i] |= f.target.clears[i];
		assert_int_equal(tally_session_open(&f.s, &f.monitor,
						    &f.target.bus, &f.setup,
						    &store, true),
				 TALLY_OK);
		assert_true(!has_a_stop() || !catalog_target_runs(&f.target));
		if (f.ops.flags(&f.monitor, &f.target.bus))
			fail_msg("%s: a flag is left", f.m->name);
		for (unsigned i = 0; i < f.setup.slots; i++)
			look_at_count(i);
		(void)tally_session_close(&f.s);
	}
}

/* A session tells each slot's count, and whether that may be more. */
struct told {
	uint64_t count[SLOTS];
	bool at_least[SLOTS];
};

static void tell(struct told *told)
{
	for (unsigned i = 0; i < f.setup.slots; i++) {
		told->count[i] = tally_session_count(&f.s, i);
		told->at_least[i] = tally_session_at_least(&f.s, i);
	}
}

/* Opened, after overflows, and with another, out of a store that held this. */
static void tell_from(uint8_t junk, struct told told[3])
{
	const struct tally_store store = { f.total, f.step, SLOTS, STEPS };

	memset(told, 0, 3 * sizeof(told[0]));
	find_with(false);
	memset(f.total, junk, sizeof(f.total));
	memset(f.step, junk, sizeof(f.step));
	assert_int_equal(tally_session_open(&f.s, &f.monitor, &f.target.bus,
					    &f.setup, &store, true),
			 TALLY_OK);
	tell(&told[0]);
	assert_int_equal(tally_session_start(&f.s), TALLY_OK);
	everything_overflows();
	(void)tally_session_overflow(&f.s);
	tell(&told[1]);
	assert_int_equal(tally_session_suspend(&f.s), TALLY_OK);
	tell(&told[2]);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
}

/* Memory of a stack or of a former session is as good as any. */
TEST(what_a_store_held_does_not_matter)
{
	static const uint8_t junk[] = { 0x01, 0xA5, 0xFF };
	static struct told clear[3], told[3];
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < count; n++)
		for (unsigned wishes = 1; wishes < WISHES; wishes++) {
			f.m = m[n];
			set_up(f.m, wishes);
			tell_from(0, clear);
			for (unsigned i = 0; i < sizeof(junk); i++) {
				set_up(f.m, wishes);
				tell_from(junk[i], told);
				if (memcmp(told, clear, sizeof(told)) != 0)
					fail_msg("%s: a store full of 0x%02x "
						 "changes what it tells",
						 f.m->name, junk[i]);
			}
		}
}

/* One phase, where every flag and every enable was set. */
static void do_phase(enum tally_phase phase)
{
	struct tally_step step[STEPS];
	struct tally_script script;

	for (unsigned i = 0; i < f.m->regs; i++)
		f.target.value[f.target.cell[i]] |= f.target.clears[i];
	tally_script_init(&script, step, STEPS);
	assert_int_equal(tally_encode(&f.monitor, &f.setup, phase, &script),
			 TALLY_OK);
	for (unsigned i = 0; i < script.count; i++)
		tally_bus_write(&f.target.bus, &step[i].reg, step[i].value);
}

/* RELEASE clears all that CONFIGURE clears. */
TEST(released_as_clear)
{
	unsigned count;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < count; n++) {
		uint64_t left[CATALOG_CELLS];

		f.m = m[n];
		set_up(f.m, 2);
		do_phase(TALLY_CONFIGURE);
		memcpy(left, f.target.value, sizeof(left));
		do_phase(TALLY_RELEASE);
		for (unsigned i = 0; i < f.m->regs; i++)
			if (f.target.value[f.target.cell[i]] &
			    f.target.clears[i] & ~left[f.target.cell[i]])
				fail_msg("%s: RELEASE leaves what CONFIGURE "
					 "clears in %s",
					 f.m->name, f.m->reg[i].name);
	}
}

/* Of one flag, while the register's others come up in its midst. */
static void acknowledge_one(unsigned reg, uint64_t flag)
{
	uint64_t others = f.target.clears[reg] & ~flag;
	uint64_t *cell = &f.target.value[f.target.cell[reg]];

	*cell &= ~f.target.clears[reg];
	*cell |= flag;
	f.target.late = true;
	if (!f.ops.flags(&f.monitor, &f.target.bus))
		return; /* no counter's */
	(void)f.ops.acknowledge(&f.monitor, f.s.setup, f.s.start.value,
				&f.target.bus);
	if (f.target.late || *cell & flag)
		fail_msg("%s: a flag of %s stays", f.m->name,
			 f.m->reg[reg].name);
	if ((*cell & others) != others)
		fail_msg("%s: flags of %s are lost that came meanwhile",
			 f.m->name, f.m->reg[reg].name);
}

TEST(no_flag_is_lost)
{
	unsigned count, tried = 0;
	const struct catalog_monitor *const *m = hpm_and_all(&count);

	for (unsigned n = 0; n < count; n++) {
		const struct tally_store store = { f.total, f.step, SLOTS,
						   STEPS };

		f.m = m[n];
		set_up(f.m, 3);
		find_with(false);
		assert_int_equal(tally_session_open(&f.s, &f.monitor,
						    &f.target.bus, &f.setup,
						    &store, true),
				 TALLY_OK);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		for (unsigned reg = 0; reg < f.m->regs; reg++)
			for (unsigned bit = 0; bit < 64; bit++) {
				uint64_t flag = UINT64_C(1) << bit;

				if (!f.target.flags[reg] ||
				    !(f.target.clears[reg] & flag))
					continue;
				acknowledge_one(reg, flag);
				tried++;
			}
		f.target.late = false;
		(void)tally_session_close(&f.s);
	}
	assert_true(tried > 0);
}

TEST(no_exception_is_idle)
{
	for (size_t i = 0; i < sizeof(exceptions) / sizeof(exceptions[0]); i++)
		if (!exceptions[i].used)
			fail_msg("%s %s: %s: not needed", exceptions[i].monitor,
				 exceptions[i].reg, exceptions[i].why);
}
