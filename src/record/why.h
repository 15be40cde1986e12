/* SPDX-License-Identifier: MIT */
#ifndef RECORD_WHY_H
#define RECORD_WHY_H

#include "catalog/helpers.h"
#include "option/machine.h"
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

enum { WHY_FINDINGS = 3 };

/*
 * A cause that stands out, the place where most of it is, and what the board
 * took without it: in a run of its own, and not by division.
 */
struct why_finding {
	struct stack_row row;
	char place[128];  /* "table_find hash.c:54"; "": not known */
	char caller[104]; /* where that is a helper: whom it works for */
	char maker[104];  /* another line, whose result, or unit or room that it
			     keeps, the place waits for; "": its own */
	double here;      /* of the cause's cycles, at the place: 0 to 1 */
	struct board_trial at; /* the place, for a trial; no ranges: none */
	bool tried, tried_here;
	double without, without_here; /* change of all cycles: -0.27 */
};

/* The first two that were tried, without both at once. */
struct why_pair {
	unsigned finding[2];
	bool tried;
	double without;
};

/* An older result, and its findings' cycles. */
struct why_against {
	const char *file;
	uint64_t cycles; /* 0: there is none */
	struct {
		const struct catalog_cause *cause;
		uint64_t cycles;
	} row[WHY_FINDINGS];
	unsigned rows;
};

/* Events that would separate what the first sentence names together, counted
 * for each function: where one does not happen, it is not waited for. */
struct why_apart {
	char events[256]; /* "ddep_stall,dcache_miss"; "": nothing to separate
			   */
	unsigned passes;  /* that they take */
};

/* Less than this is no overlap of two causes: Tally's choice. */
#define WHY_OVERLAP_FROM 0.01

struct why {
	const struct record *first; /* of the first step: what was measured */
	struct answers answers;
	struct why_row row[QUESTIONS_MAX]; /* as the answers */
	unsigned steps;
	unsigned board_runs; /* of all steps */
	bool trial_failed; /* one of the runs without a cause, which is said */
	bool trusted;
	char doubt[256];                       /* why not, a clause */
	struct why_behind behind[WHY_BEHINDS]; /* the largest first */
	unsigned behinds;
	struct why_finding finding[WHY_FINDINGS]; /* the largest first */
	unsigned findings;
	struct why_pair pair;
	struct why_against against;
	struct why_apart apart;
	double host_seconds;
};

/* Is the question to be measured next: one on top, or under one that was
 * answered with yes, or could not be answered; and not measured yet. */
bool why_asks(const struct why *w, unsigned question);

/* Takes in what a step measured.  False: no memory. */
bool why_add(struct why *w, const struct record *r);

/* Has `which` the answers that the first sentence of counts names together, and
 * gives how many; 0: there is nothing to separate. */
unsigned why_together(const struct why *w, unsigned which[QUESTIONS_MAX]);

/* Takes the causes of a stack that stand out, the first in any case. */
void why_find(struct why *w, const struct stack *s);
/* Is it a cause that a run can be without?  Instructions have to issue, and
 * an idle core waits for others. */
bool why_can_try(const struct why_finding *f);

void why_headline(const struct why *w, struct headline *h);

/* " for ", or what else stands before a caller; "" where there is none. */
const char *why_behind_for(const struct why_behind *b);

#endif
