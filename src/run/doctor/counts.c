/* SPDX-License-Identifier: MIT */
/*
 * The doctor's checks of counts: all counters that can count what certainly
 * happens count it, while the program runs.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/seconds.h"
#include "run/doctor/inner.h"

/* Counts that are said to differ differ by more than this: chosen. */
static const double SHARE = 0.01;
static const double FLOOR = 200;
/* So far a clock may be off, and so long it is looked at: chosen. */
static const double CLOCK_OFF = 0.05, CLOCK_S = 1;

/* ---- what certainly happens ---------------------------------------------- */

/* The event of a counter that counts nothing else, if that is a clock. */
static const struct catalog_event *own_clock(const struct catalog_monitor *m,
					     unsigned counter)
{
	const struct tally_counter *c = &m->monitor->counter[counter];
	const struct catalog_event *e =
		c->fixed ? catalog_event_by_code(m, c->event) : NULL;

	return e && (e->kind == EVENT_CLOCK || e->code == TALLY_EVENT_CYCLES)
		       ? e
		       : NULL;
}

/* The first event that the counter can count of: instructions, cycles.  NULL:
 * neither. */
static const struct catalog_event *sure_event(const struct catalog_monitor *m,
					      const struct tally_limits *limits,
					      unsigned counter)
{
	const char *const name[] = { m->instructions, m->cycles, "cycles" };

	if (counter < 32 && !(limits->counters >> counter & 1))
		return NULL;
	if (own_clock(m, counter))
		return own_clock(m, counter);
	for (unsigned i = 0; i < sizeof name / sizeof *name; i++) {
		const struct catalog_event *e = catalog_event_named(m, name[i]);

		if (e && catalog_counts(m, e, counter) &&
		    tally_limits_event(limits, e->code))
			return e;
	}
	return NULL;
}

const char *doctor_counter_name(const struct doctor *d,
				const struct tally_setup *setup, unsigned slot)
{
	return d->monitor->counter[setup->slot[slot].counter].name;
}

static bool is_cycles(const struct doctor *d, const struct tally_slot *slot)
{
	const struct catalog_event *e =
		catalog_event_named(d->monitor, d->monitor->cycles);

	return slot->event == TALLY_EVENT_CYCLES ||
	       (e && e->code == slot->event);
}

/* The first counter has the cycles where none is for them alone. */
static void count_cycles_too(const struct doctor *d, struct doctor_sure *sure)
{
	const struct catalog_event *e =
		catalog_event_named(d->monitor, d->monitor->cycles);
	struct tally_slot *first = sure->slot;

	for (unsigned i = 0; i < sure->setup.slots; i++)
		if (is_cycles(d, &sure->slot[i]))
			return;
	if (e && sure->setup.slots > 1 &&
	    catalog_counts(d->monitor, e, first->counter))
		first->event = e->code;
}

void doctor_make_sure(const struct doctor *d, const struct tally_limits *limits,
		      struct doctor_sure *sure)
{
	const struct catalog_monitor *m = d->monitor;
	struct tally_setup *s = &sure->setup;

	*s = (struct tally_setup){ .slot = sure->slot };
	for (unsigned i = 0; i < m->monitor->counters && i < DOCTOR_SLOTS;
	     i++) {
		const struct catalog_event *e = sure_event(m, limits, i);

		if (!e)
			continue;
		sure->slot[s->slots] = (struct tally_slot){
			.counter = (uint8_t)i,
			.event = e->code,
		};
		/* One that cannot be counted beside the others is left out. */
		s->slots++;
		if (tally_setup_check(m->monitor, s, NULL))
			s->slots--;
	}
	count_cycles_too(d, sure);
}

unsigned doctor_cycles(const struct doctor *d, const struct doctor_sure *sure)
{
	unsigned i = 0;

	while (i + 1u < sure->setup.slots && !is_cycles(d, &sure->slot[i]))
		i++;
	return i;
}

bool doctor_close_to(uint64_t a, uint64_t b)
{
	const double apart = fabs((double)a - (double)b);

	return apart <= FLOOR + SHARE * (double)(a > b ? a : b);
}

/* ---- one window ---------------------------------------------------------- */

