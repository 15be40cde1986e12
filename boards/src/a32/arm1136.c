/* SPDX-License-Identifier: MIT */
/* ARM1136JF-S r0p4, without the instructions of ARMv6K. */
#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/a32/cp15.h"
#include "boards/src/core/arm11.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/arm11.h"

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x4107b364), /* r0p4 */
	CP15_CACHE_TYPE(0x1d152152),         /* 16 KiB, 4 ways, twice */
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.instructions = { .v6 = true },
	.tables = TABLES_V6,
	.ifsr = true,
	.write_status = true, /* [DDI0301H 3.2.19] */
	.abort_mask = true,
	.actlr_predicts = true,
	.sctlr_reset = 0x00050078,
	.actlr_reset = ACTLR_RETURN_STACK | ACTLR_DYNAMIC | ACTLR_STATIC,
	.sctlr_boot = SCTLR_PREDICT | SCTLR_UNALIGNED | SCTLR_XP,
	.sctlr_refused = SCTLR_BIG_ENDIAN | SCTLR_ACCESS_FLAG,
	.cp15 = { &own, &cp15_v6, &cp15_v6_tables, &cp15_tcm, &cp15_tables,
		  &cp15_common },
};

const struct board_core arm1136_core = {
	.arch = &a32_arch,
	.uarch = &uarch_arm1136_ops,
	.pmu = &pmu_arm1136_ops,
	.engine = UC_CPU_ARM_1136_R2 /* that is r0p2 */,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPE(TLB) | SHAPE(PREDICTOR) |
		  SHAPE(MEMORY),
};
