/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_CAUSES_H
#define CATALOG_CAUSES_H

/*
 * A cause says why a cycle of a simulated core went by, and each cycle has one.
 * Boards keep them in their ledgers; no monitor has an event of them.
 */
struct catalog_cause {
	const char *name;   /* "data, memory" */
	const char *found;  /* a clause, after "78 % of cycles" */
	const char *model;  /* what the boards count by it; a sentence */
	const char *cores;  /* what real cores do otherwise; a sentence */
	const char *advice; /* what people do about it; a clause */
	const char *source; /* of the advice */
};

/* The cause of that name; NULL: there is none. */
const struct catalog_cause *catalog_cause(const char *name);
/* All of them, in the order of the boards' ledgers. */
const struct catalog_cause *catalog_causes(unsigned *count);

#endif
