/* SPDX-License-Identifier: MIT */
#ifndef TALLY_MONITORS_L2CC_H
#define TALLY_MONITORS_L2CC_H

#include <tally/counting.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Event counters of ARM's level 2 cache controllers, memory mapped: use
 * TALLY_BUS_MMIO with the address that the part's manual has.
 *
 * L210: a block of its own beside the cache, four counters that can only be
 * read.  They wrap, as far as is known; where one is found at its top with its
 * overflow flag set, its total is TALLY_COUNT_LOST.  Bit 20 of the L210's own
 * Auxiliary Control register must be 1 for anything to be counted, which can be
 * written only while the cache is disabled: that is the boot code's to do.
 * Closing a session cannot put the counters back.  [DDI0284G C; OKL4].
 *
 * The licensee may lay the block out anew, and it cannot be told from it:
 *
 *				EMCC0	EMC0
 *	tally_l210		0x008	0x018	i.MX31, the only known part
 *	tally_l210_trm		0x100	0x200	ARM's manual
 *	tally_l210_six		0x008	0x020	a part with six counters: its
 *						first four
 *
 * Others: a monitor of your own from TALLY_L210_AT().
 */
extern const struct tally_monitor tally_l210;
extern const struct tally_monitor tally_l210_trm;
extern const struct tally_monitor tally_l210_six;

/*
 * L220: in the page of the cache controller, two counters that stop at
 * 0xFFFFFFFF: poll (tally_session_overflow()) as tally_session_poll_limit()
 * says, and totals are exact but for what happens while a poll has a counter
 * begin again; too late, and they are TALLY_COUNT_LOST.  An interrupt tells of
 * a counter at its top; the bit ECNTR of the controller's interrupt mask is the
 * caller's, for that register has its errors too and may be secure only.  The
 * L2C-310 has the same counters and events, and more codes: l2c310.h.
 * [DDI0329L; DDI0246A; Linux].
 */
extern const struct tally_monitor tally_l220;

/* The codes differ by one: on the L210 there is one event before. */
enum tally_l210_event {
#define EVENT(id, name, code, ...) TALLY_L210_##id = code,
#include <tally/monitors/l210.def>
};

enum tally_l220_event {
#define EVENT(id, name, code, ...) TALLY_L220_##id = code,
#include <tally/monitors/l220.def>
};

enum tally_l210_counter {
	TALLY_L210_EMC0,
	TALLY_L210_EMC1,
	TALLY_L210_EMC2,
	TALLY_L210_EMC3,
};

enum tally_l220_counter { TALLY_L220_EVR0, TALLY_L220_EVR1 };

/* struct tally_store.steps for one session. */
#define TALLY_L210_STEPS 20
#define TALLY_L220_STEPS 20

/* A layout: the offsets of EMCC0 and EMC0, the next ones follow as words. */
struct tally_l210_layout {
	uint32_t config;
	uint32_t count;
};

#define TALLY_L210_EVENTS 15

extern const struct tally_monitor_ops tally_l210_ops;
extern const struct tally_event tally_l210_events[TALLY_L210_EVENTS];

#define TALLY_L210_COUNTER_(offset)                                            \
	{                                                                      \
		{ (offset), TALLY_MMIO, 32 }, 32, false, 0                     \
	}

/* The counters of a layout, and its monitor, as initialisers. */
#define TALLY_L210_COUNTERS_AT(count)                                          \
	{                                                                      \
		TALLY_L210_COUNTER_((count) + 0x0),                            \
			TALLY_L210_COUNTER_((count) + 0x4),                    \
			TALLY_L210_COUNTER_((count) + 0x8),                    \
			TALLY_L210_COUNTER_((count) + 0xC)                     \
	}

#define TALLY_L210_AT(layout, counters_)                                       \
	{                                                                      \
		.ops = &tally_l210_ops, .counting = &tally_read_only,          \
		.facts = (layout), .counter = (counters_),                     \
		.event = tally_l210_events, .counters = 4,                     \
		.events = TALLY_L210_EVENTS, .steps = TALLY_L210_STEPS         \
	}

#ifdef __cplusplus
}
#endif

#endif
