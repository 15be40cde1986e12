/* SPDX-License-Identifier: MIT */
/*
 * A Cortex-A9 asks the controller beside it, one instruction at a time, and
 * waits for it.  From the table in cortex_a9.c: memory answers after 80 cycles,
 * 6 more if it was looked for in vain, the cache after 20, a line buffer after
 * 10; a write is taken in 8.
 */
#include <stdint.h>

#include "boards/src/core/l2.h"
#include "test.h"
#include "uarch_steps.h"

enum {
	CONTROL = 0x100,
	CLEAN_WAY = 0x7bc,
	SETS = 256 * 32, /* lines of one set of the first level are so far apart
			  */
};

/* Cycles of an instruction whose operands nobody has looked up. */
enum { OWN = 2 };

static const struct outer back = { .cacheable = true };
static const struct outer allocating = { .cacheable = true,
					 .write_allocate = true };

/* On, with code and data of steps at 0x8000 and 0x100000 in the first level. */
static struct l2 *begin(struct steps *s)
{
	struct l2 *l2 = l2_new(L2_C310, &(struct board_options){ 0 });

	assert_non_null(l2);
	steps_begin(s, UARCH_CORTEX_A9, NULL);
	uarch_attach_l2(s->u, l2);
	l2_register_write(l2, CONTROL, 1);
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

/* The first level's data are gone. */
static void again(struct steps *s)
{
	uarch_maintain(s->u, MAINTAIN_D_INVALIDATE_ALL, 0, NULL);
	uarch_idle(s->u, 1000); /* nothing is under way */
	s->pc = 0x8000;
	mark(s);
}

static void read_gained(struct steps *s, uint64_t requests, uint64_t hits,
			uint64_t from_buffer)
{
	assert_gained(s, LEDGER_L2CC_DATA_READS, requests);
	assert_gained(s, LEDGER_L2CC_DATA_READ_HITS, hits);
	assert_gained(s, LEDGER_L2CC_BUFFER_READS, from_buffer);
}

static void write_gained(struct steps *s, uint64_t requests, uint64_t hits,
			 uint64_t allocations)
{
	assert_gained(s, LEDGER_L2CC_WRITES, requests);
	assert_gained(s, LEDGER_L2CC_WRITE_HITS, hits);
	assert_gained(s, LEDGER_L2CC_WRITE_ALLOCATIONS, allocations);
}

/* One cycle of its own, and the wait for the line. */
TEST(line_fills)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	ldr(&s, 0, 0x100020);
	read_gained(&s, 1, 0, 0);
	assert_gained(&s, LEDGER_CYCLES, OWN + 80 + 6);
	again(&s);
	ldr(&s, 0, 0x100020); /* the port still has it */
	read_gained(&s, 0, 0, 1);
	assert_gained(&s, LEDGER_CYCLES, OWN + 10);
	l2_sync(l2);
	again(&s);
	ldr(&s, 0, 0x100020);
	read_gained(&s, 1, 1, 0);
	assert_gained(&s, LEDGER_CYCLES, OWN + 20);
	uarch_idle(s.u, 1000);
	mark(&s);
	ldr(&s, 0, 0x100024); /* in the first level */
	read_gained(&s, 0, 0, 0);
	assert_gained(&s, LEDGER_CYCLES, OWN);
	end(&s, l2);
}

/* As if it was not there: off, and where nothing is for a cache. */
TEST(passed)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	l2_register_write(l2, CONTROL, 0);
	ldr(&s, 0, 0x100020);
	assert_gained(&s, LEDGER_CYCLES, OWN + 80);
	l2_register_write(l2, CONTROL, 1);
	s.data.cacheable = false;
	s.data.outer.cacheable = false;
	ldr(&s, 0, 0x100040);
	str(&s, 0, 0x100040);
	assert_gained(&s, LEDGER_CYCLES, OWN + 80 + OWN + 80 + OWN + 20);
	read_gained(&s, 0, 0, 0);
	write_gained(&s, 0, 0, 0);
	end(&s, l2);
}

/* Not cached by the first level: the port's buffer serves a line's other
 * words, and an instruction's stores to a line are one request. */
TEST(words)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	s.data.cacheable = false;
	for (uint32_t i = 0; i < 8; i++)
		ldr(&s, 0, 0x100040 + 4 * i);
	read_gained(&s, 1, 0, 7);
	mark(&s);
	multiple(&s, 8, 0x100070, false); /* four words in each of two lines */
	read_gained(&s, 2, 0, 6);
	s.data.outer = allocating;
	s.pc = 0x8000;
	mark(&s);
	multiple(&s, 8, 0x100110, true);
	write_gained(&s, 2, 0, 2);
	assert_gained(&s, LEDGER_CYCLES, OWN + 2 * 8);
	multiple(&s, 8, 0x100140, true); /* all of one */
	write_gained(&s, 3, 0, 3);
	str(&s, 0, 0x100140);
	write_gained(&s, 4, 1, 3);
	/* Which halves are dirty is known to the byte. */
	l2_register_write(l2, CLEAN_WAY, 0xff);
	assert_gained(&s, LEDGER_L2CC_HALF_LINES_OUT, 1 + 1 + 2);
	assert_gained(&s, LEDGER_L2CC_LINES_OUT, 3);
	end(&s, l2);
}

