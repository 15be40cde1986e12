/* SPDX-License-Identifier: MIT */
/* See sampler.h.  Each pass of the plan has an instance of the monitor. */
#include "gather/sampler.h"

#include <poll.h>
#include <stdlib.h>

#include <tally/counting.h>

#include "base/rng.h"
#include "gather/points.h"
#include "record/record.h"

enum { TICK_MS = 100, TRUTHS = 1024, FIRST = 1 /* instance */ };

/* A pass of the plan: one session on an instance of the monitor. */
struct sampling {
	struct tally_session session;
	struct tally_setup setup;
	struct tally_slot *slot;
	struct tally_total *total;
	struct tally_step *step;
	uint16_t *event;  /* per slot: of the request */
	uint32_t *column; /* per slot */
	uint64_t *seen;   /* per slot: the count at the last sample */
	bool open;
};

struct sampler {
	const struct sampler_wish *wish;
	const struct tally_monitor *monitor;
	unsigned which; /* of the target's monitors */
	struct target_run *on;
	struct sampling *pass;
	unsigned passes;
	struct sample *profile;
	struct points points;
	struct rng rng;
};

/* ---- can it be? ---------------------------------------------------------- */

/* Why a monitor's overflow tells nobody. */
static const char *why_silent(const struct tally_monitor *m)
{
	if (m->counting == &tally_difference)
		return "its counters wrap and tell nobody";
	if (m->counting == &tally_saturating)
		return "its counters stop at their top";
	if (m->counting == &tally_read_only)
		return "its counters can only be read, so that no period can "
		       "be loaded";
	return "its counters cannot interrupt";
}

static bool find_monitor(struct sampler *s, struct error *err)
{
	const struct request *q = s->wish->request;
	const struct target *t = s->wish->target;
	const struct catalog_monitor *m = q->member[0].monitor;
	int which;

	if (q->members > 1)
		return error_set(err, "one monitor is sampled at a time; name "
				      "it with -m");
	which = target_monitor(t, m->name);
	if (which < 0)
		return error_set(err, "%s has no %s", t->facts.title, m->name);
	s->which = (unsigned)which;
	s->monitor = m->monitor;
	if (m->monitor->silent || !m->monitor->counting->flagged)
		return error_set(err,
				 "%s cannot be sampled by overflow: %s; tally "
				 "stat counts with it",
				 m->name, why_silent(m->monitor));
	if (t->facts.monitor[which].reach != TARGET_BY_CORE)
		return error_set(err,
				 "%s cannot be sampled: it is outside of the "
				 "core, and what it counts is no "
				 "instruction's; tally stat counts with it",
				 m->name);
	if (!t->control || !t->control->watch || !t->registers ||
	    !t->registers->instance)
		return error_set(
			err,
			"%s cannot be sampled from outside, as nothing "
			"stops it where a counter runs over; let the "
			"program fill a log, and use tally collect, or halt it "
			"now and then, -F 100",
			t->facts.title);
	return true;
}

/* Does the target model the event?  One that keeps no ledger counts all. */
static bool modelled(const struct sampler *s, const struct target_truth *row,
		     unsigned rows, uint16_t code)
{
	for (unsigned i = 0; i < rows; i++)
		if (row[i].monitor == s->which && row[i].code == code)
			return row[i].class != TARGET_NOT_MODELLED;
	return !rows;
}

static void add_column(struct sampler *s, unsigned event)
{
	const struct request *q = s->wish->request;
	struct sample *p = s->profile;

	p->column[p->columns++] = (struct sample_column){
		.name = sample_text(p, q->event[event]->name),
		.monitor = sample_text(p, request_event_monitor(q, event)),
		.class = "sampled",
		.code = q->event[event]->code,
		.asked = true,
		.period = s->wish->period,
	};
}

/* Chooses what was asked for, in its order, each once; cycles and instructions
 * that would only ride along are left out. */
static bool choose(struct sampler *s, uint32_t *column,
		   const struct target_truth *row, unsigned rows,
		   struct error *err)
{
	const struct request *q = s->wish->request;

