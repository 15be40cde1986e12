/* SPDX-License-Identifier: MIT */
/*
 * RealView PB1176: the core's monitor is interrupt 39 of the controller in the
 * development chip.
 */
#define GIC_CPU         0x10120000u
#define GIC_DISTRIBUTOR 0x10121000u
#define LINE            39

#include "arm.h"
#include "gic.h"
