/* SPDX-License-Identifier: MIT */
/*
 * The doctor says who may reach a monitor and whether it may count, on targets
 * that have nothing but the registers which tell that.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "run/doctor/inner.h"
#include "test.h"

enum { NS = 1 << 18, SPNIDDIS = 1 << 17, BIT17 = 1 << 17, ROOM = 4 };

/* ---- a target ------------------------------------------------------------ */

/* The registers that are there; the others fail, and are asked for in vain. */
static struct {
	struct tally_reg reg;
	uint64_t value;
} there[ROOM];
static unsigned registers_there, refused;
static bool broken; /* the bus, behind the registers that are there */

static enum tally_status read_register(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t *value)
{
	(void)bus;
	for (unsigned i = 0; i < registers_there; i++)
		if (tally_reg_same(there[i].reg, *reg)) {
			*value = there[i].value;
			return TALLY_OK;
		}
	refused++;
	return broken ? TALLY_E_BUS : TALLY_E_NOREG;
}

static enum tally_status write_register(struct tally_bus *bus,
					const struct tally_reg *reg,
					uint64_t value)
{
	(void)bus;
	(void)reg;
	(void)value;
	fail_msg("nothing is written to see what is permitted");
	return TALLY_E_BUS;
}

static const struct tally_bus_ops bus_ops = { .read = read_register,
					      .write = write_register };
static struct tally_bus bus;
static uint64_t core_state;

static bool read_core(struct target_run *run, struct target_core *core,
		      struct error *err)
{
	(void)run;
	(void)err;
	core->state = core_state;
	return true;
}

static const struct target_memory memory = { .read_core = read_core };
static struct target target;
static struct target_run run;
static struct doctor d;

static void begin(const char *monitor)
{
	struct error err;

	registers_there = refused = 0;
	broken = false;
	bus = (struct tally_bus){ .ops = &bus_ops };
	target = (struct target){ .memory = &memory };
	run = (struct target_run){ .target = &target };
	d = (struct doctor){ .monitor = catalog_monitor(monitor, &err),
			     .run = &run,
			     .bus = &bus,
			     .healthy = true };
	assert_non_null(d.monitor);
}

static void has(uint32_t addr, enum tally_space space, uint8_t bits,
		uint64_t value)
{
	assert_true(registers_there < ROOM);
	there[registers_there].reg =
		(struct tally_reg){ addr, (uint8_t)space, bits };
	there[registers_there++].value = value;
}

static void dscr(uint64_t value)
{
	has(TALLY_CP(0, 0, 1, 0), TALLY_CP14, 32, value);
}

static void auth(uint64_t value)
{
	has(TALLY_CP(0, 7, 14, 6), TALLY_CP14, 32, value);
}

/* The one finding of `debug`, the last. */
static const struct finding *debug(void)
{
	const struct finding *last;

	doctor_tell_permission(&d);
	assert_true(d.findings > 0 && d.findings < 4);
	last = &d.finding[d.findings - 1];
	for (unsigned i = 0; i < d.findings; i++)
		assert_int_equal(!strcmp(d.finding[i].check, "debug"),
				 &d.finding[i] == last);
	assert_int_equal(last->cure != NULL, last->outcome == FINDING_FAIL);
	return last;
}

static void said(enum finding_outcome outcome, const char *part)
{
	const struct finding *f = debug();

	if (f->outcome != outcome || !strstr(f->text, part))
		fail_msg("%s: %s", finding_word(f->outcome), f->text);
}

/* ---- who may reach it ---------------------------------------------------- */

/* The finding about the monitor's users is this; NULL: there is none. */
static void reached(enum finding_outcome outcome, const char *text)
{
	const struct finding *f = NULL;

	d.findings = 0;
	doctor_tell_permission(&d);
	for (unsigned i = 0; i < d.findings; i++)
		if (!strcmp(d.finding[i].check, "access")) {
			assert_null(f);
			f = &d.finding[i];
		}
	assert_int_equal(f != NULL, text != NULL);
	if (!f)
		return;
	assert_int_equal(f->outcome, outcome);
	assert_string_equal(f->text, text);
}

TEST(who_always_may)
{
	static const char never[] = "privileged code alone reaches it, on this "
				    "core always";
	static const char *const row[][2] = {
		{ "arm1136", never },
		{ "arm1176", NULL },
		{ "pxa250", never },
		{ "i80200", never },
		{ "xscale2", never },
		{ "e500v1", "user code, too, reads it, by the registers U*; "
			    "privileged code alone writes it" },
		{ "l220", "it is in memory: who may reach its page reaches "
			  "it" },
		{ "dwt", "it is in memory, and privileged code alone reaches "
			 "it" },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		begin(row[i][0]);
		reached(FINDING_PASS, row[i][1]);
		assert_true(d.healthy);
	}
}

