/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LAYOUT_LAYOUT_H
#define BOARD_LAYOUT_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/program.h"

/*
 * Another layout of a program, for a core's model alone: functions and globals
 * change places with others of their kind, as if a linker had got them in
 * another order, and stack and heap begin a little elsewhere.  The program runs
 * where it is.  Addresses in, addresses out; what is no part of the program
 * stays.
 *
 * What moves is a function or a global with its size and, of code, what
 * stands behind it without a name of its own: a pool of literals goes along.
 * Each keeps the alignment that the linker gave it, as far as that shows: of
 * code what all functions have, and more where bytes were left free before it.
 *
 * The order is drawn of seed, names and sizes, so that programs whose functions
 * stand in another order have the same layout by the same seed.
 */
struct layout;

/* Stack and heap begin at most so many bytes elsewhere (chosen: a page). */
enum { LAYOUT_SHIFT = 4096 };

struct layout_wish {
	uint64_t seed;
	/* Memory between the program and here is the heap's, from here to there
	 * the stack's. */
	uint32_t stack_from, stack_to;
};

/* NULL: no memory. */
struct layout *layout_new(const struct program *p,
			  const struct layout_wish *wish);
void layout_free(struct layout *l);

/* The address at which the model has the byte. */
uint32_t layout_at(struct layout *l, uint32_t addr);

/*
 * A part of a program that moves, from its first byte to behind its last.
 * `align`: the linker put it at a multiple of that.
 */
struct layout_part {
	const char *name;
	uint32_t from, to;
	uint32_t align;
	uint32_t run;  /* those of one number stand side by side */
	uint32_t move; /* to be added */
};

/* All of them, ascending; the caller frees the array.  NULL: no memory. */
struct layout_part *layout_parts(const struct program *p, size_t *count);

#endif
