/* SPDX-License-Identifier: MIT */
#ifndef EXPORT_EXPORT_H
#define EXPORT_EXPORT_H

#include <stdio.h>

#include "base/error.h"
#include "sample/sample.h"

/* Formats of other people's viewers, for a profile that was read. */
struct export_format {
	const char *name;
	bool chosen; /* it can be of one event */
	/* `column`: of that event only; SAMPLE_NONE: nobody chose.  False: out
	 * of memory. */
	bool (*write)(FILE *to, const struct sample *s, uint32_t column);
};

/* NULL and `err`: there is no such format. */
const struct export_format *export_format(const char *name, struct error *err);
/* The event's column, by its name or MONITOR:NAME; SAMPLE_NONE and `err`. */
uint32_t export_column(const struct sample *s, const char *event,
		       struct error *err);

#endif
