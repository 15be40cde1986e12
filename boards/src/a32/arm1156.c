/* SPDX-License-Identifier: MIT */
/*
 * ARM1156T2-S.  No manual of it was found: as the ARM1176, with an MPU.  The
 * engine has none either, so that its Cortex-R5 stands in.
 */
#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/a32/cp15.h"
#include "boards/src/core/arm11.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/arm11.h"

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x4107b560), /* part 0xB56; r0p0 is chosen */
	/* 16 KiB, 4 ways, twice; chosen */
	CP15_CACHE_TYPE(0x1d152152),
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.instructions = { .v6 = true, .thumb2 = true },
	.tables = TABLES_NONE,
	.ifsr = true,
	.write_status = true, /* [DDI0301H 3.2.19] */
	.abort_mask = true,
	.actlr_predicts = true,
	.thumb_vectors = true,
	.sctlr_reset = 0x00050078,
	.actlr_reset = ACTLR_RETURN_STACK | ACTLR_DYNAMIC | ACTLR_STATIC,
	.sctlr_boot = SCTLR_PREDICT | SCTLR_UNALIGNED | SCTLR_XP,
	.tcm = { { 1, 14 }, { 1, 14 } }, /* 16 KiB each; chosen */
	.sctlr_refused = SCTLR_BIG_ENDIAN | SCTLR_ACCESS_FLAG | SCTLR_VECTORED |
			 SCTLR_BACKGROUND,
	.cp15 = { &own, &cp15_mpu, &cp15_v6, &cp15_tcm, &cp15_common },
};

const struct board_core arm1156_core = {
	.arch = &a32_arch,
	.uarch = &uarch_arm1156_ops,
	.pmu = &pmu_arm1156_ops,
	.engine = UC_CPU_ARM_CORTEX_R5,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPE(PREDICTOR) | SHAPE(MEMORY),
};
