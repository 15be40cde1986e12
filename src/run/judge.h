/* SPDX-License-Identifier: MIT */
#ifndef RUN_JUDGE_H
#define RUN_JUDGE_H

#include "run/run.h"

/* What the runs counted.  Run repeat * passes + pass belongs to that pass. */
struct samples {
	const struct request *request;
	const struct run_options *options;
	unsigned runs;
	uint64_t *count; /* per run, per event of the request */
	bool *have;      /* per run, per event: it was counted there */
	bool *late;      /* per run: a wrap may be lost */
	/* Per run: instructions of the machine, 0 not known; or NULL. */
	uint64_t *ran;
	bool *lost;      /* per event: its counter stopped at its top */
	uint64_t *empty; /* per event: taken off per window */
	bool *modelled;  /* per event */
	uint8_t *class;  /* per event, enum target_class */
	double clock_hz;
	double clock_ratio; /* 0: not known */
};

/* From counts to readings with their doubts, and the drift. */
void judge(const struct samples *s, struct run_result *result);

/*
 * twins.c: two names of one thing, as cycles and the event for cycles, counted
 * in one run, or on a board that varies nothing, are the same number; both are
 * untrusted where they are not.  After the events, before the metrics.
 */
void judge_twins(const struct samples *s, struct run_result *result);

/* trust.c: the verdict, when everything else is judged. */
void judge_trust(const struct samples *s, struct run_result *result);

#endif
