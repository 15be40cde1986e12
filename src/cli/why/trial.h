/* SPDX-License-Identifier: MIT */
#ifndef CLI_WHY_TRIAL_H
#define CLI_WHY_TRIAL_H

#include "cli/options/stat.h"
#include "record/why.h"

/*
 * Runs a board again without the causes that were found, one after another:
 * everywhere, at the place that was named, and the two that are worth most
 * together.  What a run would have told that could not be had is not there
 * then, which is said, and w->trial_failed.
 */
void trial_all(struct stat_options *o, struct why *w);

#endif
