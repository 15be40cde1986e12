/* SPDX-License-Identifier: MIT */
/* RealView PBX-A9: the L2C-310, and its line at the interrupt controller. */
enum {
	L2_BASE = 0x1F002000,
	GIC_DIST = 0x1F001000,
	L2_INTERRUPT = 32 + 29,
};

#include "common/l2_page.h"
