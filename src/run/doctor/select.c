/* SPDX-License-Identifier: MIT */
/*
 * The doctor's check of the choice of events: an event that is chosen for a
 * counter is counted by it, and by no counter for which another was chosen.
 */
#include "run/doctor/inner.h"

/* The choice of events, window by window.  `often` are sure to happen. */
struct choice {
	uint8_t counter[DOCTOR_SLOTS];
	unsigned counters;
	const struct catalog_event *often[2], *other;
	unsigned oftens;
	bool stands; /* the other one is sure not to happen */
	struct tally_slot slot[DOCTOR_SLOTS];
	struct tally_setup setup;
	uint64_t count[DOCTOR_SLOTS];
};

/* ---- which counters, which events ---------------------------------------- */

static bool has_moved(const struct doctor_controlled *c, unsigned counter)
{
	for (unsigned i = 0; i < c->setup.slots; i++)
		if (c->slot[i].counter == counter)
			return c->before[i] != c->stopped[i];
	return false;
}

static void find_counters(const struct doctor *d,
			  const struct doctor_sure *sure,
			  const struct doctor_controlled *c, struct choice *x)
{
	for (unsigned i = 0; i < sure->setup.slots; i++) {
		const uint8_t n = sure->slot[i].counter;

		if (!d->monitor->monitor->counter[n].fixed && has_moved(c, n))
			x->counter[x->counters++] = n;
	}
}

/* The event of that name, if the core and all of these counters have it. */
static const struct catalog_event *have(const struct doctor *d,
					const struct tally_limits *limits,
					const struct choice *x,
					const char *name)
{
	const struct catalog_event *e = catalog_event_named(d->monitor, name);

	if (!e || !tally_limits_event(limits, e->code))
		return NULL;
	for (unsigned i = 0; i < x->counters; i++)
		if (!catalog_counts(d->monitor, e, x->counter[i]))
			return NULL;
	return e;
}

static void find_events(const struct doctor *d,
			const struct tally_limits *limits, struct choice *x)
{
	const struct catalog_event *const instructions =
		have(d, limits, x, d->monitor->instructions);
	const struct catalog_event *const cycles =
		have(d, limits, x, d->monitor->cycles);

	x->other = have(d, limits, x, d->monitor->still);
	x->stands = x->other != NULL;
	if (!x->stands && cycles)
		x->other = instructions;
	else if (instructions)
		x->often[x->oftens++] = instructions;
	if (cycles)
		x->often[x->oftens++] = cycles;
}

/* ---- the windows --------------------------------------------------------- */

/*
 * With an event that stands, so many windows that any two counters differ in
 * one: by the bits of their numbers, and at last all the other way round, so
 * that each is chosen.  Else each counter alone once, so that the others agree.
 */
static unsigned windows(const struct choice *x)
{
	unsigned bits = 1;

	if (!x->stands)
		return x->counters;
	while (1u << bits < x->counters)
		bits++;
	return bits + 1;
}

static bool is_chosen(const struct choice *x, unsigned window, unsigned i)
{
	if (!x->stands)
		return i == window;
	if (window + 1 == windows(x))
		return !(i & 1);
	return i >> window & 1;
}

static const struct catalog_event *often(const struct choice *x,
					 unsigned window)
{
	return x->often[x->oftens > 1 ? window % x->oftens : 0];
}

static void choose(struct choice *x, unsigned window)
{
	x->setup = (struct tally_setup){ x->slot, (uint8_t)x->counters, 0 };
	for (unsigned i = 0; i < x->counters; i++)
		x->slot[i] = (struct tally_slot){
			.counter = x->counter[i],
			.event = is_chosen(x, window, i)
					 ? often(x, window)->code
					 : x->other->code,
		};
}

/* False: told, or the program has ended. */
static bool count(struct doctor *d, struct choice *x,
		  const struct tally_store *store)
{
	struct tally_session s = { 0 };
	const enum tally_status status = tally_session_open(
		&s, d->monitor->monitor, d->bus, &x->setup, store, false);
	struct error err;
	bool ran;

	if (status) {
		(void)tally_bus_recover(d->bus);
		doctor_find(d, "select", FINDING_FAIL,
			    "count with the events that it holds",
			    "%s; the events that are chosen are not held",
			    tally_status_text(status));
		return false;
	}
	(void)tally_session_start(&s);
	ran = doctor_run(d, &err);
	(void)tally_session_stop(&s);
	for (unsigned i = 0; i < x->counters; i++)
		x->count[i] = tally_session_count(&s, i);
	if (!ran)
		doctor_find(d, "select",
			    d->ended ? FINDING_SKIPPED : FINDING_FAIL, NULL,
			    "%s", err.text);
	else
		ran = !doctor_bus_failed(d, "select");
	if (tally_session_close(&s) != TALLY_OK)
		ran = !doctor_bus_failed(d, "select") && ran;
	return ran;
}

/* ---- what they show ------------------------------------------------------ */

