/* SPDX-License-Identifier: MIT */
/* ARM926EJ-S r0p5 [DDI0198]. */
#include "board/core/arm926.h"
#include "board/a32/a32.h"
#include "board/a32/core.h"
#include "board/a32/cp15.h"
#include "board/engine/unicorn.h"
#include "board/machine/cores.h"

static const struct a32_core facts = {
	.tables = TABLES_V5,
	.no_preload = true, /* [DDI0198 4.1] */
	.ifsr = true,
	.sctlr_reset = 0x00050078,
	.sctlr_boot = SCTLR_ALIGN, /* it predicts nothing */
	.midr = 0x41069265,
	/* 32 KiB, 4 ways, twice [DDI0198D 2.3.2]; the size is chosen */
	.cache_type = 0x1d192192,
};

const struct board_core arm926_core = {
	.arch = &a32_arch,
	.uarch = &uarch_arm926_ops,
	.engine = UC_CPU_ARM_926,
	.facts = &facts,
};
