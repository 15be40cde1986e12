/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_BEYOND_H
#define BOARD_CORE_BEYOND_H

#include "boards/src/core/inner.h"
#include "boards/src/core/l2.h"

/*
 * A core asks memory by these, where a controller of the second level may stand
 * between the two (NULL: none does).  Both give cycles: the controller's, if it
 * takes the request, else the memory's, of which a read takes `memory`.
 */
uint64_t beyond_read(struct uarch *u, struct l2 *controller, enum l2_port port,
		     uint32_t paddr, const struct outer *outer,
		     uint32_t memory);
/* `more`: of the same instruction, to the same line as the one before. */
uint64_t beyond_write(struct uarch *u, struct l2 *controller, uint32_t paddr,
		      unsigned size, const struct outer *outer, bool more);

#endif