struct window {
	uint64_t count[DOCTOR_SLOTS];
	uint64_t cycles; /* of the target's own, if it knows them */
	uint32_t flags;
	double seconds;
	bool skipped;
};

static bool measure(struct doctor *d, struct tally_session *s, struct window *w,
		    struct error *err)
{
	const uint64_t before = d->stop.cycles;
	bool ran;

	(void)tally_session_start(s);
	ran = doctor_run(d, err);
	w->flags = d->monitor->monitor->ops->flags(d->monitor->monitor, d->bus);
	(void)tally_session_stop(s);
	for (unsigned i = 0; i < s->setup->slots; i++)
		w->count[i] = tally_session_count(s, i);
	/* Some emulators set a flag only when its counter is looked at. */
	w->flags |=
		d->monitor->monitor->ops->flags(d->monitor->monitor, d->bus);
	w->cycles = d->stop.cycles - before;
	w->seconds = d->seconds;
	return ran;
}

/* A session for one window; false: the reason is told, or there is none to. */
static bool look(struct doctor *d, const char *check, struct doctor_sure *sure,
		 const struct tally_store *store, struct window *w)
{
	struct tally_session s = { 0 };
	enum tally_status status;
	struct error err;
	bool good;

	if (!sure->setup.slots) {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    "none of its events is sure to happen");
		return false;
	}
	if (!d->run->target->control || d->ended) {
		doctor_find(d, check, FINDING_SKIPPED, NULL,
			    d->ended ? "the program has ended"
				     : "nothing runs on the target meanwhile");
		return false;
	}
	status = tally_session_open(&s, d->monitor->monitor, d->bus,
				    &sure->setup, store, false);
	(void)tally_bus_recover(d->bus);
	if (status) {
		doctor_find(d, check, FINDING_FAIL, NULL, "%s",
			    tally_status_text(status));
		return false;
	}
	good = measure(d, &s, w, &err);
	if (!good)
		doctor_find(d, check, FINDING_FAIL, NULL, "%s", err.text);
	else
		good = !doctor_bus_failed(d, check);
	if (tally_session_close(&s) != TALLY_OK)
		(void)doctor_bus_failed(d, check);
	return good;
}

/* ---- does each advance --------------------------------------------------- */

/* All counters of events, several of them, and none of cycles. */
static bool events_stand(const struct doctor *d,
			 const struct tally_setup *setup,
			 const struct window *w)
{
	unsigned events = 0;

	for (unsigned i = 0; i < setup->slots; i++) {
		const bool cycles = is_cycles(d, &setup->slot[i]);

		if (cycles != (w->count[i] != 0))
			return false;
		events += !cycles;
	}
	return events > 1;
}

static void judge_alive(struct doctor *d, const struct tally_setup *setup,
			const struct window *w)
{
	static const char cure[] = "have another counter count: this one is "
				   "broken, or kept by firmware";
	unsigned still = 0, apart = 0;

	for (unsigned i = 0; i < setup->slots; i++)
		still += !w->count[i];
	if (still == setup->slots) {
		doctor_find(d, "alive", FINDING_FAIL,
			    "see that counting is allowed where the core is: "
			    "non-invasive debug, Secure state, Exception "
			    "level, the monitor's clock",
			    "no counter advanced while the program ran");
		return;
	}
	if (events_stand(d, setup, w)) {
		doctor_find(d, "alive", FINDING_FAIL,
			    "see that events may be counted where the core is: "
			    "SPNIDEN and NIDEN, and on ARMv8 MDCR_EL3.SPME in "
			    "Secure state and MDCR_EL2.HPMD at EL2",
			    "cycles were counted while the program ran, and "
			    "no event");
		return;
	}
	for (unsigned i = 0; i < setup->slots; i++) {
		unsigned other = 0;

		if (!w->count[i])
			doctor_find(d, "alive", FINDING_FAIL, cure,
				    "%s stood still while the program ran",
				    doctor_counter_name(d, setup, i));
		while (setup->slot[other].event != setup->slot[i].event)
			other++;
		if (!w->count[i] || !w->count[other] ||
		    doctor_close_to(w->count[i], w->count[other]))
			continue;
		apart++;
		doctor_find(d, "alive", FINDING_FAIL, cure,
			    "%s counted %llu of what %s counted %llu",
			    doctor_counter_name(d, setup, i),
			    (unsigned long long)w->count[i],
			    doctor_counter_name(d, setup, other),
			    (unsigned long long)w->count[other]);
	}
	if (!still && !apart)
		doctor_find(d, "alive", FINDING_PASS, NULL,
			    "%u of %u counters advanced, those of one event "
			    "alike",
			    (unsigned)setup->slots, (unsigned)setup->slots);
}