/* A store that misses the first level reads the line.  What it casts out goes
 * whole: five lines of a set of four, a word of each dirty. */
TEST(stores)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	str(&s, 0, 0x100000); /* hits there */
	read_gained(&s, 0, 0, 0);
	write_gained(&s, 0, 0, 0);
	for (uint32_t i = 0; i < 5; i++)
		str(&s, 0, 0x100044 + i * SETS);
	read_gained(&s, 5, 0, 0);
	write_gained(&s, 1, 1, 0);
	assert_gained(&s, LEDGER_L1D_WRITE_BACK_VICTIM, 1);
	l2_register_write(l2, CLEAN_WAY, 0xff);
	assert_gained(&s, LEDGER_L2CC_HALF_LINES_OUT, 2);
	mark(&s);
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_LINE, 0x100004,
		       &(struct mapping){ .paddr = 0x100004 });
	write_gained(&s, 1, 1, 0);
	uarch_maintain(s.u, MAINTAIN_D_CLEAN_ALL, 0, NULL);
	write_gained(&s, 1 + 4, 1 + 4, 0);
	l2_register_write(l2, CLEAN_WAY, 0xff);
	assert_gained(&s, LEDGER_L2CC_HALF_LINES_OUT, 2 * 5);
	end(&s, l2);
}

/*
 * Two descriptors and a line: three requests that miss.  The next page's
 * descriptors are in the same lines: two hits, and a line that misses.
 */
TEST(page_walks)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	s.data.page_bits = 12;
	s.data.walk = back;
	s.data.table[0] = 0x4000;
	s.data.table[1] = 0x5000;
	ldr(&s, 0, 0x300000);
	assert_gained(&s, LEDGER_DTLB_WALK, 1);
	read_gained(&s, 3, 0, 0);
	/* A walk's read takes 20, looking for it 6, after 2 of the main TLB. */
	assert_gained(&s, LEDGER_CYCLES, OWN + 2 + 2 * (20 + 6) + 80 + 6);
	mark(&s);
	s.data.table[1] = 0x5004;
	ldr(&s, 0, 0x301000);
	read_gained(&s, 3, 2, 0);
	mark(&s);
	s.data.walk.cacheable = false; /* by TTBR */
	ldr(&s, 0, 0x302000);
	assert_gained(&s, LEDGER_DTLB_WALK, 1);
	read_gained(&s, 1, 0, 0);
	mark(&s);
	s.data.walk.cacheable = true;
	s.data.page_bits = 20; /* one descriptor, whatever was there */
	ldr(&s, 0, 0x400000);
	read_gained(&s, 2, 1, 0);
	end(&s, l2);
}

/* Eight lines of code: memory, then the second level. */
TEST(fetches)
{
	struct steps s;
	struct l2 *l2 = begin(&s);

	for (unsigned turn = 0; turn < 2; turn++) {
		s.pc = 0x9000;
		add(&s, 0, 1);
		uarch_maintain(s.u, MAINTAIN_I_INVALIDATE_ALL, 0, NULL);
		l2_sync(l2);
		s.pc = 0x9020;
		mark(&s);
		for (unsigned i = 0; i < 8 * 8; i++) {
			if (i % 8 == 0) /* nothing hides behind another */
				uarch_idle(s.u, 1000);
			add(&s, 0, 1);
		}
		assert_gained(&s, LEDGER_L2CC_INSTRUCTION_READS, 8);
		assert_gained(&s, LEDGER_L2CC_INSTRUCTION_HITS, turn * 8);
		/* Each keeps the first pipeline for its cycles. */
		assert_gained(&s, LEDGER_CYCLES,
			      8 * (1000 + (turn ? 20 : 80 + 6) + 8 * OWN));
		read_gained(&s, 0, 0, 0);
	}
	/* With the first level off, the buffer serves a line's other words. */
	s.code.cacheable = false;
	s.pc = 0xa000;
	mark(&s);
	for (unsigned i = 0; i < 8; i++)
		add(&s, 0, 1);
	assert_gained(&s, LEDGER_L2CC_INSTRUCTION_READS, 1);
	assert_gained(&s, LEDGER_L2CC_BUFFER_READS, 3); /* 8 bytes at once */
	end(&s, l2);
}
