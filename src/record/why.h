/* SPDX-License-Identifier: MIT */
#ifndef RECORD_WHY_H
#define RECORD_WHY_H

#include "catalog/helpers.h"
#include "record/headline.h"

/*
 * An answer to where the time goes, as a value: the questions of a monitor in
 * the order in which they were measured, one step after another, and what was
 * answered.
 */
struct why_row {
	unsigned step; /* that asked it, from 1; 0: it was not asked */
	bool next;     /* the step at hand asks it */
	/* Over the repeats, as the metric is shown. */
	double low, high, margin; /* margin below 0: too few */
	unsigned samples;
	char untold[256]; /* why there is no answer, a clause; or "" */
};

/* Software that stands out where it has this share: Tally's choice. */
#define WHY_BEHIND_FROM 0.1

enum { WHY_BEHINDS = 3 };

/* Software that compilers and libraries bring along, and which of the program's
 * functions calls it most. */
struct why_behind {
	const struct catalog_helper *helper;
	double share;     /* of the cycles */
	char caller[104]; /* "fft fft.c:43"; "": nobody */
	bool others;      /* call it, too, for more than a tenth of it */
};

struct why {
	const struct record *first; /* of the first step: what was measured */
	struct answers answers;
	struct why_row row[QUESTIONS_MAX]; /* as the answers */
	unsigned steps;
	unsigned board_runs; /* of all steps */
	bool trusted;
	char doubt[256];                       /* why not, a clause */
	struct why_behind behind[WHY_BEHINDS]; /* the largest first */
	unsigned behinds;
	double host_seconds;
};

/* Is the question to be measured next: one on top, or under one that was
 * answered with yes, or could not be answered; and not measured yet. */
bool why_asks(const struct why *w, unsigned question);

/* Takes in what a step measured.  False: no memory. */
bool why_add(struct why *w, const struct record *r);

void why_headline(const struct why *w, struct headline *h);

/* " for ", or what else stands before a caller; "" where there is none. */
const char *why_behind_for(const struct why_behind *b);

#endif
