/* SPDX-License-Identifier: MIT */
/* The PXA250's XScale core [80200]. */
#include "board/core/pxa250.h"
#include "board/a32/a32.h"
#include "board/a32/core.h"
#include "board/a32/cp15.h"
#include "board/engine/unicorn.h"
#include "board/machine/cores.h"
#include "board/pmu/xscale.h"

static const struct a32_core facts = {
	.tables = TABLES_XSCALE,
	.sctlr_reset = 0x00000078,
	.sctlr_boot = SCTLR_PREDICT | SCTLR_ALIGN,
	.midr = 0x69052100,
	.cache_type = 0x0b1aa1aa, /* 32 KiB, 32 ways, twice */
};

const struct board_core pxa250_core = {
	.arch = &a32_arch,
	.uarch = &uarch_pxa250_ops,
	.pmu = &pmu_pxa250_ops,
	.engine = UC_CPU_ARM_PXA250,
	.facts = &facts,
};
