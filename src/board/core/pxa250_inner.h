/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_PXA250_INNER_H
#define BOARD_CORE_PXA250_INNER_H

#include "board/core/inner.h"
#include "board/core/pxa250.h"

/*
 * The data side of the PXA250 model, for its instruction side.
 */

/* A load or store once its operands are there. */
void pxa250_data(struct uarch *u, const struct retired *r);

/* The drain operation: all requests have been carried out. */
void pxa250_drain(struct uarch *u);

#endif
