/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include <tally/monitors/cortex_a8.h>

#include "guests/armv7_target.h"

#define TARGET_MONITOR      tally_cortex_a8
#define TARGET_KIND         cortex_a8
#define TARGET_CCNT         TALLY_CORTEX_A8_PMCCNTR
#define TARGET_PMN0         TALLY_CORTEX_A8_PMEVCNTR0
#define TARGET_PMN1         TALLY_CORTEX_A8_PMEVCNTR1
#define TARGET_INSTRUCTIONS TALLY_CORTEX_A8_INST_RETIRED
#define TARGET_BRANCHES     TALLY_CORTEX_A8_BR_IMMED_RETIRED
#define TARGET_LINE         64 /* of the instruction cache, in bytes */

#endif
