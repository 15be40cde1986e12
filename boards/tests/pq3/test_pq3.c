/* SPDX-License-Identifier: MIT */
/*
 * The simulated PowerQUICC III's bus, second level cache and DDR controller,
 * by hand.  In CCB clocks, as the files pq3_*.c say (chosen): an address takes
 * 2; L2 has a line 6 later, or knows after 2 that it has not; DDR's first beat
 * comes 4 + 5 after that where the row is open, 6 more where none is, 12 where
 * another one is, and the core goes on a clock later.  A core cycle is half a
 * CCB clock here.
 */
#include "boards/src/pq3/inner.h"
#include "pq3_bench.h"
#include "test.h"

#define N(item) pq3_count(b.p, PQ3_##item)

enum {
	L2_HIT = 2 + 6,
	L2_MISS = 2 + 2,
	OPEN = 4 + 5 + 1,
	CLOSED = 4 + 6 + 5 + 1,
	OTHER = 4 + 6 + 6 + 5 + 1,
	/* rows are 8 KiB, of four banks each on the MPC8540 */
	ROW = 8192,
	NEXT_ROW = 4 * ROW,
	L2CTL = 0x20000,
};

/* The request at `clock`, and how many CCB clocks it takes. */
static uint32_t ask(struct bench *b, uint64_t clock, enum pq3_request request,
		    uint32_t paddr, enum pq3_served by)
{
	struct pq3_answer answer;

	b->cycle = 2 * clock;
	answer = pq3_core(b->p, b->cycle, request, paddr);
	assert_int_equal(answer.by, by);
	assert_int_equal(answer.core_cycles % 2, 0);
	return answer.core_cycles / 2;
}

/* 256 MiB after boot: chip select 0 has addresses 0 to 7 in units of 16 MiB, 1
 * has 8 to 15. */
TEST(memory_after_boot)
{
	struct bench b = { .options.ram_size = 256u << 20 };

	bench_start(&b);
	assert_int_equal(peek(&b, 0x2000), 0x00000007);
	assert_int_equal(peek(&b, 0x2008), 0x0008000F);
	bench_stop(&b);
}

TEST(l2_serves_the_core)
{
	struct bench b = { 0 };

	bench_start(&b);
	assert_int_equal(ask(&b, 10, PQ3_FETCH, 0x1000, PQ3_BY_DDR),
			 L2_MISS + CLOSED);
	assert_int_equal(ask(&b, 50, PQ3_FETCH, 0x1010, PQ3_BY_L2), L2_HIT);
	assert_int_equal(ask(&b, 60, PQ3_LOAD, 0x1000, PQ3_BY_L2), L2_HIT);
	assert_int_equal(ask(&b, 70, PQ3_STORE, 0x1020, PQ3_BY_DDR),
			 L2_MISS + OPEN);
	assert_int_equal(N(L2_CORE_I_MISS), 1);
	assert_int_equal(N(L2_CORE_I_HIT), 1);
	assert_int_equal(N(L2_CORE_D_HIT), 1);
	assert_int_equal(N(L2_CORE_D_MISS), 1);
	assert_int_equal(N(L2_ALLOC), 2);
	assert_int_equal(N(L2_VICTIM), 0);
	assert_int_equal(N(ECM_DISPATCH), 4);
	assert_int_equal(N(ECM_DISPATCH_CORE), 4);
	assert_int_equal(N(ECM_DISPATCH_READ), 4);
	assert_int_equal(N(ECM_DISPATCH_TO_DDR), 4);
	assert_int_equal(N(DDR_CORE_RW), 2);
	/* what leaves the core goes through, and is no access that hits */
	assert_int_equal(ask(&b, 100, PQ3_WRITE_BACK, 0x1000, PQ3_BY_DDR), 2);
	assert_int_equal(N(DDR_WRITES), 1);
	assert_int_equal(N(ECM_DISPATCH_WRITE), 1);
	assert_int_equal(N(L2_CORE_D_HIT) + N(L2_CORE_D_MISS), 2);
	bench_stop(&b);
}

