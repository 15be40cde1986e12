/* SPDX-License-Identifier: MIT */
#ifndef RUN_DOCTOR_KNOWN_H
#define RUN_DOCTOR_KNOWN_H

#include "catalog/catalog.h"

/*
 * Pieces of code whose counts are known by construction, in a program that goes
 * through all of them for ever.  It is made of instructions that are kept here,
 * so no compiler is needed, and none changes a count.
 */

/* A kind of what happens: one event of a monitor, by whatever name. */
enum doctor_kind {
	KNOWN_INSTRUCTIONS,
	KNOWN_BRANCHES, /* taken or not */
	KNOWN_TAKEN,    /* and nothing else has changed the pc */
	KNOWN_LOADS,
	KNOWN_STORES,
	KNOWN_INCREMENTS,
	KNOWN_KINDS
};

enum { KNOWN_PIECES = 7, KNOWN_WORDS = 192 };

struct doctor_piece {
	const char *name; /* "16 loads" */
	uint16_t count[KNOWN_KINDS];
};
extern const struct doctor_piece doctor_pieces[KNOWN_PIECES];

/* The program, and in it the words from which to which each piece goes, and
 * where what sets it up begins; a piece that the core does not have is empty.
 */
struct doctor_known {
	uint32_t code[KNOWN_WORDS];
	unsigned words;    /* 0: nothing is known of the core */
	uint32_t back;     /* the return of a function */
	bool all_branches; /* Linux's event of branches is of all of them */
	struct {
		unsigned before, from, to;
	} piece[KNOWN_PIECES];
};

/* For the core whose own monitor it is; `machine` as ELF names it. */
void doctor_known_make(const struct catalog_monitor *m, uint16_t machine,
		       struct doctor_known *known);

/* A piece with what sets it up, but for the address of its data, which whoever
 * carries it out sets; `empty`: without the piece.  Returns how many words. */
unsigned doctor_known_words(const struct doctor_known *known, unsigned piece,
			    bool empty, uint32_t word[KNOWN_WORDS]);

/* The event of that kind; NULL: it has none that the architecture decides. */
const struct catalog_event *doctor_known_event(const struct catalog_monitor *m,
					       enum doctor_kind kind);

#endif
