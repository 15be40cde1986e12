/* SPDX-License-Identifier: MIT */
#ifndef REQUEST_INNER_H
#define REQUEST_INNER_H

#include <tally/monitor.h>

#include "request/request.h"

/* An event of one member, in the way that it was asked for. */
struct named {
	const struct catalog_event *row; /* NULL: any code */
	unsigned member;
	unsigned code;
	unsigned levels; /* enum tally_level; 0: all */
	bool pair;
	bool refined; /* `refine` is to be set */
	bool sum;     /* `refine` has a word of several events, or of none */
	bool unknown; /* it has a threshold that can be neither set nor read */
	struct tally_refine refine;
	const char *said; /* as it was written, without its monitor */
};

/*
 * A request while it is being put together: inside of this room only.
 */
struct storage {
	struct plan_event *event;
	char (*counter_text)[96];
	const char **counter_name;
	struct plan_want *want;
	unsigned wants;
	char **text; /* texts that belong to the request alone */
	unsigned texts;
	struct catalog_event **
		made; /* events that no row of the catalogue has in this form */
	unsigned mades;
	uint16_t anchor[REQUEST_MEMBERS];
	struct named cycles[REQUEST_MEMBERS]; /* cycles of one level, which then
						 ride; row NULL: none */
	struct plan_exclusion *exclusion;
	uint16_t *rider; /* events that ride where a counter is left, in this
			    order */
};

/*
 * Makes room for one more element in an array of `count`, whose size doubles at
 * powers of two.  Returns the array, perhaps moved; or NULL, and the old array
 * is still valid.
 */
void *grown(void *array, unsigned count, size_t size, struct error *err);

/* The index of an event in the request, appended where it is new. */
bool request_add_event(struct request *r, const struct named *n,
		       uint16_t *index, struct error *err);

/* The request owns `set` from here on, also after a failure. */
bool request_add_want(struct request *r, const char *name, uint16_t *set,
		      uint16_t events, bool must_share, struct error *err);

/* A copy that lives as long as the request. */
const char *request_keep(struct request *r, const char *text,
			 struct error *err);

/* ---- which_member.c: which monitor is meant --------------------------------
 */

enum { ANY_MEMBER = -1, NO_MEMBER = -2 };

/*
 * Removes "monitor:" from the front of the name.  Returns the member;
 * ANY_MEMBER if the name begins with no monitor; NO_MEMBER and `err` if that
 * monitor is not one of the request's.
 */
int request_qualifier(const struct request *r, const char **name,
		      struct error *err);

/*
 * From a name to an event, with modifiers and raw codes.  `home` is the member
 * whose events need no qualifier, or ANY_MEMBER.  False and `err` as
 * catalog_event() has it, why it cannot be had, or that several have it.
 */
bool request_event(const struct request *r, int home, const char *name,
		   struct named *n, struct error *err);

/* The first member with that metric, or ANY_MEMBER. */
int request_metric_member(const struct request *r, const char *name);

/*
 * Which member refuses the name with the most fitting reason: the one whose
 * pattern for it is the longest.  Of equal ones it is the last, since what the
 * core's monitor says holds for no other.  Or ANY_MEMBER.
 */
int request_refuses(const struct request *r, const char *name);

/* "mpc8548:cpi, ...": the other members' metrics of that name; or "". */
void request_other_metrics(const struct request *r, unsigned member,
			   const char *name, char *text, size_t room);

/* Does another member have an event, or a metric, of that name? */
bool request_event_shared(const struct request *r, unsigned member,
			  const char *name);
bool request_metric_shared(const struct request *r, unsigned member,
			   const char *name);

/* ---- asked.c: an event on one monitor -------------------------------------
 */

bool request_event_on(const struct request *r, unsigned member,
		      const char *name, struct named *n, struct error *err);
/* Can the event be counted alone, on this target? */
bool request_countable(const struct request *r, unsigned member,
		       const struct catalog_event *e);
/* The counters that can count the event, by the plan's numbers. */
void request_counters(const struct request *r, unsigned member,
		      const struct catalog_event *e, struct plan_counters *set);

/* ---- refine.c: "threshold=20" and the like behind a colon -------------------
 */

bool refine_is_setting(const char *piece);
bool refine_take(const struct catalog_monitor *m, const char *piece,
		 struct tally_refine *r, struct error *err);
/* Can the monitor count the event with `n->refine`? */
bool refine_allowed(const struct catalog_monitor *m, const struct named *n,
		    struct error *err);
/* Is the event compared with a threshold? */
bool refine_compares(const struct catalog_monitor *m,
		     const struct catalog_event *row);
/*
 * If the event is compared with a threshold, and the user gave none, the
 * threshold is set to 0, provided that the monitor can have it.
 */
void refine_settle(const struct catalog_monitor *m, struct named *n);
bool refine_same(const struct tally_refine *a, const struct tally_refine *b);
/*
 * Called before planning: finds events that need different values in one
 * register.
 */
bool refine_exclusions(struct request *r, struct error *err);
/* Called after planning: does the counter of each trigger count? */
bool refine_triggers(const struct request *r, struct error *err);

/* ---- identity.c, document_counters.c
 * ----------------------------------------------
 */

/* Called when all else is in the request: adds what must hold of its counts. */
bool request_add_identities(struct request *r, struct error *err);
void request_free_identities(struct request *r);
/* Adds an event that rides wherever a counter is left. */
bool request_add_rider(struct request *r, uint16_t event, struct error *err);

/* beside.c: the riders that errata of the request's events ask for. */
bool request_add_besides(struct request *r, struct error *err);
/* Plans again, if there is as good a plan that has them in the same pass. */
void request_share_besides(struct request *r);

/*
 * Moves events to the counters that a metric's document names, where they fit.
 */
void request_keep_documented(struct request *r);

/* ---- metrics.c, events.c: one item of -M, -g and -e -----------------------
 */

bool request_metric_item(struct request *r, const char *item,
			 struct error *err);
bool request_group_item(struct request *r, const char *item, struct error *err);
/* Each member's own overview, or what it has `in_common` with others. */
bool request_overview(struct request *r, const char *in_common,
		      struct error *err);
bool request_event_item(struct request *r, const char *item, struct error *err);

#endif
