/* SPDX-License-Identifier: MIT */
/*
 * Passes and repeats where an operating system counts: a run of the program is
 * one call, and the kernel says what fits on the counters.
 */
#include "run/system.h"

#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "run/keep.h"
#include "run/looks.h"
#include "run/rows.h"
#include "run/system_parts.h"

struct system_run {
	const struct request *request;
	const struct run_options *options;
	struct samples samples;
	struct run_facts facts;
	struct region_list none;    /* no regions of a run */
	struct target_count *count; /* of a run: at most all events per pass */
	unsigned *event;            /* ... and which of the request it is */
	unsigned counts;
	unsigned planned; /* runs that are kept */
	struct looks looks;
	struct rows rows;
	struct system_parts apart;
};

unsigned system_pass(const struct target *t, const struct request *q,
		     unsigned pass, struct target_count *count, unsigned *which)
{
	const struct plan_pass *p = &q->plan->pass[pass];

	for (unsigned i = 0; i < p->assigns; i++) {
		const unsigned event = p->assign[i].event;
		const unsigned member = q->origin[event].member;

		which[i] = event;
		count[i] = (struct target_count){
			.monitor = (unsigned)target_monitor(
				t, q->member[member].monitor->name),
			.event = q->event[event],
			.raw = !q->origin[event].row,
			.pass = pass,
		};
	}
	return p->assigns;
}

/* Adds what the pass counts. */
static void add_pass(struct system_run *c, unsigned pass)
{
	c->counts += system_pass(c->options->target, c->request, pass,
				 c->count + c->counts, c->event + c->counts);
}

static bool make_room(struct system_run *c, struct error *err)
{
	const struct request *q = c->request;
	size_t most = 1;

	for (unsigned i = 0; i < q->plan->passes; i++)
		most += q->plan->pass[i].assigns;
	c->count = calloc(most, sizeof *c->count);
	c->event = calloc(most, sizeof *c->event);
	return (c->count && c->event) || error_no_memory(err);
}

static void drop(struct system_run *c)
{
	free(c->count);
	free(c->event);
}

/* Takes what the kernel tells of the cores, whose registers it keeps. */
static void know_cores(struct system_run *c)
{
	const struct request *q = c->request;

	for (unsigned i = 0; i < q->members; i++) {
		const int monitor = target_monitor(c->options->target,
						   q->member[i].monitor->name);

		if (monitor >= 0)
			c->facts.main_id[i] =
				c->options->target->facts.monitor[monitor]
					.main_id;
	}
}

/* The member of the request that the target's monitor is. */
static struct request_member *member_of(struct request_member *member,
					unsigned members,
					const struct target *t,
					unsigned monitor)
{
	for (unsigned i = 0; i < members; i++)
		if (target_monitor(t, member[i].monitor->name) == (int)monitor)
			return &member[i];
	return NULL;
}

/* Of the counters that take any event the last one goes; one has to stay. */
static bool take_one(const struct catalog_monitor *m,
		     struct tally_limits *limits)
{
	unsigned left = 0, last = 0;

	for (unsigned i = 0; i < m->monitor->counters && i < 32; i++)
		if (limits->counters >> i & 1 &&
		    !m->monitor->counter[i].fixed) {
			left++;
			last = i;
		}
	if (left < 2)
		return false;
	limits->counters &= ~(UINT32_C(1) << last);
	return true;
}

enum system_fit system_fit(const struct run_options *o, const struct request *q,
			   struct tally_limits *limits, struct error *err)
{
	struct system_run c = { .request = q, .options = o };
	const struct target_counts *counts = o->target->counts;
	enum system_fit fit = make_room(&c, err) ? SYSTEM_FIT : SYSTEM_REFUSED;

	for (unsigned i = 0; fit == SYSTEM_FIT && i < q->plan->passes; i++) {
		struct request_member all[REQUEST_MEMBERS];
		struct request_member *member;
		unsigned monitor;

		c.counts = 0;
		add_pass(&c, i);
		if (counts->fits(o->target, c.count, c.counts, &monitor, err))
			continue;
		for (unsigned k = 0; k < q->members; k++)
			all[k] = q->member[k];
		member = member_of(all, q->members, o->target, monitor);
		fit = SYSTEM_REFUSED;
		if (member && take_one(member->monitor, &limits[member - all]))
			fit = SYSTEM_FEWER;
	}
	drop(&c);
	return fit;
}

static bool allocate(struct system_run *c, struct error *err)
{
	struct samples *s = &c->samples;
	const size_t cells = (size_t)s->runs * c->request->events;

	if (!samples_make(s))
		return error_no_memory(err);
	s->enabled = calloc(cells + 1, sizeof *s->enabled);
	s->running = calloc(cells + 1, sizeof *s->running);
	if (!s->enabled || !s->running)
		return error_no_memory(err);
	memset(s->modelled, true, c->request->events);
	return make_room(c, err);
}

static void release(struct system_run *c)
{
	looks_free(&c->looks);
	rows_free(&c->rows);
	free(c->samples.enabled);
	free(c->samples.running);
	samples_free(&c->samples);
	system_parts_free(&c->apart);
	drop(c);
}

