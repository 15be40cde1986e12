/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_AS_C_H
#define SCRIPT_AS_C_H

#include "script/inner.h"
#include "space/space.h"

/* Scripts in C: how a register is reached, whole or by halves, and all else. */

const char *script_c_type(unsigned bits); /* "uint32_t" */

/* From which mode or level the functions may be called. */
const char *script_c_who(const struct scripts *s);

/* Prints the macros of the accesses; the functions that make the accesses. */
void script_c_macros(FILE *to, const struct scripts *s);
void script_c_accesses(FILE *to, const struct scripts *s);

/*
 * Begins an #if with the access for a core that has a register's halves, up to
 * the #else before the access for one that has it whole.
 */
void script_c_halves(FILE *to, const char *prefix, const char *reg,
		     const struct space *space, uint32_t addr, bool write);

/* The words before each function that reaches a register. */
void script_c_state(FILE *to, const struct script *s);

/* The places of a pass's values: of which array or argument. */
void script_c_names(FILE *to, const struct script *s, const char *of);
const char *script_c_save_type(const struct script *s);
/* So many bits have the elements of saved[], of values[]. */
unsigned script_c_save_bits(const struct script *s);
unsigned script_c_count_bits(const struct script *s);
/* Is there an overflowed()? */
bool script_c_flags(const struct script *s);

/* A value of a register of so many bits. */
void script_c_value(FILE *to, uint64_t value, unsigned bits);

/* A call and what it does, in the comment at the top. */
void script_c_use(FILE *to, const char *name, const char *function,
		  const char *does);

#endif
