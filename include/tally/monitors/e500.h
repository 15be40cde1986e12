/* SPDX-License-Identifier: MIT */
#ifndef TALLY_E500_H
#define TALLY_E500_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * e500 core monitor: four counters of 32 bits, reached by MTPMR and MFPMR.
 * [E500CORERM] PowerPC e500 Core Family Reference Manual 7; [AN3636] 2.
 *
 * A counter has no overflow flag but its own top bit, so that it is 31 bits
 * and a flag here: a period is less than 2^31.  tally_session_overflow() takes
 * the bit off, and has all counters stopped meanwhile, or a count would be
 * lost.  An interrupt needs IVOR35 set up and MSR[EE]; hardware takes PMIE off
 * with it, and tally_session_overflow() sets it again.
 *
 * tally_slot.levels: TALLY_EL0 is user state, TALLY_EL1 supervisor state, with
 * TALLY_MARKED and TALLY_UNMARKED after MSR[PMM].  tally_slot.pair chains the
 * next counter: 64 bits, without interrupt or period.  tally_slot.refine has a
 * threshold for the events 76 to 81 on counters 0 and 1, and nothing else.
 * An overflow stops everything with TALLY_FREEZE until it is handled.
 * tally_e500v2 has TALLY_TIME_BASE: an interrupt at which no slot has
 * overflowed; handle it like one that has.
 * What counts TBL_BIT_TRANSITIONS enables the time base's event, which is then
 * more often than a handler can run: beside it no slot interrupts, and nothing
 * freezes, unless TALLY_TIME_BASE says that this is wanted.
 * Codes without a row are taken unchecked.
 */
extern const struct tally_monitor tally_e500v1;
extern const struct tally_monitor tally_e500v2;

enum tally_e500_counter {
	TALLY_E500_PMC0,
	TALLY_E500_PMC1,
	TALLY_E500_PMC2,
	TALLY_E500_PMC3,
};

/* Event numbers, by the manual's mnemonics: TALLY_E500_INSTR_COMPLETED ... */
enum tally_e500_event {
#define OWN(id, code, ...) TALLY_E500_##id = code,
#include <tally/monitors/e500_events.def>
};

/* struct tally_store.steps for one session. */
#define TALLY_E500_STEPS 24

#ifdef __cplusplus
}
#endif

#endif
