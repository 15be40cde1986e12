/* SPDX-License-Identifier: MIT */
/* The verbs of the command.  See verbs.h. */
#include "cli/verbs.h"

#include "cli/cli.h"
#include "cli/options/board.h"
#include "cli/options/profile.h"
#include "cli/options/stat.h"
#include "cli/options/why.h"

#if TALLY_BOARDS
#define WITH_BOARDS(it) it
#else
#define WITH_BOARDS(it) NULL
#endif

const struct verb verb_rows[] = {
	{ "list", verb_list, &list_words,
	  "monitors, events, metrics, groups, registers" },
	{ "find", verb_find, &find_words, "what has to do with some words" },
	{ "explain", verb_explain, &explain_words,
	  "what a name means, its caveats and source" },
	{ "plan", verb_plan, &plan_words,
	  "how many runs a set of metrics takes, and why" },
	{ "stat", verb_stat, &stat_words, NULL },
	{ "top", verb_top, &top_words,
	  "run a program and measure it; on a screen while it runs" },
	{ "why", WITH_BOARDS(verb_why), WITH_BOARDS(&why_words),
	  "measure where the time goes, and why" },
	{ "profile", WITH_BOARDS(verb_profile), WITH_BOARDS(&profile_words),
	  NULL },
	{ "record", verb_record, &record_words,
	  "run a program: where events happen, or samples of it" },
	{ "collect", verb_collect, &collect_words,
	  "samples that firmware kept in its memory" },
	{ "report", verb_report, &report_words, NULL },
	{ "export", verb_export, &export_words,
	  "what was kept, printed or for other viewers" },
	{ "bench", verb_bench, &bench_words, NULL },
	{ "diff", verb_diff, &diff_words, NULL },
	{ "history", verb_history, &history_words,
	  "suites of programs; what changed, and when" },
	{ "script", verb_script, &script_words,
	  "the register writes, as text, C, GDB, OpenOCD" },
	{ "compute", verb_compute, &compute_words,
	  "metrics from counts you already have" },
	{ "decode", verb_decode, &decode_words, NULL },
	{ "encode", verb_encode, &encode_words,
	  "a register's value to its fields, and back" },
	{ "core", verb_core, &core_words, NULL },
	{ "amalgam", verb_amalgam, &amalgam_words,
	  "as files: events of a new core; library with monitors" },
	{ "doctor", verb_doctor, &doctor_words, NULL },
	{ "prove", verb_prove, &prove_words,
	  "is a monitor as it should be; does it count right" },
	{ "board", WITH_BOARDS(verb_board), WITH_BOARDS(&board_words),
	  "run a program on a simulated board" },
};

const unsigned verb_row_count = sizeof verb_rows / sizeof verb_rows[0];
