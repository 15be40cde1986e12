/* SPDX-License-Identifier: MIT */
/*
 * The display controller by its registers [PRIMECELL]: when it fetches, in
 * which bursts, and what it says.
 */
#include "ahb_fixture.h"
#include "test.h"

enum {
	TIMING0 = 0x00,
	TIMING1 = 0x04,
	TIMING2 = 0x08,
	UPBASE = 0x10,
	CONTROL = 0x18, /* the Versatile's order */
	IMSC = 0x1C,
	STATUS = 0x20,
	INTERRUPT = 0x24,
	UPCURR = 0x28,
	PALETTE = 0x200,
	PERIPHID0 = 0xFE0,
	EN = 1,
	BPP_1 = 0 << 1,
	BPP_16 = 4 << 1,
	BPP_24 = 5 << 1,
	WATERMARK_8 = 1 << 16,
	FUF = 2,
	LNBU = 4,
	VCOMP = 8,
	MBERROR = 16,
};

static void set(uint32_t offset, uint32_t value)
{
	ahb_poke(f.ahb, PL110_BASE + offset, value);
}

static uint32_t get(uint32_t offset)
{
	return ahb_peek(f.ahb, PL110_BASE + offset);
}

/*
 * 64 by 8 pixels of 16 bits, 256 words a frame.  The panel clock is HCLK / 2, a
 * word leaves every four cycles.  A line has 1 + 1 clocks before the pixels and
 * 1 behind: 67 clocks, 134 cycles.  One line of synchronization: 9 lines a
 * frame, 1206 cycles.  Switched on at 0 it asks in 1 at the soonest: so begins
 * the frame, to end at 1207; its first word leaves at 1 + 134 + 2 * 2 = 139.
 */
