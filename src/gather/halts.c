/* SPDX-License-Identifier: MIT */
/* See halts.h. */
#include "gather/halts.h"

#include <poll.h>
#include <stdio.h>

#include "base/rng.h"
#include "base/seconds.h"
#include "gather/points.h"
#include "record/record.h"

static const double MICRO = 1e6;

/* How long it is waited for a target that was told to stop. */
static const double PATIENCE = 5;

struct halts {
	const struct halts_wish *wish;
	const struct target_control *control;
	struct target_run *on;
	struct points points;
	struct sample *profile;
	struct rng rng;
	double began, went; /* all of it; the target, the last time */
	double ran;         /* so long it did in all, at the least */
	uint64_t samples, lost;
	bool over; /* the program has ended */
};

/* A quarter longer or shorter, at most, and as long on average. */
static double next_wait(struct halts *h)
{
	const double wait = 1 / h->wish->hz;
	const double chance = rng_next(&h->rng) / (double)UINT32_MAX;

	return h->wish->even ? wait : wait * (0.75 + chance / 2);
}

static bool goes_on(const struct halts *h)
{
	const double so_far = seconds_now() - h->began;
	const struct run_done done = { so_far / h->wish->length, 0 };

	return sink_goes_on(h->wish->sink, &done);
}

/* Until it stops, or to that moment: then *stopped is false. */
static void wait_until(struct halts *h, double end, bool stoppable,
		       struct target_stop *stop, bool *stopped)
{
	struct pollfd p = { .fd = h->control->fd(h->on), .events = POLLIN };

	while (!(*stopped = h->control->wait(h->on, false, stop))) {
		const double left = end - seconds_now();

		if (left <= 0 || (stoppable && !goes_on(h)))
			return;
		(void)poll(&p, 1, (int)(left * 1000) + 1);
	}
}

/* The stop says where it stands: to ask once more would take its time. */
static bool add_sample(struct halts *h, uint64_t pc, double ran,
		       struct error *err)
{
	const struct point point = {
		.cause = POINT_INSTRUCTION,
		.addr = pc,
		/* A sample stands for something, however soon it came. */
		.weight = ran * MICRO < 1 ? 1 : (uint64_t)(ran * MICRO + 0.5),
	};

	h->samples++;
	return points_add(&h->points, &point, err);
}

/* The target stopped by itself: has it ended? */
static bool take_end(struct halts *h, const struct target_stop *stop,
		     struct error *err)
{
	if (stop->reason != TARGET_STOP_EXIT)
		return error_set(err, "%s", stop->text);
	h->over = true;
	h->profile->status = stop->status;
	h->profile->instructions = stop->instructions;
	return true;
}

/* Lets it run until `due`, and looks where it is. */
static bool one(struct halts *h, double due, struct error *err)
{
	struct target_stop stop = { 0 };
	bool stopped;

	if (!h->control->go(h->on, 0, err))
		return false;
	h->went = seconds_now();
	wait_until(h, due, true, &stop, &stopped);
	if (!stopped)
		h->control->halt(h->on);
	/* Nobody knows how soon it stops now that it is told to. */
	h->ran += seconds_now() - h->went;
	if (!stopped)
		wait_until(h, seconds_now() + PATIENCE, false, &stop, &stopped);
	if (!stopped)
		return error_set(err, "%s does not stop",
				 h->wish->target->facts.title);
	if (stop.reason != TARGET_STOP_HALTED)
		return take_end(h, &stop, err);
	return add_sample(h, stop.pc, seconds_now() - h->went, err);
}

/* Looks that were due while the target was stopped, or slow to stop, are lost.
 */
static bool run(struct halts *h, struct error *err)
{
	double due = h->began = seconds_now();

	while (!h->over && goes_on(h) &&
	       seconds_now() - h->began < h->wish->length) {
		due += next_wait(h);
		while (due < seconds_now()) {
			h->lost++;
			due += next_wait(h);
		}
		if (!one(h, due, err))
			return false;
	}
	return h->samples || error_set(err, "the program ended before it was "
					    "halted once; halt it more often, "
					    "-F HZ");
}

static void take_facts(struct halts *h)
{
	const struct target *t = h->wish->target;
	const struct target_facts *f = &t->facts;
	const double all = seconds_now() - h->began;
	struct sample *p = h->profile;
	struct sample_sampling *how = sample_room(p, 1, sizeof *how);
	char names[160], text[400];

	p->target = sample_text(p, f->name);
	p->title = sample_text(p, f->title);
	p->monitors =
		sample_text(p, target_monitor_names(t, names, sizeof names));
	p->program = sample_text(p, t->program->path);
	p->sha256 = sample_text(p, t->program->sha256);
	p->clock_hz = record_real(f->clock_hz);
	p->clock_ratio = record_real(f->clock_ratio);
	if (!how)
		return;
	snprintf(text, sizeof text,
		 "It was halted %.3g times a second of %.3g wanted, and stood "
		 "still for %.2g %% of the time at most.  A sample is where "
		 "the halt reached the core, some instructions behind the "
		 "moment; what cannot be halted is counted where it ends.",
		 (double)h->samples / all, h->wish->hz,
		 100 * (1 - h->ran / all));
	how->skid = sample_text(p, text);
	how->simulated = f->simulated;
	how->samples = h->samples;
	how->lost = h->lost;
	p->sampling = how;
}

static bool make_column(struct halts *h, struct error *err)
{
	struct sample *p = h->profile;

	p->column = sample_room(p, 1, sizeof *p->column);
	if (!p->column)
		return error_no_memory(err);
	p->columns = 1;
	*p->column = (struct sample_column){
		.name = "microseconds",
		.monitor = "this computer",
		.class = "sampled",
		.asked = true,
		.period = (uint64_t)(MICRO / h->wish->hz + 0.5),
	};
	return true;
}

static bool sample_it(struct halts *h, struct error *err)
{
	struct target *t = h->wish->target;
	const struct run_sink *sink = h->wish->sink;

	t->counts_nothing = true;
	h->on = target_open(t, 0, err);
	if (!h->on || !make_column(h, err))
		return false;
	if (h->control->console && sink->console)
		h->control->console(h->on, sink->console, sink->ctx);
	if (!run(h, err))
		return false;
	take_facts(h);
	return !h->profile->failed || error_no_memory(err);
}

struct sample *halts_run(const struct halts_wish *wish, struct error *err)
{
	struct halts h = { .wish = wish, .control = wish->target->control };
	bool good;

	if (!target_needs(wish->target, TARGET_CONTROL, "record -F", err))
		return NULL;
	if (wish->target->facts.never_halted) {
		error_set(err,
			  "record -F halts the core to see where it is, and %s "
			  "is never halted; leave out `live`",
			  wish->target->facts.title);
		return NULL;
	}
	h.profile = sample_new();
	if (!h.profile) {
		error_no_memory(err);
		return NULL;
	}
	rng_seed(&h.rng, 1);
	good = sample_it(&h, err);
	target_end(h.on);
	good = good &&
	       points_fill(h.profile, &h.points, wish->target->program, err);
	points_free(&h.points);
	if (good)
		return h.profile;
	sample_free(h.profile);
	return NULL;
}
