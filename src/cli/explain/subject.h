/* SPDX-License-Identifier: MIT */
#ifndef CLI_SUBJECT_H
#define CLI_SUBJECT_H

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
	const char *name; /* canonical; of a refusal as it was typed */
	const struct catalog_event *event; /* of the kind's own, one of these */
	const struct catalog_metric *metric;
	const struct catalog_group *group;
	const struct catalog_register *reg;
	const struct catalog_refusal *refusal;
};

struct subject subject_of_monitor(const struct catalog_monitor *m);

/*
 * By any name the monitor has for anything: names before aliases, metrics and
 * groups before registers.  False and `err`: nothing is called so, with the
 * nearest name or the monitors that have it, or it is ambiguous.
 */
bool subject_find(struct subject *s, const struct catalog_monitor *m,
		  const char *name, struct error *err);

/* Is there such a thing (which a refusal is not), by its own name? */
bool subject_there(const struct catalog_monitor *m, const char *name);

/* Offers every own name of the monitor's things. */
void subject_nearest(const struct catalog_monitor *m, const char *name,
		     struct nearest *near);

const char *subject_kind_text(enum subject_kind k);

#endif
