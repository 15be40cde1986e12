/* SPDX-License-Identifier: MIT */
/* ARM1176JZF-S [DDI0301H]. */
#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/a32/cp15.h"
#include "boards/src/core/arm11.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/arm11.h"

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x410fb767),
	CP15_CACHE_TYPE(0x1d152152), /* 16 KiB, 4 ways, twice */
	CP15_KEPT_BITS(CP(12, 0, 0), vbar, 0, ~UINT32_C(31)),
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.instructions = { .v6 = true, .v6k = true },
	.tables = TABLES_V6,
	.ifsr = true,
	.write_status = true, /* [DDI0301H 3.2.19] */
	.abort_mask = true,
	.actlr_predicts = true,
	.sctlr_reset = 0x00050078,
	.actlr_reset = ACTLR_RETURN_STACK | ACTLR_DYNAMIC | ACTLR_STATIC,
	.sctlr_boot = SCTLR_PREDICT | SCTLR_UNALIGNED | SCTLR_XP,
	/* 32 KiB each, as two of 16 [DDI0301H 7.3]; chosen */
	.tcm = { { 2, 14 }, { 2, 14 } },
	.sctlr_refused = SCTLR_BIG_ENDIAN | SCTLR_ACCESS_FLAG,
	.cp15 = { &own, &cp15_v6, &cp15_security, &cp15_v6_tables, &cp15_tcm,
		  &cp15_tcm_trustzone, &cp15_threads, &cp15_tables,
		  &cp15_common },
	.cp14 = &cp14_v6,
};

const struct board_core arm1176_core = {
	.arch = &a32_arch,
	.uarch = &uarch_arm1176_ops,
	.pmu = &pmu_arm1176_ops,
	.engine = UC_CPU_ARM_1176,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPE(TLB) | SHAPE(PREDICTOR) |
		  SHAPE(MEMORY),
};
