/* SPDX-License-Identifier: MIT */
#ifndef ARM11_TARGET_H
#define ARM11_TARGET_H

#include <tally/monitors/arm11.h>
#include <tally/native.h>

/* Tests that run on all boards need to know this of an ARM11. */
#define TARGET_BUS          TALLY_BUS_CP15
#define TARGET_NATIVE       CP15
#define TARGET_STEPS        TALLY_ARM11_STEPS
#define TARGET_CCNT         TALLY_ARM11_CCNT
#define TARGET_PMN0         TALLY_ARM11_PMN0
#define TARGET_PMN1         TALLY_ARM11_PMN1
#define TARGET_INSTRUCTIONS TALLY_ARM11_INSTR_EXEC
#define TARGET_BRANCHES     TALLY_ARM11_BR_EXEC
#define TARGET_LINE         32 /* of the instruction cache, in bytes */

/*
 * The registers by hand, not through Tally.  PMNC with both event counters on
 * an event that does not happen here (ETMEXTOUT[0]), stopped.
 */
#define TARGET_PMNC_IDLE       0x02020000u
#define TARGET_OPERANDS(n, rd) "p15, 0, " rd ", c15, c12, " #n

#include "guests/by_hand_pmnc.h"

#endif
