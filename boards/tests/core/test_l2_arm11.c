/* SPDX-License-Identifier: MIT */
/*
 * An ARM11 core asks the second level, one instruction at a time, and waits for
 * it.  From the table at the top of uarch_arm11_cores.c: memory answers after
 * 30 cycles, 4 more if it was looked for in vain, the cache after 10, a line
 * buffer after 6.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "boards/src/a32/mmu.h"
#include "boards/src/core/l2.h"
#include "uarch_steps.h"

static const struct outer back = { .cacheable = true };
static const struct outer through = { .cacheable = true,
				      .write_through = true };
static const struct outer allocating = { .cacheable = true,
					 .write_allocate = true };

/* On, with code and data of steps at 0x8000 and 0x100000 in the first level. */
static struct l2 *begin(struct steps *s, void **state)
{
	struct l2 *l2 = l2_new(L2_L210, &(struct board_options){ 0 });

	assert_non_null(l2);
	steps_begin(s, core(state), NULL);
	uarch_attach_l2(s->u, l2);
	l2_register_write(l2, 0x100, 1);
	s->code.outer = back;
	s->data.outer = back;
	warm(s);
	return l2;
}

static void end(struct steps *s, struct l2 *l2)
{
	steps_end(s);
	l2_free(l2);
}

/* The first level's data are gone, and nothing is under way. */
static void again(struct steps *s)
{
	uarch_maintain(s->u, MAINTAIN_D_INVALIDATE_ALL, 0, NULL);
	uarch_idle(s->u, 1000);
	s->pc = 0x8000;
	mark(s);
}

static void gained_of(struct steps *s, uint64_t requests, uint64_t hits,
		      uint64_t from_buffer)
{
	assert_gained(s, LEDGER_L2CC_DATA_READS, requests);
	assert_gained(s, LEDGER_L2CC_DATA_READ_HITS, hits);
	assert_gained(s, LEDGER_L2CC_BUFFER_READS, from_buffer);
}

/* Asked for in cycle 0, wanted in cycle 1. */
static void line_fills(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	ldr(&s, 0, 0x100020);
	add(&s, 1, 0);
	gained_of(&s, 1, 0, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 34 - 1);
	again(&s);
	ldr(&s, 0, 0x100020); /* the port still has it */
	add(&s, 1, 0);
	gained_of(&s, 0, 0, 1);
	assert_gained(&s, LEDGER_DATA_STALL, 6 - 1);
	l2_sync(l2);
	again(&s);
	ldr(&s, 0, 0x100020);
	add(&s, 1, 0);
	gained_of(&s, 1, 1, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 10 - 1);
	mark(&s);
	ldr(&s, 0, 0x100024); /* in the first level */
	gained_of(&s, 0, 0, 0);
	end(&s, l2);
}

/* As if it was not there. */
static void off(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	l2_register_write(l2, 0x100, 0);
	ldr(&s, 0, 0x100020);
	add(&s, 1, 0);
	str(&s, 0, 0x100060);
	gained_of(&s, 0, 0, 0);
	assert_gained(&s, LEDGER_L2CC_WRITES, 0);
	assert_gained(&s, LEDGER_DATA_STALL, 30 - 1);
	end(&s, l2);
}

/* Not cached by the first level: eight words of a line. */
static void words(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	s.data.cacheable = false;
	for (uint32_t i = 0; i < 8; i++)
		ldr(&s, 0, 0x100040 + 4 * i);
	gained_of(&s, 1, 0, 7);
	mark(&s);
	multiple(&s, 8, 0x100070, false); /* over two lines */
	gained_of(&s, 2, 0, 0);
	mark(&s);
	ldr(&s, 0, 0x1000be); /* 2 bytes in each */
	gained_of(&s, 2, 0, 0);
	mark(&s);
	s.data.outer.cacheable = false;
	ldr(&s, 0, 0x1000e0);
	str(&s, 0, 0x1000e0);
	gained_of(&s, 0, 0, 0);
	assert_gained(&s, LEDGER_L2CC_WRITES, 0);
	end(&s, l2);
}

