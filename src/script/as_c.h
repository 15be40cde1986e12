/* SPDX-License-Identifier: MIT */
#ifndef SCRIPT_AS_C_H
#define SCRIPT_AS_C_H

#include "script/inner.h"

/* Scripts in C, in two files: how a register is reached, and all else. */

const char *script_c_type(unsigned bits); /* "uint32_t" */

/* From which mode or level the functions may be called. */
const char *script_c_who(const struct scripts *s);

/* Prints the macros of the accesses; the functions that make the accesses. */
void script_c_macros(FILE *to, const struct scripts *s);
void script_c_accesses(FILE *to, const struct scripts *s);

/* What stands before each function that reaches a register. */
void script_c_state(FILE *to, const struct script *s);

#endif