static void take_counts(struct system_run *c, unsigned repeat)
{
	const unsigned passes = c->request->plan->passes;

	for (unsigned i = 0; i < c->counts; i++) {
		const struct target_count *from = &c->count[i];
		const size_t at = ((size_t)repeat * passes + from->pass) *
					  c->request->events +
				  c->event[i];

		c->samples.count[at] = from->value;
		c->samples.enabled[at] = from->enabled;
		c->samples.running[at] = from->running;
		c->samples.have[at] = true;
	}
}

/* One run is as long as it is; of several each is as long as the others. */
static bool goes_on(void *ctx)
{
	const struct system_run *c = ctx;
	const struct run_done done = {
		.share = c->planned > 1 ? (double)c->facts.runs / c->planned
					: -1,
	};

	return sink_goes_on(c->options->sink, &done);
}

static bool look(void *ctx, uint64_t now, bool last, struct error *err)
{
	struct system_run *c = ctx;

	return looks_take(&c->looks, c->count, c->event, c->counts, now, last,
			  err) &&
	       rows_tell(&c->rows, &c->samples, &c->facts, NULL, err);
}

/* A part of what was counted, such as a thread's. */
static bool add_part(void *ctx, const char *name, bool thread,
		     const struct target_count *c, struct error *err)
{
	struct system_run *s = ctx;

	return system_parts_add(&s->apart, name, thread, c, s->counts) ||
	       error_no_memory(err);
}

/* A run of one pass, or of all where they share one.  The first is looked at,
 * if anybody wants intervals, and is the one that parts are of. */
static bool run_pass(struct system_run *c, unsigned pass, bool first,
		     struct target_stop *end, struct error *err)
{
	const struct run_options *o = c->options;
	const bool shared = o->target->counts->shared;
	const struct target_counting how = {
		.go_on = goes_on,
		.period = first ? o->interval : 0,
		.look = look,
		.part = first ? add_part : NULL,
		.ctx = c,
	};

	c->counts = 0;
	for (unsigned i = 0; i < c->request->plan->passes; i++)
		if (shared || i == pass)
			add_pass(c, i);
	if (how.period &&
	    !looks_begin(&c->looks, c->request->events, c->counts, how.period))
		return error_no_memory(err);
	return o->target->counts->run(o->target, c->count, c->counts, &how, end,
				      err);
}

static bool run_once(struct system_run *c, unsigned repeat, unsigned pass,
		     struct error *err)
{
	struct target_stop end = { 0 };

	if (!run_pass(c, pass, c->facts.runs == 0, &end, err))
		return false;
	take_counts(c, repeat);
	if (c->facts.runs++ == 0) {
		c->facts.program_exited = true;
		c->facts.program_status = end.status;
		c->facts.windows = 1;
	}
	return true;
}

/* Counted as the others are, so that they are alike; nobody keeps it. */
static bool warm_up(struct system_run *c, struct error *err)
{
	struct target_stop end = { 0 };

	for (unsigned i = 0; i < c->options->warmup; i++) {
		if (!goes_on(c))
			return rows_interrupted(&c->rows, err);
		if (!run_pass(c, 0, false, &end, err))
			return false;
	}
	return true;
}

static bool run_all(struct system_run *c, struct error *err)
{
	const struct run_options *o = c->options;
	const unsigned passes = c->request->plan->passes;
	const unsigned each = o->target->counts->shared ? 1 : passes;

	c->planned = each * o->repeats;
	if (!warm_up(c, err))
		return false;
	for (unsigned i = 0; i < c->planned; i++) {
		if (!goes_on(c))
			return rows_interrupted(&c->rows, err);
		if (!run_once(c, i / each, i % each, err))
			return false;
	}
	return true;
}

static void know_conditions(struct catalog_state *state)
{
	for (unsigned i = WHEN_ALWAYS; i <= WHEN_DOCUMENTED; i++)
		state->known[i] = true;
	state->holds[WHEN_ALWAYS] = true;
	state->holds[WHEN_MEASURED] = true;
}

struct record *system_measure(const struct request *request,
			      const struct run_options *options,
			      struct error *err)
{
	const double began = seconds_now();
	struct system_run c = {
		.request = request,
		.options = options,
		.samples = {
			.request = request,
			.options = options,
			.runs = request->plan->passes * options->repeats,
			.series = &c.looks.series,
		},
	};
	struct record *r = NULL;

	know_conditions(&c.facts.conditions);
	know_cores(&c);
	if (allocate(&c, err) && run_all(&c, err)) {
		c.facts.seconds = seconds_now() - began;
		if (!system_parts_keep(&c.apart, &c.samples, c.event,
				       c.counts)) {
			release(&c);
			error_no_memory(err);
			return NULL;
		}
		c.facts.together = options->target->counts->shared &&
				   request->plan->passes > 1;
		r = run_keep(&c.samples, &c.facts);
		if (!r || !record_judge(r)) {
			record_free(r);
			r = NULL;
			error_no_memory(err);
		}
	}
	release(&c);
	return r;
}