/* ---- the clock, and whether there is a model of time --------------------- */

/*
 * The host's clock measures a window in which the link takes its time, too, the
 * same in a long one as in a short one: what they differ by is the core's.  By
 * how much that time itself differed, tells how well it is known.
 */
static void compare_clock(struct doctor *d, struct doctor_sure *sure,
			  const struct tally_store *store,
			  const struct window *brief)
{
	const double hz = d->run->target->facts.clock_hz;
	const unsigned slot = doctor_cycles(d, sure);
	const double usual = doctor_moment(d);
	struct window lasting = { .skipped = false };
	double seconds, counted, off, doubt;
	bool good;

	d->moment = CLOCK_S;
	good = look(d, "clock", sure, store, &lasting);
	d->moment = 0;
	if (!good)
		return;
	seconds = lasting.seconds - brief->seconds;
	counted = ((double)lasting.count[slot] - (double)brief->count[slot]) /
		  seconds;
	off = fabs(counted / hz - 1);
	doubt = 2 * fabs(seconds - (CLOCK_S - usual)) / seconds;
	if (doubt > CLOCK_OFF && off <= CLOCK_OFF + doubt)
		doctor_find(d, "clock", FINDING_SKIPPED, NULL,
			    "not established: %.3g Hz were counted to %.2g %%, "
			    "better than which it cannot be measured over this "
			    "link, and %.3g Hz are said",
			    counted, 100 * doubt, hz);
	else
		doctor_find(d, "clock",
			    off > CLOCK_OFF ? FINDING_FAIL : FINDING_PASS,
			    "say the clock that was counted, clock=HZ, or look "
			    "for a divider or a core that sleeps",
			    "%.3g Hz were counted, and %.3g Hz are said",
			    counted, hz);
}

static void judge_clock(struct doctor *d, uint64_t cycles,
			struct doctor_sure *sure,
			const struct tally_store *store, const struct window *w)
{
	const struct target_facts *f = &d->run->target->facts;

	if (f->knows_cycles && d->cycles) {
		doctor_find(d, "clock",
			    doctor_close_to(cycles, w->cycles) ? FINDING_PASS
							       : FINDING_FAIL,
			    "look for a divider (--divide, PMCR.D) or a clock "
			    "of the monitor's own",
			    "%llu cycles were counted in %llu of the target's",
			    (unsigned long long)cycles,
			    (unsigned long long)w->cycles);
	} else if (f->simulated || f->clock_hz <= 0 || w->seconds <= 0) {
		doctor_find(d, "clock", FINDING_SKIPPED, NULL,
			    "there is nothing to compare it with");
	} else {
		compare_clock(d, sure, store, w);
	}
}

/* Windows of an emulator's counters are opened one after the other, so that its
 * counts are not quite the same. */
void doctor_judge_time(struct doctor *d, uint64_t cycles, uint64_t instructions)
{
	static const double SAME = 0.02; /* chosen */
	const double each = (double)cycles / (double)instructions;

	if (fabs(each - 1) <= SAME)
		doctor_find(d, "time", FINDING_FAIL,
			    "trust counts of instructions there, and no "
			    "cycles; if it is a chip, have another program run",
			    "%.2f cycles for an instruction: an emulator "
			    "without a model of time has 1",
			    each);
	else
		doctor_find(d, "time", FINDING_PASS, NULL,
			    "%.2f cycles for an instruction: nothing that an "
			    "emulator without a model of time has",
			    each);
}

