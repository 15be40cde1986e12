/* SPDX-License-Identifier: MIT */
/* The doctor where an operating system counts: on a kernel of arithmetic. */
#include <string.h>

#include "doctor_fixture.h"
#include "run/fake_kernel.h"
#include "test.h"

static void examine_kernel(void)
{
	d.findings = 0;
	kernel_story.runs = kernel_story.sampled = 0;
	assert_true(doctor_examine_counts(&d, kernel_target, &err));
	(void)failures();
}

static int begin_kernel(void **state)
{
	(void)begin(state);
	kernel_reset();
	d = (struct doctor){ .monitor = catalog_monitor("arm1176", &err) };
	return 0;
}

static void comes_to_nothing(const char *name)
{
	const struct catalog_event *e = catalog_event(d.monitor, name, &err);

	assert_non_null(e);
	kernel.nothing[kernel.nothings++] = e->code;
}

static void begin_own(void)
{
	kernel_reset();
	d.monitor = catalog_monitor("kernel", &err);
}

/* The row of findings of that number. */
static void row(unsigned number, const char *check,
		enum finding_outcome outcome, const char *text)
{
	const struct finding *f = &d.finding[number];

	assert_true(number < d.findings);
	if (strcmp(f->check, check) != 0 || f->outcome != outcome ||
	    strcmp(f->text, text) != 0)
		fail_msg("%u: %s: %s: %s", number, f->check,
			 finding_word(f->outcome), f->text);
}

#define OF_KERNEL(name) TEST_WITH(name, begin_kernel, tear_down)

/* ---- a processor's events ------------------------------------------------ */

