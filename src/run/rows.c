/* SPDX-License-Identifier: MIT */
/* Rows of counts over time, at once.  See rows.h. */
#include "run/rows.h"

#include <stdlib.h>

#include "run/keeping.h"

/* The whole of what a row of the table stands for is known since. */
struct rows_so_far {
	const struct samples *samples;
	const struct run_facts *facts;
};

/* An event's count up to the newest look. */
static uint64_t newest(const struct job_series *of, unsigned events,
		       unsigned event)
{
	uint64_t sum = 0;

	for (unsigned i = 0; i < of->looks; i++) {
		const uint64_t n = series_between(of, events, i, event);

		/* One that has no number yet may have one later. */
		sum += n == RECORD_LOST ? 0 : n;
	}
	return sum;
}

/* Counts as they stand, as if the run had ended with the newest look. */
static bool count_so_far(struct samples *to)
{
	const struct request *q = to->request;
	const size_t cells = (size_t)to->runs * q->events;

	to->enabled = to->running = NULL;
	to->count = calloc(cells + 1, sizeof *to->count);
	to->have = calloc(cells + 1, sizeof *to->have);
	if (!to->count || !to->have)
		return false;
	for (unsigned i = 0; i < q->plan->passes; i++)
		for (unsigned k = 0; k < q->plan->pass[i].assigns; k++) {
			const unsigned e = q->plan->pass[i].assign[k].event;
			const size_t at = (size_t)i * q->events + e;

			to->count[at] = newest(to->series, q->events, e);
			to->have[at] = to->modelled[e];
		}
	return true;
}

/* The record of all until the newest look.  The first one says what the rows
 * are of, and which counts can be had. */
static struct record *record_so_far(const struct samples *s,
				    const struct run_facts *f, bool exited)
{
	struct samples so_far = *s;
	struct run_facts facts = *f;
	struct record *r = NULL;

	facts.program_exited = exited;
	facts.windows = 1;
	if (count_so_far(&so_far))
		r = run_keep(&so_far, &facts);
	free(so_far.count);
	free(so_far.have);
	if (r && record_judge(r))
		return r;
	record_free(r);
	return NULL;
}

/* The newest interval becomes the record's only one. */
static bool take_newest(struct record *r, const struct samples *s)
{
	const struct job_series *of = s->series;
	const unsigned events = s->request->events;

	r->series.end[0] = of->end[of->looks - 1];
	for (unsigned e = 0; e < events; e++)
		r->series.count[e] =
			series_between(of, events, of->looks - 1, e);
	for (unsigned c = 0; c < r->series.causes; c++)
		r->series.cycles[c] = series_cause(of, of->looks - 1, c);
	return record_judge_series(r);
}

static struct record *so_far(const struct series_row *row)
{
	const struct rows_so_far *of = row->of;

	return record_so_far(of->samples, of->facts, false);
}

bool rows_tell(struct rows *rows, const struct samples *s,
	       const struct run_facts *f, const struct target_stop *stop,
	       struct error *err)
{
	const struct rows_so_far whole = { s, f };
	const struct job_series *of = s->series;
	const struct run_sink *sink = s->options->sink;
	struct series_row row;
	uint64_t end;

	if (!sink || !sink->row || !of->looks)
		return true;
	end = of->end[of->looks - 1];
	if (rows->number && end == rows->end)
		return true;
	if (!rows->record)
		rows->record = record_so_far(s, f, true);
	if (!rows->record || !take_newest(rows->record, s))
		return error_no_memory(err);
	row = (struct series_row){
		.record = rows->record,
		.number = rows->number++,
		.begin = rows->end,
		.stopped = stop != NULL,
		.pc = stop ? stop->pc : 0,
		.so_far = so_far,
		.of = &whole,
	};
	rows->end = end;
	return sink->row(sink->ctx, &row) || rows_interrupted(rows, err);
}

void rows_free(struct rows *rows)
{
	record_free(rows->record);
	*rows = (struct rows){ 0 };
}

bool rows_interrupted(const struct rows *rows, struct error *err)
{
	return error_set(err, rows->number
				      ? "interrupted; the rows are what was "
					"measured until then"
				      : "interrupted; nothing was measured");
}
