/* SPDX-License-Identifier: MIT */
#ifndef CLI_TOP_HISTORY_H
#define CLI_TOP_HISTORY_H

#include "record/record.h"

/* The values that are on the screen, with a short past of each. */
enum { HISTORY_VALUES = 64, HISTORY_PAST = 256, HISTORY_NAME = 64 };

struct history_value {
	char name[HISTORY_NAME], unit[HISTORY_NAME];
	double past[HISTORY_PAST]; /* NaN: that interval had none */
};

struct history {
	struct history_value value[HISTORY_VALUES];
	unsigned values;
	unsigned left_out; /* for which there is no room */
	uint64_t rows;     /* so far; the last is at (rows - 1) modulo */
	double elapsed;    /* of the target's clock; in cycles without one */
	bool seconds;
};

/* Adds the only interval of the record, which began then: its metrics, and of
 * events how many there were in a second, or, where nobody knows the clock, in
 * a thousand cycles. */
void history_add(struct history *h, const struct record *r, uint64_t begin);
/* The value so many intervals ago; NaN: there is none. */
double history_at(const struct history *h, unsigned value, unsigned ago);
/* The largest of the newest `count`; NaN: there is none. */
double history_most(const struct history *h, unsigned value, unsigned count);

#endif
