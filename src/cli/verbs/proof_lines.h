/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROOF_LINES_H
#define CLI_PROOF_LINES_H

#include <stdio.h>

#include "evidence/proof.h"
#include "run/doctor/doctor.h"

/* The doctor's findings as a proof; `by` is the verb.  Of the place it tells no
 * more than whether it is simulated.  False: no memory.  free(p->row) is due.
 */
bool proof_of_findings(struct proof *p, const struct doctor *d, const char *by,
		       bool simulated);

/* A proof as lines with check sums. */
void proof_lines(FILE *to, const struct proof *p);

#endif
