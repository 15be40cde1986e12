/* SPDX-License-Identifier: MIT */
/* From a log's records to a profile.  What it says is a stranger's. */
#include "gather/taken.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"
#include "catalog/catalog.h"
#include "gather/losses.h"
#include "gather/points.h"
#include "program/machine.h"
#include "record/record.h"

enum { SLOTS = 1 << 16 };

struct taking {
	const struct dump *d;
	const struct taken_from *from;
	struct sample *s;
	struct points points;
	struct taken_sample *sample; /* as many as points, in their order */
	const struct catalog_monitor *monitor; /* NULL: the log names none */
	const struct dump_row **setup; /* of each slot; NULL: none yet */
	uint32_t *column;              /* of each slot; SAMPLE_NONE */
	uint64_t *sum;                 /* of each column */
	uint64_t lost;                 /* that no profile can hold */
};

/* ---- columns ------------------------------------------------------------- */

static const char *event_name(struct taking *t, uint16_t code)
{
	const struct catalog_event *e =
		t->monitor ? catalog_event_by_code(t->monitor, code) : NULL;
	char text[16];

	if (e)
		return e->name;
	if (code == TALLY_EVENT_CYCLES)
		return "cycles";
	snprintf(text, sizeof text, "r%x", (unsigned)code);
	return sample_text(t->s, text);
}

static uint32_t same_column(const struct sample *s, uint16_t code,
			    uint64_t period)
{
	uint32_t i = 0;

	while (i < s->columns &&
	       (s->column[i].code != code || s->column[i].period != period))
		i++;
	return i;
}

/* The column of what a slot counts by its setup, from its first sample on: one
 * without samples is no row of zeroes.  SAMPLE_NONE: it has none. */
static uint32_t column_of(struct taking *t, uint16_t slot)
{
	const struct dump_row *r = t->setup[slot];
	struct sample *s = t->s;
	uint64_t period;
	uint32_t at;

	if (t->column[slot] != SAMPLE_NONE || !r)
		return t->column[slot];
	period = r->b > INT64_MAX ? INT64_MAX : r->b;
	at = same_column(s, (uint16_t)r->a, period);
	if (at == SAMPLE_COLUMNS)
		return SAMPLE_NONE;
	t->column[slot] = at;
	if (at < s->columns)
		return at;
	s->columns++;
	s->column[at] = (struct sample_column){
		.name = event_name(t, (uint16_t)r->a),
		.monitor = t->monitor ? t->monitor->name : "?",
		.class = "sampled",
		.code = (uint16_t)r->a,
		.asked = true,
		.period = period,
	};
	return at;
}

/* A slot counts that from here on. */
static void set_up(struct taking *t, const struct dump_row *r)
{
	t->setup[r->source] = r;
	t->column[r->source] = SAMPLE_NONE;
}

static void find_monitor(struct taking *t)
{
	struct error ignored;

	for (size_t i = 0; i < t->d->rows && !t->monitor; i++)
		if (t->d->row[i].kind == TALLY_LOG_MONITOR)
			t->monitor =
				catalog_monitor(t->d->row[i].text, &ignored);
}

/* ---- samples ------------------------------------------------------------- */

static bool take_sample(struct taking *t, const struct dump_row *r,
			struct error *err)
{
	const struct program *p = t->from->program;
	const uint32_t column = column_of(t, r->source);
	struct point point = { .addr = r->a, .weight = r->b, .column = column };

	if (column == SAMPLE_NONE || r->b > INT64_MAX - t->sum[column]) {
		t->lost++;
		return true;
	}
	t->sum[column] += r->b;
	if (p)
		point.addr = program_place(p->machine, point.addr);
	t->sample[t->points.count] =
		(struct taken_sample){ point.addr, point.weight, column,
				       r->task };
	return points_add(&t->points, &point, err);
}

static bool take_rows(struct taking *t, struct error *err)
{
	for (size_t i = 0; i < t->d->rows; i++) {
		const struct dump_row *r = &t->d->row[i];

		if (r->kind == TALLY_LOG_SETUP)
			set_up(t, r);
		else if (r->kind == TALLY_LOG_SAMPLE && !take_sample(t, r, err))
			return false;
	}
	return (t->s->columns && t->points.count) ||
	       error_set(err,
			 "the log has no samples that a setup came before, but "
			 "%zu records; --rows prints them",
			 t->d->rows);
}

