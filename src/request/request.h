/* SPDX-License-Identifier: MIT */
#ifndef REQUEST_REQUEST_H
#define REQUEST_REQUEST_H

#include <stddef.h>
#include <stdio.h>

#include "base/asking.h"
#include "catalog/catalog.h"
#include "metric/formula.h"
#include "plan/plan.h"

struct tally_refine;
struct tally_slot;
struct tally_setup;

/*
 * A request is what is asked for: metrics and events, resolved against the
 * catalogue and planned.  Nothing here knows of a target.
 */

enum { REQUEST_MEMBERS = 4 }; /* monitors in one request, at most */

/* One of the monitors that a request is about. */
struct request_member {
	const struct catalog_monitor *monitor;
	const struct tally_limits *limits; /* what the target has; NULL: all
					      that the monitor can have */
	/* Codes of events of which the target never has a number: an overview
	 * leaves out what needs them. */
	const uint16_t *unmodelled;
	unsigned unmodelleds;
	/* Events that are in no table, by their names; they stay.  NULL: there
	 * are none.  `ctx` goes with it. */
	const struct catalog_event *(*named)(void *ctx, const char *name);
	void *ctx;
	uint16_t counter; /* what the plan calls its counter 0 */
};

/* The wish is what was typed, as lists; NULL: nothing. */
struct request_wish {
	const char *metrics;
	const char *events;
	const char *groups;
	unsigned max_passes; /* 0: as many as it takes */
	bool overview; /* besides; of nothing asked for it is all there is */
	/* Metrics that are the overview of a monitor that has the first of
	 * them, as far as it has the others; NULL: its own group is. */
	const char *in_common;
};

/* A metric that was asked for: resolved against the catalogue. */
struct request_metric {
	const struct catalog_metric *metric; /* NULL: typed by the user */
	const char *name;
	const char *text; /* of the formula; the name as well, if typed alone */
	uint8_t member;   /* whose metric, where it is one */
	/*
	 * Metrics of this name on other members, which are not meant:
	 * "mpc8548:cpi"; ""
	 */
	const char *others;
	struct formula *formula;
	/* Per name of the formula: index into request->event, or CLOCK. */
	uint16_t *index;
	bool named;    /* with -M, not only in a group or `all` */
	uint16_t want; /* index into problem.want and plan->want_pass */
};

#define REQUEST_CLOCK 0xFFFF /* clock_hz: not an event */
#define REQUEST_RATIO 0xFFFE /* clock_ratio: core over platform clock */
#define REQUEST_NAMES 0xFFFE /* from here on: no event */

/* Something that must hold of the request's counts. */
struct request_identity {
	const struct catalog_identity *identity;
	struct formula *formula;
	uint16_t *index; /* per name of the formula: into request->event */
	uint8_t member;  /* whose events these are */
};

/* The origin of an event of a request. */
struct request_origin {
	const struct catalog_event *row; /* of the catalogue; NULL: any code */
	uint8_t member;
};

struct request {
	struct request_member member[REQUEST_MEMBERS];
	unsigned members;
	struct request_metric *metric;
	unsigned metrics;
	/*
	 * Everything that is counted.  Where monitors share a name it is
	 * "monitor:event" here.
	 */
	const struct catalog_event **event;
	struct request_origin *origin; /* per event */
	uint8_t *asked; /* per event, enum asking: by -e, not for a metric */
	unsigned events;
	struct request_identity *identity;
	unsigned identities;
	unsigned besides; /* the last riders: only told of beside another */
	struct plan_problem problem;
	struct plan *plan;
	void *storage;
};

struct catalog_erratum;

/*
 * An erratum of an event that pass has, without the event that would tell how
 * much too much it counts; NULL: there is none.
 */
const struct catalog_erratum *request_alone(const struct request *r,
					    unsigned event, unsigned pass);

/*
 * The lists are separated by commas.  Events of a {a,b} group share a pass;
 * `all` is each one that is there; without any list it is the overview.  If the
 * monitor can, EVENT:u, :k and :h count at EL0, EL1 and EL2 only (:uk at two),
 * EVENT:w counts in 64 bits, and rNNN counts any code, unchecked.
 *
 * Several monitors have one plan: events of one pass are counted in one window.
 * A name may be qualified with its monitor ("l220:read_hit"; `core` is the one
 * reached by instructions).  The name of an event that several monitors have
 * must be qualified; a metric that several have is taken from the first.  In a
 * catalogue metric's formula, names without a qualifier are its own monitor's.
 * `member[i].counter` is ignored; the limits must outlive the request.
 */
struct request *request_make(const struct request_member *member,
			     unsigned members, const struct request_wish *wish,
			     struct error *err);
/* Are all names known?  If so, request_make() refuses because the planner
 * cannot count them, or because the target does not have them. */
bool request_known(const struct request_member *member, unsigned members,
		   const struct request_wish *wish);
void request_free(struct request *r);

/*
 * Makes the setup of a member's monitor for a pass.  `slot` has room for all of
 * its counters.  So has `event`, which gets the index of each slot's event; it
 * may be NULL.  Of `options` (enum tally_option) those are set that the monitor
 * has.
 */
void request_setup(const struct request *r, unsigned member, unsigned pass,
		   uint8_t options, struct tally_slot *slot, uint16_t *event,
		   struct tally_setup *setup);

/*
 * Is the event counted as it comes?  `r` is NULL, or has a threshold of 0 and
 * nothing else.
 */
bool refine_plain(const struct tally_refine *r);

/* "ccnt", or "arm1176:ccnt" where there are several monitors: room for 96. */
const char *request_counter(const struct request *r, unsigned counter,
			    char *text);
/*
 * The members in the order in which they are started, and stopped
 * (<tally/together.h>).
 */
void request_order(const struct request *r, uint8_t *order);
/* The member that a counter of the plan belongs to. */
unsigned request_member_of(const struct request *r, unsigned counter);
/* "arm1176 and l220"; gives `text` back. */
char *request_monitors(const struct request *r, char *text, size_t room);
/* "l220, then arm1176": as they are started and stopped.  Room for 160. */
const char *request_window_order(char *text, const struct request *r);
/* Says which member's metric was taken where several have one of that name. */
void request_print_others(FILE *to, const struct request *r);
/* The name of the monitor that counts the event. */
const char *request_event_monitor(const struct request *r, unsigned event);

#endif