/* 256 KiB in eight ways: nine lines 32 KiB apart do not fit one set. */
TEST(l2_has_eight_ways)
{
	for (enum pq3_part part = PQ3_MPC8540; part <= PQ3_MPC8548; part++) {
		struct bench b = { .options.part = part };
		uint32_t way = part == PQ3_MPC8540 ? 32768 : 65536;

		bench_start(&b);
		for (unsigned i = 0; i < 8; i++)
			ask(&b, 100 * i, PQ3_LOAD, way * i, PQ3_BY_DDR);
		for (unsigned i = 0; i < 8; i++)
			ask(&b, 800 + 10 * i, PQ3_LOAD, way * i, PQ3_BY_L2);
		assert_int_equal(N(L2_VICTIM), 0);
		ask(&b, 900, PQ3_LOAD, way * 8, PQ3_BY_DDR);
		assert_int_equal(N(L2_VICTIM), 1);
		ask(&b, 1000, PQ3_LOAD, way / 2, PQ3_BY_DDR); /* another set */
		assert_int_equal(N(L2_VICTIM), 1);
		bench_stop(&b);
	}
}

TEST(l2_by_its_control)
{
	struct bench b = { 0 };

	bench_start(&b);
	assert_int_equal(peek(&b, L2CTL), 0x90000000); /* on, 256 KiB */
	poke(&b, L2CTL, 0x80400000);                   /* data only */
	ask(&b, 10, PQ3_FETCH, 0x100, PQ3_BY_DDR);
	ask(&b, 50, PQ3_FETCH, 0x100, PQ3_BY_DDR);
	ask(&b, 90, PQ3_LOAD, 0x100, PQ3_BY_DDR);
	ask(&b, 120, PQ3_FETCH, 0x100, PQ3_BY_L2);
	poke(&b, L2CTL, 0x80200000);               /* instructions only */
	ask(&b, 140, PQ3_FETCH, 0x100, PQ3_BY_L2); /* still there */
	ask(&b, 150, PQ3_LOAD, 0x200, PQ3_BY_DDR);
	ask(&b, 190, PQ3_LOAD, 0x200, PQ3_BY_DDR);
	assert_int_equal(N(L2_ALLOC), 1);
	poke(&b, L2CTL, 0xC0000000); /* invalidate all: there is one */
	assert_int_equal(peek(&b, L2CTL), 0x90000000);
	assert_int_equal(N(L2_INVALIDATE), 1);
	ask(&b, 230, PQ3_LOAD, 0x100, PQ3_BY_DDR);
	poke(&b, L2CTL, 0); /* off: nothing is looked up */
	assert_int_equal(ask(&b, 300, PQ3_LOAD, 0x100, PQ3_BY_DDR), 2 + OPEN);
	assert_int_equal(N(L2_CORE_D_MISS), 4);
	assert_int_equal(N(L2_CORE_I_MISS), 2);
	bench_stop(&b);
}

/* Caching-inhibited requests pass it by. */
TEST(single_requests)
{
	struct bench b = { 0 };

	bench_start(&b);
	assert_int_equal(ask(&b, 10, PQ3_READ_SINGLE, 0x40, PQ3_BY_DDR),
			 2 + CLOSED);
	assert_int_equal(ask(&b, 50, PQ3_FETCH_SINGLE, 0x40, PQ3_BY_DDR),
			 2 + OPEN);
	assert_int_equal(ask(&b, 90, PQ3_WRITE_SINGLE, 0x40, PQ3_BY_DDR), 2);
	assert_int_equal(ask(&b, 130, PQ3_ADDRESS_ONLY, 0x40, PQ3_BY_DDR), 2);
	assert_int_equal(ask(&b, 150, PQ3_READ_SINGLE, 0xE0000000, PQ3_BY_CCSR),
			 10);
	assert_int_equal(
		ask(&b, 170, PQ3_READ_SINGLE, 0xF0000000, PQ3_BY_LOCAL_BUS),
		42);
	assert_int_equal(
		ask(&b, 300, PQ3_READ_SINGLE, 0x40000000, PQ3_BY_NOBODY), 2);
	assert_int_equal(N(ECM_DISPATCH), 7);
	assert_int_equal(N(ECM_DISPATCH_READ), 5);
	assert_int_equal(N(ECM_DISPATCH_WRITE), 1);
	assert_int_equal(N(ECM_DISPATCH_TO_DDR), 3);
	assert_int_equal(N(DDR_READS), 2);
	assert_int_equal(N(DDR_WRITES), 1);
	assert_int_equal(N(ECM_DISPATCH_TO_LBC), 1);
	assert_int_equal(N(L2_CORE_D_MISS) + N(L2_CORE_I_MISS) + N(L2_ALLOC),
			 0);
	bench_stop(&b);
}

