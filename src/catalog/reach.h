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
	/* Fields that have to be 1 for it, "REGISTER.FIELD", and behind them
	   those that have to be 0, "!REGISTER.FIELD", blank-separated; "":
	   none.  One that has to be 0 may be a higher level's, in a register
	   that is not the monitor's.  Of several rows each permits. */
	const char *by;
	const char *source;
};

struct catalog_monitor;

enum { REACH_TEXT = 256, REACH_USER = 512, REACH_WORD = 96 };

/* "U mode may read it where COUNTEREN.CY is 1". */
const char *catalog_reach_text(const struct catalog_reach *r,
			       char text[REACH_TEXT]);

/*
 * Words for what user code may do with a register: "read where COUNTEREN.CY is
 * 1; read and write where COUNTEREN.EN is 1".  Of a monitor without rows of
 * user code it is "not established".
 */
const char *catalog_reach_user(const struct catalog_monitor *m, const char *reg,
			       char text[REACH_USER]);

struct catalog_field;

/* The field that lets user code have all of a register; NULL: there is none. */
const struct catalog_field *
catalog_reach_admits(const struct catalog_monitor *m, const char *reg);

/* The registers, or globs, that user code always reads and never writes; NULL:
 * there are none. */
const char *catalog_reach_seen(const struct catalog_monitor *m);

#endif
