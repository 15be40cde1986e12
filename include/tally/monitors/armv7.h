/* SPDX-License-Identifier: MIT */
#ifndef TALLY_ARMV7_H
#define TALLY_ARMV7_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ARMv7's performance monitors: a cycle counter and some event counters, 32
 * bits each, in coprocessor 15; each has an enable, a flag and an interrupt
 * enable of its own.  Count and event of a counter are behind PMSELR, which a
 * bus leaves as it was.  They count in all modes: filters, where a core has
 * them, are written as zeroes, which leave out Hyp mode alone.  [DDI0406 C12;
 * DDI0344 3.2.42 to 3.2.54; DDI0388 11].
 *
 * Event counter n is counter n; the cycle counter comes last.  A counter must
 * be disabled when it is written [DDI0344 3.2.48], which it is whenever a
 * session writes one, by PMCR.E at least; that this is enough while PMCNTENSET
 * still has its bit is taken to be so.  TALLY_USER lets user mode in, to all
 * but the interrupt enables.
 */

/*
 * tally_cortex_a7 and so on, one for each core of armv7/cores.def.  Those of
 * the Cortex-A8 and the Cortex-A9 have the events of their rows alone; all
 * others take codes that no row has, too.
 */
#define LISTED(word, part, counters, trait)                                    \
	extern const struct tally_monitor tally_##word;
#include <tally/monitors/armv7/cores.def>

/* Which counter counts cycles. */
#define TALLY_ARMV7_CYCLES(monitor) ((uint8_t)((monitor)->counters - 1))

/*
 * Event codes that several cores have, TALLY_ARMV7_INST_RETIRED ...; all that
 * one core has, under its own names, are in cortex_a8.h, cortex_a9.h, and of
 * any core in armv7/own.inc.
 */
enum tally_armv7_event {
#define EVENT(id, code, ...) TALLY_ARMV7_##id = code,
#include <tally/monitors/armv7_events.def>
};

/*
 * Count one in each counter of `bits` (bit n: event counter n) that counts
 * SW_INCR: a write to PMSWINC.  Any context that reaches the monitor.
 */
void tally_armv7_increment(struct tally_bus *bus, uint32_t bits);

/*
 * struct tally_store.steps for one session, with up to six event counters; and
 * with eight, or where the cycle counter has filters.
 */
#define TALLY_ARMV7_STEPS      40
#define TALLY_ARMV7_MORE_STEPS 48

#ifdef __cplusplus
}
#endif

#endif
