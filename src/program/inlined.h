/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_INLINED_H
#define PROGRAM_INLINED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "program/libdw.h"
#include "program/program.h"

/*
 * Of each address the function whose body was put there in place of a call, the
 * innermost where there are several; NULL: there is none.  Functions that the
 * linker has left out have none.  Names are the linker's where they are known,
 * and libdw's.  Only in the process that reads
 * debug information.  False: out of memory.
 */
bool inlined_find(Dwarf *dwarf, const struct program *p, const uint32_t *addr,
		  size_t count, const char **name);

#endif
