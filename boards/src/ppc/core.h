/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_CORE_H
#define BOARD_PPC_CORE_H

#include "boards/src/machine/spec.h"
#include "boards/src/pq3/pq3.h"

/* The facts of a core and its chip that programs see: board_core.facts. */
struct ppc_core {
	uint32_t pvr, svr;
	enum pq3_part part;
	unsigned tlb0_ways;
	uint32_t mmucfg, tlb1cfg;
	bool mas7; /* real addresses of more than 32 bits */
};

static inline const struct ppc_core *ppc_core_of(const struct board_spec *spec)
{
	return spec->core->facts;
}

#endif
