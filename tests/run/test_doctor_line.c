/* SPDX-License-Identifier: MIT */
/*
 * Whether a monitor's interrupt arrives, on a target that does not know what is
 * between the monitor and the core: an ARM1176's registers, whose counters run
 * while they are looked at, as in a stub.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "run/doctor_inner.h"

enum { E = 1 << 0, ENABLES = 7 << 4, FLAGS = 7 << 8, ISR_I = 1 << 7 };

/* ---- the core ------------------------------------------------------------ */

static struct {
	uint32_t control, count[3]; /* CCNT, PMN0, PMN1 */
	bool wired, stands, other, hidden;
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
static const struct target_control control = { .line = NULL };
static struct target target = { .facts = { .goes_on = true },
				.control = &control };
static struct target_run run = { .target = &target };
static struct doctor d;

/* The one finding. */
static const struct finding *checked(void)
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
	assert_int_equal(d.findings, 1);
	assert_true(d.healthy);
	/* Nothing is left that would interrupt. */
	assert_false(core.control & (E | ENABLES | FLAGS));
	return d.finding;
}

static void said(enum finding_outcome outcome, const char *part)
{
	const struct finding *f = checked();

	if (f->outcome != outcome || !strstr(f->text, part))
		fail_msg("%s: %s", finding_word(f->outcome), f->text);
}

static int set_up(void **unused)
{
	(void)unused;
	memset(&core, 0, sizeof core);
	core.wired = true;
	return 0;
}

static void it_arrives(void **unused)
{
	(void)unused;
	said(FINDING_PASS, "reaches the core (ISR)");
}

/* Nobody knows whether the controller keeps it. */
static void it_does_not_arrive(void **unused)
{
	(void)unused;
	core.wired = false;
	said(FINDING_SKIPPED, "did not reach the core (ISR)");
}

static void another_is_pending(void **unused)
{
	(void)unused;
	core.other = true;
	said(FINDING_SKIPPED, "another interrupt is pending");
}

static void the_register_is_not_reached(void **unused)
{
	(void)unused;
	core.hidden = true;
	said(FINDING_SKIPPED, "ISR, which would tell, is not reached");
}

static void no_counter_runs_over(void **unused)
{
	(void)unused;
	core.stands = true;
	said(FINDING_SKIPPED, "no counter runs over while the core stands");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(it_arrives, set_up),
		cmocka_unit_test_setup(it_does_not_arrive, set_up),
		cmocka_unit_test_setup(another_is_pending, set_up),
		cmocka_unit_test_setup(the_register_is_not_reached, set_up),
		cmocka_unit_test_setup(no_counter_runs_over, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
