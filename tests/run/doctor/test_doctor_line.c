/* SPDX-License-Identifier: MIT */
/*
 * Whether a monitor's interrupt arrives: an ARM1176's registers on a target
 * that does not know what is between the monitor and the core, whose counters
 * run while they are looked at, as in a stub; and on one that knows, and
 * carries out an instruction at a time.
 */
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "run/doctor/inner.h"
#include "test.h"

enum { E = 1 << 0, ENABLES = 7 << 4, FLAGS = 7 << 8, ISR_I = 1 << 7 };

/* ---- the core ------------------------------------------------------------ */

static struct {
	uint32_t control, count[3]; /* CCNT, PMN0, PMN1 */
	bool wired, stands, other, hidden;
	bool steps; /* it counts with an instruction, not when looked at */
	unsigned stepped, unwilling;
	enum target_stop_reason stop;
	bool sticks;            /* what asked goes on asking */
	unsigned asked, breaks; /* the time at which nobody can tell */
	const char *closed, *masked;
} core;

/* One more of each, and its flag where it has wrapped: CCNT's is the last. */
static void count(void)
{
	static const unsigned flag[] = { 10, 8, 9 };

	for (unsigned i = 0; i < 3 && core.control & E && !core.stands; i++)
		if (!++core.count[i])
			core.control |= 1u << flag[i];
}

static bool asks(void)
{
	return core.wired &&
	       core.control >> 8 & core.control >> 4 & (ENABLES >> 4);
}

static enum tally_status read_register(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t *value)
{
	(void)bus;
	if (!core.steps)
		count();
	switch (reg->addr) {
	case TALLY_CP(0, 0, 0, 0):
		*value = 0x410fb767;
		return TALLY_OK;
	case TALLY_CP(0, 15, 12, 0):
		*value = core.control;
		return TALLY_OK;
	case TALLY_CP(0, 12, 1, 0):
		*value = asks() || core.other ? ISR_I : 0;
		return core.hidden ? TALLY_E_NOREG : TALLY_OK;
	default:
		*value = core.count[reg->addr - TALLY_CP(0, 15, 12, 1)];
		return TALLY_OK;
	}
}

static enum tally_status write_register(struct tally_bus *bus,
					const struct tally_reg *reg,
					uint64_t value)
{
	const uint32_t word = (uint32_t)value;

	(void)bus;
	if (reg->addr == TALLY_CP(0, 15, 12, 0)) {
		if (word & 1 << 1)
			core.count[1] = core.count[2] = 0;
		if (word & 1 << 2)
			core.count[0] = 0;
		core.control = (core.control & FLAGS & ~word) |
			       (word & ~(uint32_t)(FLAGS | 6));
	} else {
		core.count[reg->addr - TALLY_CP(0, 15, 12, 1)] = word;
	}
	return TALLY_OK;
}

static const struct tally_bus_ops bus_ops = { .read = read_register,
					      .write = write_register };

/* ---- the target ---------------------------------------------------------- */

static struct tally_bus bus = { .ops = &bus_ops };
static struct target_control control;
static struct target target = {
	.facts = { .monitor = { { "arm1176", TARGET_BY_CORE } }, .monitors = 1 }
};
static struct target_run run = { .target = &target };
static struct doctor d;

static bool step(struct target_run *of, struct error *err)
{
	(void)of;
	if (core.stepped == core.unwilling)
		return error_set(err, "no");
	if (++core.stepped > 5)
		count();
	return true;
}

static bool wait_for_step(struct target_run *of, bool block,
			  struct target_stop *stop)
{
	(void)of;
	assert_true(block);
	stop->reason = core.stop;
	return core.stop != TARGET_STOP_GIVEN_UP;
}

static bool line_of(struct target_run *of, unsigned monitor,
		    struct target_line *line, struct error *err)
{
	static bool stuck;

	(void)of;
	assert_int_equal(monitor, 0);
	if (++core.asked == core.breaks)
		return error_set(err, "it is far away");
	stuck = core.sticks && (stuck || asks());
	*line = (struct target_line){ .controller = "VIC", .number = 17 };
	line->raised = asks() || core.other || stuck;
	snprintf(line->closed, sizeof line->closed, "%s", core.closed);
	snprintf(line->masked, sizeof line->masked, "%s", core.masked);
	return true;
}

/* Nothing is left that would interrupt; what was found, of so many checks. */
static const struct finding *checked(unsigned findings)
{
	static struct tally_step step[64];
	static struct tally_total total[8];
	static struct doctor_sure sure;
	static const struct tally_store store = { total, step, 8, 64 };
	struct tally_limits limits;
	struct error err;

	d = (struct doctor){ .monitor = catalog_monitor("arm1176", &err),
			     .run = &run,
			     .bus = &bus,
			     .healthy = true };
	assert_int_equal(tally_limits_read(d.monitor->monitor, &bus, &limits),
			 TALLY_OK);
	doctor_make_sure(&d, &limits, &sure);
	doctor_check_line(&d, &sure, &store);
	assert_int_equal(d.findings, findings);
	assert_false(core.control & (E | ENABLES | FLAGS));
	return d.finding;
}

