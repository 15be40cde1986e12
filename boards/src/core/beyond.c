/* SPDX-License-Identifier: MIT */
/* A core's requests to memory, through a controller of the second level. */
#include "boards/src/core/beyond.h"

uint64_t beyond_read(struct uarch *u, struct l2 *controller, enum l2_port port,
		     uint32_t paddr, const struct outer *outer, uint32_t memory)
{
	enum l2_answer answer = L2_PASSED;

	if (controller)
		answer = l2_read(controller, port, paddr, outer);
	u->near = answer == L2_FROM_BUFFER || answer == L2_HIT;
	if (answer == L2_FROM_BUFFER)
		return u->t.l2_buffer;
	if (answer == L2_HIT)
		return u->t.l2_hit;
	return vary(u, memory) + (answer == L2_MISS ? u->t.l2_miss : 0u);
}

uint64_t beyond_write(struct uarch *u, struct l2 *controller, uint32_t paddr,
		      unsigned size, const struct outer *outer, bool more)
{
	u->near = controller && l2_takes(controller, outer);
	if (!u->near)
		return vary(u, u->t.write);
	if (more) {
		l2_write_more(controller, paddr, size, outer);
		return 0;
	}
	(void)l2_write(controller, paddr, size, outer);
	return u->t.l2_write;
}