	for (unsigned i = 0; i < q->events; i++)
		column[i] = SAMPLE_NONE;
	for (unsigned i = 0; i < q->problem.wants; i++) {
		const struct plan_want *w = &q->problem.want[i];

		for (unsigned k = 0; k < w->events; k++) {
			const unsigned e = w->event[k];

			if (q->asked[e] == ASKED_NOT ||
			    column[e] != SAMPLE_NONE ||
			    s->profile->columns == SAMPLE_COLUMNS)
				continue;
			if (modelled(s, row, rows, q->event[e]->code)) {
				column[e] = s->profile->columns;
				add_column(s, e);
			} else if (q->asked[e] == ASKED_BY_NAME) {
				return error_set(
					err,
					"%s: the simulated board does not "
					"model it; tally board NAME PROG.elf "
					"--truth has what it does",
					q->event[e]->name);
			}
		}
	}
	return s->profile->columns ||
	       error_set(err, "nothing to sample; name events with -e");
}

/* The pass's slots whose events no pass before it has. */
static void take_slots(struct sampler *s, struct sampling *p, unsigned number,
		       uint32_t *column)
{
	const struct request *q = s->wish->request;
	unsigned kept = 0;

	request_setup(q, 0, number, 0, p->slot, p->event, &p->setup);
	for (unsigned i = 0; i < p->setup.slots; i++) {
		uint32_t *of = &column[p->event[i]];

		if (*of == SAMPLE_NONE)
			continue;
		p->slot[kept] = p->slot[i];
		p->slot[kept].period = s->wish->period;
		p->slot[kept].interrupt = TALLY_IRQ;
		p->column[kept++] = *of;
		*of = SAMPLE_NONE;
	}
	p->setup.slots = (uint8_t)kept;
}

static bool make_pass(struct sampler *s, struct sampling *p, unsigned number,
		      uint32_t *column, struct error *err)
{
	const struct tally_monitor *m = s->monitor;
	const size_t counters = m->counters + 1u;

	p->slot = calloc(counters, sizeof *p->slot);
	p->total = calloc(counters, sizeof *p->total);
	p->event = calloc(counters, sizeof *p->event);
	p->column = calloc(counters, sizeof *p->column);
	p->seen = calloc(counters, sizeof *p->seen);
	p->step = calloc(m->steps + 1u, sizeof *p->step);
	if (!p->slot || !p->total || !p->event || !p->column || !p->seen ||
	    !p->step)
		return error_no_memory(err);
	take_slots(s, p, number, column);
	return true;
}

static bool make_passes(struct sampler *s, struct error *err)
{
	const struct request *q = s->wish->request;
	const struct target *t = s->wish->target;
	struct target_truth *row = calloc(TRUTHS, sizeof *row);
	uint32_t *column = calloc(q->events + 1u, sizeof *column);
	struct sample *p = s->profile;
	unsigned rows = 0;
	bool good;

	p->column = sample_room(p, SAMPLE_COLUMNS, sizeof *p->column);
	s->pass = calloc(q->plan->passes + 1u, sizeof *s->pass);
	good = row && column && s->pass && p->column;
	if (!good)
		error_no_memory(err);
	if (good && t->ops->truth)
		good = t->ops->truth(s->on, row, TRUTHS, &rows, err);
	good = good && choose(s, column, row, rows, err);
	for (unsigned i = 0; good && i < q->plan->passes; i++) {
		struct sampling *pass = &s->pass[s->passes++];

		good = make_pass(s, pass, i, column, err);
	}
	free(row);
	free(column);
	return good;
}

/* ---- sessions ------------------------------------------------------------ */

/* A quarter longer or shorter, at most, and as long on average. */
static uint64_t next_period(struct sampler *s)
{
	const uint64_t period = s->wish->period, spread = period / 4;

	if (s->wish->even || !spread)
		return period;
	return period - spread + rng_next(&s->rng) % (2 * spread + 1);
}

static bool refused(const struct sampler *s, const struct sampling *p,
		    enum tally_status status, struct error *err)
{
	const unsigned slot = tally_setup_fault(s->monitor, &p->setup, NULL);
	uint64_t longest;
	unsigned bits;

