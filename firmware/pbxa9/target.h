/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include <tally/monitors/cortex_a9.h>

#include "test/armv7_target.h"

#define TARGET_MONITOR      tally_cortex_a9
#define TARGET_KIND         cortex_a9
#define TARGET_CCNT         TALLY_CORTEX_A9_PMCCNTR
#define TARGET_PMN0         TALLY_CORTEX_A9_PMEVCNTR0
#define TARGET_PMN1         TALLY_CORTEX_A9_PMEVCNTR1
#define TARGET_INSTRUCTIONS TALLY_CORTEX_A9_INST_OUT_OF_RENAME_STAGE
#define TARGET_BRANCHES     TALLY_CORTEX_A9_BR_IMMED_RETIRED

#endif
