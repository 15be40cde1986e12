/* SPDX-License-Identifier: MIT */
#ifndef TARGET_DIALOGUE_LINES_H
#define TARGET_DIALOGUE_LINES_H

#include <stdio.h>

#include "target/target.h"

/* The lines of a dialogue's file, and what stands at its head. */
struct lines {
	char **line; /* without their ends */
	size_t count;
	size_t at; /* the next one */
};

/* False: it cannot be read, or there is no memory for it. */
bool lines_read(struct lines *l, FILE *from);
void lines_free(struct lines *l);

/*
 * The head, whose texts stay in `l`; the words of the faces that the target
 * has.  NULL: it is no dialogue, and `at` is where.
 */
const char *lines_facts(struct lines *l, struct target_facts *f);

/* Is it one of the words? */
bool lines_word(const char *words, const char *word);

#endif
