/* SPDX-License-Identifier: MIT */
/*
 * The doctor's checks of the monitor's control: what is stopped stands, flags
 * stay, and the divider divides.  A counter is looked at in its own register,
 * since a session that has stopped knows its totals by heart.
 */
#include "run/doctor/inner.h"

static const struct tally_monitor *monitor_of(const struct doctor *d)
{
	return d->monitor->monitor;
}

/* A counter's flag is set when it has counted so much. */
enum { SOON = 100 };

/* Counts differ by less where the divider did what it was told. */
enum { ALIKE = 8 };

/* ---- what counts --------------------------------------------------------- */

static bool has_slot(const struct tally_setup *setup, unsigned counter)
{
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].counter == counter)
			return true;
	return false;
}

static void add(const struct doctor *d, struct doctor_controlled *c,
		const struct tally_slot *slot)
{
	struct tally_slot *to = &c->slot[c->setup.slots];

	if (c->setup.slots == DOCTOR_SLOTS ||
	    has_slot(&c->setup, slot->counter))
		return;
	*to = *slot;
	to->period = 0;
	c->setup.slots++;
	if (tally_setup_check(monitor_of(d), &c->setup, NULL)) {
		c->setup.slots--;
		return;
	}
	/* So that its flag is set when it has counted. */
	to->period = SOON;
	if (!doctor_has_flag(monitor_of(d), &c->setup, c->setup.slots - 1u) ||
	    tally_setup_check(monitor_of(d), &c->setup, NULL))
		to->period = 0;
}

/* Every counter: with what is sure to happen, or else with what it can count.
 */
static void make(const struct doctor *d, const struct doctor_sure *sure,
		 const struct tally_setup *all, struct doctor_controlled *c)
{
	c->setup = (struct tally_setup){ .slot = c->slot };
	for (unsigned i = 0; i < sure->setup.slots; i++)
		add(d, c, &sure->slot[i]);
	for (unsigned i = 0; i < all->slots; i++)
		add(d, c, &all->slot[i]);
}

/* ---- where counters stand ------------------------------------------------ */

/* ---- start and stop ------------------------------------------------------ */

/* How many of those that should have stood have not. */
static unsigned moved(const struct doctor *d, const struct doctor_controlled *c,
		      const uint64_t *from, const uint64_t *to)
{
	unsigned n = 0;

	for (unsigned i = 0; i < c->setup.slots; i++)
		n += !doctor_runs_on(d, &c->slot[i]) && from[i] != to[i];
	return n;
}

static void judge_start(struct doctor *d, const struct doctor_controlled *c)
{
	const unsigned counted = moved(d, c, c->before, c->stopped);

	if (moved(d, c, c->stopped, c->later)) {
		doctor_find(d, "start", FINDING_SKIPPED, NULL,
			    "not established: what is not stopped cannot be "
			    "started");
		return;
	}
	for (unsigned i = 0; i < c->setup.slots; i++)
		if (!doctor_runs_on(d, &c->slot[i]) &&
		    c->before[i] != c->opened[i])
			doctor_find(d, "start", FINDING_FAIL,
				    "believe no count of a region: what comes "
				    "before its start is in it, too",
				    "%s counted before it was started",
				    doctor_counter_name(d, &c->setup, i));
	if (moved(d, c, c->opened, c->before))
		return;
	if (!counted)
		doctor_find(d, "start", FINDING_SKIPPED, NULL,
			    "not established: no counter moved after the "
			    "start, either");
	else
		doctor_find(d, "start", FINDING_PASS, NULL,
			    "all counters stood until the start, and %u of "
			    "them moved after it",
			    counted);
}

/* Two readings of its documents that contradict each other, of its stop; NULL:
 * nothing. */
static const char *two_readings(const struct doctor *d,
				const struct doctor_controlled *c, unsigned i)
{
	const struct catalog_monitor *m = d->monitor;
	const struct catalog_event *e =
		catalog_event_by_code(m, c->slot[i].event);
	const struct catalog_register *r = NULL;
	struct tally_step step;
	struct tally_script stop;

	tally_script_init(&stop, &step, 1);
	if (!tally_encode(m->monitor, &c->setup, TALLY_STOP, &stop) &&
	    stop.count == 1)
		r = catalog_register_at(m, step.reg);
	for (unsigned k = 0; e && r && k < m->rules; k++)
		if (m->rule[k].kind == RULE_CONTRADICTION &&
		    catalog_about(m->rule[k].about, e->name) &&
		    catalog_about(m->rule[k].about, r->name))
			return m->rule[k].text;
	return NULL;
}

