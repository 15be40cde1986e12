/* SPDX-License-Identifier: MIT */
/*
 * Does the monitor's interrupt arrive?  One of its counters runs over with its
 * interrupt enabled, and what is between the monitor and the core is looked at
 * while the core stands.  Nobody's handler runs: the flag is taken off before
 * anything goes on.
 */
#include <string.h>

#include "run/doctor/inner.h"

static const char check[] = "irq";

enum { STEPS = 64 }; /* until the counter has run over: chosen */

/* ---- what runs over ------------------------------------------------------ */

/* One of the counters that certainly move, which interrupts at its next count.
 * False: none of them can. */
static bool choose(const struct doctor *d, const struct doctor_sure *sure,
		   struct tally_slot *slot, struct tally_setup *setup)
{
	const unsigned first = doctor_cycles(d, sure);

	*setup = (struct tally_setup){ .slot = slot, .slots = 1 };
	for (unsigned i = 0; i < sure->setup.slots; i++) {
		*slot = sure->slot[(first + i) % sure->setup.slots];
		slot->interrupt = TALLY_IRQ;
		slot->period = 1;
		if (!tally_setup_check(d->monitor->monitor, setup, NULL))
			return true;
	}
	return false;
}

static bool has_run_over(struct doctor *d)
{
	const struct tally_monitor *m = d->monitor->monitor;

	return m->ops->flags(m, d->bus) != 0;
}

/* An instruction at a time, as interrupts are taken before the next one. */
static bool run_over(struct doctor *d)
{
	const struct target_control *c = d->run->target->control;
	struct error ignored;

	/* A stub is carried out to read it, with interrupts masked. */
	if (d->run->target->facts.goes_on)
		return has_run_over(d);
	for (unsigned i = 0; i < STEPS && !has_run_over(d); i++)
		if (!c->step || !c->step(d->run, &ignored) ||
		    !c->wait(d->run, true, &d->stop) ||
		    d->stop.reason != TARGET_STOP_SLICE)
			return false;
	return has_run_over(d);
}

/* ---- by what it is seen -------------------------------------------------- */

/* Before it, while its flag is set, and behind it. */
enum moment { BEFORE, FLAGGED, AFTER, MOMENTS };

struct seen {
	struct target_line line[MOMENTS]; /* where the target knows it */
	bool asks[MOMENTS];               /* of the core, where it tells */
	const char *by;                   /* of the core: the register */
};

/* The register that tells what is pending at the core itself, before its masks;
 * NULL: no register that each core with this monitor has tells it. */
static const struct tally_reg *core_pending(const struct catalog_monitor *m)
{
	static const struct tally_reg isr = { TALLY_CP(0, 12, 1, 0), TALLY_CP15,
					      32 };
	static const struct tally_reg isr_el1 = { TALLY_SYS(3, 0, 12, 1, 0),
						  TALLY_SYSREG, 64 };

	if (m->monitor->counter[0].reg.space == TALLY_SYSREG)
		return &isr_el1;
	return doctor_has_security(m) ? &isr : NULL;
}

static bool look(struct doctor *d, struct seen *s, enum moment now)
{
	enum { ISR_I = 1 << 7, ISR_F = 1 << 6 };
	const struct target *t = d->run->target;
	const struct tally_reg *isr = core_pending(d->monitor);
	struct error err;

	if (t->control && t->control->line) {
		const int n = target_monitor(t, d->monitor->name);

		if (t->control->line(d->run, (unsigned)n, &s->line[now], &err))
			return true;
		doctor_find(d, check, FINDING_FAIL, NULL, "%s", err.text);
		return false;
	}
	s->by = isr->space == TALLY_SYSREG ? "ISR_EL1" : "ISR";
	s->asks[now] = tally_bus_read(d->bus, isr) & (ISR_I | ISR_F);
	if (d->bus->status != TALLY_E_NOREG)
		return !doctor_bus_failed(d, check);
	(void)tally_bus_recover(d->bus);
	doctor_find(d, check, FINDING_SKIPPED, NULL,
		    "not established: %s, which would tell, is not reached",
		    s->by);
	return false;
}

/* ---- what is said of it -------------------------------------------------- */

