/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_QUESTIONS_H
#define CATALOG_QUESTIONS_H

#include <stdint.h>

#include "catalog/catalog.h"

/*
 * A tree of questions asks where a core's time can go.  Each asks one metric,
 * and from a threshold on the answer is yes.  A question is asked when the one
 * that it stands under was answered with yes, or could not be answered at all.
 */
enum question_kind {
	QUESTION_SHARE, /* the metric is a share of cycles */
	QUESTION_SLOTS, /* ... of the slots that a core has for operations */
	QUESTION_BUS,   /* ... of a bus's cycles */
	QUESTION_WORK,  /* a share of slots that did what they are there for */
	QUESTION_RATE,  /* the metric tells how often, and not how long */
	QUESTION_REST,  /* cycles for an instruction: asked where no other
			   question was answered with yes */
};

enum { QUESTIONS_MAX = 32 }; /* of one monitor */

struct catalog_question {
	const char *id;
	const char *under; /* id of the one above; "": it comes first */
	uint8_t kind;      /* enum question_kind */
	const char *metric;
	double threshold; /* in the metric's unit, as it is shown */
	/* The finding in words: "wait for data", after "78 % of cycles"; of a
	 * rate things that are counted: "data cache misses". */
	const char *found;
	const char *event; /* that counts what a rate is about; or "" */
	/* A clause: what else the events of this share count, for which nothing
	 * below it stands; of the rest, what no event counts; and who says so.
	 * "": there is nothing below. */
	const char *also;
	const char *also_source;
	const char *source; /* of the threshold */
	/* How many cycles one of the events takes, where a document says so;
	 * 0: none does. */
	double cycles;
	const char *cycles_source;
};

/* Thresholds that no document has. */
#define CHOSEN_TENTH "Tally's choice: a tenth of the cycles"
#define CHOSEN_SLOTS                                                           \
	"Tally's choice: a fifth of the slots; the method has no number"
/* 10 of 1000 */
#define CHOSEN_SHORT                                                           \
	"Tally's choice: if each took 10 cycles, a tenth of the time at one "  \
	"cycle per instruction"
/* 2 of 1000 */
#define CHOSEN_LONG                                                            \
	"Tally's choice: if each took 50 cycles, a tenth of the time at one "  \
	"cycle per instruction"
/* 1 of 1000 */
#define CHOSEN_MEMORY                                                          \
	"Tally's choice: if each took 100 cycles, a tenth of the time at one " \
	"cycle per instruction"
/* 1 of 20 */
#define CHOSEN_BRANCH                                                          \
	"Tally's choice: if a fifth of instructions were branches, and each "  \
	"of these took 10 cycles, a tenth of the time at one cycle per "       \
	"instruction"
#define CHOSEN_PART "Tally's choice: a tenth of them"
#define CHOSEN_REST "Tally's choice: one cycle and a half"

/*
 * Advice says what is usual of a metric, and what to do when it is not.  One
 * row is of all monitors that have a metric of such a name, since a name means
 * one thing (doc/adding.md).  No document says these things: they are Tally's
 * advice.
 */
struct catalog_advice {
	const char *metrics; /* names, or globs with '*', blank-separated */
	const char *usual;   /* one sentence */
	const char *high;    /* what to do where it is high; or "" */
	const char *low;     /* likewise */
};

/* The first row that names the metric.  NULL: there is none; a test looks for
 * it. */
const struct catalog_advice *catalog_advice(const struct catalog_metric *m);
/* All rows, for that test. */
const struct catalog_advice *catalog_advices(unsigned *count);

/* The question that asks the metric of a monitor; NULL: none does. */
const struct catalog_question *
catalog_question_of(const struct catalog_monitor *m, const char *metric);

#endif
