/* SPDX-License-Identifier: MIT */
/*
 * The second-level cache beside ARM11 and Cortex-A9: what becomes of single
 * requests, and its registers, whose offsets and bits are written out here from
 * the list in Linux's cache-l2x0.h and OKL4's l2cc.h.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/core/l2.h"
#include "test.h"

static const struct outer nothing;
static const struct outer back = { .cacheable = true };
static const struct outer through = { .cacheable = true,
				      .write_through = true };
static const struct outer allocating = { .cacheable = true,
					 .write_allocate = true };

enum {
	WAY = 16384, /* lines of one set are so far apart */
	CONTROL = 0x100,
	AUX = 0x104,
	SYNC = 0x730,
	INVALIDATE_PA = 0x770,
	INVALIDATE_WAY = 0x77c,
	CLEAN_PA = 0x7b0,
	CLEAN_INDEX = 0x7b8,
	CLEAN_WAY = 0x7bc,
	CLEAN_INVALIDATE_PA = 0x7f0,
	CLEAN_INVALIDATE_INDEX = 0x7f8,
	CLEAN_INVALIDATE_WAY = 0x7fc,
	LOCK_DATA = 0x900,
	LOCK_INSTRUCTION = 0x904,
	DEBUG = 0xf40,
};

struct bench {
	struct ledger book, mark;
	struct l2 *l2;
};

static void begin(struct bench *b, enum l2_kind kind)
{
	memset(b, 0, sizeof(*b));
	b->l2 = l2_new(kind, &(struct board_options){ 0 });
	assert_non_null(b->l2);
	l2_attach(b->l2, &b->book);
	l2_register_write(b->l2, CONTROL, 1);
}

static void end(struct bench *b)
{
	l2_free(b->l2);
}

static void put(struct bench *b, uint32_t offset, uint32_t value)
{
	l2_register_write(b->l2, offset, value);
}

static uint32_t get(struct bench *b, uint32_t offset)
{
	return l2_register_read(b->l2, offset);
}

/* Since this was asked last. */
static uint64_t gained(struct bench *b, enum ledger_item item)
{
	uint64_t n = b->book.n[item] - b->mark.n[item];

	b->mark.n[item] = b->book.n[item];
	return n;
}