static void tell_wired(struct doctor *d, const struct seen *s)
{
	static const char cure[] =
		"have the monitor polled (tally_session_overflow() in time), "
		"or find in the chip's manual where its interrupt is wired: "
		"not every chip wires it, and the number may be another's";
	const struct target_line *l = &s->line[FLAGGED];

	if (s->line[BEFORE].raised) {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: interrupt %u of the %s asks "
			    "already, of something else",
			    l->number, l->controller);
		return;
	}
	if (!l->raised || s->line[AFTER].raised) {
		doctor_find(d, check, FINDING_FAIL, cure,
			    l->raised
				    ? "interrupt %u of the %s goes on asking "
				      "when the flag is off"
				    : "a counter passed its top with its "
				      "interrupt enabled, and interrupt %u of "
				      "the %s did not ask",
			    l->number, l->controller);
		return;
	}
	doctor_find(d, check, FINDING_PASS, NULL,
		    "an overflow raises interrupt %u of the %s, and taking "
		    "its flag off drops it",
		    l->number, l->controller);
	if (*l->closed || *l->masked)
		doctor_find(d, "handler", FINDING_PASS, NULL,
			    "as it stands now, no handler would run: %s%s%s",
			    l->closed, *l->closed && *l->masked ? ", and " : "",
			    l->masked);
	else
		doctor_find(d, "handler", FINDING_PASS, NULL,
			    "nothing keeps an overflow from its handler");
}

static void tell_pending(struct doctor *d, const struct seen *s)
{
	if (s->asks[BEFORE])
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: another interrupt is pending "
			    "(%s)",
			    s->by);
	else if (s->asks[FLAGGED] && !s->asks[AFTER])
		doctor_find(d, check, FINDING_PASS, NULL,
			    "an overflow reaches the core (%s), and taking its "
			    "flag off drops it",
			    s->by);
	else
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: an overflow did not reach the "
			    "core (%s); nobody wired it, or the interrupt "
			    "controller keeps it",
			    s->by);
}

/* ---- the check ----------------------------------------------------------- */

/* With the session open; false: told. */
static bool watch(struct doctor *d, struct tally_session *session,
		  struct seen *s)
{
	bool over, seen;

	if (!look(d, s, BEFORE))
		return false;
	(void)tally_session_start(session);
	over = run_over(d);
	seen = over && look(d, s, FLAGGED);
	(void)tally_session_stop(session);
	(void)tally_session_overflow(session);
	if (doctor_bus_failed(d, check))
		return false;
	if (!over) {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: no counter runs over while the "
			    "core stands");
		return false;
	}
	return seen && look(d, s, AFTER);
}

/* NULL: it can be looked at. */
static const char *why_not(const struct doctor *d)
{
	const struct target_control *c = d->run->target->control;

	if (!c)
		return "nothing runs on the target meanwhile";
	if (!c->line && !core_pending(d->monitor))
		return "not established: nobody says where on this target its "
		       "interrupt arrives";
	return NULL;
}

void doctor_check_line(struct doctor *d, const struct doctor_sure *sure,
		       const struct tally_store *store)
{
	struct tally_session session = { 0 };
	struct seen s = { .by = "" };
	struct tally_setup setup;
	struct tally_slot slot;
	enum tally_status status;
	const char *why = why_not(d);
	bool seen;

	if (!why && !choose(d, sure, &slot, &setup))
		why = sure->setup.slots
			      ? "the counters that are sure to move have no "
				"interrupt"
			      : "none of its events is sure to happen";
	if (why) {
		doctor_find(d, check, FINDING_SKIPPED, NULL, "%s", why);
		return;
	}
	status = tally_session_open(&session, d->monitor->monitor, d->bus,
				    &setup, store, false);
	(void)tally_bus_recover(d->bus);
	if (status) {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "not established: %s", tally_status_text(status));
		return;
	}
	seen = watch(d, &session, &s);
	if (tally_session_close(&session) != TALLY_OK)
		(void)doctor_bus_failed(d, check);
	if (!seen)
		return;
	if (d->run->target->control->line)
		tell_wired(d, &s);
	else
		tell_pending(d, &s);
}
