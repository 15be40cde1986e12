/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_CORTEX_A_INNER_H
#define BOARD_CORE_CORTEX_A_INNER_H

#include "boards/src/core/beyond.h"
#include "boards/src/parts/predictor.h"
#include "boards/src/parts/tlb.h"

/* Only the Cortex-A cores have this state. */
struct cortex_a {
	struct cache l2;
	struct l2 *controller; /* beside a core without one; NULL: none */
	struct tlb imicro, dmicro, main_tlb; /* first and second level */
	struct global_predictor global;
	struct return_stack returns;
	/* A core that goes on meanwhile: what fetches and accesses take does
	 * not go by, but is kept here until it has been looked at, with the
	 * cause of the longest, and whether a line of data comes. */
	bool keeps_time;
	struct cortex_a_kept {
		uint64_t cycles, most;
		enum cause cause;
		bool line;
	} kept;
};

static inline struct cortex_a *cortex_a_of(const struct uarch *u)
{
	return u->own;
}

/*
 * The cores differ in these.  Sources, but for those of the Cortex-A8 and A9,
 * which are in their files:
 *
 * Constant                   A53          A57, A72     source
 * L1 instruction cache       32 KiB, 2    48 KiB, 3    ways [DDI0500E 6.1,
 * L1 data cache              32 KiB, 4    32 KiB, 2     100095 6.1]; A53's
 *                                                       sizes chosen
 * L2 cache                   512 KiB, 16  same         ways [DDI0500E 7.1];
 *                                                      size chosen
 * line                       64 bytes                  [DDI0500E 6.1]
 * victims                    round robin               chosen
 * first-level TLBs           10, 10       48, 32       [DDI0500E 5.2,
 * second-level TLB           512, 4 ways  1024, 4       100095 5.2]
 * direction of branches      two-bit histories, 4096, by address and the last
 *                            12 outcomes               chosen
 * targets of indirect ones   the last, 256             chosen
 * return stack               8                         chosen
 * bytes looked up at once    16                        chosen
 * beats of the bus           16 bytes                  chosen
 *
 * The A57 is said to have the sizes of its successor, the A72.
 */
struct cortex_a_core {
	uint8_t line_bits;
	uint16_t icache_sets, dcache_sets;
	uint8_t icache_ways, dcache_ways;
	uint16_t l2_sets; /* 0: it has no second level of its own */
	uint8_t l2_ways;
	uint8_t itlb, dtlb; /* first level, fully associative */
	uint16_t tlb_sets;  /* second level; 0: there is none */
	uint8_t tlb_ways;
	uint8_t look_up;        /* instruction bytes looked up at once */
	bool short_descriptors; /* one or two tables, not up to four */
};

static inline const struct cortex_a_core *
cortex_a_core_of(const struct uarch *u)
{
	return u->ops->facts;
}

/* An access or a fetch takes so long. */
static inline void cortex_a_take(struct uarch *u, enum cause cause,
				 uint64_t cycles)
{
	struct cortex_a_kept *k = &cortex_a_of(u)->kept;

	if (!cortex_a_of(u)->keeps_time) {
		spend(u, cause, cycles);
		return;
	}
	if (!cycles || u->without >> cause & 1)
		return;
	k->cycles += cycles;
	k->line |= cause == CAUSE_DATA_LEVEL2 || cause == CAUSE_DATA_MEMORY;
	if (cycles <= k->most)
		return;
	k->most = cycles;
	k->cause = cause;
}

static inline uint32_t cortex_a_line(const struct uarch *u)
{
	return 1u << u->dcache.shape.line_bits;
}

bool cortex_a_init(struct uarch *u);
void cortex_a_done(struct uarch *u);
void cortex_a_junk(struct uarch *u);
void cortex_a_attach_l2(struct uarch *u, struct l2 *controller);
void cortex_a_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		       const struct mapping *map);

/* Its parts, for cores that issue otherwise: the bytes of an instruction are
 * looked up; they are others than those of the last look-up, and fetched; its
 * time, and what its data add; it counts; a flow that is no branch. */
void cortex_a_look_up(struct uarch *u, uint32_t addr);
void cortex_a_fetch(struct uarch *u, const struct retired *r);
void cortex_a_issue_and_move(struct uarch *u, const struct retired *r);
void cortex_a_complete(struct uarch *u, const struct retired *r);
void cortex_a_change_mode(struct uarch *u, const struct retired *r);

/* For blocks: was that foretold?  And what it adds. */
bool cortex_a_foretells(struct uarch *u, const struct insn *i, bool taken,
			uint32_t next);
void cortex_a_branch(struct uarch *u, const struct retired *r, bool right);
/* A branch without its time. */
void cortex_a_count_branch(struct uarch *u, const struct retired *r,
			   bool right);

/* cortex_a_blocks.c: what all have of that. */
uint32_t cortex_a_window(const struct uarch *u);
struct global_predictor *cortex_a_global(const struct uarch *u);
int cortex_a_fetched(struct uarch *u, uint32_t vaddr,
		     const struct mapping *map);
int cortex_a_found(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		   uint64_t now);
uint32_t cortex_a_pages(const struct uarch *u, bool fetch);
void cortex_a_more_lines(struct uarch *u, unsigned lines, bool write);

#define CORTEX_A_BLOCKS                                                        \
	.window = cortex_a_window, .foretells = cortex_a_foretells,            \
	.global = cortex_a_global, .fetched = cortex_a_fetched,                \
	.found = cortex_a_found, .more_lines = cortex_a_more_lines,            \
	.pages = cortex_a_pages

/* cortex_a_data.c: a line comes to the first level; cycles it takes. */
uint64_t cortex_a_refill(struct uarch *u, enum l2_port port, uint32_t paddr,
			 const struct outer *outer);
/* A data or instruction page that the first-level TLB does not have. */
uint64_t cortex_a_translate(struct uarch *u, uint32_t vaddr,
			    const struct mapping *map, bool fetch);
void cortex_a_data(struct uarch *u, const struct retired *r);
/* Dirty lines go out because something asks for that. */
void cortex_a_clean(struct uarch *u, int slot, uint32_t paddr);
void cortex_a_clean_all(struct uarch *u);

#endif
