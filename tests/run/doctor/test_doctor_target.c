/* SPDX-License-Identifier: MIT */
/*
 * The doctor of a healthy monitor on targets that differ: in what is run there,
 * what was left there, what they know, and where an interrupt arrives.
 */
#include <limits.h>
#include <string.h>

#include "base/seconds.h"
#include "doctor_fixture.h"
#include "test.h"

/* The host's clock in place of base/seconds.c's: it goes on by being looked at,
 * so that nobody waits and a busy host changes nothing. */
double seconds_now(void)
{
	static double now;

	return now += 0.001;
}

/* ---- what runs there ----------------------------------------------------- */

/* The first check that lets it run sees its end; the others are told of it. */
EXAMINED(a_program_that_ends)
{
	static const struct fake_block little[] = { { .pc = 0x8000,
						      .cycles = 5000 } };

	play(little, 1);
	examine();
	assert_int_equal(failures(), 0);
	found("count", FINDING_PASS,
	      "3 of 3 counters moved while the target ran");
	found("alive", FINDING_SKIPPED, "the program has ended");
	found("overflow", FINDING_SKIPPED, "the program has ended");
	found("restore", FINDING_PASS, "its registers are as they were found");
	not_looked_at("clock");
}

/* A process, for one, is gone with what it ran. */
EXAMINED(a_target_that_ends_with_its_program)
{
	static const struct fake_block little[] = { { .pc = 0x8000,
						      .cycles = 5000 } };

	play(little, 1);
	fake.ends_with_it = true;
	examine();
	found("count", FINDING_FAIL,
	      "the program has ended, and its target with it");
	found("alive", FINDING_SKIPPED, "the program has ended");
}

EXAMINED(a_program_that_fails)
{
	static const struct fake_block little[] = { { .pc = 0x8000,
						      .cycles = 25000 } };

	play(little, 1);
	fake.end = TARGET_STOP_FAULT;
	fake.text = "a load from 0xdeadbeef";
	examine();
	assert_int_equal(failures(), 1);
	found("alive", FINDING_PASS,
	      "3 of 3 counters advanced, those of one event alike");
	found("overflow", FINDING_FAIL,
	      "the program stopped: a load from 0xdeadbeef");
	assert_null(d.finding[d.findings - 2].cure);
}

static bool always(void)
{
	return true;
}

EXAMINED(what_does_not_stop)
{
	fake.hold = always;
	examine();
	found("count", FINDING_FAIL, "the board did not stop");
	(void)begin(state);
	fake.hold = always;
	fake_target.facts.simulated = false;
	examine();
	found("count", FINDING_FAIL, "the target did not stop");
}

static unsigned held; /* so often more, from the moment it is told to stop */

static bool until_told(void)
{
	return held > 3 || (held && held--);
}

static void tell(struct target_run *run)
{
	(void)run;
	held = 3;
}

/* As a probe does whose answers take long: it is asked again. */
EXAMINED(what_stops_late)
{
	fake_target.facts.knows_cycles = false;
	fake.hold = until_told;
	control.halt = tell;
	held = UINT_MAX;
	examine();
	found("count", FINDING_PASS,
	      "3 of 3 counters moved while the target ran");
	assert_int_equal(held, 0);
}

static bool refuse(struct target_run *run, uint64_t cycles, struct error *why)
{
	(void)run;
	assert_int_equal(cycles, 10000);
	return error_set(why, "it is asleep");
}

EXAMINED(what_cannot_be_let_run)
{
	control.go = refuse;
	examine();
	assert_int_equal(failures(), 5);
	found("count", FINDING_FAIL, "it is asleep");
	found("stop", FINDING_FAIL, "it is asleep");
	found("divide", FINDING_FAIL, "it is asleep");
	found("alive", FINDING_FAIL, "it is asleep");
	found("overflow", FINDING_FAIL, "it is asleep");
	found("restore", FINDING_PASS, "its registers are as they were found");
	(void)begin(state);
	fake_target.control = NULL;
	examine();
	assert_int_equal(failures(), 0);
	found("irq", FINDING_SKIPPED, "nothing runs on the target meanwhile");
	found("count", FINDING_SKIPPED, "nothing runs on the target meanwhile");
	found("alive", FINDING_SKIPPED, "nothing runs on the target meanwhile");
	found("overflow", FINDING_SKIPPED,
	      "nothing runs on the target meanwhile");
}

