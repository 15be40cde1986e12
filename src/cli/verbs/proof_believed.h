/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROOF_BELIEVED_H
#define CLI_PROOF_BELIEVED_H

#include "base/error.h"
#include "evidence/proof.h"

/*
 * Can a proof be what a monitor's program printed?  Whole lines with right sums
 * are not enough, as anybody can write them: what each result says has to
 * follow from its numbers, and what is expected from the catalogue.  False and
 * `err` say what cannot be.
 */
bool proof_believed(const struct proof *p, struct error *err);

/* False and `err`: both speak of one place and one monitor, and of one thing
 * otherwise. */
bool proofs_agree(const struct proof *a, const struct proof *b,
		  struct error *err);

/* Of the same check, and about the same thing, whatever came of it? */
bool proof_rows_alike(const struct proof_row *a, const struct proof_row *b);

#endif
