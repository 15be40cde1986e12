/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_FOLDED_H
#define SCRIPT_FOLDED_H

/*
 * The text of tally/fixed.h, as it was when the command was built
 * (tools/fold.py), line by line, each with its newline; NULL ends them.
 */
struct folded {
	const char *kind; /* the monitor's name in C; NULL: past the last */
	const char *const *line; /* what its family adds to folded_common */
};

extern const struct folded folded[];
/* The header tally/status.h; what all families have, within one #if. */
extern const char *const *const folded_status;
extern const char *const *const folded_common;

#endif