/* The target is lost in its first use, in its second ...: each is told. */
EXAMINED(a_target_that_is_lost)
{
	unsigned at = 0;

	do {
		(void)begin(state);
		fake.die_at = ++at;
		examine();
		if (story.uses >= at)
			assert_true(failures() > 0);
		assert_in_range(at, 1, 500);
	} while (story.uses >= at);
	assert_int_equal(failures(), 0);
	assert_true(at > 50);
}

/* ---- what was left there ------------------------------------------------- */

EXAMINED(counts_of_an_earlier_use)
{
	fake.counter[0] = 5;
	fake.counter[2] = 7;
	examine();
	assert_int_equal(failures(), 0);
	found("left", FINDING_PASS,
	      "of an earlier use: counts in 2 counters, flags of overflows "
	      "0x0; opening a session takes them away");
	assert_int_equal(story.restored, 1);
	(void)begin(state);
	fake.control = 0x200; /* PMN1's flag */
	examine();
	found("left", FINDING_PASS,
	      "of an earlier use: counts in 0 counters, flags of overflows "
	      "0x4; opening a session takes them away");
}

/* ---- what it knows ------------------------------------------------------- */

/* Off a board of Tally's each instruction may take a cycle, which says that
 * there is no model of time. */
EXAMINED(time_that_nobody_models)
{
	fake_target.facts.simulated = false;
	examine();
	found("time", FINDING_PASS,
	      "10.00 cycles for an instruction: nothing that an emulator "
	      "without a model of time has");
	(void)begin(state);
	fake_target.facts.simulated = false;
	fake.every[INSTRUCTIONS] = 1;
	examine();
	assert_int_equal(failures(), 1);
	found("time", FINDING_FAIL,
	      "1.00 cycles for an instruction: an emulator without a model of "
	      "time has 1");
}

/* A target whose cycles nobody counts runs until it is halted, and has had as
 * many as its clock makes of the time since. */
static struct {
	struct target_control of;
	double hz, since;
	unsigned halts;
} free_running;

static bool go_freely(struct target_run *run, uint64_t cycles,
		      struct error *why)
{
	(void)run;
	(void)why;
	assert_int_equal(cycles, 0);
	free_running.since = seconds_now();
	return true;
}

static void halt_it(struct target_run *run)
{
	(void)run;
	free_running.halts++;
}

static bool wait_for_halt(struct target_run *run, bool block,
			  struct target_stop *end)
{
	double cycles;

	if (!block)
		return false;
	cycles = (seconds_now() - free_running.since) * free_running.hz;
	run->target->facts.knows_cycles = true;
	assert_true(free_running.of.go(run, (uint64_t)cycles, &err));
	run->target->facts.knows_cycles = false;
	assert_true(free_running.of.wait(run, true, end));
	end->reason = TARGET_STOP_HALTED;
	return true;
}

static void run_freely(double hz, double said_hz)
{
	(void)begin(NULL);
	free_running.of = control;
	free_running.hz = hz;
	free_running.halts = 0;
	control.go = go_freely;
	control.halt = halt_it;
	control.wait = wait_for_halt;
	fake_target.facts.simulated = false;
	fake_target.facts.knows_cycles = false;
	fake_target.facts.clock_hz = said_hz;
	examine();
	/* A clock that is said is looked at for longer. */
	assert_int_equal(free_running.halts, said_hz > 0 ? 11 : 10);
}