static void display(uint32_t control)
{
	fixture_go();
	set(TIMING0, (64 / 16 - 1) << 2);
	set(TIMING1, 8 - 1);
	set(TIMING2, 0);
	set(UPBASE, 0x4000);
	set(CONTROL, control | EN);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

CASE(test_watermark_4)
{
	display(BPP_16);
	ahb_advance(f.ahb, 150);
	/* All 32 words of the FIFO: WB, sixteen, an idle cycle, sixteen. */
	assert_memory_equal(f.cells[AHB_CLCDC],
			    ".B****************.****************..", 37);
	EXPECT_TRUTH({ CtClcdRd, 32 }, { CtClcdBurstIncr16, 2 },
		     { CtClcdWaitTotal, 1 }, { CtClcdWaitNonSeqBus, 1 },
		     { CtClcdWaitThresholdHit, 1 });
	/* Words 0 to 3 have left after 151, then every 16 cycles four. */
	ahb_advance(f.ahb, 1207);
	assert_memory_equal(&f.cells[AHB_CLCDC][150], "..****............****.",
			    23);
	EXPECT_TRUTH({ CtClcdRd, 256 }, { CtClcdBurstIncr16, 2 },
		     { CtClcdBurstIncr4, 56 }, { CtClcdWaitTotal, 1 },
		     { CtClcdWaitNonSeqBus, 1 }, { CtClcdWaitThresholdHit, 1 });
	/* The next frame begins at 1207, with the FIFO empty. */
	ahb_advance(f.ahb, 1206 + 150);
	assert_memory_equal(&f.cells[AHB_CLCDC][1206],
			    ".****************.****************..", 36);
	assert_int_equal(truth(CtClcdRd), 256 + 32);
	assert_int_equal(get(STATUS) & (FUF | MBERROR), 0);
}

CASE(test_watermark_8)
{
	display(BPP_16 | WATERMARK_8);
	ahb_advance(f.ahb, 1207);
	/* Words 0 to 7 have left after 139 + 7 * 4 = 167. */
	assert_memory_equal(&f.cells[AHB_CLCDC][166], "..********.", 11);
	EXPECT_TRUTH({ CtClcdRd, 256 }, { CtClcdBurstIncr16, 2 },
		     { CtClcdBurstIncr8, 28 }, { CtClcdWaitTotal, 1 },
		     { CtClcdWaitNonSeqBus, 1 }, { CtClcdWaitThresholdHit, 1 });
}

/* One bit a pixel: 16 words, and no more before the next frame. */
CASE(test_one_bit)
{
	display(BPP_1);
	ahb_advance(f.ahb, 1207);
	EXPECT_TRUTH({ CtClcdRd, 16 }, { CtClcdBurstIncr16, 1 },
		     { CtClcdWaitTotal, 1 }, { CtClcdWaitNonSeqBus, 1 },
		     { CtClcdWaitThresholdHit, 1 });
	ahb_advance(f.ahb, 1206 + 150);
	assert_int_equal(truth(CtClcdRd), 32);
}

/* A slower panel clock, and CLCDCLK, which is a third of HCLK. */
CASE(test_clocks)
{
	static const struct {
		uint32_t timing2;
		uint64_t frame; /* cycles: 603 panel clocks */
	} rows[] = {
		{ 0, UINT64_C(603) * 2 }, /* divided by 2 */
		{ 3, UINT64_C(603) * 5 }, /* by 5 */
		{ UINT32_C(1) << 27 | 1,
		  UINT64_C(603) * 35 },                  /* PCD 33: by 35 */
		{ 1 << 26, 603 },                        /* not divided */
		{ 1 << 26 | 1 << 5, UINT64_C(603) * 3 }, /* CLCDCLK */
		{ 1 << 5, UINT64_C(603) * 6 },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		fixture_reset();
		fixture_go();
		set(TIMING0, (64 / 16 - 1) << 2);
		set(TIMING1, 8 - 1);
		set(TIMING2, rows[i].timing2);
		set(CONTROL, BPP_1 | EN);
		ahb_advance(f.ahb, 1 + rows[i].frame);
		assert_int_equal(truth(CtClcdRd), 16);
		ahb_advance(f.ahb, 1 + rows[i].frame + 20);
		assert_int_equal(truth(CtClcdRd), 32);
	}
}

/*
 * Each bit of the porches and pulses, one at a time: it makes the 67 clocks of
 * a line longer, or the 9 lines of a frame more.
 */
CASE(test_porches)
{
	static const struct {
		uint32_t offset;
		unsigned lsb, bits;
		uint64_t clocks; /* by bit 0: of nine lines, or a line */
	} field[] = {
		{ TIMING0, 8, 8, 9 },   { TIMING0, 16, 8, 9 },
		{ TIMING0, 24, 8, 9 },  { TIMING1, 10, 6, 67 },
		{ TIMING1, 16, 8, 67 }, { TIMING1, 24, 8, 67 },
	};

	for (unsigned i = 0; i < sizeof(field) / sizeof(field[0]); i++) {
		for (unsigned bit = 0; bit < field[i].bits; bit++) {
			uint64_t frame = 2 * (603 + (field[i].clocks << bit));

			fixture_reset();
			fixture_go();
			set(TIMING0, (64 / 16 - 1) << 2);
			set(TIMING1, 8 - 1);
			set(field[i].offset,
			    get(field[i].offset) |
				    UINT32_C(1) << (field[i].lsb + bit));
			set(CONTROL, BPP_1 | EN);
			ahb_advance(f.ahb, 1 + frame);
			assert_int_equal(truth(CtClcdRd), 16);
			ahb_advance(f.ahb, 1 + frame + 20);
			assert_int_equal(truth(CtClcdRd), 32);
		}
	}
}

/* Base address taken up, and the vertical compare at each of its places. */
CASE(test_interrupts)
{
	/* With VSW 2 + 1, VBP 4 lines; in lines from the frame's start. */
	static const uint32_t place[] = { 0, 3, 7, 15 };

	for (uint32_t i = 0; i < 4; i++) {
		uint64_t at = 1 + place[i] * UINT64_C(134);

		fixture_reset();
		fixture_go();
		set(TIMING0, (64 / 16 - 1) << 2);
		set(TIMING1, 4u << 24 | 2 << 10 | (8 - 1));
		set(IMSC, VCOMP);
		set(CONTROL, BPP_1 | i << 12 | EN);
		assert_int_equal(get(STATUS), 0);
		ahb_advance(f.ahb, 2);
		assert_true(get(STATUS) & LNBU);
		if (i) {
			ahb_advance(f.ahb, at);
			assert_false(f.line[16]);
		}
		/* Up to a burst of sixteen may be under way. */
		ahb_advance(f.ahb, at + 20);
		assert_true(f.line[16]);
		assert_int_equal(get(INTERRUPT), VCOMP);
		set(STATUS, VCOMP);
		assert_false(f.line[16]);
		assert_int_equal(get(STATUS), LNBU);
		ahb_advance(f.ahb, at + 60); /* once a frame */
		assert_int_equal(get(STATUS) & VCOMP, 0);
		set(IMSC, LNBU);
		assert_true(f.line[16]);
	}
}

/*
 * An ERROR: the burst is dropped, nothing more is asked for, an interrupt.
 * When it is cleared the frame begins again.
 */
CASE(test_error)
{
	fixture_go();
	set(TIMING0, (64 / 16 - 1) << 2);
	set(TIMING1, 8 - 1);
	set(UPBASE, 0x4000);
	set(IMSC, MBERROR);
	fault_at(AHB_CLCDC, AHB_ERROR, 0x4044); /* the second burst's second */
	set(CONTROL, BPP_16 | EN);
	ahb_advance(f.ahb, 2000);
	expect_cells(AHB_CLCDC, ".B****************.*eE");
	EXPECT_TRUTH({ CtClcdRd, 18 }, { CtClcdBurstIncr16, 2 },
		     { CtClcdWaitTotal, 1 }, { CtClcdWaitNonSeqBus, 1 },
		     { CtClcdWaitThresholdHit, 1 });
	assert_true(f.line[16]);
	set(STATUS, MBERROR);
	assert_false(f.line[16]);
	ahb_advance(f.ahb, 2040);
	assert_int_equal(truth(CtClcdRd), 18 + 32);
	assert_int_equal(truth(CtClcdBurstIncr16), 4);
}

/* No memory at the frame's address: likewise, and so outside all slaves that
 * the display reaches. */
CASE(test_no_memory)
{
	display(BPP_16);
	f.hole = 0x4000;
	f.hole_end = 0x5000;
	ahb_advance(f.ahb, 100);
	expect_cells(AHB_CLCDC, ".BeE");
	set(CONTROL, 0);
	set(STATUS, MBERROR);
	set(UPBASE, 0x80000000);
	set(CONTROL, BPP_16 | EN);
	ahb_advance(f.ahb, 200);
	assert_int_equal(truth(CtClcdRd), 2);
	assert_true(get(STATUS) & MBERROR);
}

/*
 * A memory with nine waits on each beat: a word takes ten cycles where the
 * display wants one every four.  WB in 1, so word k of the first sixteen is
 * there at 12 + 10 k, and word 16 + j at 173 + 10 j, after an idle cycle in
 * 162. They leave at 139 + 4 k, which is 203 + 4 j: the first late one is j =
 * 6, at 233 and not at 227.  From there on each of the ten up to the line's
 * last is late by six cycles, by which the picture stands.
 */
CASE(test_underflow)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 9, 9, 0, 0 };
	display(BPP_16);
	ahb_advance(f.ahb, 232);
	assert_int_equal(get(STATUS) & FUF, 0);
	assert_int_equal(f.ahb->pl110.frame, 1);
	ahb_advance(f.ahb, 233);
	assert_int_equal(get(STATUS) & FUF, FUF);
	assert_int_equal(f.ahb->pl110.frame, 1 + 6);
	ahb_advance(f.ahb, 323);
	assert_int_equal(truth(CtClcdRd), 32);
	assert_int_equal(f.ahb->pl110.frame, 1 + 60);
	/* The controller goes on to the end of the frame: 256 words of ten
	 * cycles. */
	ahb_advance(f.ahb, 2500);
	assert_true(truth(CtClcdRd) < 256);
	ahb_advance(f.ahb, 2900);
	assert_true(truth(CtClcdRd) >= 256);
}

