/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_INLINED_H
#define PROGRAM_INLINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/libdw.h"
#include "program/program.h"

/* Code of a function, by the unit that it is of. */
struct inlined_code {
	Dwarf_Off unit;
	uint64_t from, to;
	bool left_out; /* by the linker: it is nowhere */
};

/* All of a program, in the order of their units; the caller frees `of`. */
struct inlined_codes {
	struct inlined_code *of;
	size_t count, room;
};

/*
 * Of each address the function whose body was put there in place of a call, the
 * innermost where there are several; NULL: there is none.  Functions that the
 * linker has left out have none.  Names are the linker's where they are known,
 * and libdw's.  Only in the process that reads
 * debug information.  False: out of memory.
 */
bool inlined_find(Dwarf *dwarf, const struct program *p, const uint64_t *addr,
		  size_t count, const char **name, struct inlined_codes *codes);

/* The part of a unit that is at an address: */
enum inlined_at {
	INLINED_AT_UNKNOWN,  /* nothing is known: it names no function */
	INLINED_AT_NONE,     /* none of its functions */
	INLINED_AT_LEFT_OUT, /* one that is nowhere */
	INLINED_AT_FUNCTION,
};
enum inlined_at inlined_at(const struct inlined_codes *codes, Dwarf_Off unit,
			   uint64_t addr);

#endif
