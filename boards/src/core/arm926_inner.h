/* SPDX-License-Identifier: MIT */
#ifndef BOARD_CORE_ARM926_INNER_H
#define BOARD_CORE_ARM926_INNER_H

#include "boards/src/ahb/ahb.h"
#include "boards/src/core/arm926.h"
#include "boards/src/core/inner.h"
#include "boards/src/parts/tlb.h"

/* The files arm926*.c share this, which only this core has. */
/* Each cache has 32 KiB. */
enum {
	ARM926_WAYS = 4,
	ARM926_SETS = 32 * 1024 / CACHE_LINE_BYTES / ARM926_WAYS,
};

/* A burst on the ARM926's data bus that nobody waits for. */
struct arm926_posted {
	ahb_ticket ticket;
	uint8_t addresses; /* that it takes of the write buffer */
	uint8_t words;
	bool cast_out; /* it has a buffer of its own */
};

enum { ARM926_POSTED_MAX = 8 };

struct arm926 {
	struct tlb tlb;
	struct ahb *bus;
	uint32_t *line; /* physical, of each slot of the data cache */
	struct arm926_posted posted[ARM926_POSTED_MAX]; /* oldest first */
	unsigned posts;
	/* Instructions fetched uncached: what follows in the buffer. */
	ahb_ticket ahead;
	uint32_t next_word;
	unsigned words, words_left; /* of that burst */
	/* Of the instruction in flight: */
	unsigned stored;     /* words of a store multiple */
	unsigned burst_left; /* how many of them are posted already */
	bool swapped;        /* the swap's write is done */
	/* The place of the newest access that a block has found. */
	uint64_t found_at;
};

#define ARM926_NOWHERE UINT64_MAX

static inline struct arm926 *arm926_of(const struct uarch *u)
{
	return u->own;
}

static inline uint32_t arm926_slots(const struct uarch *u)
{
	return u->dcache.shape.sets * u->dcache.shape.ways;
}

/* arm926_data.c: the translation of `vaddr`, from the TLB or by a walk on the
 * data bus. */
enum uarch_bus arm926_page(struct uarch *u, struct page_memo *memo,
			   uint32_t vaddr, const struct mapping *map,
			   bool data);
enum uarch_bus arm926_walk(struct uarch *u, const struct mapping *map,
			   bool data);
enum uarch_bus arm926_access(struct uarch *u, const struct insn *insn,
			     const struct access *a, bool privileged,
			     uint32_t *value);
void arm926_drain(struct uarch *u);
/* arm926_blocks.c: parts of an instruction: it counts, and waits for its
 * operands; it issues; the pc may change. */
void arm926_operands(struct uarch *u, const struct insn *insn, bool passed);
void arm926_issue(struct uarch *u, const struct retired *r);
void arm926_flow(struct uarch *u, const struct retired *r);
extern const struct uarch_blocks arm926_blocks;
void arm926_maintain_data(struct uarch *u, enum maintenance what,
			  uint32_t vaddr);

/* Wait until the bus has carried out so many beats (0: all of them). */
static inline enum uarch_bus arm926_await(struct uarch *u, enum cause cause,
					  enum ahb_layer layer,
					  ahb_ticket ticket, unsigned beats,
					  struct ahb_done *done)
{
	ahb_await(arm926_of(u)->bus, layer, ticket, beats, done);
	if (done->error) /* an abort comes when the burst is over [DDI0287B
			    4.2.2] */
		ahb_await(arm926_of(u)->bus, layer, ticket, 0, done);
	wait_until(u, cause, done->time);
	return done->error ? UARCH_BUS_ERROR : UARCH_BUS_OK;
}

/* Somebody asks the bus: a little later where runs vary (chosen: 0 to 2). */
static inline uint64_t arm926_when(struct uarch *u)
{
	return u->options.jitter ? u->now + rng_next(&u->rng) % 3 : u->now;
}

#endif
