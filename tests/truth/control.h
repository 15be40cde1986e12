/* SPDX-License-Identifier: MIT */
#ifndef CONTROL_H
#define CONTROL_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The system control coprocessor, as far as programs of known counts need it
 * [DDI0301H 3.2 and 6.11; 80200 3.2 and 7; DDI0406B B3.12].
 */
#define CONTROL_WRITE(crn, crm, opc2, value)                                   \
	CONTROL_WRITE_OF(0, crn, crm, opc2, value)
#define CONTROL_READ(crn, crm, opc2) CONTROL_READ_OF(0, crn, crm, opc2)

/* These take an opcode_1, too. */
#define CONTROL_WRITE_OF(opc1, crn, crm, opc2, value)                          \
	__asm__ volatile("mcr p15, " #opc1 ", %0, c" #crn ", c" #crm           \
			 ", " #opc2                                            \
			 :                                                     \
			 : "r"(value)                                          \
			 : "memory")
#define CONTROL_READ_OF(opc1, crn, crm, opc2)                                  \
	({                                                                     \
		uint32_t v_ = 0;                                               \
		__asm__ volatile("mrc p15, " #opc1 ", %0, c" #crn ", c" #crm   \
				 ", " #opc2                                    \
				 : "+r"(v_));                                  \
		v_;                                                            \
	})

enum {
	CONTROL_M = 1 << 0,  /* MMU */
	CONTROL_C = 1 << 2,  /* data cache */
	CONTROL_Z = 1 << 11, /* branch prediction */
	CONTROL_I = 1 << 12, /* instruction cache */
};

/* Sections and pages that everyone may use: bits 11:10, or 5:4 four times. */
#if __ARM_ARCH >= 6
enum {
	CONTROL_SECTION = 3 << 10 | 2,
	CONTROL_CACHED = CONTROL_SECTION | 3 << 2,
	CONTROL_UNCACHED = CONTROL_SECTION | 1 << 12, /* TEX 001 */
	CONTROL_WRITE_THROUGH = CONTROL_SECTION | 2 << 2,
	CONTROL_ORDERED = CONTROL_SECTION,
	CONTROL_MINI = 0, /* has none */
	CONTROL_PAGE_TABLE = 1,
	CONTROL_SMALL_PAGE = 3 << 4 | 3 << 2 | 2,
};
#else
enum {
	CONTROL_SECTION = 3 << 10 | 1 << 4 | 2,
	CONTROL_CACHED = CONTROL_SECTION | 3 << 2,
	CONTROL_UNCACHED = CONTROL_SECTION | 1 << 2, /* bufferable */
	CONTROL_WRITE_THROUGH = CONTROL_SECTION | 2 << 2,
	CONTROL_ORDERED = CONTROL_SECTION,
	CONTROL_MINI = CONTROL_SECTION | 1 << 12 | 2 << 2,
	CONTROL_PAGE_TABLE = 1 << 4 | 1,
	CONTROL_SMALL_PAGE = 0xFF << 4 | 3 << 2 | 2,
};
#endif

/* The ARM1156 has regions, not pages [DAI0195B Table 2]. */
static inline bool control_has_pages(void)
{
	return (CONTROL_READ(0, 0, 0) & 0xFFF0) != 0xB560;
}

static inline uint32_t *control_table(void)
{
	return (uint32_t *)(CONTROL_READ(2, 0, 0) & ~0x3FFFu);
}

static inline void control_drain(void)
{
	CONTROL_WRITE(7, 10, 4, 0);
}

/* A core without TLBs takes it for undefined, which is passed over (code.S). */
static inline void control_tlb_empty(void)
{
	CONTROL_WRITE(8, 7, 0, 0);
}

static inline void control_icache_empty(void)
{
	CONTROL_WRITE(7, 5, 0, 0);
}

static inline void control_predictor_empty(void)
{
	CONTROL_WRITE(7, 5, 6, 0);
}

#if __ARM_ARCH >= 7
/*
 * ARMv7 has no operation for a whole data cache: of the first level, set by
 * set and way by way, as many as there are [DDI0406B B3.12.12, B3.12.31].
 */
static inline void control_sets_and_ways(void)
{
	uint32_t shape, line, sets, ways, shift;

	CONTROL_WRITE_OF(2, 0, 0, 0, 0); /* asks about level 1, data */
	CONTROL_WRITE(7, 5, 4, 0);
	shape = CONTROL_READ_OF(1, 0, 0, 0);
	line = (shape & 7) + 4; /* bits of an address within a line */
	ways = (shape >> 3 & 0x3FF) + 1;
	sets = (shape >> 13 & 0x7FFF) + 1;
	shift = (uint32_t)__builtin_clz(ways - 1);
	for (uint32_t way = 0; way < ways; way++)
		for (uint32_t set = 0; set < sets; set++)
			CONTROL_WRITE(7, 14, 2, way << shift | set << line);
}
#endif

/* `spare`: 32 KiB that nobody uses. */
static inline void control_dcache_empty(uint32_t spare)
{
#if __ARM_ARCH >= 7
	(void)spare;
	control_sets_and_ways();
#elif __ARM_ARCH >= 6
	(void)spare;
	CONTROL_WRITE(7, 14, 0, 0);
#else
	/* There is no operation to clean it all: fill it with clean lines. */
	for (uint32_t i = 0; i < 1024; i++)
		CONTROL_WRITE(7, 2, 5, spare + i * 32);
	CONTROL_WRITE(7, 6, 0, 0);
#endif
	control_drain();
}

static inline void control_switch(uint32_t bits, bool on)
{
	uint32_t value = CONTROL_READ(1, 0, 0);

	CONTROL_WRITE(1, 0, 0, on ? value | bits : value & ~bits);
}

/* The TCM for data, or for instructions, at `base`.  A core without it takes
 * the access for undefined, and reads back nothing. */
static inline bool control_tcm(uint32_t base, bool instructions)
{
#if __ARM_ARCH >= 6
	if (instructions) {
		CONTROL_WRITE(9, 1, 1, base | 1);
		return (CONTROL_READ(9, 1, 1) & 1) != 0;
	}
	CONTROL_WRITE(9, 1, 0, base | 1);
	return (CONTROL_READ(9, 1, 0) & 1) != 0;
#else
	(void)base;
	(void)instructions;
	return false;
#endif
}

#endif