/* Tells of slots that were set up and have no sample: its counts are somewhere
 * else. */
static void say_unsampled(struct taking *t, FILE *to)
{
	const struct dump *d = t->d;

	for (size_t i = 0; i < d->rows; i++) {
		const struct dump_row *r = &d->row[i];

		if (r->kind == TALLY_LOG_SETUP && t->setup[r->source] == r &&
		    same_column(t->s, (uint16_t)r->a, r->b) == t->s->columns)
			fprintf(to,
				"  %s was set up and has no samples; --counts "
				"of tally collect has what was counted of it.",
				event_name(t, (uint16_t)r->a));
	}
}

/* How far the samples are to be believed. */
static const char *skid_of(struct taking *t)
{
	const char *kept = "";
	char *text = NULL;
	size_t size;
	FILE *to = memory_stream(&text, &size);

	if (!to)
		return kept;
	fputs("A sample is where the firmware's handler found the program, "
	      "some instructions behind what made the counter run over.",
	      to);
	if (losses_full(t->d))
		fprintf(to,
			"  The log was full: all shares are of the first %zu "
			"samples only.",
			t->points.count);
	else if (t->d->overwrites && t->d->lost)
		fprintf(to,
			"  The log keeps the newest: all shares are of the "
			"last %zu samples.",
			t->points.count);
	say_unsampled(t, to);
	if (!memory_stream_end(to, &text))
		kept = sample_text(t->s, text);
	free(text);
	return kept;
}

static void take_facts(struct taking *t)
{
	const struct taken_from *from = t->from;
	struct sample *s = t->s;
	struct sample_sampling *how = sample_room(s, 1, sizeof *how);

	s->target = sample_text(s, from->target);
	s->title = sample_text(s, from->title);
	s->monitors = t->monitor ? t->monitor->name : "?";
	s->program = sample_text(s, from->program ? from->program->path : "?");
	s->sha256 =
		from->program ? sample_text(s, from->program->sha256) : NULL;
	s->clock_hz = record_real(from->clock_hz);
	s->clock_ratio = record_real(from->clock_ratio);
	if (!how)
		return;
	how->samples = t->points.count;
	how->lost =
		(uint64_t)t->d->lost + t->d->nested + t->d->damaged + t->lost;
	how->simulated = from->simulated;
	how->skid = skid_of(t);
	s->sampling = how;
}

static bool fill(struct taking *t, struct error *err)
{
	t->s->column = sample_room(t->s, SAMPLE_COLUMNS, sizeof *t->s->column);
	t->sum = calloc(SAMPLE_COLUMNS, sizeof *t->sum);
	/* NOLINTNEXTLINE(bugprone-sizeof-expression): of pointers */
	t->setup = calloc(SLOTS, sizeof *t->setup);
	t->column = calloc(SLOTS, sizeof *t->column);
	t->sample = calloc(t->d->rows + 1, sizeof *t->sample);
	if (!t->s->column || !t->sum || !t->setup || !t->column || !t->sample)
		return error_no_memory(err);
	for (size_t i = 0; i < SLOTS; i++)
		t->column[i] = SAMPLE_NONE;
	find_monitor(t);
	if (!take_rows(t, err))
		return false;
	take_facts(t);
	if (!points_fill(t->s, &t->points, t->from->program, err))
		return false;
	return taken_tasks(t->s, t->d, t->sample, t->points.count) ||
	       error_no_memory(err);
}

struct sample *taken_profile(const struct dump *d,
			     const struct taken_from *from, struct error *err)
{
	struct taking t = { .d = d, .from = from, .s = sample_new() };
	bool good;

	if (!t.s) {
		error_no_memory(err);
		return NULL;
	}
	good = fill(&t, err);
	points_free(&t.points);
	free(t.sum);
	free(t.sample);
	free(t.column);
	free(t.setup);
	if (good)
		return t.s;
	sample_free(t.s);
	return NULL;
}
