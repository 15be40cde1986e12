/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_UNWIND_H
#define PROGRAM_UNWIND_H

#include "program/program.h"

/*
 * From a function to its caller, by the tables that a program of this computer
 * has for exceptions (.eh_frame), whether it keeps frame pointers or not.
 */
enum { UNWIND_REGISTERS = 34 };

/* The registers of a function, by their numbers in DWARF. */
struct unwind {
	uint64_t pc; /* where it is, or where its callee returns to */
	uint64_t reg[UNWIND_REGISTERS];
	uint64_t known; /* bit n: reg[n] is */
	/* A word of memory; false: it is not there to be read. */
	bool (*read)(const void *ctx, uint64_t addr, uint64_t *value);
	const void *ctx;
};

enum unwound {
	UNWIND_DONE,    /* `u` is the caller's now */
	UNWIND_END,     /* there is no caller */
	UNWIND_UNKNOWN, /* the tables do not tell, or the memory is not there */
};

/* `addr`: of an instruction of the function, as the program has addresses. */
enum unwound program_unwind(const struct program *p, uint64_t addr,
			    struct unwind *u);

#endif
