/* SPDX-License-Identifier: MIT */
/* See sampler.h.  Each pass of the plan has an instance of the monitor. */
#include "gather/sampler.h"

#include <poll.h>
#include <stdlib.h>

#include "gather/points.h"
#include "record/record.h"

enum { TICK_MS = 100, FIRST = 1 /* instance */ };

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

static bool goes_on(struct sampler *s)
{
	const struct target_control *control = s->wish->target->control;
	const struct run_done done = { -1, control->progress
						   ? control->progress(s->on)
						   : 0 };

	return sink_goes_on(s->wish->sink, &done);
}

/* The first Ctrl-C stops the program, a second one ends all. */
static void wait_for_stop(struct sampler *s, struct target_stop *stop)
{
	const struct target_control *control = s->wish->target->control;
	struct pollfd p = { .fd = control->fd(s->on), .events = POLLIN };

	while (!control->wait(s->on, false, stop)) {
		(void)poll(&p, 1, TICK_MS);
		if (!goes_on(s))
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
		if (sink_goes_on(s->wish->sink, NULL))
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
	const struct run_sink *sink = s->wish->sink;

	s->on = target_open(s->wish->target, 0, err);
	if (!s->on || !sampler_passes(s, err))
		return false;
	if (control->console && sink->console)
		control->console(s->on, sink->console, sink->ctx);
	if (!open_all(s, err) || !run(s, err))
		return false;
	take_facts(s);
	return !s->profile->failed || error_no_memory(err);
}

struct sample *sampler_run(const struct sampler_wish *wish, struct error *err)
{
	struct sampler s = { .wish = wish };
	bool good;

	if (!sampler_monitor(&s, err))
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