CASE(test_off)
{
	display(BPP_16);
	ahb_advance(f.ahb, 20);
	set(CONTROL, BPP_16);
	ahb_advance(f.ahb, 2000);
	/* The burst under way is finished. */
	assert_int_equal(truth(CtClcdRd), 32);
	set(UPBASE, 0x8000);
	set(CONTROL, BPP_16 | EN);
	ahb_advance(f.ahb, 2100);
	assert_int_equal(truth(CtClcdRd), 64);
	assert_int_equal(get(UPCURR), 0x8000 + 4 * 32);
}

CASE(test_registers)
{
	static const uint8_t id[] = { 0x10, 0x11, 0x04, 0x00,
				      0x0D, 0xF0, 0x05, 0xB1 };

	fixture_go();
	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(get(PERIPHID0 + 4 * i), id[i]);
	for (uint32_t i = 0; i < 128; i++)
		set(PALETTE + 4 * i, 3 * i);
	for (uint32_t i = 0; i < 128; i++)
		assert_int_equal(get(PALETTE + 4 * i), 3 * i);
	for (uint32_t i = 0; i < 4; i++)
		set(4 * i, 0x01010101 * (i + 1));
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(get(4 * i), 0x01010101 * (i + 1));
	set(UPBASE, 0x1237);
	assert_int_equal(get(UPBASE), 0x1234);
	assert_int_equal(get(UPCURR), 0x1234);
	set(0x14, 0x5677);
	assert_int_equal(get(0x14), 0x5674);
	assert_int_equal(get(0x2C), 0x5674);
	set(IMSC, UINT32_MAX);
	assert_int_equal(get(IMSC), 0x1E);
	set(CONTROL, 0xFFFFFFFE);
	assert_int_equal(get(CONTROL), 0x1BFFE);
	assert_int_equal(get(0x100), 0);
}
