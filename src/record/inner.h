/* SPDX-License-Identifier: MIT */
#ifndef RECORD_INNER_H
#define RECORD_INNER_H

#include "metric/formula.h"
#include "record/record.h"

/*
 * A judgement while it is made: inside of this room only.
 */
struct judgement {
	struct record *record;
	uint32_t region; /* whose counts are judged; RECORD_NONE: of all */
	/* Per pass, repeat and event the row of its count; NULL: there is none.
	 * Run repeat * passes + pass belongs to that pass. */
	const struct record_count **cell;
	const struct record_run **ran; /* per run; NULL: it was not made */
	unsigned runs;
	/* Per metric and per identity; NULL where the text is no formula. */
	struct formula **metric, **identity;
};

/* Runs that there could be: passes times repeats. */
const struct record_count *cell_at(const struct judgement *j, unsigned run,
				   unsigned event);

/* events.c: each event's reading; a metric's operands are found there. */
void judge_events(struct judgement *j);
/* Mean of an event over the repeats of a pass. */
double event_mean(const struct judgement *j, unsigned pass, unsigned event);
/* The count that a row stands for. */
double event_count(const struct judgement *j, const struct record_count *c);
/* The first pass that did count it, or RECORD_SPLIT. */
unsigned event_pass(const struct judgement *j, unsigned event);
/* The readings' samples; NULL: no memory. */
double *judge_room(const struct judgement *j);
void judge_samples(struct reading *r, double *sample, unsigned samples);
/* The largest difference of an anchor between runs. */
void judge_drift(struct judgement *j);

/*
 * twins.c: two events may be the same thing, as cycles and the event for
 * cycles. Counted in one run, or on a board that varies nothing, they must be
 * equal; otherwise both are untrusted.  Called after the events, before the
 * metrics.
 */
void judge_twins(struct judgement *j);

/*
 * given.c: for counts that were given.  Cycles are untrusted if that many
 * instructions cannot have taken so few.  Called after the events, before the
 * metrics.
 */
void judge_given(struct judgement *j);
/* Writes over `why`, of verdict_of_formula(), what to give where it helps. */
void given_reason(enum formula_result result, const char *name, unsigned doubts,
		  char *why, size_t room);

/*
 * inexact.c: counts that cannot be, or that are no exact ones, are doubted, and
 * the class of what is doubted is not exact.  Called after drift and before the
 * metrics, and after these.
 */
void judge_inexact(struct judgement *j);
void judge_classes(struct judgement *j);

/*
 * errata.c: what the catalogue's errata say of each event's count, and which
 * event's count is too much in it.  Called after the events, before the
 * metrics.
 */
void judge_errata(struct judgement *j);

/* metrics.c: formulas over the counts. */
void judge_metrics(struct judgement *j);
void judge_identities(struct judgement *j);

/* series.c: metrics of each interval; after the events. */
void judge_series(struct judgement *j);

/* notes.c: which notes apply, of each metric and event. */
void judge_notes(struct record *r);

/* trust.c: the verdict, when everything else is judged. */
void judge_trust(struct judgement *j);

/* diff_why.c: what explains the change of cycles; after all rows. */
struct diff;
void diff_explain(struct diff *d);

#endif