	if (status != TALLY_E_INVALID || slot >= p->setup.slots)
		return error_set(err, "opening the monitor: %s",
				 tally_status_text(status));
	bits = tally_slot_bits(s->monitor, &p->setup, slot);
	longest = tally_counter_mask(bits) / 5 * 4;
	return error_set(err,
			 "-c %llu: a counter of %s has %u bits, and so the "
			 "longest period is %llu",
			 (unsigned long long)s->wish->period,
			 s->wish->request->member[0].monitor->name, bits,
			 (unsigned long long)longest);
}

static bool open_pass(struct sampler *s, struct sampling *p, unsigned instance,
		      struct error *err)
{
	struct tally_bus *bus =
		s->wish->target->registers->instance(s->on, s->which, instance);
	const struct tally_store store = { p->total, p->step,
					   s->monitor->counters,
					   s->monitor->steps };
	enum tally_status status;

	if (!bus)
		return error_set(err,
				 "more events than %s has monitors for; "
				 "name fewer",
				 s->wish->target->facts.title);
	/* The longest period is tried, so that all others fit. */
	for (unsigned i = 0; i < p->setup.slots; i++)
		p->slot[i].period += s->wish->even ? 0 : s->wish->period / 4;
	status = tally_setup_check(s->monitor, &p->setup, NULL);
	if (status)
		return refused(s, p, status, err);
	for (unsigned i = 0; i < p->setup.slots; i++)
		p->slot[i].period = next_period(s);
	status = tally_session_open(&p->session, s->monitor, bus, &p->setup,
				    &store, false);
	p->open = !status;
	return !status || refused(s, p, status, err);
}

static bool open_all(struct sampler *s, struct error *err)
{
	enum tally_status status = TALLY_OK;

	for (unsigned i = 0; i < s->passes; i++)
		if (!open_pass(s, &s->pass[i], FIRST + i, err))
			return false;
	for (unsigned i = 0; !status && i < s->passes; i++)
		status = tally_session_start(&s->pass[i].session);
	if (status)
		return error_set(err, "starting the monitor: %s",
				 tally_status_text(status));
	return s->wish->target->control->watch(s->on, err);
}

/* ---- samples ------------------------------------------------------------- */

static enum point_cause cause_of(enum target_overflow_cause cause)
{
	switch (cause) {
	case TARGET_BY_EXCEPTION:
		return POINT_EXCEPTION;
	case TARGET_BY_WAITING:
		return POINT_WAITING;
	case TARGET_BY_INSTRUCTION:
		break;
	}
	return POINT_INSTRUCTION;
}

static bool take_sample(struct sampler *s, struct sampling *p, unsigned slot,
			const struct target_overflow *o, struct error *err)
{
	const uint64_t count = tally_session_count(&p->session, slot);
	const struct point point = { .addr = o->addr,
				     .weight = count - p->seen[slot],
				     .column = p->column[slot],
				     .cause = cause_of(o->cause) };

	p->seen[slot] = count;
	return points_add(&s->points, &point, err);
}

static bool at_overflow(struct sampler *s, const struct target_overflow *o,
			struct error *err)
{
	for (unsigned i = 0; i < s->passes; i++) {
		struct sampling *p = &s->pass[i];
		uint32_t slots;

		if (!(o->instances >> (FIRST + i) & 1))
			continue;
		/* Loads the counters for the next one. */
		for (unsigned k = 0; k < p->setup.slots; k++)
			p->slot[k].period = next_period(s);
		slots = tally_session_overflow(&p->session);
		for (unsigned k = 0; k < p->setup.slots; k++)
			if (slots >> k & 1 && !take_sample(s, p, k, o, err))
				return false;
	}
	return true;
}

/* The rest, so that the profile's total is what was counted. */
static bool take_rest(struct sampler *s, struct error *err)
{
	for (unsigned i = 0; i < s->passes; i++) {
		struct sampling *p = &s->pass[i];
		enum tally_status status = tally_session_stop(&p->session);

		for (unsigned k = 0; !status && k < p->setup.slots; k++) {
			const uint64_t count =
				tally_session_count(&p->session, k);
			const struct point rest = { .weight =
							    count - p->seen[k],
						    .column = p->column[k],
						    .cause = POINT_REST };

			if (!points_add(&s->points, &rest, err))
				return false;
			status = p->session.bus->status;
		}
		if (status)
			return error_set(err, "reading the counters: %s",
					 tally_status_text(status));
	}
	return true;
}

