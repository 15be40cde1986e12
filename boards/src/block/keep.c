/* SPDX-License-Identifier: MIT */
/*
 * Which blocks there are, and whether one may be entered: its code is what is
 * in memory, where the program would find it at once.
 */
#include <stdlib.h>

#include "boards/src/block/inner.h"
#include "boards/src/machine/profile_ways.h"

enum {
	CODE_WORDS = 1 << 22, /* a bit for each line of 4 GiB, at most */
	WORTHWHILE = 4,       /* a block, once it is so often arrived at */
	CHAIN_COSTS = 1,
	LOOK_COSTS = 4,   /* in instructions that are saved */
	MAKING_COSTS = 8, /* for each instruction */
	OFTEN = 8,        /* code that is written so often has none */
};

/* A block has code in that line. */
struct line_of_code {
	struct line_of_code *next;
	struct block *v;
	uint32_t line;
};

static struct line_of_code **list_of(struct blocks *b, uint32_t line)
{
	return &b->lines[line % (sizeof(b->lines) / sizeof(b->lines[0]))];
}

/* A line of the instruction cache goes: its blocks are to be looked at. */
static void code_gone(void *ctx, int slot)
{
	struct blocks *b = ctx;
	uint32_t line = timing_cache(b->timing, true)->tag[slot];

	for (struct line_of_code *l = *list_of(b, line); l; l = l->next) {
		b->saved -= CHAIN_COSTS;
		if (l->line == line)
			l->v->epoch = 0;
	}
}

static void code_bit(struct blocks *b, uint32_t line, bool set)
{
	uint32_t bit = 1u << (line & 31);

	if (set)
		b->code[line >> 5] |= bit;
	else
		b->code[line >> 5] &= ~bit;
}

void blocks_forget(struct blocks *b)
{
	blocks_settle(b);
	if (b->profile)
		profile_end_ways(b->profile);
	for (unsigned i = 0; i < sizeof(b->lines) / sizeof(b->lines[0]); i++)
		for (struct line_of_code *l = b->lines[i]; l; l = l->next)
			code_bit(b, l->line, false);
	memset(b->lines, 0, sizeof(b->lines));
	memset(b->hashed, 0, sizeof(b->hashed));
	memset(b->state_of, 0, sizeof(b->state_of));
	memset(b->aged, 0, sizeof(b->aged));
	b->state_count = 0;
	arena_done(b);
	b->full = false;
}

void blocks_room(struct blocks *b)
{
	if (b->full)
		blocks_forget(b);
}

struct blocks *blocks_new(struct machine *m, const struct block_arch *arch,
			  const struct block_steps *steps)
{
	struct timing *t = timing_new(m->uarch);
	struct cache *c;
	struct blocks *b;

	if (!t)
		return NULL;
	b = calloc(1, sizeof(*b));
	if (!b) {
		timing_free(t);
		return NULL;
	}
	b->m = m;
	b->arch = arch;
	b->steps = steps;
	b->timing = t;
	b->growing = calloc(BLOCK_MOST, arch->insn_size);
	for (unsigned side = 0; side < 2; side++)
		b->line_bits[side] = timing_cache(t, side)->shape.line_bits;
	b->predictor = timing_predictor(t);
	b->global = timing_global(t);
	b->recent = timing_recent_branch(t);
	b->replays = b->apart = timing_replays(t);
	b->misses = arch->misses && timing_misses(t);
	if (!b->recent)
		b->recent = &b->nowhere;
	b->posted = timing_touched(t, &b->posted_bits);
	b->epoch = b->age = 1;
	b->next_rest = 1 << 13;
	b->code = calloc(CODE_WORDS, sizeof(*b->code));
	c = timing_cache(t, true);
	c->watch = (struct cache_watch){ code_gone, b,
					 calloc(c->shape.sets, c->shape.ways),
					 timing_recent(t) };
	if (b->growing && b->code && c->watch.slots && lines_make(b))
		return b;
	blocks_free(b);
	return NULL;
}

void blocks_free(struct blocks *b)
{
	if (!b)
		return;
	for (unsigned side = 0; side < 2; side++) {
		struct cache *c = timing_cache(b->timing, side);

		free(c->watch.slots);
		c->watch = (struct cache_watch){ 0 };
	}
	arena_done(b);
	free(b->growing);
	free(b->shares);
	free(b->kept);
	free(b->code);
	timing_free(b->timing);
	free(b);
}

/* Entered under the lines of its code: of memory, and of the cache. */
static bool enter(struct blocks *b, struct block *v, uint32_t at, bool code)
{
	const unsigned bits = b->line_bits[1];
	uint32_t last = (at + v->bytes - 1) >> bits;

	for (uint32_t line = at >> bits; line <= last; line++) {
		struct line_of_code *l = arena_get(b, sizeof(*l));

		if (!l)
			return false;
		*l = (struct line_of_code){ *list_of(b, line), v, line };
		*list_of(b, line) = l;
		if (code && !(b->code[line >> 5] >> (line & 31) & 1)) {
			code_bit(b, line, true);
			lines_forget(b);
		}
	}
	return true;
}

