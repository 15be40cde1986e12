/* SPDX-License-Identifier: MIT */
/*
 * The parts of the microarchitecture model by themselves: cache tags,
 * translation lookaside buffers, branch history, return stack.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/core/inner.h"
#include "boards/src/parts/cache.h"
#include "boards/src/parts/predictor.h"
#include "boards/src/parts/tlb.h"
#include "test.h"

TEST(cache_takes_invalid_ways_first)
{
	const struct cache_shape shape = { 2, 2, CACHE_INVALID_THEN_RANDOM };
	struct cache c;
	unsigned halves;

	assert_true(cache_init(&c, &shape));
	assert_int_equal(cache_find(&c, 0x1000), -1);
	/* Lines 0x80 and 0x82 are even: set 0, ways 0 and 1. */
	assert_int_equal(cache_fill(&c, 0x1000, &halves), 0);
	assert_int_equal(cache_fill(&c, 0x1040, &halves), 1);
	/* Line 0x81 is odd: set 1, slots 2 and 3. */
	assert_int_equal(cache_fill(&c, 0x1020, &halves), 2);
	assert_int_equal(cache_find(&c, 0x101F), 0);
	assert_int_equal(cache_find(&c, 0x1040), 1);
	cache_drop(&c, 0);
	assert_int_equal(cache_find(&c, 0x1000), -1);
	/* Way 0 is the only invalid one again. */
	assert_int_equal(cache_fill(&c, 0x1080, &halves), 0);
	cache_done(&c);
}

TEST(cache_round_robin_begins_at_the_last_way)
{
	const struct cache_shape shape = { 1, 4, CACHE_ROUND_ROBIN };
	const int order[] = { 3, 0, 1, 2, 3 };
	struct cache c;
	unsigned halves;

	assert_true(cache_init(&c, &shape));
	for (uint32_t i = 0; i < 5; i++)
		assert_int_equal(cache_fill(&c, i * 32, &halves), order[i]);
	assert_int_equal(cache_find(&c, 0), -1); /* was in way 3 */
	assert_int_equal(cache_find(&c, 32), 0);
	cache_done(&c);
}

/* Of the line's own set: lines 1 and 3 are odd. */
TEST(cache_names_the_victim)
{
	static const enum cache_choice choices[] = { CACHE_ROUND_ROBIN,
						     CACHE_PLRU };
	struct cache c;
	unsigned halves;

	for (unsigned i = 0; i < 2; i++) {
		const struct cache_shape shape = { 2, 1, choices[i] };

		assert_true(cache_init(&c, &shape));
		cache_fill(&c, 0x00, &halves);
		cache_fill(&c, 0x20, &halves);
		cache_fill(&c, 0x60, &halves);
		assert_int_equal(c.gone, 0x20);
		cache_fill(&c, 0x40, &halves);
		assert_int_equal(c.gone, 0x00);
		cache_done(&c);
	}
}

TEST(cache_writes_back_dirty_halves_only)
{
	const struct cache_shape shape = { 1, 1, CACHE_ROUND_ROBIN };
	struct cache c;
	unsigned halves;

	assert_true(cache_init(&c, &shape));
	cache_soil(&c, cache_fill(&c, 0x00, &halves), 0x0C, 4); /* lower */
	assert_int_equal(halves, 0);
	cache_soil(&c, cache_fill(&c, 0x20, &halves), 0x30, 1); /* upper */
	assert_int_equal(halves, 1);
	cache_soil(&c, cache_fill(&c, 0x40, &halves), 0x4C, 8); /* both */
	assert_int_equal(halves, 1);
	assert_int_equal(cache_clean(&c, 0), 2);
	assert_int_equal(cache_clean(&c, 0), 0);
	cache_fill(&c, 0x60, &halves);
	assert_int_equal(halves, 0);
	cache_done(&c);
}

/* Each pair of marks, also where slots end within eight bytes. */
TEST(marked_slots_are_found_in_order)
{
	for (uint32_t slots = 1; slots < 28; slots++)
		for (uint32_t i = 0; i < slots * slots; i++) {
			const uint32_t one = i / slots, two = i % slots;
			uint8_t of[32];

			memset(of, 2, sizeof of); /* behind the slots, too */
			memset(of, 0, slots);
			of[one] = 1;
			of[two] = 0x80;
			assert_int_equal(cache_next(of, 0, slots),
					 one < two ? one : two);
			assert_int_equal(cache_next(of, one, slots), one);
			assert_int_equal(cache_next(of, one + 1, slots),
					 two > one ? two : slots);
		}
}

static void note_slot(void *ctx, int slot)
{
	*(uint64_t *)ctx |= UINT64_C(1) << slot;
}

/* A watcher of slots is told of each, once, when all are dropped. */
TEST(all_that_are_watched_are_told_of)
{
	const struct cache_shape shape = { 8, 4, CACHE_ROUND_ROBIN };
	const uint64_t watched = UINT64_C(0x80010023);
	uint64_t told = 0;
	uint8_t slots[32];
	struct cache c;
	unsigned halves;

	assert_true(cache_init(&c, &shape));
	cache_soil(&c, cache_fill(&c, 0x60, &halves), 0x60, 4);
	for (unsigned i = 0; i < 32; i++)
		slots[i] = watched >> i & 1;
	c.watch = (struct cache_watch){ note_slot, &told, slots, false };
	cache_drop_all(&c);
	assert_int_equal(told, watched);
	told = 0;
	cache_drop_all(&c);
	assert_int_equal(told, 0);
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(c.tag[i], CACHE_NO_LINE);
	assert_int_equal(cache_clean_all(&c), 0);
	c.watch = (struct cache_watch){ NULL, NULL, NULL, false };
	cache_done(&c);
}

