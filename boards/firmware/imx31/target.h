/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include "guests/arm11_target.h"

#define TARGET_MONITOR tally_arm1136
#define TARGET_KIND    arm1136

/* An overflow's way to FIQ: the interrupt controller's affair. */
#define TARGET_FAST        TALLY_IRQ
/* Both event counters can count cycles. */
#define TARGET_CYCLE_EVENT TALLY_ARM11_CPU_CYCLES

#endif
