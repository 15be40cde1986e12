/* SPDX-License-Identifier: MIT */
/*
 * Judges what may be believed: counts become readings, and passes are compared
 * by what they all counted before anything is combined from several of them.
 */
#include <stdlib.h>

#include "record/inner.h"

/* The rows of the whole region, and of the whole time, by run and event. */
static void lay_out(struct judgement *j)
{
	const struct record *r = j->record;

	for (unsigned i = 0; i < r->runs; i++)
		j->ran[r->run[i].repeat * r->passes + r->run[i].pass] =
			&r->run[i];
	for (size_t i = 0; i < r->counts; i++) {
		const struct record_count *c = &r->count[i];
		size_t run = (size_t)c->repeat * r->passes + c->pass;

		if (c->region == j->region && c->interval == RECORD_NONE &&
		    c->task == RECORD_NONE)
			j->cell[run * r->events + c->event] = c;
	}
}

static void parse_formulas(struct judgement *j)
{
	const struct record *r = j->record;
	struct error ignored;

	for (unsigned i = 0; i < r->metrics; i++)
		j->metric[i] = formula_parse(r->metric[i].formula, &ignored);
	for (unsigned i = 0; i < r->identities; i++)
		j->identity[i] =
			formula_parse(r->identity[i].formula, &ignored);
}

static void release(struct judgement *j)
{
	for (unsigned i = 0; j->metric && i < j->record->metrics; i++)
		formula_free(j->metric[i]);
	for (unsigned i = 0; j->identity && i < j->record->identities; i++)
		formula_free(j->identity[i]);
	free(j->metric);
	free(j->identity);
	free(j->cell);
	free(j->ran);
}

static bool begin(struct judgement *j)
{
	const struct record *r = j->record;
	size_t cells;

	j->runs = r->passes * r->repeats;
	cells = (size_t)j->runs * r->events;
	j->cell = calloc(cells + 1, sizeof(struct record_count *));
	j->ran = calloc(j->runs + 1u, sizeof(struct record_run *));
	j->metric = calloc(r->metrics + 1u, sizeof(struct formula *));
	j->identity = calloc(r->identities + 1u, sizeof(struct formula *));
	return j->cell && j->ran && j->metric && j->identity;
}

/* Counts of a part as a record of its own; its verdict is the whole's. */
static bool judge_part(struct record *r, unsigned part)
{
	struct record_part *p = &r->part[part];
	struct record view = record_of_part(r, part);
	struct judgement j = { .record = &view, .region = part };
	bool good = p->event && p->metric && begin(&j);

	if (good) {
		lay_out(&j);
		parse_formulas(&j);
		judge_events(&j);
		judge_inexact(&j);
		judge_errata(&j);
		judge_metrics(&j);
		judge_classes(&j);
	}
	release(&j);
	r->blocks = view.blocks;
	r->failed |= view.failed;
	return good && !view.failed;
}

static bool judge_parts(struct record *r)
{
	for (unsigned i = 0; i < r->parts; i++)
		if (!judge_part(r, i))
			return false;
	return true;
}

bool record_judge_series(struct record *r)
{
	struct judgement j = { .record = r, .region = RECORD_NONE };
	const bool good = begin(&j);

	if (good) {
		parse_formulas(&j);
		judge_series(&j);
	}
	release(&j);
	return good;
}

bool record_judge(struct record *r)
{
	struct judgement j = { .record = r, .region = RECORD_NONE };
	bool good = begin(&j);

	if (good) {
		lay_out(&j);
		parse_formulas(&j);
		r->verdict = (struct verdict){ 0 };
		judge_events(&j);
		if (record_is_given(r))
			judge_given(&j);
		judge_twins(&j);
		judge_drift(&j);
		judge_inexact(&j);
		judge_errata(&j);
		judge_metrics(&j);
		judge_classes(&j);
		judge_identities(&j);
		judge_series(&j);
		judge_notes(r);
		good = judge_parts(r);
	}
	if (good)
		judge_trust(&j);
	release(&j);
	return good && !r->failed;
}
