/* SPDX-License-Identifier: MIT */
#ifndef L2_H
#define L2_H

#include <stdbool.h>
#include <stdint.h>

/*
 * The board's second-level cache and its event monitor, by their registers:
 * l2_cache.c is the same for all controllers, each board's l2.c has the
 * monitor, l2_page.h those in the controller's page.
 */
enum l2_event {
	L2_CO,
	L2_DRHIT,
	L2_DRREQ,
	L2_DWHIT,
	L2_DWREQ,
	L2_DWTREQ,
	L2_IRHIT,
	L2_IRREQ,
	L2_WA,
	L2_EVENTS
};

/* Offsets in the controller's page. */
enum {
	L2_CONTROL = 0x100,
	L2_AUX = 0x104,
	L2_SYNC = 0x730,
	L2_INVALIDATE_WAY = 0x77C,
	L2_CLEAN_INVALIDATE_WAY = 0x7FC,
	L2_AUX_EVENT_BUS = 1 << 20,
	L2_ALL_WAYS = 0xFF,
};

extern const uint32_t l2_base;

/* Empty, its events on their bus, and on.  Nothing if it is on already. */
void l2_enable(void);
/* The cache's contents go to memory first. */
void l2_disable(void);

/* The store that opens and the one that closes a counter's window. */
struct l2_window {
	uint32_t control, open, close;
	uint32_t ways; /* the register that invalidates ways */
};

/* Let counter 0 count the event, from 0, within the window. */
void l2_count(enum l2_event event, struct l2_window *window);
uint32_t l2_counted(void);

/* Besides, ask for an interrupt at the `events`-th event; l2_quiet() ends it.
 * An L210 cannot be preset: it asks at the first. */
void l2_ask(uint32_t events);
void l2_quiet(void);
/* Is the monitor asking, as the interrupt controller has it? */
bool l2_asks(void);

/* Codes of the L210 are one more than those of the others. */
extern const bool l2_is_l210;

#endif