/* A store to the line in the first level goes out only if it has to. */
static void stores(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	str(&s, 0, 0x100000); /* hits there */
	assert_gained(&s, LEDGER_L2CC_WRITES, 0);
	str(&s, 0, 0x100020); /* misses there, and here */
	assert_gained(&s, LEDGER_L2CC_WRITES_BACK, 1);
	assert_gained(&s, LEDGER_L2CC_WRITE_HITS, 0);
	s.data.write_through = true;
	s.data.outer = through;
	str(&s, 0, 0x100000); /* hits both */
	assert_gained(&s, LEDGER_L2CC_WRITES_THROUGH, 1);
	assert_gained(&s, LEDGER_L2CC_WRITE_HITS, 1);
	assert_gained(&s, LEDGER_L2CC_WRITES, 2);
	end(&s, l2);
}

/* A request for each line; which halves are dirty is known to the byte. */
static void store_multiple(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	s.data.cacheable = false;
	s.data.outer = allocating;
	multiple(&s, 8, 0x100050, true); /* 16 bytes in each of two lines */
	assert_gained(&s, LEDGER_L2CC_WRITES, 2);
	assert_gained(&s, LEDGER_L2CC_WRITE_ALLOCATIONS, 2);
	multiple(&s, 8, 0x100080, true); /* all of one */
	assert_gained(&s, LEDGER_L2CC_WRITES, 3);
	l2_register_write(l2, 0x7bc, 0xff); /* clean */
	assert_gained(&s, LEDGER_L2CC_HALF_LINES_OUT, 1 + 1 + 2);
	assert_gained(&s, LEDGER_L2CC_LINES_OUT, 3);
	end(&s, l2);
}

/* The first level casts out by cleaning and for a victim: five lines of one
 * of its sets of four, 4 KiB apart, all dirty. */
static void cast_outs(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	ldr(&s, 0, 0x100020);
	str(&s, 0, 0x100020);
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_LINE, 0x100020,
		       &(struct mapping){ .paddr = 0x100020 });
	assert_gained(&s, LEDGER_L2CC_WRITES_BACK, 1);
	assert_gained(&s, LEDGER_L2CC_WRITE_HITS, 1);
	again(&s);
	for (uint32_t i = 0; i < 5; i++) {
		ldr(&s, 0, 0x100040 + i * 4096);
		str(&s, 0, 0x100040 + i * 4096);
		s.pc = 0x8000;
	}
	assert_gained(&s, LEDGER_HALF_LINES_WRITTEN_BACK, 1);
	assert_gained(&s, LEDGER_L2CC_WRITES, 1);
	assert_gained(&s, LEDGER_L2CC_WRITE_HITS, 1);
	gained_of(&s, 5, 0, 0);
	/* Invalidated, not cleaned: lost, and nobody is told. */
	mark(&s);
	uarch_maintain(s.u, MAINTAIN_D_INVALIDATE_ALL, 0, NULL);
	assert_gained(&s, LEDGER_L2CC_WRITES, 0);
	end(&s, l2);
}

/*
 * Two descriptors and a line: three requests that miss.  The next page's
 * descriptors are in the same lines: two hits, and a line that misses.
 */
static void page_walks(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	s.data.page_bits = 12;
	s.data.walk = back;
	s.data.table[0] = 0x4000;
	s.data.table[1] = 0x5000;
	ldr(&s, 0, 0x300000);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 1);
	gained_of(&s, 3, 0, 0);
	mark(&s);
	s.data.table[1] = 0x5004;
	ldr(&s, 0, 0x301000);
	gained_of(&s, 3, 2, 0);
	mark(&s);
	s.data.walk.cacheable = false; /* by TTBR */
	ldr(&s, 0, 0x302000);
	assert_gained(&s, LEDGER_MAIN_TLB_MISS, 1);
	gained_of(&s, 1, 0, 0);
	mark(&s);
	s.data.walk.cacheable = true;
	s.data.page_bits = 20; /* one descriptor, whatever was there */
	ldr(&s, 0, 0x400000);
	gained_of(&s, 2, 1, 0);
	end(&s, l2);
}

