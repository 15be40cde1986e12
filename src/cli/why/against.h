/* SPDX-License-Identifier: MIT */
#ifndef CLI_WHY_AGAINST_H
#define CLI_WHY_AGAINST_H

#include "record/why.h"

/* Reads the causes that stand out of an older result, `tally why --json`. False
 * and `err`: it is none, or not of this target. */
bool against_read(const char *file, const char *target, struct why_against *to,
		  struct error *err);

#endif
