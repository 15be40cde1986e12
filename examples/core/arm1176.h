/* SPDX-License-Identifier: MIT */
#ifndef CORE_ARM1176_H
#define CORE_ARM1176_H

/*
 * An ARM1176, for which the commands are those of first.c and of sampling.c.
 */
#include <tally/monitors/arm11.h>

#define CORE                       tally_arm1176
#define CORE_NAME                  "arm1176"
#define CORE_BUS                   TALLY_BUS_CP15
#define CORE_STORE(name, slots_of) TALLY_STORE(name, ARM11, slots_of)

/* Events, and the counters that they are on. */
#define CYCLES          TALLY_EVENT_CYCLES
#define CYCLES_ON       TALLY_ARM11_CCNT
#define INSTRUCTIONS    TALLY_ARM11_INSTR_EXEC
#define INSTRUCTIONS_ON TALLY_ARM11_PMN0
#define MISSES          TALLY_ARM11_DCACHE_MISS
#define MISSES_ON       TALLY_ARM11_PMN1
#define MISSES_NAME     "misses"

#endif
