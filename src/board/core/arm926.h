/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_ARM926_H
#define BOARD_CORE_ARM926_H

#include "board/core/inner.h"

/* What the files uarch_arm926*.c share. */

/* The translation of `vaddr`, from the TLB or by a walk on the data bus. */
enum uarch_bus arm926_page(struct uarch *u, struct page_memo *memo,
			   uint32_t vaddr, const struct mapping *map,
			   bool data);

/* uarch_arm926_data.c */
enum uarch_bus arm926_access(struct uarch *u, const struct insn *insn,
			     const struct access *a, bool privileged,
			     uint32_t *value);
void arm926_drain(struct uarch *u);
void arm926_maintain_data(struct uarch *u, enum maintenance what,
			  uint32_t vaddr);

/* Wait until the bus has carried out so many beats (0: all of them). */
static inline enum uarch_bus arm926_await(struct uarch *u, enum ahb_layer layer,
					  ahb_ticket ticket, unsigned beats,
					  struct ahb_done *done)
{
	ahb_await(u->ahb, layer, ticket, beats, done);
	if (done->error) /* an abort comes when the burst is over [DDI0287B
			    4.2.2] */
		ahb_await(u->ahb, layer, ticket, 0, done);
	wait_until(u, done->time);
	return done->error ? UARCH_BUS_ERROR : UARCH_BUS_OK;
}

/* Somebody asks the bus: a little later with jitter (chosen: 0 to 2). */
static inline uint64_t arm926_when(struct uarch *u)
{
	return u->options.jitter ? u->now + rng_next(&u->rng) % 3 : u->now;
}

#endif
