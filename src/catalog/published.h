/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_PUBLISHED_H
#define CATALOG_PUBLISHED_H

#include <stdint.h>

/*
 * The register writes with which a document measures a metric, in its order;
 * Tally's own differ (doc/design.md says how).  Its assignment of counters is
 * kept in both.
 */
struct catalog_documented {
	const char *events; /* names, blank-separated, in the order of ... */
	const uint8_t *counters;
	const char *source;
	const char *configure; /* "PMC2=0 ...": names and values, as printed */
	const char *start, *stop;
};

/*
 * A whole sequence of a monitor, in the order in which a document prints it:
 * from what there is to the counts.  It reads registers and writes back what it
 * has read, which no list of writes can say.
 */
enum published_phase { PUBLISHED_SETUP, PUBLISHED_START, PUBLISHED_STOP };

enum published_access {
	PUBLISHED_WRITE, /* the value */
	PUBLISHED_OR,    /* what the register holds, and these bits set */
	PUBLISHED_CLEAR, /* what it holds without these bits */
	PUBLISHED_COUNT, /* read it: it is a count */
};

/* The register or value that the published value is or-ed to; the last two are
 * for each event that exists. */
enum published_with {
	PUBLISHED_ALONE,
	PUBLISHED_ALL,   /* a bit for each event counter that exists */
	PUBLISHED_PLACE, /* which counter: 0 has the first event */
	PUBLISHED_EVENT, /* the event's code; or its count */
};

struct published_step {
	uint8_t phase, access;
	const char *reg;
	uint32_t value;
	uint8_t with;
};

struct catalog_published {
	/* How many event counters there are: a field of a register. */
	const char *counters;
	uint8_t lsb, width;
	/* Which of the first 64 events exist, 32 bits each. */
	const char *exists[2];
	const struct published_step *step;
	unsigned steps;
};

#endif