static void said(enum finding_outcome outcome, const char *part)
{
	const struct finding *f = checked(1);

	assert_string_equal(f->check, "irq");
	assert_int_equal(d.healthy, outcome != FINDING_FAIL);
	assert_int_equal(f->cure != NULL, outcome == FINDING_FAIL);
	if (f->outcome != outcome || !strstr(f->text, part))
		fail_msg("%s: %s", finding_word(f->outcome), f->text);
}

static int set_up(void **unused)
{
	(void)unused;
	memset(&core, 0, sizeof core);
	core.wired = true;
	core.unwilling = UINT_MAX;
	core.stop = TARGET_STOP_SLICE;
	core.closed = core.masked = "";
	control = (struct target_control){ .line = NULL };
	target.facts.goes_on = true;
	target.control = &control;
	return 0;
}

/* On a target that knows where it arrives. */
static int set_up_line(void **unused)
{
	(void)set_up(unused);
	core.steps = true;
	control = (struct target_control){ .line = line_of,
					   .step = step,
					   .wait = wait_for_step };
	target.facts.goes_on = false;
	return 0;
}

/* ---- by a register of the core ------------------------------------------- */

TEST_WITH(it_arrives, set_up, NULL)
{
	said(FINDING_PASS, "reaches the core (ISR)");
}

/* Nobody knows whether the controller keeps it. */
TEST_WITH(it_does_not_arrive, set_up, NULL)
{
	core.wired = false;
	said(FINDING_SKIPPED, "did not reach the core (ISR)");
}

TEST_WITH(another_is_pending, set_up, NULL)
{
	core.other = true;
	said(FINDING_SKIPPED, "another interrupt is pending");
}

TEST_WITH(the_register_is_not_reached, set_up, NULL)
{
	core.hidden = true;
	said(FINDING_SKIPPED, "ISR, which would tell, is not reached");
}

TEST_WITH(no_counter_runs_over, set_up, NULL)
{
	core.stands = true;
	said(FINDING_SKIPPED, "no counter runs over while the core stands");
}

TEST_WITH(nothing_runs, set_up, NULL)
{
	target.control = NULL;
	said(FINDING_SKIPPED, "nothing runs on the target meanwhile");
}

/* ---- by the controller that it arrives at -------------------------------- */

TEST_WITH(its_input_is_raised, set_up_line, NULL)
{
	const struct finding *f = checked(2);

	assert_int_equal(f[0].outcome, FINDING_PASS);
	assert_string_equal(f[0].text,
			    "an overflow raises interrupt 17 of the VIC, and "
			    "taking its flag off drops it");
	assert_string_equal(f[1].check, "handler");
	assert_string_equal(f[1].text,
			    "nothing keeps an overflow from its handler");
	/* Five instructions that count nothing, and one. */
	assert_int_equal(core.stepped, 6);
}

static void handled(const char *closed, const char *masked, const char *text)
{
	const struct finding *f;

	(void)set_up_line(NULL);
	core.closed = closed;
	core.masked = masked;
	f = checked(2);
	assert_int_equal(f[1].outcome, FINDING_PASS);
	assert_string_equal(f[1].text, text);
}

TEST_WITH(no_handler_would_run, set_up_line, NULL)
{
	handled("it is disabled there", "",
		"as it stands now, no handler would run: it is disabled "
		"there");
	handled("", "CPSR.I is 1",
		"as it stands now, no handler would run: CPSR.I is 1");
	handled("it is off", "CPSR.I is 1",
		"as it stands now, no handler would run: it is off, and "
		"CPSR.I is 1");
}

TEST_WITH(its_input_is_not_raised, set_up_line, NULL)
{
	core.wired = false;
	said(FINDING_FAIL, "interrupt 17 of the VIC did not ask");
}

TEST_WITH(its_input_stays_raised, set_up_line, NULL)
{
	core.sticks = true;
	said(FINDING_FAIL, "interrupt 17 of the VIC goes on asking");
}

TEST_WITH(its_input_was_raised, set_up_line, NULL)
{
	core.other = true;
	said(FINDING_SKIPPED, "interrupt 17 of the VIC asks already");
}

TEST_WITH(nobody_can_tell, set_up_line, NULL)
{
	/* Before it, while its flag is set, or behind it. */
	for (unsigned i = 1; i <= 3; i++) {
		const struct finding *f;

		(void)set_up_line(NULL);
		core.breaks = i;
		f = checked(1);
		assert_int_equal(core.asked, i);
		assert_int_equal(f->outcome, FINDING_FAIL);
		assert_string_equal(f->text, "it is far away");
	}
}

/* No instruction can be carried out, or none of 64 counts. */
TEST_WITH(steps_that_do_not_help, set_up_line, NULL)
{
	static const enum target_stop_reason bad[] = { TARGET_STOP_BREAK,
						       TARGET_STOP_GIVEN_UP };
	static const char why[] = "no counter runs over while the core stands";

	for (unsigned i = 0; i < 2; i++) {
		(void)set_up_line(state);
		core.stop = bad[i];
		said(FINDING_SKIPPED, why);
		assert_int_equal(core.stepped, 1);
	}
	(void)set_up_line(state);
	core.unwilling = 3;
	said(FINDING_SKIPPED, why);
	(void)set_up_line(state);
	control.step = NULL;
	said(FINDING_SKIPPED, why);
	(void)set_up_line(state);
	core.stands = true;
	said(FINDING_SKIPPED, why);
	assert_int_equal(core.stepped, 64);
}
