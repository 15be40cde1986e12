/* SPDX-License-Identifier: MIT */
#ifndef TALLY_PMUV3_OWN_H
#define TALLY_PMUV3_OWN_H

#include <tally/monitors/pmuv3.h>

/*
 * Events that one core has beside the common ones, TALLY_OWN_L2D_WS_MODE and so
 * on: of the core that is TALLY_CORE where this is included,
 *
 *	#define TALLY_CORE cortex_a510
 *	#include <tally/monitors/pmuv3/own.h>
 *
 * A name has another code on another core, so a source has those of one.
 */
/* clang-format off */
#define TALLY_OWN_TEXT_(text) #text
#define TALLY_OWN_TEXT(text)  TALLY_OWN_TEXT_(text)
#define TALLY_CORE_ROWS       TALLY_OWN_TEXT(tally/monitors/pmuv3/TALLY_CORE.def)
/* clang-format on */
enum tally_own_event {
	TALLY_OWN_NO_EVENT = 0xFFFF, /* some cores have none */
#define OWN(id, code, ...) TALLY_OWN_##id = code,
#include TALLY_CORE_ROWS
};
#undef TALLY_CORE_ROWS
#undef TALLY_CORE

#endif
