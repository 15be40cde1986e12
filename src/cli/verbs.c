/* SPDX-License-Identifier: MIT */
/* The verbs of the command.  See verbs.h. */
#include "cli/verbs.h"

#include "cli/cli.h"

#if TALLY_BOARDS
#define WITH_BOARDS(verb) verb
#else
#define WITH_BOARDS(verb) NULL
#endif

const struct verb verb_rows[] = {
	{ "list", verb_list, "monitors, events, metrics, groups, registers" },
	{ "find", verb_find, "what has to do with some words" },
	{ "explain", verb_explain,
	  "what a name means, its caveats and source" },
	{ "plan", verb_plan, "how many runs a set of metrics takes, and why" },
	{ "stat", verb_stat, "run a program and measure it" },
	{ "why", WITH_BOARDS(verb_why),
	  "measure where the time goes, and why" },
	{ "profile", WITH_BOARDS(verb_profile), NULL },
	{ "record", verb_record,
	  "run a program: where events happen, or samples of it" },
	{ "collect", verb_collect, "samples that firmware kept in its memory" },
	{ "report", verb_report, NULL },
	{ "export", verb_export,
	  "what was kept, printed or for other viewers" },
	{ "diff", verb_diff, "what changed between measurements" },
	{ "script", verb_script,
	  "the register writes, as text, C, GDB, OpenOCD" },
	{ "compute", verb_compute, "metrics from counts you already have" },
	{ "decode", verb_decode, NULL },
	{ "encode", verb_encode, "a register's value to its fields, and back" },
	{ "amalgam", verb_amalgam,
	  "the library with one monitor or several, as two files" },
	{ "doctor", verb_doctor, "is a target's monitor as it should be" },
	{ "board", WITH_BOARDS(verb_board),
	  "run a program on a simulated board" },
};

const unsigned verb_row_count = sizeof verb_rows / sizeof verb_rows[0];
