/* SPDX-License-Identifier: MIT */
/* Samples that the kernel takes of a command.  See command.h. */
#include "gather/command.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/kernel.h"
#include "gather/linux/places.h"
#include "gather/whose.h"
#include "kernel/perf.h"
#include "program/program.h"
#include "record/record.h"
#include "run/system.h"

enum {
	CLOCK_LEAST = 10000, /* ns: a shorter period is that long */
	OFTEN = 10000,       /* events, */
	SELDOM =
		1000000 /* ... and cycles or nanoseconds from one to the next */
};

/* While it is sampled: what is counted, in the order of columns. */
struct sampled {
	const struct command_wish *wish;
	struct target_count *count;
	unsigned *which; /* of the request's events */
	uint64_t *periods, *total;
	char *program; /* the file; NULL: of no program alone */
	unsigned counts;
};

/* ---- what is sampled --------------------------------------------------------
 */

static uint64_t period_of(const struct sampled *o,
			  const struct catalog_event *event)
{
	if (o->wish->period)
		return o->wish->period;
	return event && event->kind == EVENT_DURATION ? (uint64_t)SELDOM
						      : (uint64_t)OFTEN;
}

/* Cycles and instructions that would only ride along are left out. */
static void keep_asked(struct sampled *o)
{
	const struct request *q = o->wish->request;
	unsigned kept = 0;

	for (unsigned i = 0; i < o->counts; i++) {
		if (q->asked[o->which[i]] == ASKED_NOT)
			continue;
		o->count[kept] = o->count[i];
		o->which[kept++] = o->which[i];
	}
	o->counts = kept;
}

/* Is it one that a timer of the kernel's makes the samples of? */
static bool is_clock(const struct target *t, const struct target_count *c)
{
	return c->event && !c->raw &&
	       strcmp(t->facts.monitor[c->monitor].name, "kernel") == 0 &&
	       (c->event->code == KERNEL_SOFTWARE + PERF_COUNT_SW_CPU_CLOCK ||
		c->event->code == KERNEL_SOFTWARE + PERF_COUNT_SW_TASK_CLOCK);
}

static bool list(struct sampled *o, struct error *err)
{
	const struct request *q = o->wish->request;
	size_t most = 1;

	for (unsigned i = 0; i < q->plan->passes; i++)
		most += q->plan->pass[i].assigns;
	o->count = calloc(most, sizeof *o->count);
	o->which = calloc(most, sizeof *o->which);
	o->periods = calloc(most, sizeof *o->periods);
	o->total = calloc(most, sizeof *o->total);
	if (!o->count || !o->which || !o->periods || !o->total)
		return error_no_memory(err);
	for (unsigned i = 0; i < q->plan->passes; i++)
		o->counts +=
			system_pass(o->wish->target, q, i, o->count + o->counts,
				    o->which + o->counts);
	keep_asked(o);
	for (unsigned i = 0; i < o->counts; i++) {
		o->periods[i] = period_of(o, o->count[i].event);
		if (!o->wish->hz && is_clock(o->wish->target, &o->count[i]) &&
		    o->periods[i] < CLOCK_LEAST)
			return error_set(err,
					 "-c %llu: the kernel's clocks give a "
					 "sample each %d ns at most; choose at "
					 "least that",
					 (unsigned long long)o->periods[i],
					 CLOCK_LEAST);
	}
	return true;
}

/* ---- what came of it --------------------------------------------------------
 */

/* Periods that the kernel chose are told by what they were on average. */
static void average_periods(struct sampled *o, const struct perf_taking *t)
{
	for (unsigned i = 0; o->wish->hz && i < o->counts; i++) {
		uint64_t sum = 0, samples = 0;

		for (size_t k = 0; k < t->takens; k++)
			if (t->taken[k].event == i) {
				sum += t->taken[k].weight;
				samples++;
			}
		o->periods[i] = samples ? sum / samples : 0;
	}
}

/* How far samples are from what they are of, and what there is none of. */
static const char *skid_of(const struct sampled *o, struct sample *s,
			   const struct perf_taking *t)
{
	static const char skid[] =
		"A sample is where the kernel found the program when it was "
		"told, some instructions behind what made the counter run "
		"over; callers are found by the program's tables for "
		"exceptions, where its innermost functions keep no frame "
		"pointer, and by frame pointers.";
	const char *missing = t->kernel.lacks;
	char held[256] = "", kernel[512] = "", often[128] = "", text[1200];

	if (t->held)
		snprintf(held, sizeof held,
			 " The kernel held samples back %llu times, as they "
			 "came too often, and what was counted meanwhile is "
			 "with what came after the last one: choose a %s.",
			 (unsigned long long)t->held,
			 o->wish->hz ? "lower -F" : "longer -c");
	if (target_linux_user_only(o->wish->target))
		missing = o->wish->target->counts->lacks(o->wish->target);
	if (missing)
		snprintf(kernel, sizeof kernel, " The kernel is %s: %s.",
			 t->kernel.lacks ? "one row" : "left out", missing);
	if (o->wish->hz)
		snprintf(often, sizeof often,
			 " %llu samples a second were asked for: each stands "
			 "for as many as the kernel says.",
			 (unsigned long long)o->wish->hz);
	snprintf(text, sizeof text, "%s%s%s%s", skid, often, held, kernel);
	return sample_text(s, text);
}

