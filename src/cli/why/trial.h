/* SPDX-License-Identifier: MIT */
#ifndef CLI_WHY_TRIAL_H
#define CLI_WHY_TRIAL_H

#include "cli/options/stat.h"
#include "record/why.h"

/*
 * Runs a board again without the causes that were found, one after another:
 * everywhere, at the place that was named, and the two that are worth most
 * together.  It is no harm if a run cannot be had: what it would have told is
 * not there then.
 */
void trial_all(struct stat_options *o, struct why *w);

#endif
