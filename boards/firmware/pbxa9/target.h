/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include <tally/monitors/cortex_a9.h>
#include <tally/monitors/l2c310.h>

#include "guests/armv7_target.h"

#define TARGET_MONITOR      tally_cortex_a9
#define TARGET_KIND         cortex_a9
#define TARGET_CCNT         TALLY_CORTEX_A9_PMCCNTR
#define TARGET_PMN0         TALLY_CORTEX_A9_PMEVCNTR0
#define TARGET_PMN1         TALLY_CORTEX_A9_PMEVCNTR1
#define TARGET_INSTRUCTIONS TALLY_CORTEX_A9_INST_OUT_OF_RENAME_STAGE
#define TARGET_BRANCHES     TALLY_CORTEX_A9_BR_IMMED_RETIRED
#define TARGET_LINE         32 /* of the instruction cache, in bytes */

/* The second level's monitor, and what the first asks it for. */
#define TARGET_L2_MONITOR tally_l2c310
#define TARGET_L2_BASE    0x1F002000
#define TARGET_L2(word)   TALLY_L2C310_##word
#define TARGET_L1_MISSES  TALLY_CORTEX_A9_L1D_CACHE_REFILL
#define TARGET_L1_LINES   1024

#endif
