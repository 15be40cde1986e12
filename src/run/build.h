/* SPDX-License-Identifier: MIT */
#ifndef RUN_BUILD_H
#define RUN_BUILD_H

#include "run/run.h"

/*
 * A request while it is being put together: inside of this room only.
 */
struct storage {
	struct plan_event *event;
	const char **counter_name;
	struct plan_want *want;
	unsigned wants;
	char **text; /* names that are no one else's */
	unsigned texts;
	struct catalog_event **made; /* events that no row has as they are */
	unsigned mades;
	uint16_t anchor;
	uint16_t rider[2];
	uint16_t *along; /* the events that only identities name */
	unsigned alongs;
};

/*
 * Room for one more in an array of `count`: it doubles at powers of two.  The
 * array, perhaps moved, or NULL with the old one still good.
 */
void *grown(void *array, unsigned count, size_t size, struct error *err);

/* The index of an event in the request, appended where it is new. */
bool request_add_event(struct request *r, const struct catalog_event *e,
		       uint16_t *index, struct error *err);

/*
 * An event as it was asked for: `e` in these levels, or paired; `e` NULL: any
 * code.  `name` is how it was written.
 */
const struct catalog_event *request_variant(struct request *r,
					    const struct catalog_event *e,
					    unsigned code, unsigned levels,
					    bool pair, const char *name,
					    struct error *err);

/* Takes `set` over, also on failure. */
bool request_add_want(struct request *r, const char *name, uint16_t *set,
		      uint16_t events, bool must_share, struct error *err);

/* A copy that lives as long as the request. */
const char *request_keep(struct request *r, const char *text,
			 struct error *err);

/*
 * From a name to an event, with modifiers and raw codes (asked.c); NULL and
 * `err` as catalog_event() has it, or why this one cannot be had.
 */
const struct catalog_event *request_event(struct request *r, const char *name,
					  struct error *err);

/* After all that was asked for: what must hold of it (identity.c). */
bool request_add_identities(struct request *r, struct error *err);
void request_free_identities(struct request *r);

/* One item of -M, -g and -e. */
bool request_metric_item(struct request *r, const char *item,
			 struct error *err);
bool request_group_item(struct request *r, const char *item, struct error *err);
bool request_event_item(struct request *r, const char *item, struct error *err);

/* documented.c: counters as a metric's document has them, where they fit. */
void request_keep_documented(struct request *r);

#endif
