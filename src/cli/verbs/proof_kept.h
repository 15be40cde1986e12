/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROOF_KEPT_H
#define CLI_PROOF_KEPT_H

#include <jansson.h>

#include "base/error.h"
#include "catalog/catalog.h"
#include "evidence/proof.h"

/*
 * Evidence that this user has merged: proofs as lines with check sums, each
 * with where it was seen, in one file, $XDG_DATA_HOME/tally/evidence.
 */

enum { PROOF_KEPT_PATH = 600 };

/* False and `err`: there is no home. */
bool proof_kept_path(char path[PROOF_KEPT_PATH], struct error *err);
/* All of it; nothing where there is no such file.  False and `err`: it is
 * damaged, or cannot be read.  proofs_free() is due in any case. */
bool proof_kept_read(struct proofs *all, struct error *err);
/* Writes it anew, as it is with those behind. */
bool proof_kept_write(const struct proofs *all, const struct proof *more,
		      size_t count, struct error *err);

/* Adds to an explanation where the monitor, or one of its events, was seen, and
 * whether it was as documented; nothing where nobody has merged any. */
void proof_kept_explain(json_t *into, const struct catalog_monitor *m,
			const char *event);

#endif
