/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LEDGER_LEDGER_H
#define BOARD_LEDGER_LEDGER_H

#include <stdint.h>

/*
 * What happened on a board since reset: every item always
 * counts, whoever looks.  The simulated monitors read from it, `--truth`
 * prints it.  Items are physical happenings; which event code means which
 * item is each simulated monitor's own affair.
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
#include "board/ledger/ledger_a.def"
#define E_ITEM(name, words) LEDGER_##name,
#include "board/ledger/ledger_e.def"
	LEDGER_NOTHING, /* never moves: what an idle counter counts */
	LEDGER_ITEMS
};

struct ledger {
	uint64_t n[LEDGER_ITEMS];
};

#endif
