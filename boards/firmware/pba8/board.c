/* SPDX-License-Identifier: MIT */
/*
 * RealView PB-A8: the interrupt controller, to which the core's monitor is
 * wired as shared interrupt 47, and UART 0.  Addresses and number: Linux,
 * mach-realview/board-pba8.h, irqs-pba8.h.
 */
enum {
	GIC_CPU = 0x1E000000,
	GIC_DIST = 0x1E001000,
	PMU_INTERRUPT = 32 + 47,
	UART0 = 0x10009000,
};

#include "common/realview.h"
