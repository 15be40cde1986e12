/* SPDX-License-Identifier: MIT */
#include "boards/src/core/wanted.h"

#include "boards/src/core/inner.h"

static uint32_t line_bits(const struct board_options *o, uint32_t own)
{
	const uint32_t line = o->shape[BOARD_LINE].size;

	return line ? (uint32_t)__builtin_ctz(line) : own;
}

bool wanted_cache(const struct board_options *o, enum board_shape which,
		  struct cache *c, const struct cache_shape *own)
{
	static const enum cache_choice choices[BOARD_POLICIES] = {
		[BOARD_ROUND_ROBIN] = CACHE_ROUND_ROBIN,
		[BOARD_RANDOM] = CACHE_INVALID_THEN_RANDOM,
		[BOARD_PLRU] = CACHE_PLRU,
	};
	struct cache_shape s = *own;
	uint32_t bytes;

	if (!s.line_bits)
		s.line_bits = CACHE_LINE_BITS;
	bytes = s.sets * s.ways << s.line_bits;
	s.line_bits = line_bits(o, s.line_bits);
	if (o->shape[which].size) {
		bytes = o->shape[which].size;
		s.ways = o->shape[which].ways;
	}
	s.sets = (bytes >> s.line_bits) / s.ways;
	if (!s.sets) { /* a way is no smaller than a line */
		s.sets = 1;
		s.ways = bytes >> s.line_bits;
	}
	if (o->shape[which].policy)
		s.choice = choices[o->shape[which].policy];
	return cache_init(c, &s);
}

bool wanted_caches(struct uarch *u, const struct cache_shape *icache,
		   const struct cache_shape *dcache)
{
	return wanted_cache(&u->options, BOARD_ICACHE, &u->icache, icache) &&
	       wanted_cache(&u->options, BOARD_DCACHE, &u->dcache, dcache);
}

void wanted_tlb(const struct uarch *u, enum board_shape which, struct tlb *t,
		uint32_t sets, uint32_t ways)
{
	const uint32_t size = u->options.shape[which].size;

	if (size) {
		ways = u->options.shape[which].ways;
		sets = size / ways;
	}
	tlb_init(t, sets, ways);
}

uint32_t wanted_size(const struct uarch *u, enum board_shape which,
		     uint32_t own)
{
	const uint32_t size = u->options.shape[which].size;

	return size ? size : own;
}

void wanted_times(struct uarch *u)
{
	struct uarch_timing *t = &u->t;

	t->read = (uint16_t)wanted_size(u, BOARD_MEMORY, t->read);
	t->level2 = (uint8_t)wanted_size(u, BOARD_LEVEL2, t->level2);
	t->l2_hit = (uint8_t)wanted_size(u, BOARD_LEVEL2, t->l2_hit);
	t->walk_read = (uint16_t)wanted_size(u, BOARD_WALK, t->walk_read);
	t->mispredict =
		(uint8_t)wanted_size(u, BOARD_MISPREDICT, t->mispredict);
	if (t->mispredict_stall > t->mispredict)
		t->mispredict_stall = t->mispredict;
}

/* A tree wants to be told of every hit; the lines that blocks know of are as
 * long as the core has them. */
bool wanted_by_blocks(const struct uarch *u)
{
	const bool tree = u->icache.shape.choice == CACHE_PLRU ||
			  u->dcache.shape.choice == CACHE_PLRU;

	return !u->options.shape[BOARD_LINE].size &&
	       (!tree || u->ops->blocks->recent);
}

uint32_t wanted_cache_size(const struct board_options *o,
			   enum board_shape which, uint32_t own)
{
	enum {
		LINE_BITS = 7, /* log2 of its words, less 2 */
		WAYS_LSB = 3,
		WAYS_BITS = 1023,
		SETS_LSB = 13,
		SETS_BITS = 32767,
		WORDS_16 = 4
	};
	const uint32_t own_bits = (own & LINE_BITS) + WORDS_16;
	const uint32_t bits = line_bits(o, own_bits);
	uint32_t ways = (own >> WAYS_LSB & WAYS_BITS) + 1;
	uint32_t bytes = ((own >> SETS_LSB & SETS_BITS) + 1) * ways << own_bits;

	if (o->shape[which].size) {
		bytes = o->shape[which].size;
		ways = o->shape[which].ways;
	} else if (bits == own_bits) {
		return own;
	}
	return (own & UINT32_C(0xf0000000)) |
	       ((bytes >> bits) / ways - 1) << SETS_LSB |
	       (ways - 1) << WAYS_LSB | (bits - WORDS_16);
}

uint32_t wanted_line_type(const struct board_options *o, uint32_t own)
{
	enum { CODE = 15, DATA_LSB = 16, WORD_BITS = 2 };
	const uint32_t bits = line_bits(o, (own & CODE) + WORD_BITS);
	const uint32_t words = bits - WORD_BITS;

	if (!o->shape[BOARD_LINE].size)
		return own;
	return (own & ~((uint32_t)CODE << DATA_LSB | CODE)) |
	       words << DATA_LSB | words;
}
