/* SPDX-License-Identifier: MIT */
/*
 * The doctor over the AHB monitor's window, with maps that are right and wrong,
 * and the map as a file.  What a map file can get wrong is in test_errors.py.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/wrap.h>

#include "ahb_window.h"
#include "catalog/ahb_map.h"
#include "run/doctor/inner.h"
#include "test.h"

static struct ahb_window window;
static struct doctor d;
static struct error err;

/* The map of the target's window; the doctor has Tally's own map. */
static struct tally_ahb_map real;

/* ---- the window as a target ---------------------------------------------- */

static struct tally_bus *way; /* to the window */
static enum target_stop_reason end;
static struct target_run here;

static struct tally_bus *bus_of(struct target_run *run, unsigned monitor)
{
	(void)run;
	assert_int_equal(monitor, 0);
	return way;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *why)
{
	(void)why;
	assert_int_equal(cycles, run->target->facts.knows_cycles ? 12345 : 0);
	window_happen(&window, TALLY_AHB_CtTotalCycles, 100);
	window_happen(&window, TALLY_AHB_CtTotalCyclesEn, 100);
	window_happen(&window, TALLY_AHB_CtArmiRd, 7);
	return true;
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	(void)run;
	if (!block)
		return false; /* it runs until it is halted */
	*stop = (struct target_stop){ .reason = end, .text = "no clock" };
	return true;
}

static int halted;

static void halt(struct target_run *run)
{
	(void)run;
	halted++;
}

/* Something that never has anything to say. */
static int silent_fd(const struct target_run *run)
{
	(void)run;
	return -1;
}

static const struct target_registers registers = { .bus = bus_of };
static const struct target_control control = {
	.go = go, .wait = wait, .halt = halt, .fd = silent_fd
};
static struct target target;

static void reset_target(void)
{
	target = (struct target){
		.facts = { .name = "window:",
			   .title = "the window",
			   .monitor = { { "arm926pxp-ahb", TARGET_BY_MEMORY } },
			   .monitors = 1,
			   .knows_cycles = true },
		.registers = &registers,
		.control = &control,
	};
	here = (struct target_run){ .target = &target };
	way = &window.bus;
	end = TARGET_STOP_SLICE;
	halted = 0;
}

static int set_up(void **state)
{
	(void)state;
	real = tally_ahb_own_map;
	window_init(&window, &real);
	*window_count(&window, TALLY_AHB_CtTotalCycles) = 0x99999999;
	memset(&d, 0, sizeof(d));
	d.monitor = catalog_monitor("arm926pxp-ahb", &err);
	reset_target();
	d.run = &here;
	d.cycles = 12345;
	return 0;
}

static unsigned failures(const char *check)
{
	unsigned n = 0;

	for (unsigned i = 0; i < d.findings; i++)
		n += strcmp(d.finding[i].check, check) == 0 &&
		     d.finding[i].outcome == FINDING_FAIL;
	return n;
}

static bool said(const char *text)
{
	for (unsigned i = 0; i < d.findings; i++)
		if (strcmp(d.finding[i].text, text) == 0)
			return true;
	return false;
}

TEST_WITH(a_right_map, set_up, NULL)
{
	assert_true(doctor_examine(&d, &err));
	assert_true(d.healthy);
	assert_true(said("90 counters read their own addresses"));
	assert_true(said("90 counters read 0"));
	assert_true(said("CtTotalCycles does not take part, as table 4-13 has "
			 "it"));
	assert_true(said("3 of 91 counters moved while the target ran"));
	assert_true(said("its counters have no flags of overflows"));
	assert_true(said("its registers are as they were found"));
	assert_false(window.enabled);
}

TEST_WITH(the_other_reading_of_the_total, set_up, NULL)
{
	window.resets_total = true;
	assert_true(doctor_examine(&d, &err));
	assert_true(d.healthy);
	assert_true(said("CtTotalCycles takes part, as 4.3.27 and 4.3.28 have "
			 "it"));
}