#define assert_gained(b, item, expected)                                       \
	assert_int_equal(gained((b), LEDGER_L2CC_##item), (expected))

static enum l2_answer data(struct bench *b, uint32_t paddr)
{
	return l2_read(b->l2, L2_DATA, paddr, &back);
}

static enum l2_answer store(struct bench *b, uint32_t paddr,
			    const struct outer *outer)
{
	return l2_write(b->l2, paddr, 4, outer);
}

/* After reset it is off, and then it does not look. */
TEST(off_is_not_there)
{
	struct bench b;

	begin(&b, L2_L210);
	assert_int_equal(get(&b, CONTROL), 1);
	put(&b, CONTROL, 0);
	assert_int_equal(data(&b, 0x100), L2_PASSED);
	assert_int_equal(store(&b, 0x100, &allocating), L2_PASSED);
	l2_cast_out(b.l2, 0x100, CACHE_LOWER);
	assert_gained(&b, DATA_READS, 0);
	assert_gained(&b, WRITES, 0);
	put(&b, CONTROL, 1);
	assert_int_equal(l2_read(b.l2, L2_DATA, 0x100, &nothing), L2_PASSED);
	assert_int_equal(store(&b, 0x100, &nothing), L2_PASSED);
	assert_gained(&b, DATA_READS, 0);
	assert_int_equal(data(&b, 0x100), L2_MISS);
	end(&b);
}

/*
 * Each port keeps 32 bytes.  Line 0x100 by data: asked once, then served.  By
 * instructions: their port does not have it, the cache does.  Another line and
 * back: both asked.
 */
TEST(buffers_of_the_ports)
{
	struct bench b;

	begin(&b, L2_L220);
	assert_int_equal(data(&b, 0x100), L2_MISS);
	assert_int_equal(data(&b, 0x11c), L2_FROM_BUFFER);
	assert_int_equal(data(&b, 0x100), L2_FROM_BUFFER);
	assert_gained(&b, DATA_READS, 1);
	assert_gained(&b, DATA_READ_HITS, 0);
	assert_gained(&b, BUFFER_READS, 2);
	assert_int_equal(l2_read(b.l2, L2_INSTRUCTION, 0x104, &back), L2_HIT);
	assert_gained(&b, INSTRUCTION_READS, 1);
	assert_gained(&b, INSTRUCTION_HITS, 1);
	assert_int_equal(data(&b, 0x108), L2_FROM_BUFFER);
	assert_int_equal(data(&b, 0x120), L2_MISS);
	assert_int_equal(data(&b, 0x100), L2_HIT);
	assert_gained(&b, DATA_READS, 2);
	assert_gained(&b, DATA_READ_HITS, 1);
	end(&b);
}

/* A write to the line empties the line buffers, and so does any maintenance. */
TEST(buffers_are_emptied)
{
	static const uint32_t operations[] = {
		SYNC, CLEAN_PA, INVALIDATE_PA + 0x1000, CLEAN_WAY, CLEAN_INDEX,
	};
	struct bench b;

	begin(&b, L2_L210);
	data(&b, 0x100);
	assert_int_equal(store(&b, 0x120, &back), L2_MISS); /* another line */
	assert_int_equal(data(&b, 0x104), L2_FROM_BUFFER);
	assert_int_equal(store(&b, 0x11c, &back), L2_HIT);
	assert_int_equal(data(&b, 0x104), L2_HIT);
	l2_cast_out(b.l2, 0x100, CACHE_UPPER);
	assert_int_equal(data(&b, 0x104), L2_HIT);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(data(&b, 0x104), L2_FROM_BUFFER);
		put(&b, operations[i] & 0xfff, operations[i] & 0x1000);
		assert_int_equal(data(&b, 0x104), L2_HIT);
	}
	put(&b, CONTROL, 0);
	put(&b, CONTROL, 1);
	assert_int_equal(data(&b, 0x104), L2_HIT);
	end(&b);
}

TEST(writes)
{
	struct bench b;

	begin(&b, L2_L210);
	assert_int_equal(store(&b, 0x100, &back), L2_MISS); /* goes on */
	assert_int_equal(store(&b, 0x100, &back), L2_MISS);
	assert_gained(&b, WRITES_BACK, 2);
	assert_gained(&b, WRITE_ALLOCATIONS, 0);
	assert_int_equal(store(&b, 0x100, &allocating), L2_MISS);
	assert_gained(&b, WRITE_ALLOCATIONS, 1);
	assert_int_equal(store(&b, 0x104, &back), L2_HIT);
	assert_int_equal(store(&b, 0x104, &through), L2_HIT);
	assert_int_equal(store(&b, 0x200, &through), L2_MISS);
	assert_gained(&b, WRITES, 6);
	assert_gained(&b, WRITES_BACK, 2);
	assert_gained(&b, WRITES_THROUGH, 2);
	assert_gained(&b, WRITE_HITS, 2);
	assert_int_equal(data(&b, 0x200), L2_MISS); /* was not allocated */
	end(&b);
}

/* Dirty data go out in halves, and as a line. */
TEST(cast_out)
{
	struct bench b;

	begin(&b, L2_L210);
	data(&b, 0x000);
	data(&b, 0x020);
	data(&b, 0x040);
	data(&b, 0x060);
	store(&b, 0x000, &back);
	l2_write_more(b.l2, 0x010, 4, &back); /* the other half */
	store(&b, 0x03c, &back);
	store(&b, 0x040, &through); /* is not dirty here */
	l2_write_more(b.l2, 0x050, 4, &through);
	l2_cast_out(b.l2, 0x060, CACHE_LOWER | CACHE_UPPER);
	put(&b, CLEAN_WAY, 0xff);
	assert_gained(&b, HALF_LINES_OUT, 2 + 1 + 0 + 2);
	assert_gained(&b, LINES_OUT, 3);
	put(&b, CLEAN_WAY, 0xff);
	assert_gained(&b, HALF_LINES_OUT, 0);
	assert_int_equal(data(&b, 0x060), L2_HIT); /* cleaned, still there */
	store(&b, 0x040, &back);
	l2_cast_out(b.l2, 0x040, CACHE_UPPER);
	store(&b, 0x070, &back);
	l2_cast_out(b.l2, 0x060, CACHE_LOWER);
	put(&b, CLEAN_WAY, 0xff);
	assert_gained(&b, HALF_LINES_OUT, 2 + 2);
	end(&b);
}

/* Eight lines of a set, all dirty; the ninth puts one out. */
TEST(victims)
{
	struct bench b;
	unsigned hits = 0;

	begin(&b, L2_L220);
	for (uint32_t i = 0; i < 8; i++)
		store(&b, i * WAY, &allocating);
	assert_gained(&b, LINES_OUT, 0);
	data(&b, 8 * WAY);
	assert_gained(&b, LINES_OUT, 1);
	put(&b, SYNC, 0);
	put(&b, LOCK_DATA, 0xff); /* so that looking changes nothing */
	for (uint32_t i = 0; i < 9; i++)
		hits += data(&b, i * WAY) == L2_HIT;
	assert_int_equal(hits, 8);
	end(&b);
}

/* Three ways are left to data, none to instructions. */
TEST(lockdown)
{
	struct bench b;
	unsigned hits = 0;

	begin(&b, L2_L210);
	put(&b, LOCK_DATA, 0xffffff1f);
	assert_int_equal(get(&b, LOCK_DATA), 0x1f);
	put(&b, LOCK_INSTRUCTION, 0xff);
	for (uint32_t i = 0; i < 6; i++)
		assert_int_equal(data(&b, i * WAY), L2_MISS);
	put(&b, SYNC, 0);
	put(&b, LOCK_DATA, 0xff);
	for (uint32_t i = 0; i < 6; i++)
		hits += data(&b, i * WAY) == L2_HIT;
	assert_int_equal(hits, 3);
	assert_int_equal(store(&b, 7 * WAY, &allocating), L2_MISS);
	assert_gained(&b, WRITE_ALLOCATIONS, 0);
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(l2_read(b.l2, L2_INSTRUCTION, 0x5000, &back),
				 L2_MISS);
		put(&b, SYNC, 0);
	}
	end(&b);
}

