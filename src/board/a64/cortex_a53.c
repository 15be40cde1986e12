/* SPDX-License-Identifier: MIT */
/* Cortex-A53. */
#include "board/a64/a64.h"
#include "board/core/cortex_a.h"
#include "board/engine/unicorn.h"
#include "board/machine/cores.h"
#include "board/pmu/pmuv3.h"

const struct board_core cortex_a53_core = {
	.arch = &a64_arch,
	.uarch = &uarch_cortex_a53_ops,
	.pmu = &pmu_cortex_a53_ops,
	.engine = UC_CPU_ARM64_A53,
};