static void tell_unstopped(struct doctor *d, const struct doctor_controlled *c,
			   unsigned i)
{
	const char *readings = two_readings(d, c, i);

	if (readings)
		doctor_find(d, "stop", FINDING_FAIL, readings,
			    "%s counted on after it was stopped: one of two "
			    "readings of its document, and no sick monitor",
			    doctor_counter_name(d, &c->setup, i));
	else
		doctor_find(d, "stop", FINDING_FAIL,
			    "believe no count: what comes after the stop is in "
			    "it, too",
			    "%s counted on after it was stopped",
			    doctor_counter_name(d, &c->setup, i));
}

static void judge_stop(struct doctor *d, const struct doctor_controlled *c)
{
	unsigned stand = 0, before = 0;

	for (unsigned i = 0; i < c->setup.slots; i++) {
		if (doctor_runs_on(d, &c->slot[i]) ||
		    c->stopped[i] == c->before[i])
			continue;
		before++;
		stand += c->later[i] == c->stopped[i];
		if (c->later[i] != c->stopped[i])
			tell_unstopped(d, c, i);
	}
	if (!before)
		doctor_find(d, "stop", FINDING_SKIPPED, NULL,
			    "not established: no counter moved before the "
			    "stop, either");
	else if (stand == before)
		doctor_find(d, "stop", FINDING_PASS, NULL,
			    "%u counters that had moved stood after the stop, "
			    "while the program ran",
			    stand);
}

/* ---- flags --------------------------------------------------------- */

/* Writes 0 to the flags, and to all else what is there.  Where they are in the
 * control register, stopping it did so before. */
static void write_no_flags(struct doctor *d, struct doctor_controlled *c)
{
	const struct tally_monitor *m = monitor_of(d);
	const struct tally_reg *at =
		m->ops->flags_at ? m->ops->flags_at(m) : NULL;

	if (!at)
		return;
	tally_bus_write(d->bus, at,
			tally_bus_read(d->bus, at) &
				catalog_kept_bits(d->monitor, *at));
	c->kept = m->ops->flags(m, d->bus);
}

static void judge_keep(struct doctor *d, const struct doctor_controlled *c)
{
	const struct tally_monitor *m = monitor_of(d);
	bool flags = false;

	for (unsigned i = 0; i < c->setup.slots; i++)
		flags |= doctor_has_flag(m, &c->setup, i);
	if (!flags)
		doctor_find(d, "keep", FINDING_SKIPPED, NULL,
			    "does not apply: its counters have no flags of "
			    "overflows");
	else if (!m->ops->flags_at)
		doctor_find(d, "keep", FINDING_SKIPPED, NULL,
			    "does not apply: a flag is a bit of its counter, "
			    "which keeps what is written");
	else if (!c->set)
		doctor_find(d, "keep", FINDING_SKIPPED, NULL,
			    "not established: no flag was set");
	else if (c->set & ~c->kept)
		doctor_find(d, "keep", FINDING_FAIL,
			    "measure regions in which no counter wraps: any "
			    "write of its control may lose a flag",
			    "flags 0x%x were set, and 0x%x are after 0 was "
			    "written to them",
			    (unsigned)c->set, (unsigned)c->kept);
	else
		doctor_find(d, "keep", FINDING_PASS, NULL,
			    "flags 0x%x are still set after 0 was written to "
			    "them",
			    (unsigned)c->set);
}

/* ---- one session for all of it ------------------------------------------- */

static uint32_t flags_now(struct doctor *d)
{
	return monitor_of(d)->ops->flags(monitor_of(d), d->bus);
}

/* Of a run that failed: a program that is over is nobody's fault. */
static enum finding_outcome broken(const struct doctor *d)
{
	return d->ended ? FINDING_SKIPPED : FINDING_FAIL;
}

/* Stopped, running, and stopped again; false and `err`: it did not run. */
static bool go_through(struct doctor *d, struct tally_session *s,
		       struct doctor_controlled *c, struct error *err)
{
	bool ran;

	doctor_look_at_all(d, c, c->opened);
	if (!doctor_run(d, err))
		return false;
	doctor_look_at_all(d, c, c->before);
	(void)tally_session_start(s);
	ran = doctor_run(d, err);
	/* Some emulators set a flag only when its counter is looked at. */
	doctor_look_at_all(d, c, c->later);
	c->set = flags_now(d);
	(void)tally_session_stop(s);
	doctor_look_at_all(d, c, c->stopped);
	if (!ran || !doctor_run(d, err))
		return false;
	doctor_look_at_all(d, c, c->later);
	write_no_flags(d, c);
	return true;
}

static void check_running(struct doctor *d, struct tally_session *s,
			  struct doctor_controlled *c)
{
	struct error err;