TEST(tlb_is_round_robin)
{
	struct tlb t;

	tlb_init(&t, 1, 3);
	for (uint32_t page = 0; page < 3; page++)
		assert_false(tlb_touch(&t, page << 12, 12));
	for (uint32_t page = 0; page < 3; page++)
		assert_true(tlb_touch(&t, page << 12 | 0xFFF, 12));
	assert_false(tlb_touch(&t, 3 << 12, 12)); /* replaces page 0 */
	assert_true(tlb_touch(&t, 1 << 12, 12));
	assert_false(tlb_touch(&t, 0, 12)); /* replaces page 1 */
	assert_true(tlb_touch(&t, 2 << 12, 12));
	tlb_drop(&t, 2 << 12);
	assert_false(tlb_touch(&t, 2 << 12, 12));
}

TEST(tlb_two_ways_by_page_number)
{
	struct tlb t;

	tlb_init(&t, 32, 2);
	/* Pages 0, 32 and 64 share set 0 of two ways; page 1 has set 1. */
	assert_false(tlb_touch(&t, 0, 12));
	assert_false(tlb_touch(&t, 32 << 12, 12));
	assert_false(tlb_touch(&t, 1 << 12, 12));
	assert_false(tlb_touch(&t, 64 << 12, 12));
	assert_true(tlb_touch(&t, 32 << 12, 12));
	assert_true(tlb_touch(&t, 1 << 12, 12));
	assert_false(tlb_touch(&t, 0, 12));
	/* One section covers 256 small pages. */
	assert_false(tlb_touch(&t, 0x300000, 20));
	assert_true(tlb_touch(&t, 0x3FFFFF, 20));
}

TEST(predictor_has_two_bits)
{
	struct predictor p;

	predictor_init(&p, 3, PREDICTOR_ENTRIES);
	predictor_tell(&p, 0x100, false); /* only taken branches come in */
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_UNKNOWN);
	predictor_tell(&p, 0x100, true); /* weakly taken */
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_TAKEN);
	predictor_tell(&p, 0x100, true);  /* strongly taken */
	predictor_tell(&p, 0x100, false); /* weakly taken */
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_TAKEN);
	predictor_tell(&p, 0x100, false);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_NOT_TAKEN);
	/* Both ends hold: twice the other way is enough to turn it. */
	for (int i = 0; i < 5; i++)
		predictor_tell(&p, 0x100, false);
	predictor_tell(&p, 0x100, true);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_NOT_TAKEN);
	predictor_tell(&p, 0x100, true);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_TAKEN);
	for (int i = 0; i < 5; i++)
		predictor_tell(&p, 0x100, true);
	predictor_tell(&p, 0x100, false);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_TAKEN);
	predictor_tell(&p, 0x100, false);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_NOT_TAKEN);
	/* Bits 9:3 pick the entry: 0x400 away is the same one. */
	predictor_tell(&p, 0x500, true);
	assert_int_equal(predictor_ask(&p, 0x100), PREDICT_UNKNOWN);
	assert_int_equal(predictor_ask(&p, 0x500), PREDICT_TAKEN);
}

TEST(return_stack_loses_the_oldest)
{
	struct return_stack s = { .size = 3 };
	uint32_t top = 0;

	for (uint32_t i = 1; i <= 4; i++)
		return_stack_push(&s, i);
	for (uint32_t i = 4; i >= 2; i--) {
		assert_true(return_stack_pop(&s, &top));
		assert_int_equal(top, i);
	}
	assert_false(return_stack_pop(&s, &top));
}

/* A load's result is not its updated base; Thumb-2, by hand. */
TEST(loaded_by_thumb2)
{
	static const struct {
		uint32_t word;
		uint8_t class;
		uint32_t writes, loaded;
	} row[] = {
		/* ldr r1, [r2, #4]!; ldr r1, [r2], #4; ldr.w r1, [r2, #4] */
		{ 0xf8521f04, CLASS_LOAD, 0x6, 0x2 },
		{ 0xf8521b04, CLASS_LOAD, 0x6, 0x2 },
		{ 0xf8d21004, CLASS_LOAD, 0x2, 0x2 },
		/* ldrd r4, r5, [r6], #8; ldrd r4, r5, [r6] */
		{ 0xe8f64502, CLASS_LOAD, 0x70, 0x30 },
		{ 0xe9d64500, CLASS_LOAD, 0x30, 0x30 },
		/* ldmia.w r8!, {r0, r9}; ldmia.w r8, {r0, r8} */
		{ 0xe8b80201, CLASS_LOAD_MULTIPLE, 0x301, 0x201 },
		{ 0xe8980101, CLASS_LOAD_MULTIPLE, 0x101, 0x101 },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct insn insn = { .word = row[i].word,
					   .size = 4,
					   .thumb = true,
					   .class = row[i].class,
					   .writes = row[i].writes };

		assert_int_equal(uarch_loaded(&insn), row[i].loaded);
	}
}