OF_KERNEL(a_processor_that_counts)
{
	examine_kernel();
	assert_true(d.healthy);
	assert_int_equal(d.findings, 6);
	row(0, "probe", FINDING_PASS, "a kernel of arithmetic counts");
	row(1, "access", FINDING_PASS,
	    "user space and the kernel may be counted");
	row(2, "count", FINDING_PASS, "cpu_cycles: 256001 in a run");
	row(3, "count", FINDING_PASS, "instr_exec: 8001 in a run");
	row(4, "time", FINDING_PASS,
	    "32.00 cycles for an instruction: nothing that an emulator without "
	    "a model of time has");
	row(5, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 2560 of cpu_cycles");
	/* Both in one run, and one more for the samples. */
	assert_int_equal(kernel_story.runs, 1);
	assert_int_equal(kernel_story.counts[0], 2);
	assert_int_equal(kernel_story.sampled, 1);
	assert_int_equal(kernel_story.code, 0xff);
	assert_int_equal(kernel_story.apart, 2560);
	kernel_user_only(true);
	examine_kernel();
	row(1, "access", FINDING_PASS,
	    "user space alone may be counted (perf_event_paranoid)");
}

/* One that has no room fails; what fits is looked at nevertheless. */
OF_KERNEL(events_that_do_not_fit)
{
	kernel.room[FAKE_CORE] = 1;
	examine_kernel();
	assert_int_equal(d.findings, 5);
	row(2, "count", FINDING_FAIL, "there is no room for instr_exec");
	row(3, "count", FINDING_PASS, "cpu_cycles: 256001 in a run");
	assert_int_equal(kernel_story.counts[0], 1);
	kernel.room[FAKE_CORE] = 0;
	examine_kernel();
	assert_int_equal(d.findings, 3);
	row(2, "count", FINDING_FAIL, "there is no room for cpu_cycles");
	assert_int_equal(kernel_story.runs, 0);
}

OF_KERNEL(events_that_others_hold)
{
	kernel.enabled = 1000;
	kernel.running = 250;
	examine_kernel();
	row(2, "count", FINDING_FAIL,
	    "cpu_cycles was counted for 25 % of the run");
	row(3, "count", FINDING_FAIL,
	    "instr_exec was counted for 25 % of the run");
	kernel.running = 1000;
	examine_kernel();
	assert_true(d.healthy);
}

OF_KERNEL(events_that_stand)
{
	comes_to_nothing("cpu_cycles");
	examine_kernel();
	assert_int_equal(d.findings, 5);
	row(2, "count", FINDING_FAIL, "cpu_cycles: 0 in a run");
	assert_non_null(d.finding[2].cure);
	row(3, "count", FINDING_PASS, "instr_exec: 8001 in a run");
	row(4, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 80 of instr_exec");
	comes_to_nothing("instr_exec");
	examine_kernel();
	assert_int_equal(d.findings, 4);
	assert_int_equal(kernel_story.sampled, 0);
	kernel.nothings = 0;
	comes_to_nothing("instr_exec");
	examine_kernel();
	assert_int_equal(d.findings, 5);
	row(3, "count", FINDING_FAIL, "instr_exec: 0 in a run");
	row(4, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 2560 of cpu_cycles");
}

OF_KERNEL(a_run_that_fails)
{
	kernel.refused = 1;
	examine_kernel();
	assert_int_equal(d.findings, 3);
	row(2, "count", FINDING_FAIL, "it does not run");
	assert_int_equal(kernel_story.sampled, 0);
}

OF_KERNEL(a_monitor_that_is_not_there)
{
	d.monitor = catalog_monitor("pxa250", &err);
	assert_false(doctor_examine_counts(&d, kernel_target, &err));
	assert_string_equal(err.text, "linux has no pxa250");
}

/* ---- samples ------------------------------------------------------------- */

OF_KERNEL(samples_that_do_not_come)
{
	kernel.samples = 0;
	examine_kernel();
	row(5, "irq", FINDING_FAIL,
	    "0 samples of a run, one for each 2560 of cpu_cycles");
	kernel.no_samples = true;
	examine_kernel();
	row(5, "irq", FINDING_FAIL, "there is no room for samples");
	kernel_counts.sample = NULL;
	examine_kernel();
	assert_int_equal(d.findings, 5);
}

/* ---- the kernel's own names ---------------------------------------------- */

OF_KERNEL(the_kernels_own)
{
	begin_own();
	examine_kernel();
	assert_true(d.healthy);
	assert_int_equal(d.findings, 9);
	row(2, "count", FINDING_PASS, "task_clock: 2001 in a run");
	row(3, "count", FINDING_PASS, "page_faults: 3001 in a run");
	row(4, "count", FINDING_PASS, "cycles: 17001 in a run");
	row(5, "count", FINDING_PASS, "instructions: 18001 in a run");
	row(6, "clock", FINDING_PASS,
	    "8.5e+09 Hz while it ran, by the kernel's clock");
	row(7, "time", FINDING_PASS,
	    "0.94 cycles for an instruction: nothing that an emulator without "
	    "a model of time has");
	row(8, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 170 of cycles");
	assert_int_equal(kernel_story.counts[0], 4);
	comes_to_nothing("task_clock");
	examine_kernel();
	assert_int_equal(d.findings, 8);
	row(6, "time", FINDING_PASS,
	    "0.94 cycles for an instruction: nothing that an emulator without "
	    "a model of time has");
}

/* A machine within a machine often has no counters, which is no illness: its
 * timer is tried instead, and not too often. */
OF_KERNEL(a_kernel_without_counters)
{
	begin_own();
	kernel.room[FAKE_OWN] = 2;
	examine_kernel();
	assert_true(d.healthy);
	assert_int_equal(d.findings, 6);
	row(2, "count", FINDING_SKIPPED,
	    "not established: there is no room for cycles");
	row(3, "count", FINDING_PASS, "task_clock: 2001 in a run");
	row(5, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 100000 of task_clock, by a "
	    "timer: no counter's interrupt is tried");
	kernel.room[FAKE_OWN] = 3;
	examine_kernel();
	row(2, "count", FINDING_SKIPPED,
	    "not established: there is no room for instructions");
	row(5, "count", FINDING_PASS, "cycles: 17001 in a run");
	row(7, "irq", FINDING_PASS,
	    "42 samples of a run, one for each 170 of cycles");
	kernel.room[FAKE_OWN] = 0;
	examine_kernel();
	row(2, "count", FINDING_FAIL, "there is no room for task_clock");
	row(3, "count", FINDING_FAIL, "there is no room for page_faults");
	row(4, "count", FINDING_SKIPPED,
	    "not established: there is no room for cycles");
	assert_int_equal(d.findings, 5);
}

OF_KERNEL(nothing_that_counts)
{
	begin_own();
	kernel.room[FAKE_OWN] = 1;
	comes_to_nothing("task_clock");
	examine_kernel();
	assert_int_equal(kernel_story.sampled, 0);
	/* Without cycles it is instructions, and without these a timer: less
	 * than one in a hundred of that would be every time. */
	begin_own();
	comes_to_nothing("cycles");
	examine_kernel();
	assert_int_equal(kernel_story.apart, 180);
	assert_int_equal(kernel_story.code,
			 catalog_event(d.monitor, "instructions", &err)->code);
	comes_to_nothing("instructions");
	examine_kernel();
	assert_int_equal(kernel_story.apart, 100000);
	assert_int_equal(kernel_story.code,
			 catalog_event(d.monitor, "task_clock", &err)->code);
}