/* Two requests at once: the second address goes 2 clocks later. */
TEST(the_bus_takes_one_at_a_time)
{
	struct bench b = { 0 };

	bench_start(&b);
	ask(&b, 10, PQ3_WRITE_BACK, 0x40, PQ3_BY_DDR);
	assert_int_equal(N(ECM_REQ_WAIT_CORE), 0);
	assert_int_equal(ask(&b, 10, PQ3_WRITE_BACK, 0x60, PQ3_BY_DDR), 4);
	assert_int_equal(N(ECM_REQ_WAIT_CORE), 2);
	assert_int_equal(ask(&b, 11, PQ3_ADDRESS_ONLY, 0, PQ3_BY_DDR), 5);
	assert_int_equal(N(ECM_REQ_WAIT_CORE), 5);
	bench_stop(&b);
}

TEST(rows_open_and_close)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, L2CTL, 0);
	assert_int_equal(ask(&b, 10, PQ3_LOAD, 0, PQ3_BY_DDR), 2 + CLOSED);
	assert_int_equal(ask(&b, 50, PQ3_LOAD, ROW - 32, PQ3_BY_DDR), 2 + OPEN);
	assert_int_equal(ask(&b, 90, PQ3_LOAD, ROW, PQ3_BY_DDR), 2 + CLOSED);
	assert_int_equal(ask(&b, 130, PQ3_LOAD, NEXT_ROW, PQ3_BY_DDR),
			 2 + OTHER);
	assert_int_equal(ask(&b, 170, PQ3_LOAD, ROW, PQ3_BY_DDR), 2 + OPEN);
	/* the other chip select has the upper half, and banks of its own */
	assert_int_equal(ask(&b, 210, PQ3_LOAD, BENCH_RAM / 2, PQ3_BY_DDR),
			 2 + CLOSED);
	assert_int_equal(ask(&b, 250, PQ3_LOAD, NEXT_ROW, PQ3_BY_DDR),
			 2 + OPEN);
	assert_int_equal(N(DDR_ROT_HIT), 3);
	assert_int_equal(N(DDR_ROT_MISS), 4);
	assert_int_equal(N(DDR_CORE_ROT_HIT), 3);
	assert_int_equal(N(DDR_COLLISION_CLOSE), 1);
	assert_int_equal(N(DDR_CLOSE_NOT_REFRESH), 1);
	assert_int_equal(N(DDR_CLOSE), 1);
	assert_int_equal(N(DDR_READ_BEATS), 7 * 4);
	assert_int_equal(N(DDR_BEATS), 7 * 4);
	assert_int_equal(N(DDR_NONPIPE_RW_MISS), 4);
	assert_int_equal(N(DDR_NONPIPE_RW_HIT), 3);
	assert_int_equal(N(DDR_NONPIPE_READ_MISS), 4);
	assert_int_equal(N(DDR_NONPIPE_READ_HIT), 3);
	bench_stop(&b);
}

