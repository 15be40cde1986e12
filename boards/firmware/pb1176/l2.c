/* SPDX-License-Identifier: MIT */
/* PB1176: the L220, and its line at the interrupt controller. */
enum {
	L2_BASE = 0x10110000,
	GIC_DIST = 0x10121000,
	L2_INTERRUPT = 32 + 13,
};

#include "common/l2_page.h"
