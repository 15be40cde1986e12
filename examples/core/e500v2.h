/* SPDX-License-Identifier: MIT */
#ifndef CORE_E500V2_H
#define CORE_E500V2_H

/*
 * An e500v2, which has no counter for cycles alone.
 *
 *	tally amalgam -m e500v2
 *	tally board mpc8548cds --run --cc -I../include \
 *		'-DCORE_H="core/e500v2.h"' first.c tally_e500v2.c
 *	tally board mpc8548cds first.elf
 *
 *	tally amalgam -m e500v2
 *	tally board mpc8548cds --run --cc -I../include \
 *		'-DCORE_H="core/e500v2.h"' sampling.c tally_e500v2.c \
 *		start/mpc8548cds.c
 *	tally collect -t board:mpc8548cds sampling.elf
 */
#include <tally/monitors/e500.h>

#define CORE                       tally_e500v2
#define CORE_NAME                  "e500v2"
#define CORE_BUS                   TALLY_BUS_PMR
#define CORE_STORE(name, slots_of) TALLY_STORE(name, E500, slots_of)

/* Events, and the counters that they are on. */
#define CYCLES          TALLY_E500_PROCESSOR_CYCLES
#define CYCLES_ON       TALLY_E500_PMC1
#define INSTRUCTIONS    TALLY_E500_INSTR_COMPLETED
#define INSTRUCTIONS_ON TALLY_E500_PMC0
#define MISSES          TALLY_E500_DL1_RELOADS
#define MISSES_ON       TALLY_E500_PMC2
#define MISSES_NAME     "reloads"

#endif
