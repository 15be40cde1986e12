/* SPDX-License-Identifier: MIT */
#ifndef CLI_TOP_HOTTEST_H
#define CLI_TOP_HOTTEST_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "program/program.h"

/*
 * The functions that are hottest now.  Of a target that stops at the end of
 * each interval, by where it stood then; of others by samples that this
 * command, as a process beside, takes for some seconds, again and again.
 */
enum {
	HOTTEST_ROWS = 64,
	HOTTEST_NAME = 96,
	HOTTEST_POINTS = 512,
	HOTTEST_FOLDER = 4096,
};

struct hottest_row {
	char name[HOTTEST_NAME];
	double share;
};

/* How often a target stood in a function of late; NULL: in none. */
struct hottest_seen {
	const struct program_symbol *function;
	double times;
};

struct hottest {
	struct hottest_row row[HOTTEST_ROWS];
	unsigned rows;
	uint64_t samples; /* that these are of */
	char note[200];   /* why there are none; "": nothing is wrong */

	/* By points: functions, and how often each was seen of late. */
	struct hottest_seen *seen;
	unsigned functions, room;

	/* By samples beside: what is run, and where its result is. */
	char *const *word; /* NULL ends it; NULL: nothing is */
	char folder[HOTTEST_FOLDER];
	char file[HOTTEST_FOLDER + 16], said[HOTTEST_FOLDER + 16];
	pid_t child; /* 0: none runs */
	double last; /* it began */
	bool whole;  /* the file has a result */
	bool failed; /* the last one: the next one waits */
};

/* The target stood there. */
void hottest_point(struct hottest *h, const struct program *p, uint64_t pc);

/* A folder for results of samples beside; false and `err`. */
bool hottest_begin(struct hottest *h, struct error *err);
/* Starts the process, and looks whether it has ended: again and again. */
void hottest_look(struct hottest *h);
/* Tells it to end, waits for that, and frees all. */
void hottest_end(struct hottest *h);

#endif