TEST(operations_by_address)
{
	struct bench b;

	begin(&b, L2_L210);
	store(&b, 0x1234, &allocating);
	put(&b, CLEAN_PA, 0x1230);
	assert_gained(&b, HALF_LINES_OUT, 1);
	assert_int_equal(data(&b, 0x1220), L2_HIT);
	store(&b, 0x1234, &back);
	put(&b, INVALIDATE_PA, 0x1220); /* and its data are lost */
	assert_gained(&b, HALF_LINES_OUT, 0);
	assert_int_equal(data(&b, 0x1220), L2_MISS);
	store(&b, 0x1234, &back);
	put(&b, CLEAN_INVALIDATE_PA, 0x1220);
	assert_gained(&b, HALF_LINES_OUT, 1);
	assert_int_equal(data(&b, 0x1220), L2_MISS);
	put(&b, CLEAN_INVALIDATE_PA, 0x9000); /* absent */
	assert_gained(&b, HALF_LINES_OUT, 0);
	end(&b);
}

/* 0x1220 is set 0x91; the lowest invalid way is 0, then 1. */
TEST(operations_by_index_and_way)
{
	struct bench b;

	begin(&b, L2_L220);
	store(&b, 0x1220, &allocating);
	store(&b, 0x1220 + WAY, &allocating);
	put(&b, CLEAN_INDEX, 1u << 28 | 0x1220);
	assert_gained(&b, LINES_OUT, 1);
	put(&b, CLEAN_INDEX, 1u << 28 | 0x1220);
	assert_gained(&b, LINES_OUT, 0);
	put(&b, CLEAN_INVALIDATE_INDEX, 0x1220);
	assert_gained(&b, LINES_OUT, 1);
	assert_int_equal(data(&b, 0x1220 + WAY), L2_HIT);
	put(&b, INVALIDATE_WAY, 0xfd);
	assert_int_equal(data(&b, 0x0), L2_MISS);
	assert_int_equal(data(&b, 0x1220 + WAY), L2_HIT);
	store(&b, 0x1220 + WAY, &back);
	put(&b, CLEAN_INVALIDATE_WAY, 1 << 1);
	assert_gained(&b, LINES_OUT, 1);
	assert_int_equal(data(&b, 0x1220 + WAY), L2_MISS);
	assert_int_equal(get(&b, CLEAN_INVALIDATE_WAY), 0); /* done */
	end(&b);
}

/* Bits 9:6 of the ID are the part: 1 L210, 2 L220. */
TEST(identity)
{
	struct bench b;

	begin(&b, L2_L210);
	assert_int_equal(get(&b, 0) >> 24, 0x41);
	assert_int_equal(get(&b, 0) >> 6 & 15, 1);
	end(&b);
	begin(&b, L2_L220);
	assert_int_equal(get(&b, 0) >> 6 & 15, 2);
	assert_int_equal(get(&b, 0x740), 0);
	end(&b);
}

