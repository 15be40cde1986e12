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

/*
 * The simulated monitors, for tests that go over several; those of all boards
 * are among them [test_rows_board.c].
 *
 * MODEL(word, ops, monitor, what the driver reads in the main ID register, or
 * in the Cache ID of a page in memory; 0: the model itself says, or nobody
 * reads it). Of the ARM1156 only implementer and part number are known: 0x41,
 * 0xB56.
 */
#define PMU_MODELS(MODEL)                                                      \
	MODEL(ARM1136, arm1136, "arm1136", 0x4107B362)                         \
	MODEL(ARM1156, arm1156, "arm1156", 0x410FB560)                         \
	MODEL(ARM1176, arm1176, "arm1176", 0x410FB767)                         \
	MODEL(PXA250, pxa250, "pxa250", 0x69052100)                            \
	MODEL(CORTEX_A8, cortex_a8, "cortex-a8", 0x413FC082)                   \
	MODEL(CORTEX_A9, cortex_a9, "cortex-a9", 0x412FC091)                   \
	MODEL(CORTEX_A53, cortex_a53, "pmuv3/cortex-a53", 0)                   \
	MODEL(CORTEX_A57, cortex_a57, "pmuv3/cortex-a57", 0)                   \
	MODEL(CORTEX_A72, cortex_a72, "pmuv3/cortex-a72", 0)                   \
	MODEL(ARM926PXP, arm926pxp, "arm926pxp-ahb", 0)                        \
	MODEL(V3P5, v3p5, "pmuv3", 0)                                          \
	MODEL(L210, l210, "l210", 0)                                           \
	MODEL(L220, l220, "l220", 0x41000080)                                  \
	MODEL(L2C310, l2c310, "l2c310", 0x410000C0)                            \
	MODEL(E500V1, e500v1, "e500v1", 0)                                     \
	MODEL(E500V2, e500v2, "e500v2", 0)

enum pmu_kind {
#define MODEL(word, ops, monitor, id) PMU_##word,
	PMU_MODELS(MODEL)
#undef MODEL
		PMU_KINDS
};

static inline const struct pmu_ops *pmu_of(enum pmu_kind kind)
{
	static const struct pmu_ops *const ops[] = {
#define MODEL(word, ops, monitor, id) [PMU_##word] = &pmu_##ops##_ops,
		PMU_MODELS(MODEL)
#undef MODEL
	};

	return ops[kind];
}

/* As the catalogue calls what is modelled. */
static inline const char *pmu_monitor_name(enum pmu_kind kind)
{
	static const char *const names[] = {
#define MODEL(word, ops, monitor, id) [PMU_##word] = (monitor),
		PMU_MODELS(MODEL)
#undef MODEL
	};

	return names[kind];
}

static inline uint32_t pmu_main_id(enum pmu_kind kind)
{
	static const uint32_t ids[] = {
#define MODEL(word, ops, monitor, id) [PMU_##word] = (id),
		PMU_MODELS(MODEL)
#undef MODEL
	};

	return ids[kind];
}

#endif
