/* SPDX-License-Identifier: MIT */
/*
 * The Cortex-A9's monitor: what it counts [DDI0388I 11.4, Tables 11-5 and
 * 11-6: all of the former; of the latter, pages to 0x62 and of 0x68 to 0x6E
 * were at hand, and libpfm4 has the others].  Of the architecture's events it
 * has neither 0x08, instructions executed, nor 0x0E; those that are renamed
 * (0x68) and predictable returns (0x6E) stand in.  The model renames nothing
 * that is not executed.
 */
#include "boards/src/pmu/v2.h"

static const struct pmu_v2_core cortex_a9 = {
	.idcode = 9,
	.counters = 6,
	.loses_overflows = true,
};

#define BASIS          "DDI0388I 11.4"
#define OTHER          BASIS "; libpfm4"
#define NO(code, name) V2_NOT_MODELLED(code, name, BASIS)
#define IS(code, name, class, item)                                            \
	{                                                                      \
		code, name, PMU_##class, LEDGER_##item, BASIS                  \
	}
#define ALSO_NO(code, name) V2_NOT_MODELLED(code, name, OTHER)
#define ALSO_IS(code, name, class, item)                                       \
	{                                                                      \
		code, name, PMU_##class, LEDGER_##item, OTHER                  \
	}

static const struct pmu_event events[] = {
	IS(0x00, "software increment", EXACT, SW_INCR),
	IS(0x01, "instruction cache miss", MODELLED, L1I_REFILL),
	IS(0x02, "instruction micro TLB miss", MODELLED, L1I_TLB_REFILL),
	IS(0x03, "data cache miss", MODELLED, L1D_REFILL),
	IS(0x04, "data cache access", MODELLED, L1D_ACCESS),
	IS(0x05, "data micro TLB miss", MODELLED, L1D_TLB_REFILL),
	IS(0x06, "data read", EXACT, LD_RETIRED),
	IS(0x07, "data write", EXACT, ST_RETIRED),
	IS(0x09, "exception taken", EXACT, EXC_TAKEN),
	IS(0x0A, "exception return", EXACT, EXC_RETURN),
	IS(0x0B, "context ID written", EXACT, CID_WRITE_RETIRED),
	IS(0x0C, "software changed the PC", EXACT, PC_WRITE_RETIRED),
	IS(0x0D, "immediate branch", EXACT, BR_IMMED_RETIRED),
	IS(0x0F, "unaligned load or store", EXACT, UNALIGNED_LDST_RETIRED),
	IS(0x10, "branch mispredicted or not predicted", MODELLED,
	   BRANCHES_CORRECTED),
	IS(0x11, "cycle", MODELLED, CYCLES),
	IS(0x12, "predictable branch", MODELLED, BRANCHES_PREDICTABLE),
	NO(0x40, "Java bytecode executed"),
	NO(0x41, "software Java bytecode executed"),
	NO(0x42, "Jazelle backward branch"),
	NO(0x50, "coherent linefill missed elsewhere"),
	NO(0x51, "coherent linefill hit elsewhere"),
	NO(0x60, "stall: instruction cache"),
	NO(0x61, "stall: data cache"),
	NO(0x62, "stall: main TLB"),
	ALSO_NO(0x63, "STREX passed"),
	ALSO_NO(0x64, "STREX failed"),
	ALSO_IS(0x65, "data eviction", MODELLED, L1D_WRITE_BACK_VICTIM),
	ALSO_IS(0x66, "cycle without an issue", MODELLED, STALL),
	ALSO_IS(0x67, "cycle with the issue stage empty", MODELLED,
		STALL_FRONTEND),
	IS(0x68, "instruction renamed", MODELLED, INSTRUCTIONS),
	{ 0x69, "data linefill", PMU_MODELLED, LEDGER_L1D_REFILL,
	  BASIS "; none ahead or by walks: chosen" },
	NO(0x6A, "prefetcher linefill"),
	NO(0x6B, "hit in a prefetched line"),
	IS(0x6E, "predictable return", EXACT, BR_RETURN_RETIRED),
	ALSO_NO(0x70, "instruction of the main unit"),
	ALSO_NO(0x71, "instruction of the second unit"),
	ALSO_NO(0x72, "load or store instruction"),
	ALSO_NO(0x73, "floating-point instruction"),
	ALSO_NO(0x74, "NEON instruction"),
	ALSO_NO(0x80, "stall: PLD"),
	ALSO_NO(0x81, "stall: write to memory"),
	ALSO_NO(0x82, "stall: main TLB, instruction side"),
	ALSO_NO(0x83, "stall: main TLB, data side"),
	ALSO_NO(0x84, "stall: instruction micro TLB"),
	ALSO_NO(0x85, "stall: data micro TLB"),
	ALSO_NO(0x86, "stall: DMB"),
	ALSO_NO(0x8A, "cycle with the integer clock on"),
	ALSO_NO(0x8B, "cycle with the data engine's clock on"),
	ALSO_NO(0x90, "ISB"),
	ALSO_NO(0x91, "DSB"),
	ALSO_NO(0x92, "DMB"),
	ALSO_IS(0x93, "external interrupt", EXACT, EXC_IRQ),
	ALSO_NO(0xA0, "PLE line completed"),
	ALSO_NO(0xA1, "PLE line skipped"),
	ALSO_NO(0xA2, "PLE FIFO flushed"),
	ALSO_NO(0xA3, "PLE request completed"),
	ALSO_NO(0xA4, "PLE FIFO overflowed"),
	ALSO_NO(0xA5, "PLE request programmed"),
};

const struct pmu_ops pmu_cortex_a9_ops = V2_OPS(cortex_a9, events, 6);
