/* SPDX-License-Identifier: MIT */
/*
 * Tells who may reach the monitor, and whether it may count where the core is
 * now.  Registers of the debug logic and of higher Exception levels are read
 * only where that is known not to trap; what cannot be read is said to be not
 * established.
 */
#include <string.h>

#include "catalog/reach.h"
#include "run/doctor/inner.h"

/* ---- who may reach it ---------------------------------------------------- */

/* Monitors whose counters user code may not reach, whatever maps or admits
 * it. */
static bool is_closed(const struct catalog_monitor *m, const char *reg)
{
	char user[REACH_USER];

	return strcmp(catalog_reach_user(m, reg, user), "nothing") == 0;
}

static void tell_closed(struct doctor *d)
{
	const char *seen = catalog_reach_seen(d->monitor);

	if (seen)
		doctor_find(d, "access", FINDING_PASS, NULL,
			    "user code, too, reads it, by the registers "
			    "%s; privileged code alone writes it",
			    seen);
	else
		doctor_find(d, "access", FINDING_PASS, NULL,
			    "privileged code alone reaches it, on this core "
			    "always");
}

static void tell_admitted(struct doctor *d, const struct catalog_field *f)
{
	const uint64_t value = tally_bus_read(
		d->bus, &catalog_register(d->monitor, f->reg, NULL)->reg);

	/* A debug port's view has no register of that. */
	if (d->bus->status == TALLY_E_NOREG) {
		(void)tally_bus_recover(d->bus);
		return;
	}
	if (doctor_bus_failed(d, "access"))
		return;
	doctor_find(
		d, "access", FINDING_PASS, NULL, "%s reaches it: %s.%s is %u",
		tally_field_get(value, f->field) ? "user code, too,"
						 : "privileged code alone",
		f->reg, f->name, (unsigned)tally_field_get(value, f->field));
}

static void tell_access(struct doctor *d)
{
	const struct catalog_monitor *m = d->monitor;
	const struct tally_reg counter = m->monitor->counter[0].reg;
	const struct catalog_register *reg = catalog_register_at(m, counter);
	const struct catalog_field *f;

	if (counter.space == TALLY_MMIO) {
		doctor_find(d, "access", FINDING_PASS, NULL, "%s",
			    reg && is_closed(m, reg->name)
				    ? "it is in memory, and privileged code "
				      "alone reaches it"
				    : "it is in memory: who may reach its page "
				      "reaches it");
		return;
	}
	if (!reg)
		return;
	f = catalog_reach_admits(m, reg->name);
	if (f)
		tell_admitted(d, f);
	else if (is_closed(m, reg->name))
		tell_closed(d);
}

/* ---- may it count -------------------------------------------------------- */

static const char check[] = "debug";

static void not_established(struct doctor *d, const char *why)
{
	doctor_find(d, check, FINDING_SKIPPED, NULL, "not established: %s",
		    why);
}

/* False: it is not reached, and that is told. */
static bool read(struct doctor *d, const struct tally_reg *reg,
		 const char *name, uint64_t *value)
{
	*value = tally_bus_read(d->bus, reg);
	if (tally_bus_recover(d->bus) == TALLY_OK)
		return true;
	doctor_find(d, check, FINDING_SKIPPED, NULL,
		    "not established: %s, which would tell, is not reached",
		    name);
	return false;
}

/*
 * ARM1176 and ARMv7: the debug logic tells in which state the core is, and
 * whether non-invasive debug, which counting events is, is permitted there
 * [DDI0406B C3, C7.3].
 */
static void tell_by_dscr(struct doctor *d, bool armv7)
{
	static const struct tally_reg dscr = { TALLY_CP(0, 0, 1, 0), TALLY_CP14,
					       32 };
	static const struct tally_reg auth = { TALLY_CP(0, 7, 14, 6),
					       TALLY_CP14, 32 };
	enum { NS = 1 << 18, SPNIDDIS = 1 << 17, NSNID = 3 << 2, OFF = 2 << 2 };
	uint64_t status, given = 0;

	if (!read(d, &dscr, "DBGDSCR", &status))
		return;
	if (!(status & NS)) {
		doctor_find(
			d, check,
			status & SPNIDDIS ? FINDING_FAIL : FINDING_PASS,
			"have the chip drive SPNIDEN high, or count in the "
			"Non-secure state, or in user mode with SDER.SUNIDEN; "
			"cycles alone are counted meanwhile",
			status & SPNIDDIS
				? "no event is counted in Secure state, where "
				  "the core is: DBGDSCR.SPNIDdis is 1"
				: "events are counted in Secure state, where "
				  "the core is: DBGDSCR.SPNIDdis is 0");
		return;
	}
	if (armv7 && !read(d, &auth, "DBGAUTHSTATUS", &given))
		return;
	doctor_find(d, check,
		    (given & NSNID) == OFF ? FINDING_FAIL : FINDING_PASS,
		    "have the chip drive NIDEN or DBGEN high; i.MX5 has a bit "
		    "for it, DBGEN in ARM_GPC",
		    (given & NSNID) == OFF
			    ? "no event is counted: non-invasive debug is off "
			      "(DBGAUTHSTATUS.NSNID is 2)"
			    : "events are counted in Non-secure state, where "
			      "the core is");
}

