/* SPDX-License-Identifier: MIT */
#ifndef CLI_COUNTS_H
#define CLI_COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "catalog/catalog.h"

enum { COUNTS_OTHERS = 3 };

/* Counts that somebody has already, by event.  Start with {.monitor = m}. */
struct count {
	const struct catalog_event *event;
	const struct catalog_monitor *monitor; /* that has the event */
	uint64_t value;
};

struct counts {
	const struct catalog_monitor *monitor; /* whose the metrics are */
	/* Whose events need no qualifier either; NULL behind the last. */
	const struct catalog_monitor *other[COUNTS_OTHERS + 1];
	struct count *count; /* of counts_free() */
	unsigned counts;
	double clock_hz;    /* 0: not known */
	double clock_ratio; /* core over platform clock; 0: not known */
};

/*
 * "cycles=0x20": any name of an event, or clock_hz; a whole number as
 * cli_number() has it.  An event that comes twice is an error.
 */
bool counts_argument(struct counts *c, const char *text, struct error *err);

/*
 * A log: "name = value", "name: value", "name value" or "value name" per line;
 * blank lines and what follows '#' or "//" are skipped.  `err` says the line.
 */
bool counts_read(struct counts *c, FILE *from, struct error *err);

/* The count of an event, by any of its names; NULL: it was not given. */
const struct count *counts_given(const struct counts *c, const char *name);

void counts_free(struct counts *c);

#endif
