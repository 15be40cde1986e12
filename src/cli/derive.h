/* SPDX-License-Identifier: MIT */
#ifndef CLI_DERIVE_H
#define CLI_DERIVE_H

#include <stdbool.h>

#include "base/error.h"
#include "catalog/catalog.h"
#include "cli/counts.h"
#include "metric/formula.h"

/* Metrics from counts, each with a verdict: no number that cannot be is kept.
 */
enum verdict {
	VERDICT_GOOD,
	VERDICT_MISSING,   /* a count that it needs was not given */
	VERDICT_UNDEFINED, /* division by zero, or too large */
	VERDICT_REJECTED,  /* the value cannot be: a counter has wrapped, say */
};

struct derived {
	const struct catalog_metric *metric; /* NULL: a formula as typed */
	char *name;
	struct formula *formula;
	bool asked; /* by name, not because it can be computed */
	enum verdict verdict;
	double value;  /* scaled; VERDICT_GOOD only */
	char why[256]; /* otherwise, or what there is to doubt in it; or "" */
};

struct derivation {
	struct derived *item;
	unsigned items;
};

/* Every metric of the monitor. */
bool derive_all(struct derivation *d, const struct catalog_monitor *m,
		struct error *err);

/* "cpi,a/b": metrics and formulas over events, separated by commas. */
bool derive_metrics(struct derivation *d, const struct catalog_monitor *m,
		    const char *list, struct error *err);

/* "overview,branches": the metrics of groups. */
bool derive_groups(struct derivation *d, const struct catalog_monitor *m,
		   const char *list, struct error *err);

/*
 * Fills in verdicts and values.  Where the counts of cycles and instructions
 * cannot both be right, everything that uses cycles is rejected.
 */
void derive(struct derivation *d, struct counts *c);

const char *verdict_text(enum verdict v);

void derivation_free(struct derivation *d);

#endif
