/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LEDGER_LEDGER_H
#define BOARD_LEDGER_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

/*
 * A ledger holds what happened on a board since reset: every item always
 * counts, whoever looks.  The simulated monitors read from it, `--truth` prints
 * it.  Items are physical happenings; which event code means which item is each
 * simulated monitor's own affair.
 */
enum ledger_item {
	LEDGER_CYCLES,
	LEDGER_INSTRUCTIONS,   /* reached execute, condition failed too */
	LEDGER_ICACHE_MISS,    /* as the monitor counts it */
	LEDGER_ICACHE_FILLS,   /* lines it fetched, discarded ones too */
	LEDGER_FETCH_STALL,    /* cycles without an instruction */
	LEDGER_DATA_STALL,     /* cycles waiting for an operand */
	LEDGER_IMICROTLB_MISS, /* first-level instruction TLB */
	LEDGER_DMICROTLB_MISS,
	LEDGER_ITLB_MISS, /* where instruction and data walk apart */
	LEDGER_DTLB_MISS,
	LEDGER_MAIN_TLB_MISS,
	LEDGER_BRANCHES, /* executed, taken or not */
	LEDGER_BRANCH_MISS,
	LEDGER_DCACHE_ACCESS, /* every data access, by the core's rule */
	LEDGER_DCACHE_ACCESS_CACHEABLE,
	LEDGER_DCACHE_MISS,
	LEDGER_HALF_LINES_WRITTEN_BACK,
	LEDGER_PC_CHANGES,     /* by software, without a mode change */
	LEDGER_EXTERNAL_DATA,  /* explicit external data accesses */
	LEDGER_LSU_FULL_STALL, /* cycles the request queue is full */
	LEDGER_WRITE_BUFFER_DRAINS,
	LEDGER_BUFFER_FULL_STALL, /* cycles, XScale data buffers full */
	LEDGER_BUFFER_FULL_RUNS,  /* contiguous runs of the former */
	LEDGER_CALLS,             /* pushed on the return stack */
	LEDGER_RETURNS,           /* popped off the return stack */
	LEDGER_RETURNS_PREDICTED,
	LEDGER_RETURNS_MISPREDICTED,
	LEDGER_ETMEXTOUT0, /* cycles asserted, injected */
	LEDGER_ETMEXTOUT1,
	LEDGER_ETMEXTOUT,         /* sum of both */
	LEDGER_IRQ_DISABLED,      /* cycles with the CPSR's I bit set */
	LEDGER_FIQ_DISABLED,      /* cycles with its F bit set */
	LEDGER_ICACHE_TAG_ERROR,  /* in tag or valid RAM; injected, like */
	LEDGER_ICACHE_DATA_ERROR, /* all errors; in the order of board_ram */
	LEDGER_DCACHE_TAG_ERROR,
	LEDGER_DCACHE_DATA_ERROR,
	LEDGER_DCACHE_DIRTY_ERROR,
	LEDGER_ITCM_ERROR,
	LEDGER_DTCM_ERROR,
	/* The second level's controller on ARM11 boards. */
	LEDGER_L2CC_INSTRUCTION_READS, /* looked up: no line buffer had it */
	LEDGER_L2CC_INSTRUCTION_HITS,
	LEDGER_L2CC_DATA_READS,
	LEDGER_L2CC_DATA_READ_HITS,
	LEDGER_L2CC_WRITES, /* of both kinds */
	LEDGER_L2CC_WRITES_BACK,
	LEDGER_L2CC_WRITES_THROUGH,
	LEDGER_L2CC_WRITE_HITS, /* of both kinds */
	LEDGER_L2CC_WRITE_ALLOCATIONS,
	LEDGER_L2CC_HALF_LINES_OUT,
	LEDGER_L2CC_LINES_OUT,
	LEDGER_L2CC_BUFFER_READS, /* that a line buffer served */
#define A_ITEM(name, filled) LEDGER_##name,
#include "boards/src/ledger/ledger_a.def"
#define E_ITEM(name, words) LEDGER_##name,
#include "boards/src/ledger/ledger_e.def"
	LEDGER_NOTHING, /* never moves: what an idle counter counts */
	LEDGER_ITEMS
};

