/* SPDX-License-Identifier: MIT */
#ifndef CLI_LINUX_SAMPLED_H
#define CLI_LINUX_SAMPLED_H

#include <stdbool.h>

#include "cli/options.h"

/* Are these the words of `tally record` for a command of this computer? */
bool sampled_meant(int argc, char **argv);
/* The verb, then; returns its exit status. */
int sampled_record(int argc, char **argv);

extern const struct cli_words sampled_words;

#endif
