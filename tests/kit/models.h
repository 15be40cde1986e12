/* SPDX-License-Identifier: MIT */
#ifndef TESTS_MODELS_H
#define TESTS_MODELS_H

#include "board/pmu/arm11.h"
#include "board/pmu/e500.h"
#include "board/pmu/event_bus.h"
#include "board/pmu/pmuv2.h"
#include "board/pmu/pmuv3.h"
#include "board/pmu/window.h"
#include "board/pmu/xscale.h"

/* The simulated monitors by number, for tests that go over several. */
enum pmu_kind {
	PMU_ARM1136,
	PMU_ARM1156,
	PMU_ARM1176,
	PMU_PXA250,
	PMU_CORTEX_A8,
	PMU_CORTEX_A9,
	PMU_CORTEX_A53,
	PMU_CORTEX_A57,
	PMU_CORTEX_A72,
	PMU_ARM926PXP,
	PMU_V3P5,
	PMU_L210,
	PMU_L220,
	PMU_L2C310,
	PMU_E500V1,
	PMU_E500V2,
};

static inline const struct pmu_ops *pmu_of(enum pmu_kind kind)
{
	static const struct pmu_ops *const ops[] = {
		[PMU_ARM1136] = &pmu_arm1136_ops,
		[PMU_ARM1156] = &pmu_arm1156_ops,
		[PMU_ARM1176] = &pmu_arm1176_ops,
		[PMU_PXA250] = &pmu_pxa250_ops,
		[PMU_CORTEX_A8] = &pmu_cortex_a8_ops,
		[PMU_CORTEX_A9] = &pmu_cortex_a9_ops,
		[PMU_CORTEX_A53] = &pmu_cortex_a53_ops,
		[PMU_CORTEX_A57] = &pmu_cortex_a57_ops,
		[PMU_CORTEX_A72] = &pmu_cortex_a72_ops,
		[PMU_ARM926PXP] = &pmu_arm926pxp_ops,
		[PMU_V3P5] = &pmu_v3p5_ops,
		[PMU_L210] = &pmu_l210_ops,
		[PMU_L220] = &pmu_l220_ops,
		[PMU_L2C310] = &pmu_l2c310_ops,
		[PMU_E500V1] = &pmu_e500v1_ops,
		[PMU_E500V2] = &pmu_e500v2_ops,
	};

	return ops[kind];
}

#endif
