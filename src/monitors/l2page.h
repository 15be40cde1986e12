/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_L2PAGE_H
#define MONITORS_L2PAGE_H

#include <tally/counting.h>
#include <tally/words/l2page.h>

/*
 * Event counters in the page of a cache controller: L220, L2C-310.  Each is a
 * file of its own, so that a program links the one it measures with.
 */
struct l2page_facts {
	/* Bit n: part n of the cache ID register is this controller. */
	uint16_t parts;
};

extern const struct tally_monitor_ops l2page_ops;
extern const struct tally_counter l2page_counters[TALLY_L2PAGE_COUNTERS];

/* Both counters count each event. */
#define L2PAGE_ROW(code, rate) { code, rate, 0x3 },

/* `word`: what the monitor's own tables are called after. */
#define L2PAGE_MONITOR(word)                                                   \
	.ops = &l2page_ops, .counting = &tally_saturating,                     \
	.facts = &word##_facts, .counter = l2page_counters,                    \
	.counters = TALLY_L2PAGE_COUNTERS, .event = word##_events,             \
	.events = sizeof(word##_events) / sizeof(word##_events[0])

#endif