/*
 * Without prediction the line behind the loop is fetched and thrown away each
 * time around: 0x8020 is in the shadow of the branch at 0x8010.  One request;
 * after that the port's buffer has it, until another line is read.
 */
static void discarded_fills(void **state)
{
	const struct uarch_control no_prediction = { .mmu = true,
						     .icache = true,
						     .dcache = true };
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	uarch_set_control(s.u, &no_prediction);
	mark(&s);
	for (unsigned i = 0; i < 5; i++) {
		s.pc = 0x8010;
		branch(&s, 0x8000, false, true);
	}
	assert_gained(&s, LEDGER_ICACHE_FILLS, 5);
	assert_gained(&s, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_gained(&s, LEDGER_L2CC_INSTRUCTION_HITS, 0);
	assert_gained(&s, LEDGER_L2CC_BUFFER_READS, 4);
	mark(&s);
	l2_sync(l2);
	s.pc = 0x8010;
	branch(&s, 0x8000, false, true);
	assert_gained(&s, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_gained(&s, LEDGER_L2CC_INSTRUCTION_HITS, 1);
	end(&s, l2);
}

/* Eight lines of code: memory, then the second level; 34 or 10 cycles each. */
static void fetches(void **state)
{
	struct steps s;
	struct l2 *l2 = begin(&s, state);

	for (unsigned turn = 0; turn < 2; turn++) {
		s.pc = 0x9000;
		add(&s, 0, 1);
		uarch_maintain(s.u, MAINTAIN_I_INVALIDATE_ALL, 0, NULL);
		l2_sync(l2);
		uarch_idle(s.u, 1000);
		mark(&s);
		s.pc = 0x9020;
		for (unsigned i = 0; i < 8 * 8; i++) {
			if (s.pc % 32 == 0) /* let the last line come in */
				uarch_idle(s.u, 1000);
			add(&s, 0, 1);
		}
		assert_gained(&s, LEDGER_L2CC_INSTRUCTION_READS, 8);
		assert_gained(&s, LEDGER_L2CC_INSTRUCTION_HITS, turn * 8);
		assert_gained(&s, LEDGER_FETCH_STALL, 8 * (turn ? 10 : 34));
	}
	end(&s, l2);
}

/* TEX, C and B, and what the second level is told [DDI0301H 6.6.1]. */
static void attributes(void **state)
{
	static const struct {
		uint8_t tex, c, b, cacheable, through, allocate;
	} row[] = {
		{ 0, 0, 0, 0, 0, 0 }, { 0, 0, 1, 0, 0, 0 },
		{ 0, 1, 0, 1, 1, 0 }, { 0, 1, 1, 1, 0, 0 },
		{ 1, 0, 0, 0, 0, 0 }, { 1, 1, 1, 1, 0, 1 },
		{ 2, 0, 0, 0, 0, 0 }, { 4, 1, 1, 0, 0, 0 },
		{ 5, 0, 0, 1, 0, 1 }, { 5, 1, 0, 1, 0, 1 },
		{ 6, 0, 1, 1, 1, 0 }, { 7, 0, 0, 1, 0, 0 },
	};

	(void)state;
	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct mapping map = { 0 };

		mmu_attributes_v6(&map, row[i].tex, row[i].c, row[i].b);
		assert_int_equal(map.outer.cacheable, row[i].cacheable);
		assert_int_equal(map.outer.write_through, row[i].through);
		assert_int_equal(map.outer.write_allocate, row[i].allocate);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		on_arm11_with_mmu(line_fills),
		on_arm11_with_mmu(off),
		on_arm11_with_mmu(words),
		on_arm11_with_mmu(stores),
		on_arm11_with_mmu(store_multiple),
		on_arm11_with_mmu(cast_outs),
		on_arm11_with_mmu(page_walks),
		on_arm11_with_mmu(discarded_fills),
		on_arm11_with_mmu(fetches),
		cmocka_unit_test(attributes),
	};

	return cmocka_run_group_tests_name("l2_arm11", tests, NULL, NULL);
}
