/* SPDX-License-Identifier: MIT */
#ifndef ARM11_TAP_H
#define ARM11_TAP_H

#include "core.h"

/*
 * A chain of JTAG ports [IEEE 1149.1]: debug ports of an ARM11 [DDI0301H
 * chapter 14], and others that have an IDCODE or are bypassed.
 */
enum { TAP_MOST = 8 };

struct tap {
	unsigned bits;           /* of its instruction register */
	uint32_t id;             /* 0: it has none */
	struct arm11_core *core; /* NULL: no debug port */
	/* The register that is shifted, and its length. */
	uint64_t shift;
	unsigned length;
	uint32_t instruction;
	unsigned chain; /* of scan chains */
	uint32_t held;  /* the instruction for the core */
	struct {
		uint8_t at;
		uint32_t value;
	} last; /* of scan chain 7 */
	uint32_t catch;
};

struct tap_chain {
	struct tap tap[TAP_MOST]; /* the first is nearest to TDO */
	unsigned taps;
	unsigned state;
};

void tap_reset(struct tap_chain *c);
/* Gives the level of TDO; clocks a rising edge of TCK. */
bool tap_out(const struct tap_chain *c);
void tap_clock(struct tap_chain *c, bool mode, bool in);

#endif