/* Boot leaves BSTOPRE 256 and REFINT 1300 memory clocks: 512 and 2600. */
TEST(pages_grow_old)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, L2CTL, 0);
	/* the first beat is at 10 + 2 + 15 = 27: it closes at 539 */
	ask(&b, 10, PQ3_LOAD, 0, PQ3_BY_DDR);
	bench_at(&b, 538);
	assert_int_equal(N(DDR_CLOSE), 0);
	bench_at(&b, 539);
	assert_int_equal(N(DDR_CLOSE), 1);
	assert_int_equal(N(DDR_CLOSE_NOT_REFRESH), 1);
	assert_int_equal(N(DDR_COLLISION_CLOSE), 0);
	assert_int_equal(ask(&b, 600, PQ3_LOAD, 0, PQ3_BY_DDR), 2 + CLOSED);
	bench_at(&b, 2500);
	assert_int_equal(N(DDR_CLOSE), 2);
	ask(&b, 2500, PQ3_LOAD, 0, PQ3_BY_DDR);
	ask(&b, 2540, PQ3_LOAD, ROW, PQ3_BY_DDR);
	assert_int_equal(N(DDR_REFRESHES), 0);
	bench_at(&b, 2600);
	assert_int_equal(N(DDR_REFRESHES), 1);
	assert_int_equal(N(DDR_CLOSE), 4);
	assert_int_equal(N(DDR_CLOSE_NOT_REFRESH), 2);
	/* busy for 24 clocks with it: commands from 2624 on */
	assert_int_equal(ask(&b, 2600, PQ3_LOAD, 0, PQ3_BY_DDR),
			 24 + 6 + 5 + 1);
	bench_at(&b, 26000);
	assert_int_equal(N(DDR_REFRESHES), 10);
	bench_stop(&b);
}

/* Two pages, 100 clocks apart: their first beats come at 27 and 127, so they
 * close at 539 and 639. */
TEST(pages_close_one_by_one)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, L2CTL, 0);
	ask(&b, 10, PQ3_LOAD, 0, PQ3_BY_DDR);
	ask(&b, 110, PQ3_LOAD, ROW, PQ3_BY_DDR);
	for (uint64_t clock = 538; clock < 541; clock++) {
		bench_at(&b, clock);
		assert_int_equal(N(DDR_CLOSE), clock >= 539);
	}
	bench_at(&b, 638);
	assert_int_equal(N(DDR_CLOSE), 1);
	bench_at(&b, 639);
	assert_int_equal(N(DDR_CLOSE), 2);
	bench_stop(&b);
}

/* Each register is its own; no refreshes while MEM_EN is 0. */
TEST(ddr_registers)
{
	static const uint16_t offsets[] = {
		0x2000, 0x2008, 0x2010, 0x2018, 0x2080, 0x2084, 0x2088,
		0x208C, 0x2108, 0x210C, 0x2110, 0x2118, 0x2124,
	};
	struct bench b = { 0 };
	uint32_t value;

	bench_start(&b);
	for (uint32_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
		poke(&b, offsets[i], 0x01000100 + i);
	for (uint32_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++)
		assert_int_equal(peek(&b, offsets[i]), 0x01000100 + i);
	assert_false(pq3_read(b.p, b.cycle, 0x2128, &value));
	bench_at(&b, 10000); /* bit 0 of DDR_SDRAM_CFG is 0 now */
	assert_int_equal(N(DDR_REFRESHES), 0);
	poke(&b, 0x2110, 0x80000000); /* every 2 x 256 clocks */
	bench_at(&b, 11024);
	assert_int_equal(N(DDR_REFRESHES), 2);
	poke(&b, 0x2124, 0x100); /* REFINT 0: none */
	bench_at(&b, 20000);
	assert_int_equal(N(DDR_REFRESHES), 2);
	bench_stop(&b);
}

/* "Pipelined": something is still outstanding when the access comes. */
TEST(outstanding_accesses)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, L2CTL, 0);
	ask(&b, 10, PQ3_LOAD, 0, PQ3_BY_DDR);        /* until 31 */
	ask(&b, 12, PQ3_LOAD, 32, PQ3_BY_DDR);       /* until 36 */
	ask(&b, 20, PQ3_WRITE_BACK, 64, PQ3_BY_DDR); /* until 40 */
	assert_int_equal(N(DDR_PIPE_RW_HIT), 2);
	assert_int_equal(N(DDR_PIPE_READ_HIT), 1);
	/* at DDR at 38: the write is outstanding, no read is */
	ask(&b, 36, PQ3_LOAD, ROW, PQ3_BY_DDR);
	assert_int_equal(N(DDR_PIPE_RW_MISS), 1);
	assert_int_equal(N(DDR_PIPE_READ_MISS), 0);
	assert_int_equal(N(DDR_NONPIPE_READ_MISS), 2);
	assert_int_equal(N(DDR_NONPIPE_RW_MISS), 1);
	assert_int_equal(N(DDR_READS), 3);
	assert_int_equal(N(DDR_WRITES), 1);
	assert_int_equal(N(DDR_READ_BEATS), 12);
	assert_int_equal(N(DDR_BEATS), 16);
	bench_stop(&b);
}

