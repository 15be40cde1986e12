/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include <tally/monitors/xscale.h>
#include <tally/native.h>

/* The facts of this board for the tests that run on all boards. */
#define TARGET_MONITOR      tally_pxa250
#define TARGET_KIND         pxa250
#define TARGET_BUS          TALLY_BUS_CP14
#define TARGET_NATIVE       CP14
#define TARGET_STEPS        TALLY_XSCALE_STEPS
#define TARGET_CCNT         TALLY_XSCALE_CCNT
#define TARGET_PMN0         TALLY_XSCALE_PMN0
#define TARGET_PMN1         TALLY_XSCALE_PMN1
#define TARGET_INSTRUCTIONS TALLY_XSCALE_INSTRUCTION
#define TARGET_BRANCHES     TALLY_XSCALE_BRANCH
#define TARGET_LINE         32 /* of the instruction cache, in bytes */

/* An overflow's way to FIQ: the interrupt controller's affair. */
#define TARGET_FAST TALLY_IRQ

/*
 * The registers by hand, not through Tally.  PMNC with both event counters on
 * the event that is none (0xFF), stopped.
 */
#define TARGET_PMNC_IDLE       0x0FFFF000u
#define TARGET_OPERANDS(n, rd) "p14, 0, " rd ", c" #n ", c0, 0"

#include "guests/by_hand_pmnc.h"

#endif
