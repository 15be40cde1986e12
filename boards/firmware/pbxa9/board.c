/* SPDX-License-Identifier: MIT */
/*
 * RealView PBX-A9: the interrupt controller, to which the core's monitor is
 * wired as shared interrupt 47, and UART 0.  Addresses and number: Linux,
 * mach-realview/board-pbx.h, irqs-pbx.h.
 */
enum {
	GIC_CPU = 0x1F000100,
	GIC_DIST = 0x1F001000,
	PMU_INTERRUPT = 32 + 47,
	UART0 = 0x10009000,
};

#include "common/realview.h"
