/* SPDX-License-Identifier: MIT */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include <stddef.h>

#include "board/board.h"
#include "catalog/catalog.h"
#include "metric/formula.h"
#include "plan/plan.h"
#include "run/verdict.h"

struct tally_refine;
struct program;
struct tally_slot;
struct tally_setup;

/*
 * Carries out a plan on a target: passes in parallel, repeats, calibration,
 * and what may be believed.
 */

enum { REQUEST_PARTS = 4 }; /* monitors in one request, at most */

/* One of the monitors that a request is about. */
struct request_part {
	const struct catalog_monitor *monitor;
	const struct tally_limits *limits; /* what is there; NULL: everything */
	uint16_t counter; /* what the plan calls its counter 0 */
};

/* What was typed, as lists; NULL: nothing. */
struct request_wish {
	const char *metrics;
	const char *events;
	const char *groups;
	unsigned max_passes; /* 0: as many as it takes */
};

/* What was asked for: metrics and events, resolved against the catalogue. */
struct request_metric {
	const struct catalog_metric *metric; /* NULL: typed by the user */
	const char *name;
	uint8_t part; /* whose metric, where it is one */
	/* The like on other monitors, "mpc8548:cpi", which this is not; "" */
	const char *others;
	struct formula *formula;
	/* Per name of the formula: index into request->event, or CLOCK. */
	uint16_t *index;
	bool cycles;   /* the cycle counter takes part */
	bool named;    /* with -M, not only in a group or `all` */
	uint16_t want; /* index into problem.want and plan->want_pass */
};

#define REQUEST_CLOCK 0xFFFF /* clock_hz: not an event */
#define REQUEST_RATIO 0xFFFE /* clock_ratio: core over platform clock */
#define REQUEST_NAMES 0xFFFE /* from here on: no event */

/* What must hold of the counts, where they concern it. */
struct request_identity {
	const struct catalog_identity *identity;
	struct formula *formula;
	uint16_t *index; /* per name of the formula: into request->event */
};

/* Where an event of a request is from. */
struct request_origin {
	const struct catalog_event *row; /* of the catalogue; NULL: any code */
	uint8_t part;
};

struct request {
	struct request_part part[REQUEST_PARTS];
	unsigned parts;
	const struct catalog_monitor *monitor; /* of the first part */
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
	struct plan_problem problem;
	struct plan *plan;
	void *storage;
};

/*
 * The lists are comma-separated, events with {a,b} groups, `all` for every one
 * that is there.  None at all: the overview.  Where a monitor can: EVENT:u, :k,
 * :h count at EL0, EL1, EL2 only (:uk at two), EVENT:w in 64 bits, and rNNN any
 * code, unchecked.
 *
 * With several monitors the plan is one: what shares a pass is counted in one
 * window.  A name may be qualified with its monitor ("l220:read_hit"; `core` is
 * the one reached by instructions), an event's must be where several have it.
 * Of a metric that several have the first monitor's is meant.  A catalogue
 * metric's own formula goes by its own monitor where it is not qualified.
 * `part[i].counter` is not looked at; the limits must outlive the request.
 */
struct request *request_make_of(const struct request_part *part, unsigned parts,
				const struct request_wish *wish,
				struct error *err);
/* Are all names known?  Then a refusal of request_make_of() is the planner's,
 * or the target's. */
bool request_known(const struct request_part *part, unsigned parts,
		   const struct request_wish *wish);

/* The same of one monitor; within: on a target that has no more than this. */
struct request *request_make(const struct catalog_monitor *m,
			     const char *metrics, const char *events,
			     const char *groups, unsigned max_passes,
			     struct error *err);
struct request *request_make_within(const struct catalog_monitor *m,
				    const struct tally_limits *limits,
				    const char *metrics, const char *events,
				    const char *groups, unsigned max_passes,
				    struct error *err);
void request_free(struct request *r);

/*
 * What a part's monitor shall do in a pass.  `slot` has room for its counters,
 * and so has `event`, for the index of each slot's event, unless it is NULL;
 * of `options`, enum tally_option, it gets those it can honour.
 */
void request_setup(const struct request *r, unsigned part, unsigned pass,
		   uint8_t options, struct tally_slot *slot, uint16_t *event,
		   struct tally_setup *setup);

/*
 * What of a request concerns one of its monitors, as a request of that alone.
 * It lives within `r`, shares its events and wants, and counts what the plan of
 * all has for it, in as many passes.  NULL and `err`: no memory.
 */
struct request *request_view(const struct request *r, unsigned part,
			     struct error *err);
void request_view_free(struct request *v);

/* Is it counted as it comes: NULL, or a threshold of 0 and nothing else? */
bool refine_plain(const struct tally_refine *r);

/* "ccnt", or "arm1176:ccnt" where there are several monitors: room for 96. */
const char *request_counter(const struct request *r, unsigned counter,
			    char *text);
