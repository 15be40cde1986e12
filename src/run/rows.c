/* SPDX-License-Identifier: MIT */
/* Rows of counts over time, at once.  See rows.h. */
#include "run/rows.h"

#include <stdlib.h>

#include "run/keeping.h"

/* Counts as they stood at the first look, as if the run had ended with it. */
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
			const uint64_t n = to->series->count[e];

			/* One that has no number yet may have one later. */
			to->count[at] = n == RECORD_LOST ? 0 : n;
			to->have[at] = to->modelled[e];
		}
	return true;
}

/* The record at the first look: it says what the rows are of, and which counts
 * can be had. */
static struct record *first_record(const struct samples *s,
				   const struct run_facts *f)
{
	struct samples so_far = *s;
	struct run_facts facts = *f;
	struct record *r = NULL;

	facts.program_exited = true;
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
	return record_judge_series(r);
}

bool rows_tell(struct rows *rows, const struct samples *s,
	       const struct run_facts *f, struct error *err)
{
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
		rows->record = first_record(s, f);
	if (!rows->record || !take_newest(rows->record, s))
		return error_no_memory(err);
	row = (struct series_row){ rows->record, rows->number++, rows->end };
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
