/* SPDX-License-Identifier: MIT */
#ifndef EXPLAIN_SUBJECT_H
#define EXPLAIN_SUBJECT_H

#include <stdbool.h>

#include "base/error.h"
#include "base/nearest.h"
#include "catalog/catalog.h"

/* One thing that can be explained. */
enum subject_kind {
	SUBJECT_MONITOR,
	SUBJECT_EVENT,
	SUBJECT_METRIC,
	SUBJECT_GROUP,
	SUBJECT_REGISTER,
	SUBJECT_REFUSAL, /* a name that is known and cannot be had */
};

struct subject {
	enum subject_kind kind;
	const struct catalog_monitor *monitor;
	const char *name; /* its own name; of a refusal as it was typed */
	const struct catalog_event *event; /* of the kind's own, one of these */
	const struct catalog_metric *metric;
	const struct catalog_group *group;
	const struct catalog_register *reg;
	const struct catalog_refusal *refusal;
};

struct subject subject_of_monitor(const struct catalog_monitor *m);

/*
 * Finds what a name means on a monitor.  Own names are tried before aliases,
 * metrics and groups before registers.  False: the name is ambiguous or not
 * known; `err` then has the nearest name, or the monitors that have it.
 */
bool subject_find(struct subject *s, const struct catalog_monitor *m,
		  const char *name, struct error *err);

/* Has the monitor a thing with this own name?  A refusal is none. */
bool subject_there(const struct catalog_monitor *m, const char *name);

/* Offers the own name of each of the monitor's things to the search. */
void subject_nearest(const struct catalog_monitor *m, const char *name,
		     struct nearest *near);

const char *subject_kind_text(enum subject_kind k);

#endif
