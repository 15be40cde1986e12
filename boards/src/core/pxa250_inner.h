/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_PXA250_INNER_H
#define BOARD_CORE_PXA250_INNER_H

#include "boards/src/core/inner.h"
#include "boards/src/core/pxa250.h"
#include "boards/src/parts/buffer.h"
#include "boards/src/parts/predictor.h"
#include "boards/src/parts/tlb.h"

/* Only this core has this state. */
struct pxa250 {
	struct cache mini;
	struct tlb itlb, dtlb;
	struct predictor predictor;
	struct buffer requests; /* fill buffers */
	struct buffer pend, writes;
	uint64_t full_end; /* end of the last buffer stall */
};

static inline struct pxa250 *pxa250_of(const struct uarch *u)
{
	return u->own;
}

/*
 * The data side of the PXA250 model, for its instruction side.
 */

/* A load or store once its operands are there. */
void pxa250_data(struct uarch *u, const struct retired *r);

/* The drain operation: all requests have been carried out. */
void pxa250_drain(struct uarch *u);

#endif
