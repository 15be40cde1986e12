/* SPDX-License-Identifier: MIT */
/*
 * Cache tags: lookup, replacement, dirty halves.  The two ways to choose a
 * victim are those of the manuals: XScale advances a pointer per set and
 * starts at the last way [80200 4.2.4, 6.2.4]; ARM1176 takes the lowest
 * invalid way and otherwise one at random [DDI0301H 7.2.1]; e500 keeps a tree
 * of pointers.
 */
#include "boards/src/parts/cache.h"

#include <stdlib.h>
#include <string.h>

enum { LOWER = CACHE_LOWER, UPPER = CACHE_UPPER, TOGETHER = 8 };

bool cache_init(struct cache *c, const struct cache_shape *shape)
{
	size_t slots = (size_t)shape->sets * shape->ways;

	c->shape = *shape;
	c->locked = 0;
	c->out = (struct cache_out){ 0 };
	c->watch = (struct cache_watch){ 0 };
	if (!c->shape.line_bits)
		c->shape.line_bits = CACHE_LINE_BITS;
	c->tag = malloc(slots * sizeof(*c->tag));
	c->dirty = calloc(slots, 1);
	c->next = malloc(shape->sets);
	c->recent = calloc(shape->sets, 1);
	rng_seed(&c->rng, 1);
	if (!c->tag || !c->dirty || !c->next || !c->recent)
		return false;
	for (uint32_t set = 0; set < shape->sets; set++)
		c->next[set] = (uint8_t)(shape->ways - 1);
	cache_drop_all(c);
	return true;
}

void cache_done(struct cache *c)
{
	free(c->tag);
	free(c->dirty);
	free(c->next);
	free(c->recent);
}

/*
 * Bit n - 1 of the tree is node n, whose children are 2n and 2n + 1; it points
 * to the half that was not used last.
 */
static void used(struct cache *c, uint32_t set, uint32_t way)
{
	uint32_t tree = c->next[set], node = 1;

	for (uint32_t half = c->shape.ways / 2; half; half /= 2) {
		uint32_t right = way & half ? 1 : 0;

		tree = (tree & ~(1u << (node - 1))) | (1 - right) << (node - 1);
		node = 2 * node + right;
	}
	c->next[set] = (uint8_t)tree;
}

static uint32_t least_used(const struct cache *c, uint32_t set)
{
	uint32_t node = 1;

	for (uint32_t half = c->shape.ways / 2; half; half /= 2)
		node = 2 * node + ((uint32_t)c->next[set] >> (node - 1) & 1u);
	return node - c->shape.ways;
}

static uint32_t empty_or_least_used(const struct cache *c, uint32_t set)
{
	const uint32_t *tag = &c->tag[(size_t)set * c->shape.ways];

	for (uint32_t way = 0; way < c->shape.ways; way++)
		if (tag[way] == CACHE_NO_LINE)
			return way;
	return least_used(c, set);
}

static void about_to_change(struct cache *c, int slot)
{
	if (!c->watch.slots || !c->watch.slots[slot])
		return;
	c->watch.slots[slot] = 0;
	c->watch.fn(c->watch.ctx, slot);
}

/* From now on this is the way that hit last. */
static void another(struct cache *c, uint32_t set, uint32_t way)
{
	if (c->watch.recent && c->recent[set] != way)
		about_to_change(c, (int)(set * c->shape.ways + c->recent[set]));
	c->recent[set] = (uint8_t)way;
}

static void hit(struct cache *c, uint32_t set, uint32_t way)
{
	another(c, set, way);
	if (c->shape.choice == CACHE_PLRU)
		used(c, set, way);
}

void cache_touch(struct cache *c, int slot)
{
	hit(c, (uint32_t)slot / c->shape.ways, (uint32_t)slot % c->shape.ways);
}

/* Does any of so many next to each other hold the line?  A host compares
 * several at a time. */
static inline bool any_of(const uint32_t tag[TOGETHER], uint32_t line)
{
	typedef uint32_t several __attribute__((vector_size(16)));
	const several lines = { line, line, line, line };
	several tags[TOGETHER / 4];
	union {
		several found;
		uint64_t half[2];
	} any;

	memcpy(tags, tag, sizeof(tags));
	any.found = (several)((tags[0] == lines) | (tags[1] == lines));
	return any.half[0] | any.half[1];
}

int cache_search(struct cache *c, uint32_t set, uint32_t line)
{
	const uint32_t *tag = &c->tag[(size_t)set * c->shape.ways];
	uint32_t way = 0;

	while (way + TOGETHER <= c->shape.ways && !any_of(tag + way, line))
		way += TOGETHER;
	for (; way < c->shape.ways; way++) {
		if (tag[way] == line) {
			hit(c, set, way);
			return (int)(set * c->shape.ways + way);
		}
	}
	return -1;
}

