/* SPDX-License-Identifier: MIT */
#ifndef CLI_EXPLAIN_H
#define CLI_EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/explain/subject.h"

/*
 * All that is known of a thing, as one JSON object: what `tally list` has of
 * it, and what hangs together with it.  The text is made from the same object.
 */
json_t *explain(const struct subject *s);

/* A monitor's and a register's part of it, and a monitor's rules of use. */
void explain_monitor(const struct catalog_monitor *m, json_t *into);
void explain_register(const struct catalog_monitor *m,
		      const struct catalog_register *r, json_t *into);
json_t *explain_rules(const struct catalog_monitor *m,
		      bool (*wanted)(const struct catalog_rule *r,
				     const void *ctx),
		      const void *ctx);

/* One note, and those on an event or a register. */
json_t *explain_note(const struct catalog_monitor *m,
		     const struct catalog_note *n);
json_t *explain_notes_about(const struct catalog_monitor *m, const char *name);

/* What `tally list` has of it; an empty object where it has nothing. */
json_t *explain_row(const char *kind, const struct catalog_monitor *m,
		    const char *name);

/* For people, in lines of at most `width` columns. */
void explain_text(FILE *to, const json_t *explanation, int width, bool colour);

/* The same name on several monitors: one line each. */
void explain_where(FILE *to, const char *name, const json_t *list, int width,
		   bool colour);

#endif