/* MDCR_EL3, which only EL3 reads. */
static void tell_el3(struct doctor *d, uint64_t value)
{
	enum { SPME = 1 << 17 };

	doctor_find(d, check, value & SPME ? FINDING_PASS : FINDING_FAIL,
		    "have the firmware of EL3 set MDCR_EL3.SPME, or count "
		    "below it, in the Non-secure state; cycles alone are "
		    "counted meanwhile",
		    "events are %scounted at EL3, where the core is: "
		    "MDCR_EL3.SPME is %u",
		    value & SPME ? "" : "not ", value & SPME ? 1 : 0);
}

/* MDCR_EL2, which EL2 reads. */
static void tell_el2(struct doctor *d, uint64_t value)
{
	enum { HPMN = 31, HPMD = 1 << 17 };

	doctor_find(d, check, value & HPMD ? FINDING_FAIL : FINDING_PASS,
		    "have the hypervisor clear MDCR_EL2.HPMD, or count at EL1 "
		    "or EL0",
		    "events are %scounted at EL2, where the core is: "
		    "MDCR_EL2.HPMD is %u; HPMN leaves EL1 %u counters",
		    value & HPMD ? "not " : "", value & HPMD ? 1 : 0,
		    (unsigned)(value & HPMN));
}

static void tell_by_level(struct doctor *d, uint64_t pstate)
{
	static const struct tally_reg el2 = { TALLY_SYS(3, 4, 1, 1, 1),
					      TALLY_SYSREG, 64 };
	static const struct tally_reg el3 = { TALLY_SYS(3, 6, 1, 3, 1),
					      TALLY_SYSREG, 64 };
	enum { AARCH32 = 1 << 4, EL_LSB = 2 };
	const unsigned level = pstate & AARCH32 ? 0 : pstate >> EL_LSB & 3;
	uint64_t value;

	if (level == 3 && read(d, &el3, "MDCR_EL3", &value))
		tell_el3(d, value);
	else if (level == 2 && read(d, &el2, "MDCR_EL2", &value))
		tell_el2(d, value);
	else if (level < 2)
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: MDCR_EL2 and MDCR_EL3 trap at "
			    "EL%u, where the core is; what they forbid stands "
			    "still (alive)",
			    level);
}

static void tell_by_msr(struct doctor *d, uint64_t msr)
{
	enum { PR = 1 << 14, PMM = 1 << 2 };

	doctor_find(d, check, FINDING_PASS, NULL,
		    "MSR.PR is %u and MSR.PMM is %u: what a setup freezes by "
		    "%s or %s stands still",
		    msr & PR ? 1 : 0, msr & PMM ? 1 : 0,
		    msr & PR ? "FCU" : "FCS", msr & PMM ? "FCM1" : "FCM0");
}

/* CPSR, PSTATE or MSR; false: the target does not tell it. */
static bool state_of(const struct doctor *d, uint64_t *state)
{
	const struct target_memory *memory = d->run->target->memory;
	struct target_core core = { .state = 0 };
	struct error ignored;

	if (!memory || !memory->read_core ||
	    !memory->read_core(d->run, &core, &ignored))
		return false;
	*state = core.state;
	return true;
}

bool doctor_has_security(const struct catalog_monitor *m)
{
	return !strcmp(m->name, "arm1176") ||
	       !strncmp(m->name, "cortex-a", strlen("cortex-a"));
}

static void tell_debug(struct doctor *d)
{
	/* EL1 and above may read it, and its bits are where PSTATE's are. */
	static const struct tally_reg level = { TALLY_SYS(3, 0, 4, 2, 2),
						TALLY_SYSREG, 64 };
	const char *name = d->monitor->name;
	uint64_t state = 0;

	if (doctor_has_security(d->monitor))
		tell_by_dscr(d, strcmp(name, "arm1176") != 0);
	else if (d->monitor->monitor->counter[0].reg.space == TALLY_SYSREG) {
		if (state_of(d, &state) || read(d, &level, "CurrentEL", &state))
			tell_by_level(d, state);
	} else if (!strncmp(name, "e500", strlen("e500"))) {
		if (state_of(d, &state))
			tell_by_msr(d, state);
		else
			not_established(d, "the core's state is not told");
	} else if (!strncmp(name, "l2", strlen("l2"))) {
		not_established(d, "no register tells SPNIDEN; where it is "
				   "low, Secure accesses are not counted");
	} else {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "no document has a signal that forbids this "
			    "monitor to count");
	}
}

void doctor_tell_permission(struct doctor *d)
{
	tell_access(d);
	tell_debug(d);
}