/* By a field of a register; where that is not reached, nothing is said. */
TEST(who_is_let_in)
{
	for (unsigned in = 0; in < 2; in++) {
		begin("cortex-a8");
		has(TALLY_CP(0, 9, 14, 0), TALLY_CP15, 32, in | 0xfe);
		reached(FINDING_PASS,
			in ? "user code, too, reaches it: PMUSERENR.EN is 1"
			   : "privileged code alone reaches it: PMUSERENR.EN "
			     "is 0");
		begin("pmuv3/cortex-a53");
		has(TALLY_SYS(3, 3, 9, 14, 0), TALLY_SYSREG, 64, in | 0xe);
		reached(FINDING_PASS,
			in ? "user code, too, reaches it: PMUSERENR_EL0.EN is "
			     "1"
			   : "privileged code alone reaches it: "
			     "PMUSERENR_EL0.EN is 0");
	}
	begin("cortex-a8");
	reached(FINDING_PASS, NULL);
	assert_int_equal(bus.status, TALLY_OK);
	begin("cortex-a8");
	broken = true;
	reached(FINDING_FAIL, tally_status_text(TALLY_E_BUS));
	assert_int_equal(bus.status, TALLY_OK);
}

/* ---- 32-bit ARM ---------------------------------------------------------- */

TEST(in_secure_state)
{
	begin("arm1176");
	dscr(SPNIDDIS);
	said(FINDING_FAIL, "in Secure state");
	begin("cortex-a9");
	dscr(0);
	said(FINDING_PASS, "SPNIDdis is 0");
}

/* An ARM1176 is not asked for registers that only ARMv7 has. */
TEST(in_non_secure_state)
{
	begin("arm1176");
	dscr(NS | SPNIDDIS);
	said(FINDING_PASS, "Non-secure");
	begin("cortex-a8");
	dscr(NS | SPNIDDIS);
	auth(0xfb); /* NSNID is 2 */
	said(FINDING_FAIL, "NSNID is 2");
	begin("cortex-a8");
	dscr(NS);
	auth(0xff);
	said(FINDING_PASS, "Non-secure");
	begin("cortex-a8");
	dscr(NS);
	auth(0); /* it tells nothing */
	said(FINDING_PASS, "Non-secure");
}

TEST(registers_that_are_not_reached)
{
	begin("cortex-a8");
	said(FINDING_SKIPPED, "DBGDSCR, which would tell, is not reached");
	begin("cortex-a8");
	dscr(NS);
	said(FINDING_SKIPPED, "DBGAUTHSTATUS, which would tell");
	assert_int_equal(bus.status, TALLY_OK);
}

/* ---- AArch64 ------------------------------------------------------------- */

static void at_level(unsigned level)
{
	begin("pmuv3/cortex-a53");
	core_state = level << 2;
}

/* Registers of higher levels are not read: they trap. */
TEST(below_what_traps)
{
	for (unsigned level = 0; level < 2; level++) {
		at_level(level);
		has(TALLY_SYS(3, 3, 9, 14, 0), TALLY_SYSREG, 64, 0);
		said(FINDING_SKIPPED, "trap at EL");
		assert_int_equal(refused, 0);
	}
}

TEST(at_el2_and_el3)
{
	for (unsigned bad = 0; bad < 2; bad++) {
		at_level(2);
		has(TALLY_SYS(3, 4, 1, 1, 1), TALLY_SYSREG, 64,
		    (bad ? BIT17 : 0) | 6);
		said(bad ? FINDING_FAIL : FINDING_PASS,
		     bad ? "events are not counted at EL2, where the core is: "
			   "MDCR_EL2.HPMD is 1; HPMN leaves EL1 6 counters"
			 : "events are counted at EL2, where the core is: "
			   "MDCR_EL2.HPMD is 0; HPMN leaves EL1 6 counters");
		at_level(3);
		has(TALLY_SYS(3, 6, 1, 3, 1), TALLY_SYSREG, 64,
		    bad ? 0 : BIT17);
		said(bad ? FINDING_FAIL : FINDING_PASS,
		     bad ? "events are not counted at EL3, where the core is: "
			   "MDCR_EL3.SPME is 0"
			 : "events are counted at EL3, where the core is: "
			   "MDCR_EL3.SPME is 1");
	}
}

TEST(a_state_that_is_not_told)
{
	at_level(2);
	target.memory = NULL;
	said(FINDING_SKIPPED, "CurrentEL, which would tell, is not reached");
	at_level(0);
	target.memory = NULL;
	has(TALLY_SYS(3, 0, 4, 2, 2), TALLY_SYSREG, 64, 1 << 2);
	said(FINDING_SKIPPED, "trap at EL1");
	begin("e500v1");
	target.memory = NULL;
	said(FINDING_SKIPPED, "the core's state is not told");
}

/* ---- Power --------------------------------------------------------------- */

TEST(what_freezes_on_power)
{
	begin("e500v2");
	core_state = 0;
	said(FINDING_PASS, "MSR.PR is 0 and MSR.PMM is 0: what a setup freezes "
			   "by FCS or FCM0 stands still");
	begin("e500v2");
	core_state = 1 << 14 | 1 << 2;
	said(FINDING_PASS, "MSR.PR is 1 and MSR.PMM is 1: what a setup freezes "
			   "by FCU or FCM1 stands still");
	begin("e500v2");
	core_state = ~(UINT64_C(1) << 14 | UINT64_C(1) << 2);
	said(FINDING_PASS, "MSR.PR is 0 and MSR.PMM is 0");
}

/* Each monitor says something of both, and asks for no more than there is. */
TEST(every_monitor_says_something)
{
	unsigned count = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		begin(all[i]->name);
		core_state = 1 << 2;
		(void)debug();
	}
	assert_true(count > 10);
}
