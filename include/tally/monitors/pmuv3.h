/* SPDX-License-Identifier: MIT */
#ifndef TALLY_PMUV3_H
#define TALLY_PMUV3_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ARMv8-A performance monitors, version 3: a cycle counter of 64 bits and up to
 * 31 event counters.  [DDI0487 M.a.a] D13, D24.5.
 *
 * Event counter n is counter n; the cycle counter comes last.  How many there
 * are, and which common events, the core tells: a session that asks for more is
 * refused, and tally_limits_read() tells beforehand.  Other events, and codes
 * that no row has, are taken unchecked.
 *
 * tally_pmuv3 knows the common events only; the others also have those of their
 * core, and are refused on any other.  Three more ways to the same monitor:
 * _a32 from AArch32, _select by PMSELR and not by the counters' own registers
 * (for implementations that lack these), _el0 from user mode, which somebody
 * must have let in (TALLY_USER of a session at EL1, say).
 *
 * TALLY_WIDE makes event counters of 64 bits where the core has them (PMUv3p5);
 * elsewhere tally_slot.pair chains two.  Neither is needed for exact counts:
 * they spare the polling or the interrupts.  At EL0 and at EL1 the counters
 * that EL2 keeps for itself are not seen.
 */
extern const struct tally_monitor tally_pmuv3;
extern const struct tally_monitor tally_pmuv3_a32;
extern const struct tally_monitor tally_pmuv3_select;
extern const struct tally_monitor tally_pmuv3_el0;

/*
 * tally_cortex_a53, tally_cortex_a53_a32 and so on, two for each core of
 * pmuv3/cores.def.  The second is for AArch32, where the core has that; a core
 * that has AArch32 alone, as tally_cortex_r52, has the same under both names.
 */
#define LISTED(word, ...)                                                      \
	extern const struct tally_monitor tally_##word;                        \
	extern const struct tally_monitor tally_##word##_a32;
#include <tally/monitors/pmuv3/cores.def>

/* Implementer and part of the main ID register, of the list's `part`. */
#define TALLY_PMUV3_MIDR_OF(part)                                              \
	((((uint32_t)(part) >> 12 ? (uint32_t)(part) >> 12 : 0x41u) << 24) |   \
	 (((uint32_t)(part)&0xFFFu) << 4))

/*
 * The monitor of the core that the main ID register names; tally_pmuv3 for one
 * that has no table.  Links all of them.
 */
const struct tally_monitor *tally_pmuv3_of(uint32_t midr);

/* Which counter counts cycles: the last one, which is 31 of any core. */
#define TALLY_PMUV3_CYCLES(monitor) ((uint8_t)((monitor)->counters - 1))

/* Event codes, by the manual's names: TALLY_PMUV3_INST_RETIRED ... */
enum tally_pmuv3_event {
#define EVENT(id, code, ...) TALLY_PMUV3_##id = code,
#include <tally/monitors/pmuv3_events.def>
};

/* Events of single cores: TALLY_CORTEX_A53_STALL_SB_FULL ...  Of any other
 * core of the list pmuv3/own.inc has them. */
enum tally_cortex_a53_event {
#define OWN(id, code, ...) TALLY_CORTEX_A53_##id = code,
#include <tally/monitors/pmuv3/cortex_a53.def>
};
enum tally_cortex_a55_event {
#define OWN(id, code, ...) TALLY_CORTEX_A55_##id = code,
#include <tally/monitors/pmuv3/cortex_a55.def>
};

/*
 * Count one in each counter of `counters` (bit n: event counter n) that counts
 * SW_INCR: a write to PMSWINC.  Any context that reaches the monitor.
 */
void tally_pmuv3_increment(const struct tally_monitor *m, struct tally_bus *bus,
			   uint32_t counters);

/*
 * struct tally_store.steps for one session with a core of six counters, with
 * one of eight (Cortex-R52), and with tally_pmuv3 and its forms.
 */
#define TALLY_PMUV3_CORE_STEPS  40
#define TALLY_PMUV3_EIGHT_STEPS 48
#define TALLY_PMUV3_STEPS       144

#ifdef __cplusplus
}
#endif

#endif
