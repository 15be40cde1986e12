/* SPDX-License-Identifier: MIT */
#ifndef GATHER_ADDENDS_H
#define GATHER_ADDENDS_H

#include "gather/counts.h"
#include "gather/taken.h"
#include "record/record.h"

/* A log's intervals and regions, each with what it adds to. */

struct addend {
	uint32_t part; /* RECORD_NONE: all of it */
	uint32_t event, pass, repeat;
	uint64_t value, calls;
	uint64_t time; /* of an interval, at its end */
};

/* A region or a task. */
struct addend_part {
	uint32_t number;
	bool task;
	const char *name; /* the log's; NULL: it has none */
};

struct addends {
	/* The events, without values; the monitor is the first that is named.
	 */
	struct counts counts;
	struct catalog_event *raw; /* those that no catalogue has */
	unsigned raws;
	struct addend *addend;
	size_t count;
	size_t intervals; /* the first so many are intervals, in their order */
	struct addend_part part[RECORD_PARTS];
	unsigned parts;
	unsigned passes, repeats;
	uint64_t unread;     /* that nothing says what they are of */
	uint64_t periodless; /* overflows of an unknown number of events */
};

/* False and `err`: out of memory, or more than a record can have. */
bool addends_gather(struct addends *a, const struct dump *d,
		    const char *monitor, struct error *err);
void addends_free(struct addends *a);

#endif
