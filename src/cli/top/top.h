/* SPDX-License-Identifier: MIT */
#ifndef CLI_TOP_TOP_H
#define CLI_TOP_TOP_H

#include "cli/options/stat.h"
#include "cli/top/view.h"

enum { TOP_NAME = 480 }; /* the longest of files that a key writes */

/* The words that were typed after `tally top`. */
struct top_options {
	struct stat_options stat; /* as `tally stat -I` would have them */
	uint64_t hz;              /* samples a second beside; 0: as usual */
	const char *name;         /* of files that a key writes */
	bool log;                 /* functions are those of firmware's log */
	bool counts;   /* rows of counts can be had from the target */
	bool points;   /* it stands still at the end of each */
	pid_t command; /* that was started; 0: none */
	/* Words of the process that samples beside, and the place among them
	 * for the file of its result; NULL: there is none. */
	char **beside, **beside_file;
	char number[2][24]; /* of which some point here */
};

/* Returns an enum cli_status; unless CLI_GOOD, a message was printed. */
int top_options_parse(int argc, char **argv, struct top_options *o);
/* Ends the command, too. */
void top_options_free(struct top_options *o);

extern const struct cli_words top_words;

/* The screen of a running target. */
struct top {
	struct top_options *o;
	struct view view;
	struct history live, shown; /* shown: as it was when it froze */
	struct hottest hottest;
	double drawn;
	bool quit, ended;
	bool writes; /* at the next row */
	/* All of it, where it has ended; NULL. */
	struct record *record;
};

/* Writes the record, if there is one, and what was sampled beside, as files
 * whose names are free; `message` says which, or what went wrong. */
void top_write(const struct top *t, struct record *r, char *message,
	       size_t room);

#endif
