/* SPDX-License-Identifier: MIT */
/* RealView PB-A8: the core's monitor is interrupt 79. */
#define GIC_CPU         0x1E000000u
#define GIC_DISTRIBUTOR 0x1E001000u
#define LINE            79

#include "arm.h"
#include "gic.h"