/* Why a cycle of the core went by. */
enum cause {
#define CAUSE(id, name) CAUSE_##id,
#include "boards/src/ledger/causes.def"
	CAUSES
};

/*
 * Which items move together, so that who looks at all of them after each
 * instruction need not: of most instructions only those of some kinds move.
 */
enum ledger_kind {
	LEDGER_ALWAYS, /* nearly each instruction moves them */
	LEDGER_OF_DATA,
	LEDGER_OF_FLOW,
	LEDGER_SELDOM,
	LEDGER_KINDS
};

struct ledger {
	uint64_t n[LEDGER_ITEMS];
	/* Each moves when an item of its kind does; LEDGER_ALWAYS: not kept. */
	uint64_t moved[LEDGER_KINDS];
	uint64_t cause[CAUSES]; /* their sum is n[LEDGER_CYCLES] */
};

static inline enum ledger_kind ledger_kind(enum ledger_item item)
{
	switch ((int)item) {
	case LEDGER_CYCLES:
	case LEDGER_INSTRUCTIONS:
	case LEDGER_IRQ_DISABLED:
	case LEDGER_FIQ_DISABLED:
	case LEDGER_UOPS:
		return LEDGER_ALWAYS;
	case LEDGER_DCACHE_ACCESS:
	case LEDGER_DCACHE_ACCESS_CACHEABLE:
	case LEDGER_DATA_STALL:
	case LEDGER_L1D_ACCESS:
	case LEDGER_L1D_READ:
	case LEDGER_L1D_WRITE:
	case LEDGER_MEM_ACCESS:
	case LEDGER_MEM_READ:
	case LEDGER_MEM_WRITE:
	case LEDGER_LD_RETIRED:
	case LEDGER_ST_RETIRED:
	case LEDGER_STALL:
	case LEDGER_STALL_BACKEND:
	case LEDGER_ISSUE_STALL:
	case LEDGER_LOAD_UOPS:
	case LEDGER_STORE_UOPS:
	case LEDGER_TRANSLATED:
	case LEDGER_LOADS_CACHEABLE:
	case LEDGER_STORES_CACHEABLE:
		return LEDGER_OF_DATA;
	case LEDGER_BRANCHES:
	case LEDGER_PC_CHANGES:
	case LEDGER_BR_RETIRED:
	case LEDGER_BR_IMMED_RETIRED:
	case LEDGER_BRANCHES_PREDICTABLE:
	case LEDGER_PC_WRITE_RETIRED:
	case LEDGER_L1I_ACCESS:
	case LEDGER_BRANCHES_TAKEN:
	case LEDGER_BTB_HITS_PSEUDO:
	case LEDGER_IL1_FETCHES:
		return LEDGER_OF_FLOW;
	default:
		return LEDGER_SELDOM;
	}
}

/* Is the core's time counted in it? */
static inline bool ledger_is_time(enum ledger_item item)
{
	switch ((int)item) {
	case LEDGER_CYCLES:
	case LEDGER_FETCH_STALL:
	case LEDGER_DATA_STALL:
	case LEDGER_LSU_FULL_STALL:
	case LEDGER_BUFFER_FULL_STALL:
	case LEDGER_STALL:
	case LEDGER_STALL_FRONTEND:
	case LEDGER_STALL_BACKEND:
	case LEDGER_ISSUE_STALL:
	case LEDGER_IRQ_DISABLED:
	case LEDGER_FIQ_DISABLED:
		return true;
	default:
		return false;
	}
}

/* The item has happened `by` times more: nobody writes into a ledger
 * otherwise. */
static inline void ledger_count(struct ledger *l, enum ledger_item item,
				uint64_t by)
{
	const enum ledger_kind kind = ledger_kind(item);

	l->n[item] += by;
	if (kind != LEDGER_ALWAYS)
		l->moved[kind] += by;
}

#endif
