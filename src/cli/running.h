/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNNING_H
#define CLI_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What the verbs share that run a program: Ctrl-C, and the program's console.
 */

/*
 * From now on Ctrl-C and SIGTERM set running_interrupted, once: a second one
 * ends the command at once, and with it the boards.
 */
void running_catch_signals(void);
extern volatile bool running_interrupted;

/* Where the console goes.  Begin with {.to = stream}. */
struct console {
	FILE *to;
	bool in_line; /* it has said something since a line began */
	bool stuck;   /* nobody reads: what follows is dropped */
};

/*
 * For board_on_console().  Whoever reads is waited for, but no longer than
 * `patience` seconds, and not after Ctrl-C: the clock runs on meanwhile.
 */
void console_write(struct console *c, const void *bytes, size_t count,
		   double patience);

/* Would a write, and so a message, be taken now? */
bool console_ready(const struct console *c);
/* The same, and gives who reads slowly two seconds.  False: nobody reads. */
bool console_is_read(const struct console *c);

#endif
