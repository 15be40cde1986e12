/* SPDX-License-Identifier: MIT */
/* Cortex-A57. */
#include "boards/src/a64/a64.h"
#include "boards/src/engine/unicorn.h"
#include "boards/src/machine/cores.h"
#include "boards/src/outoforder/outoforder.h"
#include "boards/src/pmu/pmuv3.h"

const struct board_core cortex_a57_core = {
	.arch = &a64_arch,
	.uarch = &uarch_cortex_a57_ops,
	.pmu = &pmu_cortex_a57_ops,
	.engine = UC_CPU_ARM64_A57,
	.shapes = SHAPES_CORE | SHAPES_PAGES | SHAPE(TLB) | SHAPES_OWN_L2 |
		  SHAPE(LINE) | SHAPE(PREDICTOR) | SHAPE(MEMORY),
};