/* The parts as they are started, and stopped: <tally/together.h>. */
void request_order(const struct request *r, uint8_t *order);
/* Which part has the plan's counter. */
unsigned request_part_of(const struct request *r, unsigned counter);
/* "arm1176 and l220"; gives `text` back. */
char *request_monitors(const struct request *r, char *text, size_t room);

struct reading {
	double value;     /* of a metric (unscaled); of a count as double */
	uint64_t count;   /* of an event: exact */
	double low, high; /* over repeats or drift */
	/*
	 * Of every repeat in which it was counted, or computed, from one run;
	 * and half the 95 % confidence interval of their mean, below 0 where
	 * there are too few of them.
	 */
	const double *sample;
	unsigned samples;
	double margin;
	uint64_t empty; /* of an event: taken off for the empty region */
	unsigned doubts;
	unsigned pass; /* of an event, or of a metric that is not split */
	/* enum pmu_class: how far the board goes for it; of a metric the
	 * weakest of its events' */
	uint8_t class;
	char why[160]; /* one clause where a doubt needs it */
};

enum region_kind { REGION_WHOLE, REGION_SYMBOL, REGION_RANGE };

struct region {
	enum region_kind kind;
	const char *text; /* as typed */
};

struct run_options {
	const char *board;
	const struct program *program; /* one for that board */
	struct board_options machine;
	struct region region;
	unsigned repeats; /* at least 1 */
	unsigned jobs;    /* 0: the host's cores */
	bool divide;
	double clock_ratio; /* core over platform clock; 0: the board's */
	bool no_calibrate;  /* the empty region is not taken off */
	bool truth;
	double drift_limit; /* relative; above it, split values are untrusted */
	/* Called now and then: 0..1, or below 0 where unknown.  May be NULL. */
	void (*progress)(void *ctx, double part, const char *what);
	/* The program's console, from the first pass only, as
	 * board_on_console() has it.  May be NULL. */
	void (*console)(void *ctx, const void *bytes, size_t count,
			double patience);
	void *ctx;
	const volatile bool *stop; /* becomes true on Ctrl-C */
};

/* One of request->identity: what came out. */
struct run_identity {
	double value; /* of its formula, the mean of the repeats */
	bool counted; /* all its events were, in one pass: it has a value */
	bool checked; /* ... which was judged */
	bool broken;
	const char *unjudged; /* one clause: why it was not, where it could */
};

/*
 * What the program did to one of the monitors between the loading of the
 * counters and the end of the last window: it spoils what is counted there.
 */
struct run_writes {
	uint64_t count;       /* 0: nothing, as it should be */
	struct tally_reg reg; /* of the first, and where: "0x81a4 (work+4)" */
	char where[160];
};

/* The register's name; gives `text` back. */
const char *run_register(const struct catalog_monitor *m,
			 const struct run_writes *w, char *text, size_t room);

struct run_result {
	struct reading *event;         /* per request->event */
	struct reading *metric;        /* per request->metric */
	struct run_identity *identity; /* per request->identity */
	double *sample;                /* of all readings */
	struct board_truth *truth;
	unsigned truths;
	double drift; /* largest relative anchor drift seen */
	const char *drift_anchor;
	bool conditions[CONDITIONS]; /* per enum condition: holds on it ... */
	bool conditions_known[CONDITIONS]; /* ... as the target told */
	bool program_exited;
	int program_status;
	bool unfinished; /* it ended inside the region */
	struct run_writes writes[REQUEST_PARTS];
	bool trusted;
	struct verdict verdict; /* ... and why not */
	uint64_t windows;       /* times the region was entered, first pass */
	uint64_t instructions;  /* executed by the first pass, whole run */
	struct board_frames frames; /* of the capture, in the first pass */
	/* Why a board was not in a sandbox; NULL: all of them were. */
	const char *unguarded;
	double seconds; /* host time of the whole measurement */
	unsigned runs;  /* board runs made */
};

/*
 * What the board has of a monitor that comes in sizes, for
 * request_make_within(): asked of a board that runs nothing.
 */
bool run_limits(const struct run_options *options,
		const struct catalog_monitor *m, struct tally_limits *limits,
		struct error *err);

/* The ledger's count against the measured one, where they can be compared. */
enum truth_verdict { TRUTH_NOT_MEASURED, TRUTH_EQUAL, TRUTH_DIFFERS };
enum truth_verdict truth_verdict(const struct request *q,
				 const struct run_options *options,
				 const struct run_result *result,
				 const struct board_truth *t, unsigned *event);

/* NULL and `err` when the measurement could not be made. */
struct run_result *run_measure(const struct request *request,
			       const struct run_options *options,
			       struct error *err);
void run_result_free(struct run_result *r);

#endif
