/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PQ3_LEDGER_H
#define BOARD_PQ3_LEDGER_H

#include <stdint.h>

/*
 * The platform's ledger: what has happened since reset, exact for the
 * simulation.  One item per line of pq3_ledger.def, PQ3_name.
 */
enum pq3_item {
#define PQ3_ITEM(name, words) PQ3_##name,
#define PQ3_TSEC_ITEM(name, words)                                             \
	PQ3_TSEC1_##name, PQ3_TSEC2_##name, PQ3_TSEC3_##name, PQ3_TSEC4_##name,
#include "boards/src/pq3/ledger.def"
	PQ3_ITEMS
};

struct pq3_ledger {
	uint64_t n[PQ3_ITEMS];
};

#endif
