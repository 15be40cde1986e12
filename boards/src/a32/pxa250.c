/* SPDX-License-Identifier: MIT */
/* The PXA250's XScale core [80200]. */
#include "boards/src/core/pxa250.h"
#include "boards/src/a32/a32.h"
#include "boards/src/a32/core.h"
#include "boards/src/a32/cp15.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/pmu/xscale.h"

static const struct cp15_row rows[] = {
	CP15_FIXED(CP(0, 0, 0), 0x69052100),
	CP15_CACHE_TYPE(0x0b1aa1aa), /* 32 KiB, 32 ways, twice */
	CP15_KEPT(CP(1, 0, 1), actlr, CP15_CONTROLS),
	CP15_LINE(CP(7, 2, 5), MAINTAIN_D_ALLOCATE_LINE),
	CP15_ALL(CP(7, 5, 6), MAINTAIN_PREDICTOR_FLUSH),
	CP15_KEPT(CP(15, 1, 0), cpacr, 0),
};

static const struct cp15_group own = CP15_GROUP(rows);

static const struct a32_core facts = {
	.tables = TABLES_XSCALE,
	.sctlr_reset = 0x00000078,
	.sctlr_boot = SCTLR_PREDICT | SCTLR_ALIGN,
	.sctlr_refused = SCTLR_BIG_ENDIAN,
	.cp15 = { &own, &cp15_tables, &cp15_common },
};

const struct board_core pxa250_core = {
	.arch = &a32_arch,
	.uarch = &uarch_pxa250_ops,
	.pmu = &pmu_pxa250_ops,
	.engine = UC_CPU_ARM_PXA250,
	.facts = &facts,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPE(PREDICTOR) | SHAPE(MEMORY),
};