/* Two rows that moved: these fail, by name, the other 88 do not. */
TEST_WITH(rows_that_fail, set_up, NULL)
{
	real.at[TALLY_AHB_CtArmdRd] = 0x300;
	real.at[TALLY_AHB_CtGxiPageChange] = 0x304;
	window.word[0x0C / 4] = 5;
	assert_true(doctor_examine(&d, &err));
	assert_false(d.healthy);
	assert_int_equal(failures("preset"), 2);
	assert_true(said("CtArmdRd, +0x00c: reads 0x00000005, not 0x101d000c"));
	assert_true(said("CtGxiPageChange, +0x168: reads 0x00000000, not "
			 "0x101d0168"));
	assert_int_equal(failures("reset"), 1);
	assert_true(said("CtArmdRd, +0x00c: reads 0x00000005, not 0x00000000"));
}

/* Preset elsewhere: every row fails, and the base as well would do that. */
TEST_WITH(no_preset, set_up, NULL)
{
	real.at[TALLY_AHB_AHBMONPrstCtrs] = 0x3FC;
	assert_true(doctor_examine(&d, &err));
	assert_int_equal(failures("preset"), 90);
	assert_int_equal(failures("reset"), 0);
}

TEST_WITH(a_wrong_enable, set_up, NULL)
{
	real.enable = 7;
	assert_true(doctor_examine(&d, &err));
	assert_int_equal(failures("preset"), 0);
	assert_int_equal(failures("count"), 0); /* CtTotalCycles runs on */
	assert_true(said("1 of 91 counters moved while the target ran"));
}

static enum tally_status counting_read(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t *value)
{
	window_happen(&window, TALLY_AHB_CtTotalCyclesEn, 1);
	return window_read(bus, reg, value);
}

TEST_WITH(somebody_counts, set_up, NULL)
{
	static const struct tally_bus_ops counting = { .read = counting_read,
						       .write = window_write };

	window.bus.ops = &counting;
	window.enabled = true;
	assert_true(doctor_examine(&d, &err));
	assert_int_equal(failures("free"), 1);
	assert_int_equal(window.writes, 0);
}

/* Every access fails once: it is told, and the doctor goes on or stops. */
TEST_WITH(a_bus_that_breaks, set_up, NULL)
{
	bool hit = true;

	for (uint32_t k = 0; hit; k += 7) {
		struct tally_bus_fault fault;

		(void)set_up(NULL);
		tally_bus_fault_init(&fault, &window.bus, k);
		way = &fault.bus;
		assert_true(doctor_examine(&d, &err));
		hit = fault.hit;
		assert_int_equal(d.healthy, !hit);
		assert_int_equal(fault.bus.status, TALLY_OK);
	}
}

/* ---- what the target can and cannot do ----------------------------------- */

TEST_WITH(nothing_that_runs_is_skipped, set_up, NULL)
{
	target.control = NULL;
	assert_true(doctor_examine(&d, &err));
	assert_true(d.healthy);
	assert_true(said("nothing runs on the target meanwhile"));
}

TEST_WITH(no_registers_is_refused_by_name, set_up, NULL)
{
	target.registers = NULL;
	assert_false(doctor_examine(&d, &err));
	assert_string_equal(err.text, "doctor needs what window: has not: it "
				      "reaches no registers");
	target.registers = &registers;
	target.facts.monitors = 0;
	assert_false(doctor_examine(&d, &err));
	assert_string_equal(err.text, "window: has no arm926pxp-ahb");
}

/* The target is let run without a limit, and halted. */
TEST_WITH(a_target_that_knows_no_cycles, set_up, NULL)
{
	target.facts.knows_cycles = false;
	end = TARGET_STOP_HALTED;
	assert_true(doctor_examine(&d, &err));
	/* For two checks, and three times for its start and stop. */
	assert_int_equal(halted, 5);
	assert_true(d.healthy);
	assert_true(said("3 of 91 counters moved while the target ran"));
}

/* Nobody asked one to halt that knows its cycles. */
TEST_WITH(a_stop_that_was_not_asked_for, set_up, NULL)
{
	static const enum target_stop_reason bad[] = { TARGET_STOP_HALTED,
						       TARGET_STOP_FAULT,
						       TARGET_STOP_LOST };

	for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++) {
		(void)set_up(state);
		end = bad[i];
		assert_true(doctor_examine(&d, &err));
		assert_int_equal(failures("count"), 1);
		assert_true(said("the program stopped: no clock"));
	}
}

