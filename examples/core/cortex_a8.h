/* SPDX-License-Identifier: MIT */
#ifndef CORE_CORTEX_A8_H
#define CORE_CORTEX_A8_H

/*
 * A Cortex-A8; of a Cortex-A9 only names differ.
 *
 *	tally amalgam -m cortex-a8
 *	tally board pba8 --run --cc -I../include \
 *		'-DCORE_H="core/cortex_a8.h"' first.c tally_cortex_a8.c
 *	tally board pba8 first.elf
 *
 *	tally amalgam -m cortex-a8
 *	tally board pba8 --run --cc -I../include \
 *		'-DCORE_H="core/cortex_a8.h"' sampling.c tally_cortex_a8.c \
 *		start/pba8.c -Wl,--section-start=.vectors=0
 *	tally collect -t board:pba8 sampling.elf
 */
#include <tally/monitors/cortex_a8.h>

#define CORE                       tally_cortex_a8
#define CORE_NAME                  "cortex-a8"
#define CORE_BUS                   TALLY_BUS_A32
#define CORE_STORE(name, slots_of) TALLY_STORE(name, ARMV7, slots_of)

/* Events, and the counters that they are on. */
#define CYCLES          TALLY_EVENT_CYCLES
#define CYCLES_ON       TALLY_CORTEX_A8_PMCCNTR
#define INSTRUCTIONS    TALLY_CORTEX_A8_INST_RETIRED
#define INSTRUCTIONS_ON TALLY_CORTEX_A8_PMEVCNTR0
#define MISSES          TALLY_CORTEX_A8_L1D_CACHE_REFILL
#define MISSES_ON       TALLY_CORTEX_A8_PMEVCNTR1
#define MISSES_NAME     "refills"

#endif
