/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_WHY_H
#define CLI_OPTIONS_WHY_H

#include "cli/options/stat.h"

/* Reads what was typed after `tally why`, as what `tally stat` would do: events
 * and metrics are none of it.  Returns an enum cli_status; unless CLI_GOOD, a
 * message was printed. */
int why_options_parse(int argc, char **argv, struct stat_options *o);

extern const struct cli_words why_words;

#endif