TEST_WITH(own_is_the_built_in, set_up, NULL)
{
	struct catalog_monitor *own, *file;
	char path[512];

	snprintf(path, sizeof(path), "%s/examples/ahb.map",
		 getenv("TALLY_ROOT"));
	own = catalog_with_map(d.monitor, "own", &err);
	assert_non_null(own);
	file = catalog_with_map(d.monitor, path, &err);
	if (!file)
		fail_msg("%s", err.text);
	assert_memory_equal(tally_ahb_map_of(own->monitor), &tally_ahb_own_map,
			    sizeof(tally_ahb_own_map));
	assert_memory_equal(tally_ahb_map_of(file->monitor)->at,
			    tally_ahb_own_map.at, sizeof(tally_ahb_own_map.at));
	assert_int_equal(tally_ahb_map_of(file->monitor)->base, 0x101D0000);
	assert_int_equal(tally_ahb_map_of(file->monitor)->enable, 0);
	assert_non_null(strstr(file->own_map, "ahb.map"));
	catalog_map_free(own);
	catalog_map_free(file);
	catalog_map_free(NULL);
}

/* Registers follow the file, by either spelling, and settings too. */
TEST_WITH(a_map_from_a_file, set_up, NULL)
{
	static const char path[] = "test_doctor.map";
	struct catalog_monitor *m;
	FILE *to = fopen(path, "w");

	assert_non_null(to);
	fputs("# a remark\n\nBASE = 0x80000000\nenable_bit 31\n"
	      "align_castout4_bit 3\nalign_castout4 1\npage_size 16\n"
	      "ahbmonrstcntrs 0x800\nAHBMONPrstCntrs 2052 # decimal\n",
	      to);
	for (unsigned i = 0; i < TALLY_AHB_AHBMONRstCtrs; i++)
		fprintf(to, "%s 0x%x\n", d.monitor->reg[i].name, 4 + 4 * i);
	fclose(to);
	m = catalog_with_map(d.monitor, path, &err);
	remove(path);
	if (!m)
		fail_msg("%s", err.text);
	assert_int_equal(tally_ahb_map_of(m->monitor)->base, 0x80000000);
	assert_int_equal(tally_ahb_map_of(m->monitor)->enable, 31);
	assert_int_equal(tally_ahb_map_of(m->monitor)->track_dbgack,
			 TALLY_AHB_NO_BIT);
	assert_true(tally_ahb_map_of(m->monitor)->align);
	assert_int_equal(tally_ahb_map_of(m->monitor)->page, 3);
	assert_int_equal(m->monitor->counter[3].reg.addr, 16);
	assert_int_equal(m->reg[3].reg.addr, 16);
	assert_int_equal(catalog_register(m, "AHBMONRstCntrs", &err)->reg.addr,
			 0x800);
	assert_int_equal(catalog_register(m, "AHBMONPrstCtrs", &err)->reg.addr,
			 0x804);
	catalog_map_free(m);
}

TEST_WITH(others_take_no_map, set_up, NULL)
{
	assert_null(
		catalog_with_map(catalog_monitor("l220", &err), "own", &err));
	assert_string_equal(err.text, "l220 takes no map: documents have its "
				      "registers; leave out --map");
}

/* Counts of an emulator are the same, or almost. */
TEST_WITH(an_emulators_time, set_up, NULL)
{
	static const struct {
		uint64_t cycles;
		bool good;
	} of_1000[] = { { 500, true },   { 970, true },   { 990, false },
			{ 1000, false }, { 1011, false }, { 1030, true } };

	for (unsigned i = 0; i < sizeof of_1000 / sizeof *of_1000; i++) {
		d.findings = 0;
		d.healthy = true;
		doctor_judge_time(&d, of_1000[i].cycles, 1000);
		assert_int_equal(d.findings, 1);
		assert_int_equal(d.healthy, of_1000[i].good);
	}
}