	if (d->ended || !d->run->target->control)
		doctor_find(d, "stop", FINDING_SKIPPED, NULL,
			    d->ended ? "the program has ended"
				     : "nothing runs on the target meanwhile");
	else if (!go_through(d, s, c, &err))
		doctor_find(d, "stop", broken(d), NULL, "%s", err.text);
	else if (!doctor_bus_failed(d, "stop")) {
		judge_start(d, c);
		judge_stop(d, c);
		judge_keep(d, c);
	}
}

/* A session that could not be opened: `hold` has told, unless the bus broke. */
static void refuse(struct doctor *d, const char *check, enum tally_status why)
{
	(void)tally_bus_recover(d->bus);
	doctor_find(d, check,
		    why == TALLY_E_BUS ? FINDING_FAIL : FINDING_SKIPPED, NULL,
		    "%s%s", why == TALLY_E_BUS ? "" : "not established: ",
		    tally_status_text(why));
}

static void check_session(struct doctor *d, struct doctor_controlled *c,
			  const struct tally_store *store)
{
	struct tally_session s = { 0 };
	const enum tally_status status = tally_session_open(
		&s, monitor_of(d), d->bus, &c->setup, store, false);

	if (status) {
		refuse(d, "stop", status);
		return;
	}
	check_running(d, &s, c);
	doctor_check_zeroes(d, c);
	if (tally_session_close(&s) != TALLY_OK)
		(void)doctor_bus_failed(d, "stop");
}

/* ---- the divider --------------------------------------------------------- */

/* Counts cycles with these options; false: told. */
static bool count_cycles(struct doctor *d, const struct tally_slot *slot,
			 uint8_t options, const struct tally_store *store,
			 uint64_t *count)
{
	const struct tally_setup setup = { slot, 1, options };
	struct tally_session s = { 0 };
	const enum tally_status status = tally_session_open(
		&s, monitor_of(d), d->bus, &setup, store, false);
	struct error err;
	bool ran;

	if (status) {
		refuse(d, "divide", status);
		return false;
	}
	(void)tally_session_start(&s);
	ran = doctor_run(d, &err);
	(void)tally_session_stop(&s);
	*count = tally_session_count(&s, 0);
	if (!ran)
		doctor_find(d, "divide", broken(d), NULL, "%s", err.text);
	else
		ran = !doctor_bus_failed(d, "divide");
	if (tally_session_close(&s) != TALLY_OK)
		(void)doctor_bus_failed(d, "divide");
	return ran;
}

/* A session multiplies what is divided by 64 again, so that the two are alike;
 * a divider that is dead, or always on, has them differ by 64.  Windows over a
 * link are not the same, least of all from a busy host, so that less than ALIKE
 * times as many are let pass. */
static void check_divide(struct doctor *d, const struct doctor_sure *sure,
			 const struct tally_limits *limits,
			 const struct tally_store *store)
{
	struct tally_slot slot;
	uint64_t plain, divided;

	if (!(monitor_of(d)->options & limits->options & TALLY_DIVIDE)) {
		doctor_find(d, "divide", FINDING_SKIPPED, NULL,
			    "does not apply: its cycle counter has no divider");
		return;
	}
	if (!sure->setup.slots || d->ended || !d->run->target->control) {
		doctor_find(d, "divide", FINDING_SKIPPED, NULL,
			    "not established: %s",
			    d->ended ? "the program has ended"
				     : "no cycles are counted");
		return;
	}
	slot = sure->slot[doctor_cycles(d, sure)];
	slot.period = 0;
	if (!count_cycles(d, &slot, 0, store, &plain) || d->ended ||
	    !count_cycles(d, &slot, TALLY_DIVIDE, store, &divided))
		return;
	if (!plain || !divided)
		doctor_find(d, "divide", FINDING_SKIPPED, NULL,
			    "not established: no cycles were counted");
	else if (divided / ALIKE > plain || plain / ALIKE > divided)
		doctor_find(d, "divide", FINDING_FAIL,
			    "count cycles without --divide",
			    "%llu cycles were counted, and with the divider "
			    "64 times %llu",
			    (unsigned long long)plain,
			    (unsigned long long)(divided >> 6));
	else
		doctor_find(d, "divide", FINDING_PASS, NULL,
			    "%llu cycles were counted, and with the divider "
			    "64 times %llu",
			    (unsigned long long)plain,
			    (unsigned long long)(divided >> 6));
}

void doctor_check_control(struct doctor *d, const struct doctor_sure *sure,
			  const struct tally_setup *all,
			  const struct tally_limits *limits,
			  const struct tally_store *store,
			  struct doctor_controlled *c)
{
	make(d, sure, all, c);
	check_session(d, c, store);
	check_divide(d, sure, limits, store);
}
