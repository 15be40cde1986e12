/* SPDX-License-Identifier: MIT */
#ifndef CORE_CORTEX_A53_H
#define CORE_CORTEX_A53_H

/*
 * A Cortex-A53, whose cycle counter comes after six others.
 *
 *	tally amalgam -m pmuv3/cortex-a53
 *	tally board virt-a53 --run --cc -I../include \
 *		'-DCORE_H="core/cortex_a53.h"' first.c tally_cortex_a53.c
 *	tally board virt-a53 first.elf
 *
 *	tally amalgam -m pmuv3/cortex-a53
 *	tally board virt-a53 --run --cc -I../include \
 *		'-DCORE_H="core/cortex_a53.h"' sampling.c tally_cortex_a53.c \
 *		start/virt-a53.c
 *	tally collect -t board:virt-a53 sampling.elf
 */
#include <tally/monitors/pmuv3.h>

#define CORE                       tally_cortex_a53
#define CORE_NAME                  "cortex-a53"
#define CORE_BUS                   TALLY_BUS_A64
#define CORE_STORE(name, slots_of) TALLY_STORE(name, PMUV3_CORE, slots_of)

/* Events, and the counters that they are on. */
#define CYCLES          TALLY_EVENT_CYCLES
#define CYCLES_ON       6
#define INSTRUCTIONS    TALLY_PMUV3_INST_RETIRED
#define INSTRUCTIONS_ON 0
#define MISSES          TALLY_PMUV3_L1D_CACHE_REFILL
#define MISSES_ON       1
#define MISSES_NAME     "refills"

#endif
