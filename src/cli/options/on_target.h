/* SPDX-License-Identifier: MIT */
#ifndef CLI_OPTIONS_ON_TARGET_H
#define CLI_OPTIONS_ON_TARGET_H

#include "boards/src/board.h"
#include "cli/members.h"
#include "target/target.h"

/* Options of the verbs that ask for events on a target. */
struct on_target {
	const char *target;   /* -t, or NULL */
	const char *monitors; /* -m, or NULL */
	struct request_wish wish;
};

/*
 * Finds the target and the monitors that are meant: those of -m; otherwise the
 * core's own if it has all that is asked for, and all of them if not.  Without
 * -t, those of -m have to be on some target.  Returns an enum cli_status;
 * unless CLI_GOOD, a message was printed.
 */
int on_target(const char *verb, const struct on_target *o,
	      const struct board_options *machine, struct target **target,
	      struct members *members);

/* Appends words of the program's command line, in quotes where they hold
 * blanks; the caller frees `line`.  Returns an enum cli_status. */
int on_target_arguments(const char *verb, char **words, int count, char **line);

#endif
