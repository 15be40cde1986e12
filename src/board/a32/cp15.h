/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_CP15_H
#define BOARD_A32_CP15_H

#include <stdbool.h>
#include <stdint.h>

#include "board/a32/mmu.h"

struct machine;

/* The system control coprocessor's registers. */
struct cp15 {
	uint32_t sctlr, actlr, cpacr;
	uint32_t ttbr0, ttbr1, ttbcr, dacr;
	uint32_t dfsr, ifsr, dfar, ifar;
	uint32_t vbar;           /* ARM1176 */
	uint32_t debug_override; /* ARM926 */
	uint32_t context;        /* process and address space identifiers */
	uint32_t thread[3];
	/* ARM1156: the MPU's regions, and the one that c6 is about */
	struct mpu_region region[MPU_REGIONS];
	uint32_t region_number;
};

enum cp15_result {
	CP15_DONE,
	CP15_UNDEFINED, /* no such register, or not for this mode */
	CP15_SHARED,    /* done, and the engine has to execute it as well */
	CP15_WAIT,      /* carried out; now wait for an interrupt */
	CP15_REFUSED,   /* the board cannot do it; `why` says what */
};

enum {
	SCTLR_MMU = 1 << 0,
	SCTLR_ALIGN = 1 << 1,
	SCTLR_DCACHE = 1 << 2,
	SCTLR_BIG_ENDIAN = 1 << 7,
	SCTLR_PREDICT = 1 << 11,
	SCTLR_ICACHE = 1 << 12,
	SCTLR_VECTORS = 1 << 13,
	SCTLR_ROUND_ROBIN = 1 << 14, /* ARM926 */
	SCTLR_BACKGROUND = 1 << 17,  /* ARMv7: MPU's default map below all */
	SCTLR_UNALIGNED = 1 << 22,   /* ARMv6 */
	SCTLR_XP = 1 << 23,          /* ARMv6 */
	SCTLR_VECTORED = 1 << 24,    /* ARMv6: the VIC gives the address */
	SCTLR_ACCESS_FLAG = 1 << 29, /* ARM1176 */
	SCTLR_THUMB = 1 << 30,       /* ARM1156: exceptions in Thumb state */
	ACTLR_RETURN_STACK = 1 << 0, /* ARM1176 */
	ACTLR_DYNAMIC = 1 << 1,
	ACTLR_STATIC = 1 << 2,
	DEBUG_NO_PREFETCH = 1 << 16, /* ARM926 [DDI0198 7.1] */
};

/* `addr` is a TALLY_CP().  Nothing is counted; that is the caller's. */
enum cp15_result cp15_read(struct machine *m, uint32_t addr, bool privileged,
			   uint32_t *value);
enum cp15_result cp15_write(struct machine *m, uint32_t addr, bool privileged,
			    uint32_t value, const char **why);

#endif
