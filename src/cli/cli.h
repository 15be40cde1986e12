/* SPDX-License-Identifier: MIT */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "catalog/catalog.h"

/*
 * Functions that the verbs share.  A verb parses its own arguments (argv[0] is
 * the verb's name), prints results on stdout and messages on stderr, and
 * returns the exit status.  main() then checks that all output has been
 * written.
 */
enum cli_status {
	CLI_GOOD = 0,
	CLI_FAILED = 1, /* not measured, or not to be trusted */
	CLI_USAGE = 2,  /* wrong usage */
	CLI_LIMIT = 3,  /* a limit of --fail-if is exceeded */
};

int verb_amalgam(int argc, char **argv);
int verb_bench(int argc, char **argv);
int verb_history(int argc, char **argv);
int verb_board(int argc, char **argv);
int verb_collect(int argc, char **argv);
int verb_compute(int argc, char **argv);
int verb_core(int argc, char **argv);
int verb_decode(int argc, char **argv);
int verb_diff(int argc, char **argv);
int verb_doctor(int argc, char **argv);
int verb_prove(int argc, char **argv);
int verb_encode(int argc, char **argv);
int verb_explain(int argc, char **argv);
int verb_export(int argc, char **argv);
int verb_find(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_plan(int argc, char **argv);
int verb_profile(int argc, char **argv);
int verb_record(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_script(int argc, char **argv);
int verb_stat(int argc, char **argv);
int verb_top(int argc, char **argv);
int verb_why(int argc, char **argv);

/* Prints "tally VERB: out of memory" on stderr; returns CLI_FAILED. */
int cli_no_memory(const char *verb);

/*
 * Prints "tally VERB: text" on stderr, or "tally: text" where `verb` is NULL.
 * Names in the text are cleaned, so that it stays one line.  Returns `status`.
 */
int cli_error(int status, const char *verb, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Prints the text of `err`, which a function of another room filled. */
int cli_error_set(int status, const char *verb, const struct error *err);

/*
 * Prints what getopt_long() refused: an unknown option, with the nearest known
 * one, or an option whose argument is missing or superfluous.  opterr must be 0
 * and the short options must begin with ':'.  Returns CLI_USAGE.
 */
int cli_bad_option(const char *verb, int got, char **argv,
		   const struct option *known);

/* The monitor of -m.  NULL (as of a NULL `name`): a message was printed. */
const struct catalog_monitor *cli_monitor(const char *verb, const char *name);

struct record;

/* The words of the command line, before a verb sorts them. */
void cli_remember(int argc, char **argv);
/* So many of them, behind the first, name files of the user's for all verbs. */
void cli_remember_users(unsigned of_users);
/* These words, as typed: each command that is started wants them, too. */
const char *const *cli_users_words(unsigned *of_users);
/* Puts version and command line into the record.  False: no memory. */
bool cli_sign(struct record *r);

/* Is the stream a terminal, and NO_COLOR not set?  Then it may be coloured. */
bool cli_colour(FILE *stream);

#endif
