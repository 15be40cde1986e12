/* SPDX-License-Identifier: MIT */
#ifndef TALLY_ARMV7_H
#define TALLY_ARMV7_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ARMv7-A performance monitors as the Cortex-A8 and the Cortex-A9 have them: a
 * cycle counter and some event counters, 32 bits each, in coprocessor 15; each
 * has an enable, a flag and an interrupt enable of its own.  Count and event of
 * a counter are behind PMSELR, which a bus leaves as it was.  They count in all
 * modes: filters came later.  [DDI0406 C12; DDI0344 3.2.42 to 3.2.54; DDI0388
 * 11].
 *
 * Event counter n is counter n; the cycle counter comes last.  A counter must
 * be disabled when it is written [DDI0344 3.2.48], which it is whenever a
 * session writes one, by PMCR.E at least; that this is enough while PMCNTENSET
 * still has its bit is taken to be so.  TALLY_USER lets user mode in, to all
 * but the interrupt enables.
 */

/*
 * Count one in each counter of `bits` (bit n: event counter n) that counts
 * SW_INCR: a write to PMSWINC.  Any context that reaches the monitor.
 */
void tally_armv7_increment(struct tally_bus *bus, uint32_t bits);

/* struct tally_store.steps for one session, with up to six event counters. */
#define TALLY_ARMV7_STEPS 40

#ifdef __cplusplus
}
#endif

#endif
