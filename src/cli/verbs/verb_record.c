/* SPDX-License-Identifier: MIT */
/* `tally record`: of a command of this computer, or of a board's program. */
#include <stdio.h>

#include "cli/cli.h"
#include "cli/linux/sampled.h"
#include "cli/options/profile.h"
#if TALLY_BOARDS
#include "cli/verbs/record_board.h"
#endif

int verb_record(int argc, char **argv)
{
	if (sampled_meant(argc, argv))
		return sampled_record(argc, argv);
#if TALLY_BOARDS
	return record_board(argc, argv);
#else
	/* --help needs nothing. */
	if (argc > 1 && argv[1][0] == '-' &&
	    (argv[1][1] == 'h' || argv[1][2] == 'h')) {
		cli_help(&record_words);
		return CLI_GOOD;
	}
	return cli_error(CLI_FAILED, "record",
			 "built without simulated boards; a command of this "
			 "computer comes after --");
#endif
}