EXAMINED(a_clock_by_the_hosts)
{
	run_freely(1.04e6, 1e6);
	assert_int_equal(failures(), 0);
	found("clock", FINDING_PASS,
	      "1.04e+06 Hz were counted, and 1e+06 Hz are said");
	run_freely(1.06e6, 1e6);
	assert_int_equal(failures(), 1);
	run_freely(1e6, 0);
	assert_int_equal(failures(), 0);
	found("clock", FINDING_SKIPPED, "there is nothing to compare it with");
	run_freely(1e6, 3e6);
	assert_int_equal(failures(), 1);
	run_freely(1e6, 5e4);
	assert_int_equal(failures(), 1);
}

/* The program ends before the moment is over, and nobody halts it. */
EXAMINED(a_program_that_ends_within_a_moment)
{
	play(plain, 1);
	free_running.halts = 0;
	control.halt = halt_it;
	fake_target.facts.knows_cycles = false;
	examine();
	assert_int_equal(failures(), 0);
	assert_int_equal(free_running.halts, 0);
	found("count", FINDING_PASS,
	      "3 of 3 counters moved while the target ran");
	found("alive", FINDING_SKIPPED, "the program has ended");
}

/* ---- by which way -------------------------------------------------------- */

static unsigned settled;
static bool unsettled;

static bool settle(struct target_run *run, struct error *why)
{
	(void)run;
	settled++;
	return !unsettled || error_set(why, "the link is gone");
}

EXAMINED(ways_to_the_registers)
{
	fake_target.facts.way = "by a stub";
	examine();
	found("way", FINDING_PASS, "registers are reached by a stub");
	fake_target.facts.monitor[0].reach = TARGET_BY_MEMORY;
	examine();
	found("way", FINDING_PASS, "registers are reached at addresses");
	/* Over a link each takes its time. */
	fake_target.facts.goes_on = true;
	registers.settle = settle;
	settled = 0;
	unsettled = false;
	examine();
	assert_int_equal(failures(), 0);
	assert_true(settled > 8);
	for (unsigned i = 0; i < d.findings; i++)
		if (!strcmp(d.finding[i].check, "way"))
			assert_non_null(strstr(d.finding[i].text,
					       "at addresses, one in "));
	unsettled = true;
	examine();
	found("restore", FINDING_FAIL, "the link is gone");
}

/* Cells of an L220, of which no event is sure to happen. */
static uint32_t cell[0x1000 / 4];

static enum tally_status read_cell(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	*value = cell[reg->addr / 4 % (sizeof cell / 4)];
	return TALLY_OK;
}

static enum tally_status write_cell(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	enum { ECR = 0x200, EVR1 = 0x20C, EVR0 = 0x210 };
	const uint64_t offset = reg->addr % sizeof cell;

	(void)bus;
	if (offset == ECR && value & 4)
		cell[EVR1 / 4] = 0;
	if (offset == ECR && value & 2)
		cell[EVR0 / 4] = 0;
	cell[offset / 4] = (uint32_t)(offset == ECR ? value & 1 : value);
	return TALLY_OK;
}

EXAMINED(counters_of_which_nothing_is_sure)
{
	static const struct tally_bus_ops ops = { .read = read_cell,
						  .write = write_cell };
	struct tally_bus bus = { .ops = &ops };

	memset(cell, 0, sizeof cell);
	cell[0] = 0x41000080; /* the Cache ID */
	fake.bus = &bus;
	fake_target.facts.monitor[0] =
		(struct target_monitor){ "l220", TARGET_BY_MEMORY };
	d.monitor = catalog_monitor("l220", &err);
	examine();
	assert_int_equal(failures(), 0);
	found("count", FINDING_SKIPPED,
	      "no counter moved: perhaps what it counts is off, or did not "
	      "happen");
	found("irq", FINDING_SKIPPED,
	      "not established: nobody says where on this target its interrupt "
	      "arrives");
	found("alive", FINDING_SKIPPED, "none of its events is sure to happen");
	found("overflow", FINDING_SKIPPED,
	      "none of its events is sure to happen");
}
