/* SPDX-License-Identifier: MIT */
#ifndef RECORD_HEADLINE_H
#define RECORD_HEADLINE_H

#include <stdbool.h>

#include "catalog/questions.h"
#include "record/record.h"
#include "record/stack.h"

/*
 * Answers of a record's counts to the questions that the catalogue has on a
 * monitor (catalog/questions.h), and what comes of it in a sentence.  Nothing
 * is said that its events do not tell.
 */
enum answer_word {
	ANSWER_NO,
	ANSWER_YES,
	ANSWER_UNTOLD, /* it was not counted, or not to be trusted */
};

struct answer {
	const struct catalog_question *question; /* NULL: there is none */
	const struct catalog_metric *metric;     /* of the question */
	uint8_t word;                            /* enum answer_word */
	/* Is it asked?  Not if the one above is answered with no, or, of what
	 * is left, if another is answered with yes. */
	bool asked;
	double value;  /* of the metric, as it is shown */
	double share;  /* of cycles, or of slots, 0 to 1; below 0: not known */
	bool counted;  /* is there ... */
	double count;  /* ... a count of the question's event */
	uint8_t class; /* enum record_class: of the weakest of its events */
};

struct answers {
	const struct catalog_monitor
		*monitor;                    /* NULL: nothing is known of it */
	struct answer answer[QUESTIONS_MAX]; /* as the catalogue's questions */
	unsigned count;
	double cycles; /* 0: not counted */
};

/* Of the first monitor that has questions; none: count is 0.  False: no
 * memory. */
bool answers_make(const struct record *r, struct answers *a);
/* Of a monitor of which nothing is measured yet. */
void answers_begin(struct answers *a, const struct catalog_monitor *m);
/* Adds the answers of a further record to the same monitor's questions. */
bool answers_add(struct answers *a, const struct record *r);

/*
 * The worst of those that are asked, are answered with yes and stand under
 * `above` ("": on top): the largest share, or where no share is known the
 * farthest beyond its threshold.  NULL: there is none.
 */
const struct answer *answers_worst(const struct answers *a, const char *above);
/* Is it asked, answered with yes, and under `above`? */
bool answer_stands_out(const struct answers *a, const struct answer *one,
		       const char *above);

enum headline_kind {
	HEADLINE_NONE, /* none of the questions was answered */
	HEADLINE_UNTRUSTED,
	HEADLINE_SHARE, /* `main` has a share of the time, `cause` may say more
			 */
	HEADLINE_RATE,  /* `main` is often, and no share is known */
	HEADLINE_REST,  /* nothing stands out, and it takes long all the same */
	HEADLINE_CLEAR, /* nothing stands out; `main` is the largest share */
	HEADLINE_CAUSE, /* a board's own causes of its core's cycles */
};

struct headline {
	uint8_t kind; /* enum headline_kind */
	struct answer main;
	struct answer cause; /* of a share: the worst one below */
	double each; /* cycles for each of `main`, by a document, at least; 0:
			none */
	const char *each_source; /* that document */
	/* Cycles that each of `cause` took at most, on average: all of `main`;
	 * 0: unknown. */
	double at_most;
	bool complete; /* of a share: all below were answered; else: all */
	const char *simulated; /* the largest cause on a board; NULL: unknown */
	char text[960];        /* all of that as a clause; of NONE "" */
};

/* False: no memory. */
bool headline_of(const struct record *r, struct headline *h);
/* Makes the headline of answers that are there, all of which are trusted. */
void headline_from(const struct answers *a, struct headline *h);
/* ... or of what a board's ledger has of each cycle. */
void headline_from_stack(const struct stack *s, struct headline *h);
/* Does the ledger tell it?  Then `s` is filled. */
bool headline_by_cause(const struct record *r, struct stack *s);

/* "share", "untrusted" ... */
const char *headline_word(enum headline_kind kind);

/* "cycles", "slots", "bus cycles": what a share of a question is of. */
const char *question_of(const struct catalog_question *q);

/* A number with its unit for a sentence: "78 %", "9.3 %", "24 per 1000". */
struct said {
	char text[64];
};
struct said said_share(double share);

/* An answer with yes as a clause: "64 % of cycles wait for data", "98,519 data
 * cache misses, 110 per 1000 instructions". */
void answer_say(const struct answer *a, char *text, size_t room);

#endif
