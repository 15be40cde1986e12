/* SPDX-License-Identifier: MIT */
#ifndef RUN_RUN_H
#define RUN_RUN_H

#include <stddef.h>

#include "request/request.h"
#include "run/verdict.h"
#include "target/target.h"

/*
 * Carries out a plan on a target: passes in parallel, repeats, calibration,
 * and what may be believed.
 */

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
	/* enum target_class: how far the target goes for it; of a metric the
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
	struct target *target; /* with the program loaded */
	struct region region;
	unsigned repeats; /* at least 1 */
	unsigned jobs;    /* 0: the host's cores */
	bool divide;
	double clock_ratio; /* core over platform clock; 0: the target's */
	bool no_calibrate;  /* the empty region is not taken off */
	bool truth;
	double drift_limit; /* relative; above it, split values are untrusted */
	/* Called now and then: 0..1, or below 0 where unknown.  May be NULL. */
	void (*progress)(void *ctx, double part, const char *what);
	/* The program's console, from the first pass only, as
	 * target_control.console has it.  May be NULL. */
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
	struct target_truth *truth;
	unsigned truths;
	double drift; /* largest relative anchor drift seen */
	const char *drift_anchor;
	bool conditions[CONDITIONS]; /* per enum condition: holds on it ... */
	bool conditions_known[CONDITIONS]; /* ... as the target told */
	bool program_exited;
	int program_status;
	bool unfinished; /* it ended inside the region */
	struct run_writes writes[REQUEST_MEMBERS];
	bool trusted;
	struct verdict verdict; /* ... and why not */
	uint64_t windows;       /* times the region was entered, first pass */
	uint64_t instructions;  /* executed by the first pass, whole run */
	struct target_frames frames; /* of the capture, in the first pass */
	/* Why a run was not in a sandbox; NULL: all of them were. */
	const char *unguarded;
	double seconds; /* host time of the whole measurement */
	unsigned runs;  /* of the program */
};

/*
 * What the target has of a monitor that comes in sizes, for
 * request_make().  The program is loaded; it is not let run.
 */
bool run_limits(struct target *target, const struct catalog_monitor *m,
		struct tally_limits *limits, struct error *err);

/* The ledger's count against the measured one, where they can be compared. */
enum truth_verdict { TRUTH_NOT_MEASURED, TRUTH_EQUAL, TRUTH_DIFFERS };
enum truth_verdict truth_verdict(const struct request *q,
				 const struct run_options *options,
				 const struct run_result *result,
				 const struct target_truth *t, unsigned *event);

/* NULL and `err` when the measurement could not be made. */
struct run_result *run_measure(const struct request *request,
			       const struct run_options *options,
			       struct error *err);
void run_result_free(struct run_result *r);

#endif