static void tell_time(struct doctor *d, uint64_t cycles, uint64_t instructions)
{
	if (d->run->target->facts.simulated)
		doctor_find(d, "time", FINDING_PASS, NULL,
			    "it is a board of Tally's: doc/boards.md has what "
			    "is modelled");
	else
		doctor_judge_time(d, cycles, instructions);
}

/* No code selects a device's own clock, either, and it is not the core's. */
static bool counts_core_cycles(const struct catalog_monitor *m)
{
	return catalog_event_named(m, m->cycles) ||
	       catalog_event_named(m, "cycles");
}

void doctor_check_alive(struct doctor *d, struct doctor_sure *sure,
			const struct tally_store *store)
{
	const struct tally_setup *setup = &sure->setup;
	uint64_t cycles = 0, instructions = 0;
	struct window w = { .skipped = false };

	if (!look(d, "alive", sure, store, &w))
		return;
	judge_alive(d, setup, &w);
	for (unsigned i = 0; i < setup->slots; i++) {
		if (is_cycles(d, &setup->slot[i]))
			cycles = w.count[i] ? w.count[i] : cycles;
		else
			instructions = w.count[i] ? w.count[i] : instructions;
	}
	if (cycles && counts_core_cycles(d->monitor))
		judge_clock(d, cycles, sure, store, &w);
	if (cycles && instructions)
		tell_time(d, cycles, instructions);
}

/* ---- do flags tell of overflows ------------------------------------------ */

bool doctor_has_flag(const struct tally_monitor *m,
		     const struct tally_setup *setup, unsigned slot)
{
	struct tally_view view = { .flag = 0 };

	if (!m->ops->view)
		return false;
	m->ops->view(m, setup, slot, &view);
	return view.flag;
}

void doctor_check_overflow(struct doctor *d, struct doctor_sure *sure,
			   const struct tally_store *store)
{
	enum { SOON = 100 };
	const struct tally_monitor *m = d->monitor->monitor;
	unsigned with = 0, missing = 0, stood = 0;
	struct window w = { .skipped = false };

	for (unsigned i = 0; i < sure->setup.slots; i++) {
		with += doctor_has_flag(m, &sure->setup, i);
		sure->slot[i].period = SOON;
	}
	if (sure->setup.slots && !with) {
		doctor_find(d, "overflow", FINDING_SKIPPED, NULL,
			    "its counters have no flags of overflows");
		return;
	}
	if (!look(d, "overflow", sure, store, &w))
		return;
	for (unsigned i = 0; i < sure->setup.slots; i++) {
		const unsigned n = sure->slot[i].counter;

		if (!doctor_has_flag(m, &sure->setup, i) || n >= 32)
			continue;
		stood += !w.count[i];
		if (!w.count[i] || w.flags >> n & 1)
			continue;
		missing++;
		doctor_find(d, "overflow", FINDING_FAIL,
			    "measure regions in which it cannot wrap: a wrap "
			    "would be lost",
			    "%s passed its top, and no flag tells of it",
			    doctor_counter_name(d, &sure->setup, i));
	}
	if (stood == with)
		doctor_find(d, "overflow", FINDING_SKIPPED, NULL,
			    "no counter with a flag advanced");
	else if (!missing)
		doctor_find(
			d, "overflow", FINDING_PASS, NULL,
			"%u counters passed their top, and flags tell of it",
			with - stood);
}

bool doctor_runs_on(const struct doctor *d, const struct tally_slot *slot)
{
	const struct catalog_event *e =
		catalog_event_by_code(d->monitor, slot->event);

	return e && e->kind == EVENT_CLOCK;
}

static uint64_t stands_at(struct doctor *d, const struct doctor_controlled *c,
			  unsigned i)
{
	const struct tally_monitor *m = d->monitor->monitor;
	struct tally_view view = { .value =
					   m->counter[c->slot[i].counter].reg };

	if (m->ops->view)
		m->ops->view(m, &c->setup, i, &view);
	return view.value.bits ? tally_bus_read(d->bus, &view.value)
			       : m->ops->count(m, &c->setup, i, d->bus);
}

void doctor_look_at_all(struct doctor *d, const struct doctor_controlled *c,
			uint64_t *at)
{
	for (unsigned i = 0; i < c->setup.slots; i++)
		at[i] = stands_at(d, c, i);
}
