/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_VIEW_H
#define CLI_OPTIONS_VIEW_H

#include "option/option.h"
#include "report/profile.h"

/*
 * The options that say which table of a profile is shown; `profile`, `record`
 * and `report` have them, and verbs whose tables are few the first of them.
 */
extern const struct option_row view_rows[];
enum { VIEW_TABLES = 3 }; /* by, task, max-rows */

#define VIEW_SET(place)                                                        \
	{                                                                      \
		.row = view_rows, .at = (place)                                \
	}

/* The view that is shown where nothing is said. */
#define VIEW_DEFAULT                                                           \
	((struct profile_view){ .by = SAMPLE_FUNCTIONS, .max_rows = 20 })

/* Do the options go together, and with --json? */
int view_check(const char *verb, const struct profile_view *v, bool json);

#endif
