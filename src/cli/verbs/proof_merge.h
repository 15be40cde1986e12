/* SPDX-License-Identifier: MIT */
#ifndef CLI_PROOF_MERGE_H
#define CLI_PROOF_MERGE_H

#include <stdbool.h>

/* The place of a proof that does not say it itself; NULL: not said. */
struct proof_place {
	const char *chip, *emulator, *lot;
};

/* Do the words go together?  `merge`: --merge was said; `others`: options that
 * have nothing to do with it. */
int proof_merge_check(const struct proof_place *place, bool merge, bool others,
		      int files);

/* `tally prove --merge`: all files, or nothing of them. */
int proof_merge(const struct proof_place *place, int count, char **file);

#endif
