/* SPDX-License-Identifier: MIT */
#ifndef SPACE_SPACE_H
#define SPACE_SPACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/reg.h>

#include "base/error.h"

/*
 * The spaces of registers, of which spaces.def has a row each: who prints,
 * reads or reaches a place asks the row, and names no space.
 */

/* The ways that generated scripts take. */
enum space_way {
	SPACE_C,
	SPACE_GDB,
	SPACE_OPENOCD,
	SPACE_PRACTICE,
	SPACE_WAYS
};

/* A way to registers of a space.  The patterns are those of spaces.def. */
struct space_access {
	const char *read;  /* the instruction, the command, or the place */
	const char *write; /* NULL: what is read is written, too */
	bool states;       /* only one of ARM and Thumb may have it */
	const char *note;  /* what its user should know; NULL: nothing */
	const char *big;   /* besides, of big-endian registers */
	const char *no;    /* why it has not this way, and another one */
	/* An emulator whose own names for such registers somebody looked at:
	   what it lacks is denied; NULL: nobody did, and nothing is. */
	const char *looked;
};

/* Registers whose upper halves are that far behind their lower ones. */
struct space_halves {
	uint32_t first, last, far;
};

struct space {
	const char *word; /* "cp15" */
	/* Not 0: the row is of those registers of a space alone whose addresses
	   have these bits: one takes two of the core's, as MRRC has it. */
	uint32_t pair;
	uint16_t machine;
	uint8_t number, bits;
	/* On a core whose registers have 32 bits; none is wider there but
	   these. The first has no `far`: no core of the space is so narrow. */
	struct space_halves halves[4];
	bool memory;       /* by loads and stores, where no pattern is */
	const char *name;  /* "system register of AArch64": of one of it */
	const char *place; /* as lists and documents write it */
	struct space_access c, gdb, openocd, practice;
};

/* The row of a number of enum tally_space; NULL: there is none. */
const struct space *space_of(unsigned number);
/* The row of a register, which may be of pairs; NULL: there is none. */
const struct space *space_of_reg(const struct tally_reg *reg);
/* The n-th row, for who goes over all; NULL past the last. */
const struct space *space_nth(unsigned n);
/* The row with the word; NULL: there is none. */
const struct space *space_named(const char *word);

/*
 * The way of the register's space.  NULL: it has none, and the error says of
 * which register (`name`) of whom (`whose`), in which space, and why.
 */
const struct space_access *space_way(const struct tally_reg *reg,
				     enum space_way way, const char *name,
				     const char *whose, struct error *err);

/* How far behind a register's lower half the upper one is; 0: it has none. */
uint32_t space_half(const struct space *s, uint32_t addr);

/* Puts a place by its pattern, cut at `room`; gives back `to`. */
char *space_put(char *to, size_t room, const char *pattern, uint32_t addr);
/*
 * Takes a place of that pattern from the front of a text, and gives what is
 * behind it.  NULL: it is none, or a field has no room for its number.
 */
const char *space_take(const char *text, const char *pattern, uint32_t *addr);

#endif
