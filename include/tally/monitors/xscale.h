/* SPDX-License-Identifier: MIT */
#ifndef TALLY_XSCALE_H
#define TALLY_XSCALE_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Intel XScale, first generation (PXA250, and the 80200, which also counts
 * events of its bus controller): one clock counter, two event counters, 32 bits
 * each.  [80200] 12; [PXA250 slides].
 * The first steppings (A) of the 80200 lose an overflow flag when another
 * counter overflows before it is cleared; there is no cure.
 */
extern const struct tally_monitor tally_pxa250;
extern const struct tally_monitor tally_i80200;

/*
 * Second generation (PXA27x, IXP4xx, IOP33x): one clock counter, four event
 * counters.  [CORE] 8; [IXP42X] 3.7.
 */
extern const struct tally_monitor tally_xscale2;

enum tally_xscale_counter {
	TALLY_XSCALE_CCNT,
	TALLY_XSCALE_PMN0,
	TALLY_XSCALE_PMN1,
	TALLY_XSCALE_PMN2, /* this and the next: second generation only */
	TALLY_XSCALE_PMN3,
};

/* Event codes, by the names of the catalogue: TALLY_XSCALE_INSTRUCTION ... */
enum tally_xscale_event {
#define EVENT(id, name, code, ...) TALLY_XSCALE_##id = code,
#include <tally/monitors/xscale.def>
};

/* The fields, for TALLY_FIELD(XSCALE, PMNC, E). */
enum tally_xscale_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(XSCALE, reg, name, lsb, width)
#include <tally/monitors/xscale.def>
};

/* struct tally_store.steps for one session, of either generation. */
#define TALLY_XSCALE_STEPS 20

#ifdef __cplusplus
}
#endif

#endif
