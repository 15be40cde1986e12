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

#include "every_monitor.h"
#include "hpm.h"
#include "test.h"

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
	assert_no_exception_is_idle();
}
