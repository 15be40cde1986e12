/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "explain/subject.h"

/*
 * All that is known of a thing, as one JSON object: its row of `tally list`,
 * and whatever refers to it.  The text for people is made from the same object.
 */
json_t *explain(const struct subject *s);

/* Members that only a monitor, or only a register, has; the rules wanted. */
void explain_monitor(const struct catalog_monitor *m, json_t *into);
void explain_register(const struct catalog_monitor *m,
		      const struct catalog_register *r, json_t *into);
json_t *explain_rules(const struct catalog_monitor *m,
		      bool (*wanted)(const struct catalog_rule *r,
				     const void *ctx),
		      const void *ctx);
/* Adds what modes may do with a register, or, NULL, with all of them. */
void explain_reach(const struct catalog_monitor *m, const char *reg,
		   json_t *rules);

/* The errata about one of these names; NULL: all of the monitor. */
json_t *explain_errata(const struct catalog_monitor *m, const char *names);

/* The boards on which the cycles of this monitor are a sketch. */
json_t *explain_sketches(const struct catalog_monitor *m);

/* One note, and those on an event or a register. */
json_t *explain_note(const struct catalog_monitor *m,
		     const struct catalog_note *n);
json_t *explain_notes_about(const struct catalog_monitor *m, const char *name);

/* The row of `tally list`; an empty object where there is none. */
json_t *explain_row(const char *kind, const struct catalog_monitor *m,
		    const char *name);

/* A cause of a board's cycles, as an object, and for people; NULL, and nothing:
 * none has the name. */
json_t *explain_cause(const char *name);
void explain_cause_text(FILE *to, const char *name, int width, bool colour);

/* Prints it for people, in lines of at most `width` columns. */
void explain_text(FILE *to, const json_t *explanation, int width, bool colour);

/* Prints one line for each monitor that has something of the same name. */
void explain_where(FILE *to, const char *name, const json_t *list, int width,
		   bool colour);

#endif