static struct pq3_done dma(struct bench *b, uint64_t clock, bool write,
			   bool stash, uint32_t paddr, uint32_t bytes)
{
	struct pq3_dma d = { SOURCE_TSEC1, write, true, stash, paddr, bytes };

	bench_at(b, clock);
	return pq3_dma(b->p, &d);
}

TEST(controllers_and_l2)
{
	struct bench b = { 0 };
	struct pq3_done done;

	bench_start(&b);
	ask(&b, 10, PQ3_LOAD, 0x100, PQ3_BY_DDR);
	done = dma(&b, 100, false, false, 0x100, 8); /* a hit */
	assert_int_equal(done.dispatch, 102);
	assert_int_equal(done.data, 112);
	done = dma(&b, 200, false, false, 0x200, 32); /* a miss, row open */
	assert_int_equal(done.data, 204 + 4 + 5 + 4);
	assert_int_equal(N(L2_NC_READ_HIT), 1);
	assert_int_equal(N(L2_NC_READ_MISS), 1);
	assert_int_equal(N(L2_ALLOC), 1); /* the core's */
	/* a write goes past it and takes its copy away */
	dma(&b, 300, true, false, 0x100, 32);
	dma(&b, 400, true, false, 0x300, 20);
	assert_int_equal(N(L2_NC_WRITE_MISS), 2);
	assert_int_equal(N(L2_INVALIDATE), 1);
	ask(&b, 500, PQ3_LOAD, 0x100, PQ3_BY_DDR);
	/* a stashed one allocates */
	dma(&b, 600, true, true, 0x400, 32);
	dma(&b, 700, true, true, 0x428, 8);
	assert_int_equal(N(L2_NC_BURST_WRITE), 1);
	assert_int_equal(N(L2_NC_WRITE), 1);
	assert_int_equal(N(L2_ALLOC), 4);
	assert_int_equal(N(ECM_DISPATCH_WRITE_ALLOC), 2);
	ask(&b, 800, PQ3_LOAD, 0x400, PQ3_BY_L2);
	assert_int_equal(N(DDR_WRITES), 4);
	assert_int_equal(N(TSEC1_ECM_DISPATCH), 6);
	assert_int_equal(N(TSEC1_DMA_READS), 2);
	assert_int_equal(N(TSEC1_DMA_WRITES), 4);
	assert_int_equal(N(TSEC1_READ_BEATS), 1 + 4);
	/* 20 bytes are three beats */
	assert_int_equal(N(TSEC1_DATA_BEATS), 5 + 4 + 3 + 4 + 1);
	assert_int_equal(N(TSEC1_DDR_RW), 5);
	assert_int_equal(N(DDR_TSECS_RW), 5);
	bench_stop(&b);
}

/* A line that the core holds modified is written before it is read. */
TEST(snooping)
{
	struct bench b = { .dirty = 0x500 };

	bench_start(&b);
	dma(&b, 100, false, false, 0x508, 8);
	assert_int_equal(b.snoops, 1);
	assert_int_equal(b.dirty, 0);
	assert_int_equal(N(ECM_DISPATCH_CORE), 1);
	assert_int_equal(N(DDR_WRITES), 1);
	assert_int_equal(N(DDR_READS), 1);
	assert_int_equal(N(TSEC1_ECM_REQ_WAIT), 2);
	dma(&b, 200, false, false, 0x508, 8);
	assert_int_equal(N(ECM_DISPATCH_CORE), 1);
	bench_stop(&b);
}

