/* SPDX-License-Identifier: MIT */
#ifndef RUN_KEEPING_H
#define RUN_KEEPING_H

#include "run/keep.h"

/*
 * A record while it is made, for keep.c and keep_counts.c.  Where memory runs
 * out, nothing more is kept.
 */
struct keeping {
	struct record *to;
	const struct samples *samples;
	const struct run_facts *facts;
	const struct request *request;
	const struct run_options *options;
};

static inline const char *keep_text(const struct keeping *k, const char *from)
{
	return record_text(k->to, from);
}

/* enum record_class of enum target_class */
uint8_t keep_class(uint8_t target_class);

/* keep_counts.c: after the events and the metrics. */
void keep_counts(struct keeping *k);
void keep_parts(struct keeping *k);
void keep_truths(struct keeping *k);
void keep_series(struct keeping *k);

#endif
