/* SPDX-License-Identifier: MIT */
/*
 * RealView PB1176: the first interrupt controller, in the development chip,
 * to which the core's monitor is wired as shared interrupt 7, and UART 0.
 * Addresses and number: Linux, mach-realview/board-pb1176.h, irqs-pb1176.h and
 * arm-realview-pb1176.dts.
 */
enum {
	GIC_CPU = 0x10120000,
	GIC_DIST = 0x10121000,
	PMU_INTERRUPT = 32 + 7,
	UART0 = 0x1010C000,
};

#include "common/realview.h"
