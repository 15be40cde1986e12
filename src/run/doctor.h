/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_H
#define RUN_DOCTOR_H

#include "catalog/catalog.h"
#include "target/target.h"

/*
 * Is the monitor there, does it hold what is written to it, do its counters
 * count, is it left as it was found; and where its registers' places are no
 * document's: are they right?  On any target with registers; whether counters
 * count is skipped where nothing can be let run.
 */
enum finding_outcome { FINDING_PASS, FINDING_FAIL, FINDING_SKIPPED };

struct finding {
	const char *check; /* "probe", "preset" ... */
	enum finding_outcome outcome;
	char text[200]; /* a clause */
};

enum { FINDINGS_MAX = 256 };

struct doctor {
	const struct catalog_monitor *monitor; /* one of the target's */
	struct target_run *run;                /* stopped */
	uint64_t cycles;       /* so long the program runs meanwhile */
	struct tally_bus *bus; /* doctor_examine() fills this, and the rest */

	struct finding finding[FINDINGS_MAX];
	unsigned findings;
	bool healthy; /* nothing failed */
};

/* False and `err` where it could not be examined at all. */
bool doctor_examine(struct doctor *d, struct error *err);

const char *finding_word(enum finding_outcome outcome);

#endif
