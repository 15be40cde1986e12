/* SPDX-License-Identifier: MIT */
#ifndef BY_HAND_ARMV7_H
#define BY_HAND_ARMV7_H

/*
 * by_hand.h for ARMv7 [DDI0406B C9]: PMCR, PMCCNTR, and of the event counter
 * that PMSELR selects count and event.
 */
#define TARGET_OPERANDS(n, rd)       TARGET_OPERANDS_##n(rd)
#define TARGET_OPERANDS_0(rd)        "p15, 0, " rd ", c9, c12, 0"
#define TARGET_OPERANDS_1(rd)        "p15, 0, " rd ", c9, c13, 0"
#define TARGET_OPERANDS_2(rd)        "p15, 0, " rd ", c9, c13, 2"
#define TARGET_OPERANDS_3(rd)        "p15, 0, " rd ", c9, c13, 1"
/* A monitor is told more by these: PMCNTENSET and so on. */
#define TARGET_OPERANDS_COUNTS(rd)   "p15, 0, " rd ", c9, c12, 1"
#define TARGET_OPERANDS_NOT(rd)      "p15, 0, " rd ", c9, c12, 2"
#define TARGET_OPERANDS_FLAGS(rd)    "p15, 0, " rd ", c9, c12, 3"
#define TARGET_OPERANDS_SELECT(rd)   "p15, 0, " rd ", c9, c12, 5"
#define TARGET_OPERANDS_USERS(rd)    "p15, 0, " rd ", c9, c14, 0"
#define TARGET_OPERANDS_ASKS(rd)     "p15, 0, " rd ", c9, c14, 1"
#define TARGET_OPERANDS_ASKS_NOT(rd) "p15, 0, " rd ", c9, c14, 2"

#include "guests/by_hand.h"

/* PMCR's bits that keep what is written: E, D, X, DP. */
#define TARGET_CONTROL_KEPT 0x39u
/* Events that do not happen here: software increments. */
#define TARGET_PMNC_IDLE    (1u << 28)
#define TARGET_CYCLES       (1u << 31)
#define TARGET_ALL          (TARGET_CYCLES | 3)

/* User mode is let in by bit 0, and selects the first event counter. */
#define TARGET_USER_REGISTER          TARGET_READ(USERS)
#define TARGET_USER_REGISTER_WRITE(v) TARGET_WRITE(USERS, v)
#define TARGET_USER_SELECT()          TARGET_WRITE(SELECT, 0)

/* Bits 0, 1 and 31 as the word by hand has them: 0, 1 and 2. */
static inline uint32_t by_hand_three(uint32_t bits)
{
	return (bits & 3) | bits >> 31 << 2;
}

static inline uint32_t by_hand_event(uint32_t n)
{
	TARGET_WRITE(SELECT, n);
	return TARGET_READ(3) & 0xFF;
}

/* Bit 28: its three counters are those that count. */
static inline uint32_t by_hand_control(void)
{
	return (TARGET_READ(0) & 1) | by_hand_three(TARGET_READ(ASKS)) << 4 |
	       by_hand_three(TARGET_READ(FLAGS)) << 8 | by_hand_event(1) << 12 |
	       by_hand_event(0) << 20 |
	       (uint32_t)(TARGET_READ(COUNTS) == TARGET_ALL) << 28;
}

static inline void by_hand_set_event(uint32_t n, uint32_t event)
{
	TARGET_WRITE(SELECT, n);
	TARGET_WRITE(3, event);
}

static inline uint32_t by_hand_spread(uint32_t three)
{
	return (three & 3) | three >> 2 << 31;
}

static inline void by_hand_set_control(uint32_t control)
{
	TARGET_WRITE(0, control & BY_HAND_RESET);
	TARGET_WRITE(NOT, UINT32_MAX);
	TARGET_WRITE(ASKS_NOT, UINT32_MAX);
	TARGET_WRITE(ASKS, by_hand_spread(control >> 4 & 7));
	TARGET_WRITE(FLAGS, by_hand_spread(control >> 8 & 7));
	by_hand_set_event(1, control >> 12 & 0xFF);
	by_hand_set_event(0, control >> 20 & 0xFF);
	TARGET_WRITE(COUNTS, control >> 28 & 1 ? TARGET_ALL : 0);
	TARGET_WRITE(0, control & BY_HAND_ENABLE);
}

static inline uint32_t by_hand_counter(unsigned n)
{
	if (n == 0)
		return TARGET_READ(1);
	TARGET_WRITE(SELECT, n - 1);
	return TARGET_READ(2);
}

static inline void by_hand_set_counter(unsigned n, uint32_t value)
{
	if (n == 0) {
		TARGET_WRITE(1, value);
		return;
	}
	TARGET_WRITE(SELECT, n - 1);
	TARGET_WRITE(2, value);
}

#endif
