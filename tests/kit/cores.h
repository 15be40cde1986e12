/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CORES_H
#define TESTS_CORES_H

#include "boards/src/core/arm11.h"
#include "boards/src/core/pxa250.h"
#include "boards/src/inorder/inorder.h"
#include "boards/src/outoforder/outoforder.h"

/* The models of cores by number, for tests that go over several. */
enum uarch_kind {
	UARCH_ARM1136,
	UARCH_ARM1156,
	UARCH_ARM1176,
	UARCH_PXA250,
	UARCH_CORTEX_A9,
	UARCH_CORTEX_A53,
	UARCH_CORTEX_A72,
};

static inline const struct uarch_ops *uarch_of(enum uarch_kind kind)
{
	static const struct uarch_ops *const ops[] = {
		[UARCH_ARM1136] = &uarch_arm1136_ops,
		[UARCH_ARM1156] = &uarch_arm1156_ops,
		[UARCH_ARM1176] = &uarch_arm1176_ops,
		[UARCH_PXA250] = &uarch_pxa250_ops,
		[UARCH_CORTEX_A9] = &uarch_cortex_a9_ops,
		[UARCH_CORTEX_A53] = &uarch_cortex_a53_ops,
		[UARCH_CORTEX_A72] = &uarch_cortex_a72_ops,
	};

	return ops[kind];
}

#endif
