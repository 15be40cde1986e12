/* SPDX-License-Identifier: MIT */
#ifndef TESTS_MODELS_H
#define TESTS_MODELS_H

#include "boards/src/pmu/arm11.h"
#include "boards/src/pmu/e500.h"
#include "boards/src/pmu/event_bus.h"
#include "boards/src/pmu/pmuv3.h"
#include "boards/src/pmu/window.h"
#include "boards/src/pmu/xscale.h"

/*
 * The simulated monitors, for tests that go over several; those of all boards
 * are among them [test_rows_board.c].
 *
 * MODEL(ID, word, "name"): pmu_WORD_ops, and the catalogue's name of what is
 * modelled.  One in a file of its own, boards/src/pmu/WORD.c, is found by that;
 * here are those that share a file.
 */
#define PMU_SHARED_MODELS(MODEL)                                               \
	MODEL(ARM1136, arm1136, "arm1136")                                     \
	MODEL(ARM1156, arm1156, "arm1156")                                     \
	MODEL(ARM1176, arm1176, "arm1176")                                     \
	MODEL(PXA250, pxa250, "pxa250")                                        \
	MODEL(CORTEX_A53, cortex_a53, "pmuv3/cortex-a53")                      \
	MODEL(CORTEX_A57, cortex_a57, "pmuv3/cortex-a57")                      \
	MODEL(CORTEX_A72, cortex_a72, "pmuv3/cortex-a72")                      \
	MODEL(ARM926PXP, arm926pxp, "arm926pxp-ahb")                           \
	MODEL(V3P5, v3p5, "pmuv3")                                             \
	MODEL(E500V1, e500v1, "e500v1")                                        \
	MODEL(E500V2, e500v2, "e500v2")

#define MODEL(id, word, name) extern const struct pmu_ops pmu_##word##_ops;
#include "boards/src/pmu/models.def"
#undef MODEL

enum pmu_kind {
#define MODEL(id, word, name) PMU_##id,
	PMU_SHARED_MODELS(MODEL)
#include "boards/src/pmu/models.def"
#undef MODEL
		PMU_KINDS
};

static inline const struct pmu_ops *pmu_of(enum pmu_kind kind)
{
	static const struct pmu_ops *const ops[] = {
#define MODEL(id, word, name) [PMU_##id] = &pmu_##word##_ops,
		PMU_SHARED_MODELS(MODEL)
#include "boards/src/pmu/models.def"
#undef MODEL
	};

	return ops[kind];
}

/* As the catalogue calls what is modelled. */
static inline const char *pmu_monitor_name(enum pmu_kind kind)
{
	static const char *const names[] = {
#define MODEL(id, word, name) [PMU_##id] = (name),
		PMU_SHARED_MODELS(MODEL)
#include "boards/src/pmu/models.def"
#undef MODEL
	};

	return names[kind];
}

#endif
