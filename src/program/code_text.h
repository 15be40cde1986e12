/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_CODE_TEXT_H
#define PROGRAM_CODE_TEXT_H

#include <stddef.h>

#include "program/program.h"

/* Instructions as text.  All is 0 at first, but for the profile. */
struct code_text {
	size_t handle;
	char open;    /* for instructions of that kind */
	char profile; /* as machines.def has it */
};

/* Why there is no text, behind "not read". */
extern const char code_text_missing[];

/* Finds who makes it, where that is still allowed. */
void code_text_load(void);
/* False: nobody takes instructions of that kind apart. */
bool code_text_begin(struct code_text *t, char kind);
void code_text_end(struct code_text *t);

/*
 * The size of the first instruction of these bytes, and its text if it has the
 * size that it is known to have or none is known; 0: there is none.
 */
uint8_t code_text_take(struct code_text *t, struct program_insn *i,
		       const uint8_t *bytes, size_t count);
/* The text of an instruction of that word, size and kind. */
void code_text_put(struct code_text *t, struct program_insn *i, char kind);

#endif
