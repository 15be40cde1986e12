/* SPDX-License-Identifier: MIT */
#ifndef CLI_RUNNING_H
#define CLI_RUNNING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * What those verbs share that run a program: Ctrl-C and the program's console.
 */

/*
 * From now on the first Ctrl-C and the first SIGTERM set running_interrupted.
 * The next of the same ends the command at once, and its boards with it.
 */
void running_catch_signals(void);
extern volatile bool running_interrupted;

/* Where the console goes.  Begin with {.to = stream}. */
struct console {
	FILE *to;
	bool in_line; /* the last line of its output has no end yet */
	bool stuck;   /* the reader does not read: what follows is dropped */
};

/*
 * For board_on_console().  It waits for a slow reader, but no longer than
 * `patience` seconds and not after Ctrl-C, since the program's time runs on
 * meanwhile.
 */
void console_write(struct console *c, const void *bytes, size_t count,
		   double patience);

/* Would a write to the stream return at once? */
bool console_ready(const struct console *c);
/* The same, but it waits up to two seconds for a slow reader. */
bool console_is_read(const struct console *c);

#endif
