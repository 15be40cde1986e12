/* SPDX-License-Identifier: MIT */
#ifndef CLI_DERIVE_H
#define CLI_DERIVE_H

#include <stdbool.h>

#include "base/error.h"
#include "catalog/catalog.h"
#include "cli/counts.h"
#include "metric/formula.h"
#include "record/verdict.h"

/*
 * Metrics from counts, each with what there is against it (record/verdict.h):
 * no number that cannot be is kept.
 */
struct derived {
	const struct catalog_metric *metric; /* NULL: a formula as typed */
	char *name;
	struct formula *formula;
	enum asking asked; /* ASKED_NOT: shown because it can be computed */
	unsigned doubts;   /* 0: it is good */
	double value;      /* scaled; a good one's only */
	char why[256];     /* its doubts; a good one's: what is odd; or "" */
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
 * Fills in doubts and values.  Where the counts of cycles and instructions
 * cannot both be right, everything that uses cycles is rejected.
 */
void derive(struct derivation *d, struct counts *c);

/* "good", "missing", "undefined", "rejected" */
const char *derived_text(const struct derived *x);

void derivation_free(struct derivation *d);

#endif
