/* SPDX-License-Identifier: MIT */
/* e500v1 2.0 in an MPC8540 2.0 [E500CORERM]. */
#include "boards/src/core/e500.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/e500.h"
#include "boards/src/ppc/core.h"
#include "boards/src/ppc/ppc.h"

static const struct ppc_core facts = {
	.pvr = 0x80200020,
	.svr = 0x80300020,
	.part = PQ3_MPC8540,
	.tlb0_ways = 2,
	/* two TLBs, PIDs of 8 bits, three of them */
	.mmucfg = 32u << 17 | 3u << 11 | 7u << 6 | 1,
	/* sizes from 4 KiB to 256 MiB; 16 ways and entries */
	.tlb1cfg = 0x101c8010,
};

const struct board_core e500v1_core = {
	.arch = &ppc_arch,
	.uarch = &uarch_e500_ops,
	.pmu = &pmu_e500v1_ops,
	.facts = &facts,
	.shapes =
		SHAPES_CORE | SHAPES_OWN_L2 | SHAPE(PREDICTOR) | SHAPE(MEMORY),
	.tree = true,
};
