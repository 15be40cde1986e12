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
 * What the verbs share.  A verb parses its own arguments (argv[0] is the verb's
 * name), prints results on stdout and messages on stderr, and gives the exit
 * status; main() sees to it that what was printed has arrived.
 */
enum cli_status {
	CLI_GOOD = 0,
	CLI_FAILED = 1, /* could not be measured, or must not be trusted */
	CLI_USAGE = 2,  /* wrong usage */
};

int verb_amalgam(int argc, char **argv);
int verb_board(int argc, char **argv);
int verb_compute(int argc, char **argv);
int verb_decode(int argc, char **argv);
int verb_doctor(int argc, char **argv);
int verb_encode(int argc, char **argv);
int verb_explain(int argc, char **argv);
int verb_list(int argc, char **argv);
int verb_plan(int argc, char **argv);
int verb_report(int argc, char **argv);
int verb_script(int argc, char **argv);
int verb_stat(int argc, char **argv);

/* "tally VERB: out of memory" on stderr; gives CLI_FAILED. */
int cli_no_memory(const char *verb);

/*
 * "tally VERB: text" on stderr, or "tally: text" where `verb` is NULL; one
 * line, whatever names are in it.  Gives `status` back.
 */
int cli_error(int status, const char *verb, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The same for an error that a lower room has worded. */
int cli_error_set(int status, const char *verb, const struct error *err);

/*
 * What getopt_long() could not make sense of, with opterr = 0: an unknown
 * option, with the nearest known one, or a missing or superfluous argument.
 * The short options are to begin with ':'.  Gives CLI_USAGE.
 */
int cli_bad_option(const char *verb, int got, char **argv,
		   const struct option *known);

/* The monitor of -m; an error is printed (NULL `name`: say which). */
const struct catalog_monitor *cli_monitor(const char *verb, const char *name);

/*
 * A whole number without sign: decimal, 0x or 0b; '_' and ' group as one likes;
 * commas in threes, in fours where hexadecimal, as documents print them.
 */
bool cli_number(const char *text, uint64_t *value, struct error *err);

/* "2.5", "5:2": a ratio of clocks, above 0 and at most 1000. */
bool cli_ratio(const char *text, double *value, struct error *err);

struct record;

/* The words of the command line, before a verb sorts them. */
void cli_remember(int argc, char **argv);
/* Says in the record which Tally made it, told what.  False: no memory. */
bool cli_sign(struct record *r);

/* May escape sequences go to this stream: a terminal, and NO_COLOR not set. */
bool cli_colour(FILE *stream);

#endif
