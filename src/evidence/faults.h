/* SPDX-License-Identifier: MIT */
#ifndef EVIDENCE_FAULTS_H
#define EVIDENCE_FAULTS_H

#include "evidence/proof.h"

/* A fault that somebody has published (faults.def). */
struct proof_fault {
	const char *name;
	const char *monitor, *check, *words;
	/* How what was counted differs from what is right. */
	enum fault_way {
		FAULT_ANY,
		FAULT_ONE_MORE,
		FAULT_ONE_LESS,
		FAULT_MORE,
		FAULT_NONE,     /* nothing was counted */
		FAULT_LOW_HALF, /* it is right but for the upper half */
		FAULT_ALONE,    /* it is the only one of its check to fail */
	} way;
	const char *what; /* a clause */
	const char *source;
};

enum { FAULTS_LIKE = 4 };

/* The faults that a result looks like, the first ones of the rows, each once;
 * how many there are.  None of a result that is right. */
unsigned proof_faults_like(const struct proof *p, const struct proof_row *row,
			   const struct proof_fault *like[FAULTS_LIKE]);

/* All rows, for who holds them to something. */
const struct proof_fault *proof_faults(unsigned *count);

#endif
