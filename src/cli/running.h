/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNNING_H
#define CLI_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Functions of the verbs that run a program: Ctrl-C and the program's console.
 */

/*
 * From now on the first Ctrl-C, the first SIGTERM and the first SIGHUP, as of a
 * terminal that is closed, set running_interrupted.
 * The next of the same ends the command at once, and its boards with it.
 */
void running_catch_signals(void);
extern volatile bool running_interrupted;

/* A console goes to a stream.  Begin with {.to = stream}. */
struct console {
	FILE *to;
	bool quiet;   /* what the program prints is dropped */
	bool in_line; /* the last line of its output has no end yet */
	bool stuck;   /* the reader does not read: what follows is dropped */
};

/*
 * For board_on_console(), with a console.  It waits for a slow reader, but no
 * longer than `patience` seconds and not after Ctrl-C, since the program's time
 * runs on meanwhile.
 */
void console_write(void *console, const void *bytes, size_t count,
		   double patience);

/* Would a write to the stream return at once? */
bool console_ready(const struct console *c);
/* Asks whether it is read, and waits up to two seconds for a slow reader. */
bool console_is_read(const struct console *c);
/* Nobody reads it: a message there would wait for ever. */
bool console_is_lost(const struct console *c);

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
