/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNNING_H
#define CLI_RUNNING_H

/* Functions of the verbs that run a program. */

/* Of a board's program that asked for what nobody types; `who` tells. */
void running_tell_input(const char *who);

struct target;

/*
 * Tells, before the target is closed, if its program asked for input, and if it
 * was not simply left as it was found: after trouble that is mended a note, and
 * else a failure.  Gives the status of the verb, which was `status` so far.
 * NULL: there is no target.
 */
int running_left(const char *verb, struct target *t, int status);

struct stat_options;
struct request;

/*
 * Functions of `tally stat` (verb_stat.c), for verbs that measure several
 * times.  Messages begin with the verb's name.
 */

/* Asks the target for the limits of monitors that come in sizes.  Returns an
 * enum cli_status; unless CLI_GOOD, a message was printed. */
int stat_ask_limits(const char *verb, struct stat_options *o);

/* Makes the request of what was asked for.  NULL: a message was printed, and
 * `status` is an enum cli_status. */
struct request *stat_request(const char *verb, struct stat_options *o,
			     int *status);

/* Measures, with what the program prints on standard error.  NULL: a message
 * was printed. */
struct record *stat_measure(const char *verb, struct stat_options *o,
			    const struct request *q);

#endif
