/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A8's monitor: what it counts [DDI0344I 3.2.49, Table 3-97, as far
 * as pages of it were at hand, to 0x0D; all codes: libpfm4; those that it uses:
 * Linux perf_event_v7.c].  They agree, but for 0x11, which the manual has not.
 * Its cycle counter has to be disabled before it is written [DDI0344K 3.2.48].
 */
#include "boards/src/pmu/v2.h"

static const struct pmu_v2_core cortex_a8 = {
	.idcode = 0,
	.counters = 4,
	.cycles_locked = true,
};

#define BASIS          "DDI0344I 3.2.49; libpfm4"
#define NO(code, name) V2_NOT_MODELLED(code, name, BASIS)
#define IS(code, name, class, item)                                            \
	{                                                                      \
		code, name, PMU_##class, LEDGER_##item, BASIS                  \
	}

static const struct pmu_event events[] = {
	IS(0x00, "software increment", EXACT, SW_INCR),
	IS(0x01, "instruction cache refill", MODELLED, L1I_REFILL),
	IS(0x02, "instruction TLB refill", MODELLED, L1I_TLB_REFILL),
	IS(0x03, "data cache refill", MODELLED, L1D_REFILL),
	IS(0x04, "data cache access", MODELLED, L1D_ACCESS),
	IS(0x05, "data TLB refill", MODELLED, L1D_TLB_REFILL),
	IS(0x06, "data read executed", EXACT, LD_RETIRED),
	IS(0x07, "data write executed", EXACT, ST_RETIRED),
	IS(0x08, "instruction executed", EXACT, INSTRUCTIONS),
	IS(0x09, "exception taken", EXACT, EXC_TAKEN),
	IS(0x0A, "exception return executed", EXACT, EXC_RETURN),
	IS(0x0B, "context ID written", EXACT, CID_WRITE_RETIRED),
	IS(0x0C, "software changed the PC", EXACT, PC_WRITE_RETIRED),
	IS(0x0D, "immediate branch executed", EXACT, BR_IMMED_RETIRED),
	IS(0x0E, "procedure return executed", EXACT, BR_RETURN_RETIRED),
	IS(0x0F, "unaligned access executed", EXACT, UNALIGNED_LDST_RETIRED),
	IS(0x10, "branch mispredicted", MODELLED, BRANCHES_CORRECTED),
	{ 0x11, "cycle", PMU_MODELLED, LEDGER_CYCLES,
	  "Linux; libpfm4: not in DDI0344" },
	IS(0x12, "predictable branch", MODELLED, BRANCHES_PREDICTABLE),
	NO(0x40, "cycle with the write buffer full"),
	NO(0x41, "store merged in level 2"),
	NO(0x42, "bufferable store to level 2"),
	IS(0x43, "level 2 access", MODELLED, L2D_ACCESS),
	IS(0x44, "level 2 cacheable miss", MODELLED, L2D_REFILL),
	{ 0x45, "cycle with an AXI read", PMU_MODELLED, LEDGER_BUS_READ,
	  BASIS "; 16 bytes in each: chosen" },
	{ 0x46, "cycle with an AXI write", PMU_MODELLED, LEDGER_BUS_WRITE,
	  BASIS "; 16 bytes in each: chosen" },
	NO(0x47, "replay"),
	NO(0x48, "replay by an unaligned access"),
	NO(0x49, "data cache miss by the hash"),
	NO(0x4A, "instruction cache miss by the hash"),
	NO(0x4B, "page coloring alias"),
	NO(0x4C, "NEON data hit in level 1"),
	NO(0x4D, "NEON cacheable data access in level 1"),
	NO(0x4E, "NEON access to level 2"),
	NO(0x4F, "NEON hit in level 2"),
	IS(0x50, "instruction cache access", MODELLED, L1I_ACCESS),
	NO(0x51, "return stack mispredicted"),
	NO(0x52, "direction of a branch mispredicted"),
	NO(0x53, "branch predicted taken"),
	NO(0x54, "predictable branch taken"),
	NO(0x55, "operation issued"),
	IS(0x56, "cycle without an instruction to issue", MODELLED,
	   STALL_FRONTEND),
	IS(0x57, "instruction issued", MODELLED, INSTRUCTIONS),
	NO(0x58, "cycle waiting for MRC from NEON"),
	NO(0x59, "cycle with NEON's queue full"),
	NO(0x5A, "cycle with NEON and integer busy"),
	NO(0x70, "PMUEXTIN[0]"),
	NO(0x71, "PMUEXTIN[1]"),
	NO(0x72, "PMUEXTIN[0] and [1]"),
};

const struct pmu_ops pmu_cortex_a8_ops = V2_OPS(cortex_a8, events, 4);
