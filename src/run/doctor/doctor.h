/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_DOCTOR_H
#define RUN_DOCTOR_DOCTOR_H

#include "catalog/catalog.h"
#include "run/doctor/illness.h"
#include "target/target.h"

/*
 * Is the monitor there, does it hold what is written to it, does every counter
 * advance, do their overflows show, is the clock what it is said to be, is
 * there a model of time at all, is it left as it was found; and where its
 * registers' places are no document's: are they right?  On any target with
 * registers; what needs a program that runs is skipped where nothing can be let
 * run.
 */
enum finding_outcome { FINDING_PASS, FINDING_FAIL, FINDING_SKIPPED };

struct finding {
	const char *check; /* "probe", "preset" ... */
	enum finding_outcome outcome;
	char text[200];   /* a clause */
	const char *cure; /* of one that failed: what to do; or NULL */
	/* Of a count that is known before: what it must be, and what it was. */
	bool known;
	uint64_t expected, counted;
};

enum { FINDINGS_MAX = 256 };

struct doctor {
	const struct catalog_monitor *monitor; /* one of the target's */
	struct target_run *run;                /* stopped */
	uint64_t cycles; /* so long the program runs meanwhile */
	/* Set once nobody wants to know any more; NULL: it never is. */
	const volatile bool *unwanted;
	/* The illness that the monitor is made to look like; ILL_NOT: as it is.
	 */
	enum illness_kind ill;
	/* The program is one of run/doctor/known.h: prove its counts, too. */
	bool prove;
	struct tally_bus *bus; /* doctor_examine() fills this, and the rest */

	struct illness illness;
	struct target_stop stop; /* the last one */
	double seconds;          /* so long it ran before it */
	/* So long it is let run where nobody knows its cycles; 0: as usual. */
	double moment;
	bool ended; /* the program has: it cannot go on */

	struct finding finding[FINDINGS_MAX];
	unsigned findings;
	bool healthy; /* nothing failed */
};

/* False and `err` where it could not be examined at all. */
bool doctor_examine(struct doctor *d, struct error *err);

/* Examines a monitor whose registers an operating system keeps: one run of what
 * the target was told to run for its counts, and one for its samples. */
bool doctor_examine_counts(struct doctor *d, struct target *t,
			   struct error *err);

const char *finding_word(enum finding_outcome outcome);

#endif
