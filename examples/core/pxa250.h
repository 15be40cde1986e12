/* SPDX-License-Identifier: MIT */
#ifndef CORE_PXA250_H
#define CORE_PXA250_H

/*
 * An XScale, the PXA250.
 *
 *	tally amalgam -m pxa250
 *	tally board lubbock --run --cc -I../include \
 *		'-DCORE_H="core/pxa250.h"' first.c tally_pxa250.c
 *	tally board lubbock first.elf
 *
 *	tally amalgam -m pxa250
 *	tally board lubbock --run --cc -I../include \
 *		'-DCORE_H="core/pxa250.h"' sampling.c tally_pxa250.c \
 *		start/lubbock.c -Wl,--section-start=.vectors=0
 *	tally collect -t board:lubbock sampling.elf
 */
#include <tally/monitors/xscale.h>

#define CORE                       tally_pxa250
#define CORE_NAME                  "pxa250"
#define CORE_BUS                   TALLY_BUS_CP14
#define CORE_STORE(name, slots_of) TALLY_STORE(name, XSCALE, slots_of)

/* Events, and the counters that they are on. */
#define CYCLES          TALLY_EVENT_CYCLES
#define CYCLES_ON       TALLY_XSCALE_CCNT
#define INSTRUCTIONS    TALLY_XSCALE_INSTRUCTION
#define INSTRUCTIONS_ON TALLY_XSCALE_PMN0
#define MISSES          TALLY_XSCALE_DCACHE_MISS
#define MISSES_ON       TALLY_XSCALE_PMN1
#define MISSES_NAME     "misses"

#endif
