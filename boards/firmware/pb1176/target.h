/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include <tally/monitors/l2cc.h>

#include "guests/arm11_target.h"

#define TARGET_MONITOR tally_arm1176
#define TARGET_KIND    arm1176

/* The second level's monitor, and what the first asks it for. */
#define TARGET_L2_MONITOR tally_l220
#define TARGET_L2_BASE    0x10110000
#define TARGET_L2(word)   TALLY_L220_##word
#define TARGET_L1_MISSES  TALLY_ARM11_DCACHE_MISS
#define TARGET_L1_LINES   512

/* Bit V of the access validation register lets User mode in. */
#define TARGET_USER_REGISTER                                                   \
	({                                                                     \
		uint32_t v_;                                                   \
		__asm__ volatile("mrc p15, 0, %0, c15, c9, 0" : "=r"(v_));     \
		v_;                                                            \
	})
#define TARGET_USER_REGISTER_WRITE(v)                                          \
	__asm__ volatile("mcr p15, 0, %0, c15, c9, 0" : : "r"(v))

/* Tightly coupled memories, of each side; where nothing else answers. */
#define TARGET_TCM_BANKS   2u
#define TARGET_TCM_SIZE    16384
#define TARGET_TCM_NOWHERE 0x20000000
#define TARGET_TCM_HIGH    0xD0000000

#endif