/* Aux Control cannot be written while the cache is on.  Bit 20: events. */
TEST(aux_control)
{
	struct bench b;

	begin(&b, L2_L210);
	assert_int_equal(get(&b, AUX), 0xe4020fff); /* reset [OKL4] */
	assert_false(l2_event_bus(b.l2));
	put(&b, AUX, 1 << 20);
	assert_int_equal(get(&b, AUX), 0xe4020fff);
	put(&b, CONTROL, 0);
	put(&b, AUX, 1 << 20);
	assert_int_equal(get(&b, AUX), 1 << 20);
	assert_true(l2_event_bus(b.l2));
	end(&b);
}

/* Aux Control and the request decide whether a write allocates: rows of kind,
 * Aux Control, what the request says, and whether it does. */
TEST(write_allocation)
{
	static const struct {
		enum l2_kind kind;
		uint32_t aux;
		bool asked, does;
	} row[] = {
		{ L2_L210, 0, false, false },
		{ L2_L210, 0, true, true },
		{ L2_L210, 1 << 23, false, true },
		{ L2_L220, 0, false, false },
		{ L2_L220, 0, true, true },
		{ L2_L220, 1 << 23, true, false },
		{ L2_L220, 2 << 23, false, true },
		{ L2_L220, 3 << 23, false, false },
		{ L2_L220, 3 << 23, true, true },
		{ L2_C310, 0, false, false },
		{ L2_C310, 1 << 23, true, false },
		{ L2_C310, 2 << 23, false, true },
	};
	struct bench b;

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		begin(&b, row[i].kind);
		put(&b, CONTROL, 0);
		put(&b, AUX, row[i].aux);
		put(&b, CONTROL, 1);
		store(&b, 0x100, row[i].asked ? &allocating : &back);
		assert_gained(&b, WRITE_ALLOCATIONS, row[i].does);
		store(&b, 0, row[i].asked ? &allocating : &back);
		assert_gained(&b, WRITE_ALLOCATIONS, row[i].does);
		store(&b, 0x200, &through); /* never */
		assert_gained(&b, WRITE_ALLOCATIONS, 0);
		end(&b);
	}
}

/* Bit 0: no line comes in.  Bit 1: all writes go through. */
TEST(debug_control)
{
	struct bench b;

	begin(&b, L2_L220);
	put(&b, DEBUG, 0xfd);
	assert_int_equal(get(&b, DEBUG), 1);
	assert_int_equal(data(&b, 0x100), L2_MISS);
	put(&b, SYNC, 0);
	assert_int_equal(data(&b, 0x100), L2_MISS);
	put(&b, DEBUG, 2);
	put(&b, SYNC, 0);
	data(&b, 0x100);
	store(&b, 0x100, &back);
	assert_gained(&b, WRITES_THROUGH, 0); /* its attribute was not */
	put(&b, CLEAN_WAY, 0xff);
	assert_gained(&b, LINES_OUT, 0);
	end(&b);
}

/* Lines that were there before, as power-on might leave them: clean ones. */
TEST(junk)
{
	struct bench b;
	unsigned there = 0;

	begin(&b, L2_L210);
	l2_junk(b.l2, 3);
	put(&b, CLEAN_WAY, 0xff);
	assert_gained(&b, HALF_LINES_OUT, 0);
	for (int slot = 0; slot < 512 * 8; slot++)
		there += b.l2->cache.tag[slot] != CACHE_NO_LINE;
	assert_in_range(there, 1000, 3000); /* half of 4096 */
	end(&b);
}

/* OKL4's Aux Control for the i.MX31, Linux's for the PB1176 and the PBX-A9;
 * nothing in it. */
TEST(boot_loader)
{
	static const struct {
		enum l2_kind kind;
		uint32_t aux;
	} row[] = {
		{ L2_L210, 0x0013001b },
		{ L2_L220, 0xe4730fff },
		{ L2_C310, 0x02520000 },
	};
	struct bench b;

	for (unsigned i = 0; i < 3; i++) {
		begin(&b, row[i].kind);
		for (uint32_t line = 0; line < 8 * WAY; line += 32)
			data(&b, line);
		put(&b, CONTROL, 0);
		l2_boot(b.l2);
		assert_int_equal(get(&b, AUX), row[i].aux);
		assert_int_equal(get(&b, CONTROL), 1);
		assert_true(l2_event_bus(b.l2));
		for (uint32_t line = 0; line < 8 * WAY; line += 32)
			assert_int_equal(data(&b, line), L2_MISS);
		end(&b);
	}
}
