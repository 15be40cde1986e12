/* SPDX-License-Identifier: MIT */
/* e500v2 2.0 in an MPC8548 2.0 [E500CORERM]. */
#include "boards/src/core/e500.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/e500.h"
#include "boards/src/ppc/core.h"
#include "boards/src/ppc/ppc.h"

static const struct ppc_core facts = {
	.pvr = 0x80210020,
	.svr = 0x80310020,
	.part = PQ3_MPC8548,
	.tlb0_ways = 4,
	/* two TLBs, PIDs of 8 bits, three of them */
	.mmucfg = 36u << 17 | 3u << 11 | 7u << 6 | 1,
	/* sizes from 4 KiB to 4 GiB; 16 ways and entries */
	.tlb1cfg = 0x101bc010,
	.mas7 = true,
};

const struct board_core e500v2_core = {
	.arch = &ppc_arch,
	.uarch = &uarch_e500_ops,
	.pmu = &pmu_e500v2_ops,
	.facts = &facts,
	.shapes =
		SHAPES_CORE | SHAPES_OWN_L2 | SHAPE(PREDICTOR) | SHAPE(MEMORY),
	.tree = true,
};
