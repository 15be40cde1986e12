/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include "guests/arm11_target.h"

#define TARGET_MONITOR tally_arm1156
#define TARGET_KIND    arm1156

/* An overflow's way to FIQ: the monitor has a line of its own for it. */
#define TARGET_FAST        TALLY_FIQ
/* Both event counters can count cycles. */
#define TARGET_CYCLE_EVENT TALLY_ARM11_CPU_CYCLES

/* Tightly coupled memories, of each side; where nothing else answers. */
#define TARGET_TCM_BANKS   1u
#define TARGET_TCM_SIZE    16384
#define TARGET_TCM_NOWHERE 0x20000000
#define TARGET_TCM_HIGH    0xD0000000

#endif
