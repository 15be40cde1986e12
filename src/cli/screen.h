/* SPDX-License-Identifier: MIT */
#ifndef CLI_SCREEN_H
#define CLI_SCREEN_H

#include <stdio.h>

#include "run/sink.h"

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

/*
 * The screen while something is measured or gathered: what the program says
 * goes to standard error, and where that is a terminal a bar says how far it is
 * after two seconds.  Ctrl-C ends it (running_catch_signals()).
 */
struct screen {
	struct console console;
	struct run_sink sink; /* to be handed on */
	const char *doing;    /* "measuring" */
	bool bar;             /* it may be drawn */
	bool drawn;
	double began, told;
};

/* `quiet`: what the program says is dropped. */
void screen_begin(struct screen *s, const char *doing, bool quiet);
/* Takes the bar off again, before something else is printed. */
void screen_wipe(struct screen *s);

#endif
