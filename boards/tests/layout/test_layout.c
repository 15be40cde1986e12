/* SPDX-License-Identifier: MIT */
/*
 * Other layouts of a program: what moves, by which steps, and what of it does
 * not depend on the order in which it was linked.
 */
#include <stdlib.h>
#include <string.h>

#include "boards/src/layout/layout.h"
#include "test.h"

enum { BASE = 0x8000, SEEDS = 200, PARTS = 16, FUNCTIONS = 8 };

/* A program without a file: functions and globals as they were linked. */
struct made {
	struct program p;
	struct program_segment segment;
	struct program_symbol symbol[PARTS], datum[PARTS];
};

static void begin(struct made *m)
{
	*m = (struct made){
		.segment = { .addr = BASE, .size = 0x4000, .file_size = 0x3000 }
	};
	m->p.bits = 32;
	m->p.segment = &m->segment;
	m->p.segments = 1;
	m->p.symbol = m->symbol;
	m->p.datum = m->datum;
}

static void add_code(struct made *m, const char *name, uint32_t at,
		     uint32_t size)
{
	m->symbol[m->p.symbols++] =
		(struct program_symbol){ name, at, size, name, false };
}

static void add_data(struct made *m, const char *name, uint32_t at,
		     uint32_t size)
{
	m->datum[m->p.data++] =
		(struct program_symbol){ name, at, size, name, false };
}

static struct layout *drawn(const struct made *m, uint64_t seed)
{
	const struct layout_wish wish = { seed, 0x100000, 0x200000 };
	struct layout *l = layout_new(&m->p, &wish);

	assert_non_null(l);
	return l;
}

static const char *const names[FUNCTIONS] = { "a", "b", "c", "d",
					      "e", "f", "g", "h" };
static const uint32_t sizes[FUNCTIONS] = { 20, 64, 12, 36, 100, 8, 48, 28 };

/* In this order, one directly behind the other. */
static void add_functions(struct made *m, const unsigned order[FUNCTIONS],
			  uint32_t at[FUNCTIONS])
{
	uint32_t from = BASE + 0x104;

	for (unsigned i = 0; i < FUNCTIONS; i++) {
		at[order[i]] = from;
		add_code(m, names[order[i]], from, sizes[order[i]]);
		from += sizes[order[i]];
	}
}

static const unsigned in_order[FUNCTIONS] = { 0, 1, 2, 3, 4, 5, 6, 7 };
static const unsigned swapped[FUNCTIONS] = { 0, 5, 2, 3, 4, 1, 7, 6 };

/* Each layout is one that a linker could have made: the same bytes, no two at
 * one place, none left free, and over all of them each at several. */
TEST(functions_change_places)
{
	uint32_t at[FUNCTIONS], seen = 0;
	struct made m;

	begin(&m);
	add_functions(&m, in_order, at);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct layout *l = drawn(&m, seed);
		uint8_t taken[316] = { 0 };

		for (unsigned i = 0; i < FUNCTIONS; i++) {
			const uint32_t to = layout_at(l, at[i]);

			seen |= (uint32_t)(to != at[i]) << i;
			for (uint32_t k = 0; k < sizes[i]; k++) {
				const uint32_t byte =
					layout_at(l, at[i] + k) - BASE - 0x104;

				assert_int_equal(byte, to - BASE - 0x104 + k);
				assert_in_range(byte, 0, sizeof taken - 1);
				assert_int_equal(taken[byte]++, 0);
			}
		}
		layout_free(l);
	}
	assert_int_equal(seen, (1u << FUNCTIONS) - 1);
}

/* The first one: as often at each of the eight places in the order. */
TEST(no_order_is_preferred)
{
	unsigned first[FUNCTIONS] = { 0 };
	uint32_t at[FUNCTIONS];
	struct made m;

	begin(&m);
	add_functions(&m, in_order, at);
	for (uint64_t seed = 1; seed <= 8 * SEEDS; seed++) {
		struct layout *l = drawn(&m, seed);

		for (unsigned i = 0; i < FUNCTIONS; i++)
			first[i] += layout_at(l, at[i]) == BASE + 0x104;
		layout_free(l);
	}
	/* 200 each, of which the deviation is 13. */
	for (unsigned i = 0; i < FUNCTIONS; i++)
		assert_in_range(first[i], SEEDS - 60, SEEDS + 60);
}

