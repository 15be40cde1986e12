/* SPDX-License-Identifier: MIT */
/* Functions that the verbs share that run a program.  See running.h. */
#include "cli/running.h"

#include <stdio.h>

#include "cli/cli.h"
#include "target/target.h"

/* The program has seen the end of standard input, whatever this command's
 * holds. */
void running_tell_input(const char *who)
{
	fprintf(stderr,
		"%s: the program asked for input; a board has none, so it read "
		"the end of file; give it words with --args, or data in its "
		"source\n",
		who);
}

int running_left(const char *verb, struct target *t, int status)
{
	char who[40];

	if (t && t->asked) {
		snprintf(who, sizeof who, "tally %s", verb);
		running_tell_input(who);
	}
	switch (t ? target_left(t) : TARGET_AS_FOUND) {
	case TARGET_CHANGED:
		return cli_error_set(CLI_FAILED, verb, &t->left);
	case TARGET_MENDED:
		return cli_error_set(status, verb, &t->left);
	case TARGET_AS_FOUND:
		break;
	}
	return status;
}