/* The first Ctrl-C stops the program, a second one ends all. */
static void wait_for_stop(struct sampler *s, struct target_stop *stop)
{
	const struct target_control *control = s->wish->target->control;
	struct pollfd p = { .fd = control->fd(s->on), .events = POLLIN };

	while (!control->wait(s->on, false, stop)) {
		(void)poll(&p, 1, TICK_MS);
		if (*s->wish->stop)
			control->halt(s->on);
	}
}

/* Keeps what was counted until the program ended, or was stopped. */
static bool run(struct sampler *s, struct error *err)
{
	const struct target_control *control = s->wish->target->control;
	struct sample *p = s->profile;
	struct target_stop stop;

	for (;;) {
		if (!control->go(s->on, 0, err))
			return false;
		wait_for_stop(s, &stop);
		if (stop.reason != TARGET_STOP_OVERFLOW)
			break;
		if (!at_overflow(s, &stop.overflow, err))
			return false;
		if (!*s->wish->stop)
			continue;
		stop.reason = TARGET_STOP_HALTED; /* too fast to halt */
		break;
	}
	p->instructions = stop.instructions;
	p->status = stop.status;
	if (stop.reason == TARGET_STOP_LOST)
		return error_set(err, "%s", stop.text);
	if (stop.reason == TARGET_STOP_HALTED)
		p->unfinished = "interrupted; the program did not end";
	else if (stop.reason != TARGET_STOP_EXIT)
		p->unfinished = sample_text(p, stop.text);
	return take_rest(s, err);
}

/* ---- all of it ----------------------------------------------------------- */

static void close_all(struct sampler *s)
{
	for (unsigned i = s->passes; i-- > 0;) {
		struct sampling *p = &s->pass[i];

		if (p->open)
			(void)tally_session_close(&p->session);
		free(p->slot);
		free(p->total);
		free(p->event);
		free(p->column);
		free(p->seen);
		free(p->step);
	}
	free(s->pass);
	target_end(s->on);
}

static void take_facts(struct sampler *s)
{
	const struct target_facts *f = &s->wish->target->facts;
	struct sample *p = s->profile;
	struct sample_sampling *how = sample_room(p, 1, sizeof *how);
	char names[160];

	p->target = sample_text(p, f->name);
	p->title = sample_text(p, f->title);
	p->monitors = sample_text(
		p, request_monitors(s->wish->request, names, sizeof names));
	p->program = sample_text(p, s->wish->target->program->path);
	p->sha256 = sample_text(p, s->wish->target->program->sha256);
	p->unguarded = sample_text(p, s->on->unguarded);
	p->sketch = sample_text(p, f->sketch);
	p->clock_hz = record_real(f->clock_hz);
	p->clock_ratio = record_real(f->clock_ratio);
	if (!how)
		return;
	how->skid = "No skid: the board stops behind the instruction whose "
		    "event made the counter run over.";
	how->simulated = f->simulated;
	for (size_t i = 0; i < s->points.count; i++)
		how->samples += s->points.point[i].cause != POINT_REST;
	p->sampling = how;
}

static bool sample_it(struct sampler *s, struct error *err)
{
	const struct target_control *control = s->wish->target->control;

	s->on = target_open(s->wish->target, 0, err);
	if (!s->on || !make_passes(s, err))
		return false;
	if (control->console)
		control->console(s->on, s->wish->console, s->wish->ctx);
	if (!open_all(s, err) || !run(s, err))
		return false;
	take_facts(s);
	return !s->profile->failed || error_no_memory(err);
}

struct sample *sampler_run(const struct sampler_wish *wish, struct error *err)
{
	struct sampler s = { .wish = wish };
	bool good;

	if (!find_monitor(&s, err))
		return NULL;
	s.profile = sample_new();
	rng_seed(&s.rng, 1);
	good = s.profile ? sample_it(&s, err) : error_no_memory(err);
	close_all(&s);
	good = good &&
	       points_fill(s.profile, &s.points, wish->target->program, err);
	points_free(&s.points);
	if (!good)
		sample_free(s.profile);
	return good ? s.profile : NULL;
}