TEST(the_order_of_linking_makes_no_difference)
{
	uint32_t at[FUNCTIONS], other[FUNCTIONS];
	struct made m, n;

	begin(&m);
	begin(&n);
	add_functions(&m, in_order, at);
	add_functions(&n, swapped, other);
	assert_true(at[1] != other[1]);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct layout *a = drawn(&m, seed), *b = drawn(&n, seed);

		for (unsigned i = 0; i < FUNCTIONS; i++)
			assert_int_equal(layout_at(a, at[i]),
					 layout_at(b, other[i]));
		layout_free(a);
		layout_free(b);
	}
}

/*
 * Bytes that a multiple of 32 explains are nobody's, and that function stays at
 * one; bytes that nothing explains, as a pool behind the code, go along.
 */
TEST(alignment_and_pools)
{
	size_t count;
	struct layout_part *part;
	struct made m;

	begin(&m);
	add_code(&m, "a", BASE + 4, 8);
	add_code(&m, "lines", BASE + 32, 16);
	add_code(&m, "pool", BASE + 48, 8);
	add_code(&m, "last", BASE + 48 + 8 + 44, 8);
	part = layout_parts(&m.p, &count);
	assert_non_null(part);
	assert_int_equal(count, 4);
	assert_int_equal(part[0].to, BASE + 12);
	assert_int_equal(part[1].align, 32);
	assert_int_equal(part[2].to, BASE + 100);
	assert_int_equal(part[3].align, 4);
	free(part);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct layout *l = drawn(&m, seed);

		assert_int_equal(layout_at(l, BASE + 32) % 32, 0);
		assert_int_equal(
			layout_at(l, BASE + 99) - layout_at(l, BASE + 48), 51);
		layout_free(l);
	}
}

/* Code, data and .bss stay among themselves; other addresses where they are. */
TEST(each_among_its_kind)
{
	const uint32_t code = BASE + 0x100, data = BASE + 0x2000,
		       bss = BASE + 0x3000;
	bool moved = false;
	struct made m;

	begin(&m);
	for (unsigned i = 0; i < 3; i++) {
		add_code(&m, names[i], code + 16 * i, 16);
		add_data(&m, names[3 + i], data + 16 * i, 16);
	}
	add_data(&m, "x", bss, 64);
	add_data(&m, "y", bss + 64, 32);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct layout *l = drawn(&m, seed);

		for (unsigned i = 0; i < 48; i++) {
			assert_in_range(layout_at(l, code + i), code,
					code + 47);
			assert_in_range(layout_at(l, data + i), data,
					data + 47);
		}
		assert_in_range(layout_at(l, bss), bss, bss + 95);
		moved |= layout_at(l, bss) != bss;
		assert_int_equal(layout_at(l, BASE), BASE);
		assert_int_equal(layout_at(l, data - 4), data - 4);
		assert_int_equal(layout_at(l, 0x10000000), 0x10000000);
		layout_free(l);
	}
	assert_true(moved);
}

/* Stack and heap, each as a whole, by less than a page, in the steps of the
 * ABI. */
TEST(stack_and_heap)
{
	const uint32_t heap = BASE + 0x4000, stack = 0x1ff000;
	unsigned stacks = 0;
	uint32_t last = 0;
	struct made m;

	begin(&m);
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct layout *l = drawn(&m, seed);
		const uint32_t up = layout_at(l, heap) - heap;
		const uint32_t down = stack - layout_at(l, stack);

		assert_in_range(up, 0, LAYOUT_SHIFT - 8);
		assert_in_range(down, 0, LAYOUT_SHIFT - 8);
		assert_int_equal(up % 8 + down % 8, 0);
		assert_int_equal(layout_at(l, heap + 0x1234),
				 heap + 0x1234 + up);
		assert_int_equal(layout_at(l, stack + 77), stack + 77 - down);
		stacks += down != last;
		last = down;
		layout_free(l);
	}
	assert_true(stacks > SEEDS / 2);
}

/* Symbols within another one go along; those without a size are no parts. */
TEST(inner_symbols)
{
	size_t count;
	struct layout_part *part;
	struct made m;

	begin(&m);
	add_code(&m, "outer", BASE + 16, 64);
	add_code(&m, "inner", BASE + 32, 8);
	add_code(&m, "label", BASE + 8, 0);
	part = layout_parts(&m.p, &count);
	assert_non_null(part);
	assert_int_equal(count, 1);
	assert_string_equal(part[0].name, "outer");
	free(part);
}