/* The lowest invalid way that is not locked, else one of them at random. */
static uint32_t unlocked_victim(struct cache *c, uint32_t set)
{
	uint32_t free_ways = UINT32_MAX >> (32 - c->shape.ways) & ~c->locked;
	uint32_t skip;

	for (uint32_t left = free_ways; left; left &= left - 1) {
		uint32_t way = (uint32_t)__builtin_ctz(left);

		if (c->tag[set * c->shape.ways + way] == CACHE_NO_LINE)
			return way;
	}
	skip = rng_next(&c->rng) % (uint32_t)__builtin_popcount(free_ways);
	for (; skip; skip--)
		free_ways &= free_ways - 1;
	return (uint32_t)__builtin_ctz(free_ways);
}

static uint32_t victim(struct cache *c, uint32_t set)
{
	uint32_t ways = c->shape.ways, way;
	int invalid;

	if (c->shape.choice == CACHE_ROUND_ROBIN) {
		way = c->next[set];
		c->next[set] = (uint8_t)((way + 1) % ways);
		return way;
	}
	if (c->shape.choice == CACHE_PLRU) {
		way = empty_or_least_used(c, set);
		used(c, set, way);
		return way;
	}
	if (c->locked)
		return unlocked_victim(c, set);
	invalid = cache_search(c, set, CACHE_NO_LINE);
	if (invalid >= 0)
		return (uint32_t)invalid - set * ways;
	return rng_next(&c->rng) % ways;
}

void cache_tell(struct cache *c, uint32_t addr)
{
	int slot = c->watch.slots ? cache_find(c, addr) : -1;

	if (slot >= 0)
		about_to_change(c, slot);
}

int cache_fill(struct cache *c, uint32_t addr, unsigned *halves)
{
	uint32_t line = addr >> c->shape.line_bits;
	uint32_t set = line & (c->shape.sets - 1);
	uint32_t way = victim(c, set);
	int slot = (int)(set * c->shape.ways + way);

	about_to_change(c, slot);
	c->evicted = c->dirty[slot];
	c->gone = c->tag[slot] << c->shape.line_bits;
	*halves = cache_clean(c, slot);
	c->tag[slot] = line;
	another(c, set, way);
	return slot;
}

unsigned cache_clean(struct cache *c, int slot)
{
	unsigned d = c->dirty[slot];

	if (!d)
		return 0;
	about_to_change(c, slot);
	c->dirty[slot] = 0;
	if (c->out.fn)
		c->out.fn(c->out.ctx, c->tag[slot] << c->shape.line_bits, d);
	return (d & LOWER ? 1u : 0u) + (d & UPPER ? 1u : 0u);
}

unsigned cache_clean_all(struct cache *c)
{
	unsigned halves = 0;

	for (uint32_t i = 0; i < c->shape.sets * c->shape.ways; i++)
		halves += cache_clean(c, (int)i);
	return halves;
}

void cache_drop(struct cache *c, int slot)
{
	about_to_change(c, slot);
	c->tag[slot] = CACHE_NO_LINE;
	c->dirty[slot] = 0;
}

/* A walk of the cache by sets and ways comes here for each of them. */
uint32_t cache_next(const uint8_t *of, uint32_t from, uint32_t slots)
{
	uint64_t eight;

	for (; from < slots; from++) {
		while (from + sizeof(eight) <= slots) {
			memcpy(&eight, of + from, sizeof(eight));
			if (eight)
				break;
			from += (uint32_t)sizeof(eight);
		}
		if (from < slots && of[from])
			return from;
	}
	return slots;
}

void cache_drop_all(struct cache *c)
{
	uint32_t slots = c->shape.sets * c->shape.ways;
	const uint8_t *watched = c->watch.slots;

	for (uint32_t i = 0; watched; i++) {
		i = cache_next(watched, i, slots);
		if (i == slots)
			break;
		about_to_change(c, (int)i);
	}
	/* All bits of CACHE_NO_LINE are set. */
	memset(c->tag, 0xff, slots * sizeof(*c->tag));
	memset(c->dirty, 0, slots);
}

void cache_junk(struct cache *c, struct rng *rng)
{
	uint32_t sets = c->shape.sets, ways = c->shape.ways;

	for (uint32_t set = 0; set < sets; set++) {
		c->next[set] = (uint8_t)(rng_next(rng) % ways);
		for (uint32_t way = 0; way < ways; way++) {
			/* Shifted: two ways never hold the same line. */
			uint32_t line = (rng_next(rng) & ~(ways - 1)) | way;

			if (rng_next(rng) & 1)
				continue;
			line = (line * sets + set) &
			       (UINT32_MAX >> c->shape.line_bits);
			c->tag[set * ways + way] = line;
		}
	}
	rng_seed(&c->rng, rng_next(rng));
}
