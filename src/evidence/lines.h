/* SPDX-License-Identifier: MIT */
#ifndef EVIDENCE_LINES_H
#define EVIDENCE_LINES_H

#include <stdio.h>

/*
 * Lines that end in a check sum, found in whatever else a wire brought: behind
 * a time of day, before something that came without a newline, or cut in two by
 * somebody else's line.
 */
enum checked { CHECKED_NONE, CHECKED_LINE, CHECKED_DAMAGED };

/* A line has fewer letters; what stands further in front is another's. */
enum { CHECKED_MOST = 256, CHECKED_HALVES = 3 };

struct checked_lines {
	FILE *from;
	unsigned number; /* of the line that was read last, from 1 */
	char *line;
	size_t room;
	char *at; /* the rest of the line that is to be looked at; NULL: none */
	/* Ends of lines before it that may be the first half of one. */
	char half[CHECKED_HALVES][CHECKED_MOST];
	unsigned halves;
	char joined[2 * CHECKED_MOST];
};

/* The next line that is one, or was one: `*text` is what it says, until the
 * next call.  CHECKED_NONE: there is none any more. */
enum checked checked_next(struct checked_lines *l, const char **text);
void checked_free(struct checked_lines *l);

#endif
