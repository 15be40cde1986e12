/* SPDX-License-Identifier: MIT */
#ifndef PROGRAM_CFI_H
#define PROGRAM_CFI_H

#include "program/unwind.h"

/* Rules of the tables for one instruction: where its caller's registers are. */
enum kept {
	KEPT_SAME,
	KEPT_NOWHERE,
	KEPT_AT,      /* in memory, so far from the frame's address */
	KEPT_IS,      /* so far from it is the value itself */
	KEPT_IN,      /* another register */
	KEPT_UNKNOWN, /* by a formula, which is not worked out */
};

struct rules {
	enum kept how[UNWIND_REGISTERS];
	int64_t value[UNWIND_REGISTERS];
	uint64_t base; /* the register that the frame's address is from ... */
	int64_t distance;
	bool formula; /* ... or it is worked out */
};

/* False: the tables have none for the instruction, or of a kind that no
 * compiler for this computer makes.  `returns`: the register with the address
 * of return. */
bool cfi_find(const struct program *p, uint64_t addr, struct rules *to,
	      uint64_t *returns);
/* How many functions the tables tell of; 0: or they are of a kind that no
 * compiler for this computer makes. */
uint64_t cfi_functions(const struct program *p);
/* The n-th one, in the order of addresses: where it begins, and its size.
 * False: its entry is damaged. */
bool cfi_function(const struct program *p, uint64_t n, uint64_t *from,
		  uint64_t *size);

#endif