TEST(nobody_there)
{
	struct bench b = { 0 };

	bench_start(&b);
	assert_true(dma(&b, 10, true, false, 0x40000000, 32).nobody);
	assert_true(dma(&b, 10, true, false, BENCH_RAM, 32).nobody);
	assert_true(dma(&b, 10, true, false, BENCH_RAM - 8, 16).nobody);
	assert_int_equal(N(ECM_DISPATCH), 0);
	ask(&b, 10, PQ3_LOAD, BENCH_RAM, PQ3_BY_NOBODY);
	assert_false(dma(&b, 10, true, false, BENCH_RAM - 32, 32).nobody);
	/* CCSR moves: 0xD0000000 is no longer nobody's */
	assert_int_equal(peek(&b, 0), 0xE0000);
	poke(&b, 0, 0xD0000);
	assert_int_equal(pq3_ccsrbar(b.p), 0xD0000000);
	ask(&b, 20, PQ3_READ_SINGLE, 0xD0000000, PQ3_BY_CCSR);
	/* DDR's window, then window 1 (the local bus) off */
	assert_int_equal(peek(&b, 0xC08), 0);
	assert_int_equal(peek(&b, 0xC10), 0x80F00018); /* 32 MiB */
	ask(&b, 40, PQ3_READ_SINGLE, 0xD0100000, PQ3_BY_NOBODY);
	poke(&b, 0, 0xD00FF); /* a multiple of its size */
	assert_int_equal(pq3_ccsrbar(b.p), 0xD0000000);
	poke(&b, 0xC30, 0x0040001B);
	ask(&b, 50, PQ3_READ_SINGLE, 0xF0000000, PQ3_BY_NOBODY);
	/* window 2: 1 MiB of local bus at 0x40000000 */
	poke(&b, 0xC48, 0x40000);
	poke(&b, 0xC50, 0x80400013);
	ask(&b, 150, PQ3_READ_SINGLE, 0x400FFFFF, PQ3_BY_LOCAL_BUS);
	ask(&b, 250, PQ3_READ_SINGLE, 0x40100000, PQ3_BY_NOBODY);
	bench_stop(&b);
}

TEST(interrupt_states)
{
	struct bench b = { 0 };

	bench_start(&b);
	pq3_pic_state(b.p, 2 * 10, true, false);
	pq3_pic_state(b.p, 2 * 25, true, true);
	pq3_pic_state(b.p, 2 * 40, false, true);
	pq3_pic_state(b.p, 2 * 90, false, false);
	bench_at(&b, 200);
	assert_int_equal(N(PIC_WAIT_CYCLES), 30);
	assert_int_equal(N(PIC_SERVICE_CYCLES), 65);
	bench_stop(&b);
}

TEST(options_that_make_no_sense)
{
	struct pq3_options good = { .ram_size = BENCH_RAM, .core_hz = 1000000 },
			   bad;
	struct pq3_host host = { 0 };
	struct error err;

	bad = good;
	bad.ram_size = 31 << 20;
	assert_null(pq3_new(&bad, &host, &err));
	assert_string_equal(err.text, "the platform's memory is not a multiple "
				      "of 32 MiB");
	bad = good;
	bad.core_hz = 0;
	assert_null(pq3_new(&bad, &host, &err));
	assert_string_equal(err.text, "the platform's core has no clock");
	bad = good;
	bad.ratio_core = 2;
	bad.ratio_ccb = 3;
	assert_null(pq3_new(&bad, &host, &err));
	assert_string_equal(err.text,
			    "the core's clock cannot be 2/3 of the "
			    "platform's; it is 1 to 64 times as fast");
	bad.ratio_ccb = 0;
	assert_null(pq3_new(&bad, &host, &err));
	pq3_free(NULL);
}

/* Reset: no memory, no L2, CCSR at 0xFF700000. */
TEST(reset_state)
{
	struct pq3_options options = { .ram_size = BENCH_RAM, .core_hz = 1000 };
	struct pq3_host host = { 0 };
	struct error err;
	struct pq3 *p = pq3_new(&options, &host, &err);

	assert_non_null(p);
	/* The core is 5/2 as fast as the platform, if nobody says. */
	assert_int_equal(p->options.ratio_core, 5);
	assert_int_equal(p->options.ratio_ccb, 2);
	assert_int_equal(pq3_ccsrbar(p), 0xFF700000);
	assert_int_equal(pq3_core(p, 0, PQ3_LOAD, 0).by, PQ3_BY_NOBODY);
	assert_int_equal(pq3_core(p, 0, PQ3_LOAD, 0xFF7FFFFC).by, PQ3_BY_CCSR);
	pq3_free(p);
}
