/* SPDX-License-Identifier: MIT */
#ifndef CLI_VERBS_H
#define CLI_VERBS_H

#include "cli/options.h"

/* A verb of the command. */
struct verb {
	const char *name;
	int (*run)(int argc, char **argv); /* NULL: not in this build */
	const struct cli_words *words;     /* NULL: as `run` */
	const char *title; /* NULL: it shares the row of the next one */
};

/* All of them, in the order in which the help of the command has them. */
extern const struct verb verb_rows[];
extern const unsigned verb_row_count;

extern const struct cli_words amalgam_words, bench_words, collect_words,
	compute_words, core_words, decode_words, diff_words, doctor_words,
	encode_words, explain_words, export_words, find_words, history_words,
	list_words, plan_words, prove_words, report_words, script_words,
	top_words;

/*
 * Verbs that tell of others ask here: main() hands the rows over, so that no
 * file leads to all verbs but main() and the table.
 */
void verbs_know(const struct verb *rows, unsigned count);
/* NULL and 0 before verbs_know(). */
const struct verb *verbs_known(unsigned *count);

#endif
