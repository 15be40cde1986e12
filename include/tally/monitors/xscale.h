/* SPDX-License-Identifier: MIT */
#ifndef TALLY_XSCALE_H
#define TALLY_XSCALE_H

#include <tally/monitor.h>

/*
 * Intel XScale, first generation (PXA250): one clock counter, two event
 * counters, 32 bits each.  [80200] 12; [PXA250 slides].
 */
extern const struct tally_monitor tally_pxa250;

enum tally_xscale_counter {
	TALLY_XSCALE_CCNT,
	TALLY_XSCALE_PMN0,
	TALLY_XSCALE_PMN1,
};

/* Event codes, by the names of the catalogue: TALLY_XSCALE_INSTRUCTION ... */
enum tally_xscale_event {
#define EVENT(id, name, code, ...) TALLY_XSCALE_##id = code,
#include <tally/monitors/xscale.def>
};

/* struct tally_store.steps for one session. */
#define TALLY_XSCALE_STEPS 16

#endif
