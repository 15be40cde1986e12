/* SPDX-License-Identifier: MIT */
#ifndef TALLY_ARM11_H
#define TALLY_ARM11_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * ARM11: one cycle counter, two event counters, 32 bits each.
 * [DAI0195B] ARM11 performance monitor unit; [DDI0301H] 3.2.51-56;
 * [DDI0211K] 3.3.39-41.
 *
 * ARM1136: privileged modes only.  CCNT is unpredictable after reset, which a
 * session does not mind: it loads every counter.
 * ARM1156: an overflow can raise FIQ instead of IRQ.  No document found says
 * whether FCx alone does so or only steers what ECx enables, so both are
 * written for TALLY_FIQ: the overflow is then reported by FIQ either way, but
 * perhaps by IRQ as well, and an IRQ handler that finds no flag must return in
 * peace.  Whether user mode may reach the monitor is not established either,
 * so TALLY_USER is refused.
 * ARM1176: TALLY_USER lets user mode in.
 */
extern const struct tally_monitor tally_arm1136;
extern const struct tally_monitor tally_arm1156;
extern const struct tally_monitor tally_arm1176;

enum tally_arm11_counter {
	TALLY_ARM11_CCNT,
	TALLY_ARM11_PMN0,
	TALLY_ARM11_PMN1,
};

/* Bits 15:4 of the main ID register, the implementer being Arm: who is whose.
 */
enum tally_arm11_part {
	TALLY_ARM11_PART_1136 = 0xB36,
	TALLY_ARM11_PART_1156 = 0xB56,
	TALLY_ARM11_PART_1176 = 0xB76,
};

/* Event codes, by the names of the catalogue: TALLY_ARM11_INSTR_EXEC ... */
enum tally_arm11_event {
#define EVENT(id, name, code, ...) TALLY_ARM11_##id = code,
#include <tally/monitors/arm11.def>
};

/* The fields, for TALLY_FIELD(ARM11, PMNC, E). */
enum tally_arm11_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(ARM11, reg, name, lsb, width)
#include <tally/monitors/arm11.def>
};

/* struct tally_store.steps for one session. */
#define TALLY_ARM11_STEPS 16

#ifdef __cplusplus
}
#endif

#endif
