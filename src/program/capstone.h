/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_CAPSTONE_H
#define PROGRAM_CAPSTONE_H

#include <capstone/capstone.h>

#include "base/error.h"

/*
 * The Capstone library, loaded when instructions are taken apart and not when
 * the command starts: its relocations take longer than most verbs.  Below here
 * the library's functions go by their own names.
 */
#define CAPSTONE_FUNCTIONS(F)                                                  \
	F(close)                                                               \
	F(disasm)                                                              \
	F(disasm_iter)                                                         \
	F(free)                                                                \
	F(malloc)                                                              \
	F(open)                                                                \
	F(option)                                                              \
	F(regs_access)

struct capstone {
#define F(name) __typeof__(cs_##name) *(name);
	CAPSTONE_FUNCTIONS(F)
#undef F
};

extern struct capstone capstone;

/* Once; then it does nothing.  False: the library or a function is missing. */
bool capstone_load(struct error *err);

#define cs_close       capstone.close
#define cs_disasm      capstone.disasm
#define cs_disasm_iter capstone.disasm_iter
#define cs_free        capstone.free
#define cs_malloc      capstone.malloc
#define cs_open        capstone.open
#define cs_option      capstone.option
#define cs_regs_access capstone.regs_access

#endif
