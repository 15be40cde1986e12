/* SPDX-License-Identifier: MIT */
#ifndef GATHER_COUNTS_H
#define GATHER_COUNTS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "catalog/catalog.h"

enum { COUNTS_OTHERS = 3 };

/* Counts that the user has already, by event.  Start with {.monitor = m}. */
struct count {
	const struct catalog_event *event;
	const struct catalog_monitor *monitor; /* the one that has the event */
	uint64_t value;
};

struct counts {
	const struct catalog_monitor
		*monitor; /* the one that has the metrics */
	/* Other monitors whose events need no qualifier; NULL ends them. */
	const struct catalog_monitor *other[COUNTS_OTHERS + 1];
	struct count *count; /* counts_free() frees it */
	unsigned counts;
	double clock_hz;    /* 0: not known */
	double clock_ratio; /* core over platform clock; 0: not known */
};

/*
 * Adds "cycles=0x20".  The name is any name of an event, or clock_hz; the
 * number is one that number_read() reads.  An event that comes twice is an
 * error.
 */
bool counts_argument(struct counts *c, const char *text, struct error *err);

/*
 * Adds the counts of a log.  A line is "name = value", "name: value", "name
 * value" or "value name"; blank lines and comments behind '#' or "//" are
 * skipped.  `err` has the line's number.
 */
bool counts_read(struct counts *c, FILE *from, struct error *err);

/* The count of an event, by any of its names; NULL: it was not given. */
const struct count *counts_given(const struct counts *c, const char *name);

void counts_free(struct counts *c);

#endif