static struct block *make(struct blocks *b, struct block_place place,
			  uint16_t state)
{
	const uint32_t pc = block_address(place.at);
	struct mapping map;
	struct block *v;
	uint32_t paddr;

	if ((!(place.at & 1) && pc & 3) ||
	    !b->arch->code(b->m, pc, b->privileged, &map))
		return NULL;
	paddr = map.paddr;
	if (b->rewritten[paddr >> b->line_bits[1] & 4095] > OFTEN)
		return NULL;
	v = block_make(b, place, paddr, state);
	if (!v || !enter(b, v, paddr, true) ||
	    (paddr != pc && !enter(b, v, pc, false)))
		return NULL;
	v->trusted = b->age;
	return v;
}

struct block *block_at(struct blocks *b, struct block_place place,
		       uint16_t state)
{
	const uint32_t where =
		place.at >> 2 ^ (place.at & 3) * 9973u ^ place.within;
	uint32_t h = (where ^ state * 40503u) % PLACES;
	uint8_t *heat = &b->heat[(where ^ state) % sizeof(b->heat)];
	struct block *v = b->hashed[h];

	for (; v; v = v->next, b->saved -= CHAIN_COSTS)
		if (same_place(v->place, place) && v->state == state &&
		    !v->dead)
			return v;
	if (++*heat < WORTHWHILE)
		return NULL;
	*heat = 0;
	if (b->full)
		return NULL;
	v = make(b, place, state);
	if (!v)
		return NULL;
	b->saved -= MAKING_COSTS * v->count;
	v->next = b->hashed[h];
	b->hashed[h] = v;
	return v;
}

static void kill(struct block *v)
{
	v->dead = true;
	v->epoch = 0;
}

/* Is that instruction's word in memory? */
static bool same_word(const struct machine *m, const struct insn *i,
		      uint32_t paddr)
{
	uint16_t half[2] = { 0 };

	if (!i->thumb)
		return block_word(m, paddr) == i->word;
	memcpy(half, m->memory + paddr, i->size);
	return i->word ==
	       (i->size == 2 ? half[0] : (uint32_t)half[0] << 16 | half[1]);
}

static bool same_code(const struct blocks *b, const struct block *v)
{
	for (unsigned i = 0; i < v->count; i++) {
		const struct insn *insn = block_insn(b, v, i);

		if (!same_word(b->m, insn, v->paddr + (insn->addr - v->pc)))
			return false;
	}
	return true;
}

/* Would the program find all of it at once? */
static bool at_hand(struct blocks *b, struct block *v)
{
	struct mapping map = v->map;
	uint32_t end = v->last + 1, next; /* by where instructions begin */
	const uint32_t within = (1u << b->line_bits[1]) - 1;

	for (uint32_t at = v->pc; at != end; at = next) {
		int slot = timing_fetched(b->timing, at, &map);

		if (slot < 0)
			return false;
		timing_cache(b->timing, true)->watch.slots[slot] = 1;
		next = (at | within) + 1;
		if (next - v->pc > end - v->pc)
			next = end;
		map.paddr += next - at;
	}
	return true;
}

bool block_good(struct blocks *b, struct block *v)
{
	if (v->epoch == b->epoch)
		return true;
	if (v->dead || v->break_places & b->m->break_places)
		return false;
	b->saved -= LOOK_COSTS;
	if (!b->arch->code(b->m, v->pc, b->privileged, &v->map))
		return false;
	if (v->map.paddr != v->paddr ||
	    (v->trusted != b->age && !same_code(b, v))) {
		kill(v);
		return false;
	}
	v->trusted = b->age;
	if (!at_hand(b, v))
		return false;
	v->epoch = b->epoch;
	return true;
}

static void written_line(struct blocks *b, uint32_t line, uint32_t first,
			 uint32_t last)
{
	uint8_t *often = &b->rewritten[line & 4095];

	for (struct line_of_code *l = *list_of(b, line); l; l = l->next) {
		struct block *v = l->v;

		if (l->line != line || v->dead || v->paddr > last ||
		    v->paddr + v->bytes <= first)
			continue;
		kill(v);
		if (*often < UINT8_MAX)
			(*often)++;
	}
}

void blocks_written(struct blocks *b, uint32_t paddr, unsigned size)
{
	uint32_t last = paddr + size - 1;

	for (uint32_t line = paddr >> b->line_bits[1];
	     line <= last >> b->line_bits[1]; line++)
		if (b->code[line >> 5] >> (line & 31) & 1)
			written_line(b, line, paddr, last);
}

void blocks_distrust(struct blocks *b)
{
	if (!b)
		return;
	b->age++;
	b->epoch++;
	lines_forget(b);
}
