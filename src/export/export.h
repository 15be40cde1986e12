/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "base/error.h"
#include "record/record.h"
#include "sample/sample.h"

/* Files by whose endings the result is known. */
enum export_kind { EXPORT_OTHER, EXPORT_JSON, EXPORT_CSV, EXPORT_MARKDOWN };

/* Formats of other people's viewers, for a profile or a record that was read.
 */
struct export_format {
	const char *name;
	const char *about; /* a line for who chooses */
	uint8_t kind;      /* enum export_kind */
	bool chosen;       /* it can be of one event */
	bool binary;       /* it is not for a terminal */
	bool over_time;    /* only of what says when */
	/* `column`: of that event only; SAMPLE_NONE: nobody chose.  False: out
	 * of memory.  NULL: it is not of profiles, ... */
	bool (*write)(FILE *to, const struct sample *s, uint32_t column);
	bool (*record)(FILE *to, const struct record *r); /* ... of records */
	const char *otherwise; /* what it is of, or lacks, as a clause */
};

/* One after the other, from 0; NULL past the last. */
const struct export_format *export_format_at(unsigned index);
/* NULL and `err`: there is no such format. */
const struct export_format *export_format(const char *name, struct error *err);
/*
 * A moment of a record that is being measured over time: its last interval, the
 * only one of the record, and what was counted since it began.  It is printed
 * as OpenMetrics that is the older text form, too, which node_exporter reads.
 */
struct export_row {
	const struct record *record;
	uint64_t begin, end; /* of the interval */
	unsigned number;     /* of intervals so far */
	const uint64_t *sum; /* of each event; RECORD_LOST: not known */
	bool runs;           /* there are more to come, as far as is known */
};
void export_openmetrics_row(FILE *to, const struct export_row *row);

/* Can it be made of a record, or of a profile, whichever is not NULL? */
bool export_can(const struct export_format *format, const struct record *r,
		const struct sample *s);
/* The event's column, by its name or MONITOR:NAME; SAMPLE_NONE and `err`. */
uint32_t export_column(const struct sample *s, const char *event,
		       struct error *err);

#endif