static void take_facts(const struct sampled *o, struct sample *s)
{
	const struct linux_wish *w = o->wish->whose;
	char hash[PROGRAM_HASH], text[64];
	const char *whose = whose_words(w, text, sizeof text);
	char *file = whose == text ? NULL : whose_file(whose);

	s->target = "linux";
	s->title = sample_text(s, o->wish->target->facts.title);
	s->program = sample_text(s, whose);
	if (file && program_hash(file, hash))
		s->sha256 = sample_text(s, hash);
	free(file);
	s->clock_hz = record_real(0);
	s->clock_ratio = record_real(0);
}

/* As the kernel names what it maps, also of a process that is there; the
 * caller's to free.  NULL: none. */
static char *program_of(const struct sampled *o)
{
	char text[64];
	const char *whose = whose_words(o->wish->whose, text, sizeof text);
	char *file = whose == text ? NULL : whose_file(whose), *real;

	if (o->wish->whose->pid) {
		snprintf(text, sizeof text, "/proc/%ld/exe",
			 (long)o->wish->whose->pid);
		return realpath(text, NULL);
	}
	real = file ? realpath(file, NULL) : NULL;
	free(file);
	return real;
}

static bool add_columns(const struct sampled *o, struct sample *s)
{
	const struct request *q = o->wish->request;

	s->column = sample_room(s, o->counts, sizeof *s->column);
	if (!s->column)
		return false;
	for (unsigned i = 0; i < o->counts; i++) {
		const struct target_count *c = &o->count[i];
		const unsigned m = q->origin[o->which[i]].member;

		s->column[i] = (struct sample_column){
			.name = sample_text(s, c->event->name),
			.monitor = q->member[m].monitor->name,
			.class = "sampled",
			.code = c->event->code,
			.asked = true,
			.period = o->periods[i],
		};
	}
	s->columns = o->counts;
	s->monitors = s->column[0].monitor;
	return true;
}

static bool fill(struct sampled *o, struct sample *s, struct perf_taking *t,
		 const struct target_stop *end, struct error *err)
{
	struct sample_sampling *how = sample_room(s, 1, sizeof *how);

	average_periods(o, t);
	take_facts(o, s);
	s->status = end->status;
	if (!how || !add_columns(o, s))
		return error_no_memory(err);
	how->samples = t->takens;
	how->lost = t->lost + t->damaged;
	how->skid = skid_of(o, s, t);
	s->sampling = how;
	/* The rest, for which samples do not account. */
	for (size_t i = 0; i < t->takens; i++) {
		uint64_t *left = &o->total[t->taken[i].event];

		*left -=
			t->taken[i].weight < *left ? t->taken[i].weight : *left;
	}
	return places_fill(s, t, o->program, o->total, err);
}

static bool goes_on(void *ctx)
{
	static const struct run_done unknown = { .share = -1 };

	return sink_goes_on(((const struct sampled *)ctx)->wish->sink,
			    &unknown);
}

static bool measure(struct sampled *o, struct sample *s, struct error *err)
{
	struct perf_taking taking = { 0 };
	struct target_stop end;
	bool good = list(o, err);

	/* One that is there may be gone later. */
	o->program = program_of(o);

	if (good) {
		const struct target_sampled how = {
			.period = o->periods,
			.hz = o->wish->hz,
			.total = o->total,
			.count = o->counts,
			.go_on = goes_on,
			.ctx = o,
		};
		struct target *t = o->wish->target;

		good = t->counts->sample(t, o->count, &how, &taking, &end,
					 err) &&
		       fill(o, s, &taking, &end, err);
	}
	perf_taking_free(&taking);
	free(o->program);
	return good;
}

struct sample *command_run(const struct command_wish *wish, struct error *err)
{
	struct sampled o = { .wish = wish };
	struct sample *s = sample_new();
	bool good = s ? measure(&o, s, err) : error_no_memory(err);

	free(o.count);
	free(o.which);
	free(o.periods);
	free(o.total);
	if (good)
		return s;
	sample_free(s);
	return NULL;
}