static const char cure[] = "believe no count of an event before its counter "
			   "has been tried with one that is known";

/* The first counter whose event was chosen, or was not, and that has moved. */
static unsigned first(const struct choice *x, unsigned window, bool chosen)
{
	unsigned i = 0;

	while (i < x->counters &&
	       (is_chosen(x, window, i) != chosen || !x->count[i]))
		i++;
	return i;
}

/* Has it what its event's other counters have? */
static bool agrees(struct doctor *d, const struct choice *x, unsigned window,
		   unsigned i)
{
	const bool chosen = is_chosen(x, window, i);
	const char *event = (chosen ? often(x, window) : x->other)->name;
	const unsigned with = first(x, window, chosen);

	if (!x->count[i])
		doctor_find(d, "select", FINDING_FAIL, cure,
			    "%s stood with %s chosen, which happens all the "
			    "time",
			    doctor_counter_name(d, &x->setup, i), event);
	else if (!doctor_close_to(x->count[i], x->count[with]))
		doctor_find(d, "select", FINDING_FAIL, cure,
			    "%s counted %llu with %s chosen, of which %s "
			    "counted %llu",
			    doctor_counter_name(d, &x->setup, i),
			    (unsigned long long)x->count[i], event,
			    doctor_counter_name(d, &x->setup, with),
			    (unsigned long long)x->count[with]);
	else
		return true;
	return false;
}

/* Of an event that should stand: has it what another counter's has? */
static bool stood(struct doctor *d, const struct choice *x, unsigned window,
		  unsigned i)
{
	const unsigned with = first(x, window, true);

	if (with == x->counters || x->count[i] <= x->count[with] / 2)
		return true;
	doctor_find(d, "select", FINDING_FAIL, cure,
		    "%s counted %llu with %s chosen, which stands, and %s %llu "
		    "with %s",
		    doctor_counter_name(d, &x->setup, i),
		    (unsigned long long)x->count[i], x->other->name,
		    doctor_counter_name(d, &x->setup, with),
		    (unsigned long long)x->count[with], often(x, window)->name);
	return false;
}

/* Are the two events' counts too much alike to tell which is which? */
static bool are_alike(const struct choice *x, unsigned window)
{
	const unsigned a = first(x, window, true), b = first(x, window, false);

	return !x->stands && a < x->counters && b < x->counters &&
	       doctor_close_to(x->count[a], x->count[b]);
}

static bool judge(struct doctor *d, const struct choice *x, unsigned window)
{
	bool good = true;

	for (unsigned i = 0; i < x->counters; i++)
		if (x->stands && !is_chosen(x, window, i))
			good &= stood(d, x, window, i);
		else
			good &= agrees(d, x, window, i);
	return good;
}

static void look(struct doctor *d, struct choice *x,
		 const struct tally_store *store)
{
	const unsigned all = windows(x);
	bool good = true, alike = false;

	for (unsigned i = 0; i < all; i++) {
		if (d->ended) {
			doctor_find(d, "select", FINDING_SKIPPED, NULL,
				    "not established: the program has ended");
			return;
		}
		choose(x, i);
		if (!count(d, x, store))
			return;
		good &= judge(d, x, i);
		alike |= are_alike(x, i);
	}
	if (good && alike)
		doctor_find(d, "select", FINDING_SKIPPED, NULL,
			    "not established: there are as many %s as %s",
			    x->often[0]->name, x->other->name);
	else if (good)
		doctor_find(d, "select", FINDING_PASS, NULL,
			    "each of %u counters counted what was chosen for "
			    "it, and not what was for another",
			    x->counters);
}

/* NULL: nothing keeps it from being looked at. */
static const char *reason(const struct doctor *d,
			  const struct doctor_sure *sure,
			  const struct choice *x)
{
	const struct tally_monitor *m = d->monitor->monitor;
	unsigned fixed = 0;

	for (unsigned i = 0; i < m->counters; i++)
		fixed += m->counter[i].fixed;
	if (fixed == m->counters)
		return "does not apply: each counter counts one thing";
	if (d->ended)
		return "the program has ended";
	if (!d->run->target->control)
		return "nothing runs on the target meanwhile";
	if (!sure->setup.slots || !x->oftens)
		return "not established: no event that can be chosen is sure "
		       "to happen";
	if (x->counters < 2)
		return "not established: there are no two counters that moved "
		       "with a chosen event";
	if (!x->other)
		return "not established: no two events are sure to differ";
	return NULL;
}

void doctor_check_select(struct doctor *d, const struct doctor_sure *sure,
			 const struct tally_limits *limits,
			 const struct tally_store *store,
			 const struct doctor_controlled *c)
{
	struct choice x = { .counters = 0 };
	const char *why;

	find_counters(d, sure, c, &x);
	find_events(d, limits, &x);
	why = reason(d, sure, &x);
	if (why)
		doctor_find(d, "select", FINDING_SKIPPED, NULL, "%s", why);
	else
		look(d, &x, store);
}
