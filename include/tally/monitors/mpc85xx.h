/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MPC85XX_H
#define TALLY_MPC85XX_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * PowerQUICC III device monitor: PMC0, 64 bits, counts platform (CCB) clocks
 * and nothing else; PMC1 to PMC8, or to PMC9 on the MPC8548, 32 bits, count
 * events.  Memory mapped: the bus's base is CCSRBAR + 0xE1000.
 * [AN3636] 3, 4.1; the layout of the fields: a VxWorks board package for the
 * MPC8540, taken to be the same on the MPC8548.
 *
 * An event's code is the value of PMLCA[EVENT], below the one counter that has
 * the event: 0x016 is Ref:22, 0x27B is C2:59.  Codes without a row are taken
 * unchecked on the counter they name.  Numbers differ from part to part; of the
 * MPC8548 few are known.
 *
 * Overflow is a counter's top bit, as on the e500 (tally/monitors/e500.h), with
 * the same rules; the interrupt comes by the PIC (of the MPC8540 it is internal
 * source 28).  tally_slot.refine has thresholds, bursts and triggers; a counter
 * that triggers another cannot interrupt.  tally_slot.pair: of the MPC8540.
 *
 * PMC0 is two words, and documents contradict each other on which is the low
 * one.  It is found out and kept in tally_bus.learnt: the word that changes
 * time and again is the low one.  Where the clock stands still that is tried
 * when PMC0 is first read, with all other counters frozen, and PMC0 put back;
 * where even then nothing moves, as under a debugger, it is the one that is not
 * 0 while the other is; and if neither is, PMC0 is cleared.
 * It has no period and no interrupt.  A slot that counts with it has it let run
 * and reads it beside START and STOP: it is somebody's clock, and may count on
 * where all counters are stopped.
 */
extern const struct tally_monitor tally_mpc8540;
extern const struct tally_monitor tally_mpc8548;

/* The offset of the monitor's base from CCSRBAR. */
#define TALLY_MPC85XX_BASE 0xE1000u

/* The counter of platform clocks; event counter n is counter n. */
#define TALLY_MPC85XX_CLOCK 0

/* Event codes: TALLY_MPC8540_L2_CORE_I_MISS ... */
enum tally_mpc8540_event {
#define OWN(id, code, ...) TALLY_MPC8540_##id = code,
#include <tally/monitors/mpc8540_events.def>
};
enum tally_mpc8548_event {
#define OWN(id, code, ...) TALLY_MPC8548_##id = code,
#include <tally/monitors/mpc8548_events.def>
};

/* struct tally_store.steps for one session. */
#define TALLY_MPC85XX_STEPS 72

#ifdef __cplusplus
}
#endif

#endif
