/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_REACH_H
#define CATALOG_REACH_H

#include <stdint.h>

/* Things that code may do with a monitor's registers. */
enum reach { REACH_NOTHING, REACH_READ, REACH_ALL };

/*
 * A mode of the core, and what code in it may do with registers of the
 * monitor: a row each, where several modes differ.
 */
struct catalog_reach {
	uint8_t level;     /* enum tally_level: one of them */
	uint8_t may;       /* enum reach */
	const char *mode;  /* as its architecture calls it: "S mode" */
	const char *about; /* registers, or globs, blank-separated */
	/* Fields that have to be 1 for it, "REGISTER.FIELD", blank-separated;
	   "": none. */
	const char *by;
	const char *source;
};

struct catalog_monitor;

/* "U mode reads it where COUNTEREN.CY is 1", in the room of `text`. */
const char *catalog_reach_text(const struct catalog_reach *r, char text[256]);

#endif
