/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_CORE_H
#define BOARD_A32_CORE_H

#include "boards/src/a32/cp15.h"
#include "boards/src/a32/decode/decode.h"
#include "boards/src/machine/spec.h"

/* How page tables are laid out [ARM ARM B4]. */
enum a32_tables {
	TABLES_V5,
	TABLES_XSCALE, /* ARMv5's with the XScale's extensions */
	TABLES_V6,     /* from ARMv6 on, chosen by SCTLR.XP */
	TABLES_NONE,   /* regions of an MPU instead; else as ARMv6 */
};

enum tcm_side { TCM_INSTRUCTION, TCM_DATA, TCM_SIDES };

/* A side's tightly coupled memories: at most two, all of one size. */
struct tcm_shape {
	uint8_t banks;
	uint8_t size_bits; /* log2 of bytes: 12 to 18 */
};

enum { CP15_GROUPS_MAX = 11 };

/* The facts of a 32-bit ARM core that programs see: board_core.facts. */
struct a32_core {
	struct decode_features instructions;
	enum a32_tables tables;
	bool no_preload;    /* PLD does nothing */
	bool ifsr;          /* faults of fetches have a register of their own */
	bool write_status;  /* DFSR bit 11 tells writes apart */
	bool abort_mask;    /* CPSR.A, which exceptions set */
	bool thumb_vectors; /* SCTLR.TE: exceptions in Thumb state */
	bool actlr_predicts;  /* ACTLR switches each kind of prediction */
	uint32_t sctlr_reset; /* registers after reset */
	uint32_t sctlr_ones;  /* bits that are always set */
	uint32_t actlr_reset;
	uint32_t sctlr_boot; /* what the boot loader sets besides caches and
				translation */
	struct tcm_shape tcm[TCM_SIDES];
	uint32_t sctlr_refused; /* bits that the board cannot set */
	/* The coprocessor's registers: its own rows first, NULL at the end. */
	const struct cp15_group *cp15[CP15_GROUPS_MAX + 1];
	const struct cp15_group *cp14; /* NULL: it has no Secure state */
};

static inline const struct a32_core *a32_core_of(const struct board_spec *spec)
{
	return spec->core->facts;
}

#endif
