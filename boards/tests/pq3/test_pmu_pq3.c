/* SPDX-License-Identifier: MIT */
/*
 * The simulated device monitor of a PowerQUICC III against numbers by hand.
 * Sources: AN3636 (4.1 has the register values of one measurement), the VxWorks
 * board support of 2005 for an MPC8540 (fields), MSC8144E manual 25 (overflow).
 * What no document settles is as boards/src/pq3/monitor.c says.
 */
#include "boards/src/pq3/inner.h"
#include "pq3_bench.h"
#include "test.h"

/* AN3636 4.1: PMGC0, and of counter n PMLCA, PMLCB, PMC 0x10 apart. */
enum { PMGC0 = 0xE1000, PMC0_FIRST = 0xE1018, PMC0_SECOND = 0xE101C };

#define PMLCA(n) (0xE1010u + 0x10u * (n))
#define PMLCB(n) (0xE1014u + 0x10u * (n))
#define PMC(n)   (0xE1018u + 0x10u * (n))

#define FAC   0x80000000u
#define PMIE  0x40000000u
#define FCECE 0x20000000u
#define CE    0x04000000u

/* Two events that nothing in an idle platform makes: frames accepted are
 * Ref:36 (0x24), interrupts serviced Ref:26 (0x1A). */
#define ON_FRAMES     0x00240000u
#define ON_INTERRUPTS 0x001A0000u

static void frames(struct bench *b, uint32_t times)
{
	happen(b, PQ3_TSEC1_ACCEPTED, times);
}

static void interrupts(struct bench *b, uint32_t times)
{
	happen(b, PQ3_PIC_TOTAL_INT, times);
}

TEST(registers_keep_their_fields)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMGC0, 0xFFFFFFFF);
	assert_int_equal(peek(&b, PMGC0), 0xE0000000); /* FAC PMIE FCECE */
	for (unsigned n = 0; n < 9; n++) {
		poke(&b, PMLCA(n), 0xFFFFFFFF);
		poke(&b, PMLCB(n), 0xFFFFFFFF);
		poke(&b, PMC(n), 0x12345678u + n);
		/* FC CE; from 1 on EVENT BSIZE BGRAN BDIST */
		assert_int_equal(peek(&b, PMLCA(n)),
				 n ? 0x847FFFFF : 0x84000000);
		/* TRIG*; from 1 on TBMULT THRESHOLD */
		assert_int_equal(peek(&b, PMLCB(n)),
				 n ? 0x3CFF073F : 0x3CFF0000);
		assert_int_equal(peek(&b, PMC(n)), 0x12345678u + n);
	}
	bench_stop(&b);
}

TEST(an_mpc8548_has_a_counter_more)
{
	struct bench b = { .options.part = PQ3_MPC8548 };
	struct bench old = { 0 };
	uint32_t value = 7;

	bench_start(&b);
	bench_start(&old);
	poke(&b, PMC(9), 5);
	assert_int_equal(peek(&b, PMC(9)), 5);
	poke(&old, PMC(9), 5); /* nothing there */
	assert_int_equal(peek(&old, PMC(9)), 0);
	assert_int_equal(pq3_monitor_read(old.p, 0, 0xA8, &value), PMU_NONE);
	assert_int_equal(pq3_monitor_read(b.p, 0, 0xB8, &value), PMU_NONE);
	assert_int_equal(pq3_monitor_read(b.p, 0, 0x04, &value), PMU_NONE);
	assert_int_equal(pq3_monitor_read(b.p, 0, 0x2C, &value), PMU_NONE);
	assert_int_equal(pq3_monitor_write(b.p, 0, 0xB0, 1), PMU_NONE);
	assert_int_equal(pq3_monitor_read(b.p, 0, 0xA8, &value), PMU_DONE);
	assert_int_equal(value, 5);
	bench_stop(&b);
	bench_stop(&old);
}

/* A debugger's write is at its time: what was before it is not counted behind
 * it. */
TEST(a_debugger_writes)
{
	struct bench b = { 0 };
	uint32_t value;

	bench_start(&b);
	/* Core cycles, two to a clock. */
	assert_int_equal(pq3_monitor_write(b.p, 200, 0x18, 0), PMU_DONE);
	assert_int_equal(pq3_monitor_write(b.p, 200, 0x1C, 0), PMU_DONE);
	assert_int_equal(pq3_monitor_read(b.p, 200, 0x18, &value), PMU_DONE);
	assert_int_equal(value, 0);
	assert_int_equal(pq3_monitor_read(b.p, 260, 0x18, &value), PMU_DONE);
	assert_int_equal(value, 30);
	bench_stop(&b);
}

/* From reset on, without set-up, one in each CCB clock [AN3636 3.1]. */
TEST(pmc0_counts_platform_clocks)
{
	struct bench b = { 0 };

	bench_start(&b);
	bench_at(&b, 1000);
	assert_int_equal(peek(&b, PMC0_FIRST), 1000);
	assert_int_equal(peek(&b, PMC0_SECOND), 0);
	assert_int_equal(pq3_count(b.p, PQ3_CCB_CYCLES), 1000);
	/* over the end of the lower word: 0x1_FFFFFFFE and 5 clocks */
	poke(&b, PMC0_FIRST, 0xFFFFFFFE);
	poke(&b, PMC0_SECOND, 1);
	bench_at(&b, 1005);
	assert_int_equal(peek(&b, PMC0_FIRST), 3);
	assert_int_equal(peek(&b, PMC0_SECOND), 2);
	poke(&b, PMLCA(0), 0x80000000); /* FC */
	bench_at(&b, 1100);
	assert_int_equal(peek(&b, PMC0_FIRST), 3);
	poke(&b, PMLCA(0), 0);
	bench_at(&b, 1107);
	assert_int_equal(peek(&b, PMC0_FIRST), 10);
	poke(&b, PMGC0, FAC);
	bench_at(&b, 1200);
	assert_int_equal(peek(&b, PMC0_FIRST), 10);
	bench_stop(&b);
}

/* "Continually", and all others stand; its own FC and triggers are its own. */
TEST(pmc0_runs_on)
{
	struct bench b = { .options.pmc0_runs_on = true };

	bench_start(&b);
	poke(&b, PMLCA(2), 0x00160000);
	poke(&b, PMGC0, FAC);
	happen(&b, PQ3_L2_CORE_I_HIT, 3);
	bench_at(&b, 1000);
	assert_int_equal(peek(&b, PMC0_FIRST), 1000);
	assert_int_equal(peek(&b, PMC(2)), 0);
	poke(&b, PMLCA(0), 0x80000000); /* FC */
	bench_at(&b, 1100);
	assert_int_equal(peek(&b, PMC0_FIRST), 1000);
	poke(&b, PMLCA(0), 0);
	poke(&b, PMGC0, 0);
	happen(&b, PQ3_L2_CORE_I_HIT, 5);
	bench_at(&b, 1107);
	assert_int_equal(peek(&b, PMC0_FIRST), 1007);
	assert_int_equal(peek(&b, PMC(2)), 5);
	bench_stop(&b);
}

TEST(the_other_word_order)
{
	struct bench b = { .options.pmc0_upper_first = true };

	bench_start(&b);
	poke(&b, PMC0_FIRST, 1);
	poke(&b, PMC0_SECOND, 0xFFFFFFFE);
	bench_at(&b, 5);
	assert_int_equal(peek(&b, PMC0_FIRST), 2);
	assert_int_equal(peek(&b, PMC0_SECOND), 3);
	bench_stop(&b);
}

/* 5 core clocks to 2: 1001 core cycles are 400 CCB clocks, and the 401st
 * begins with core cycle 1002.5. */
TEST(the_ratio_of_clocks)
{
	struct bench b = { .options.ratio_core = 5, .options.ratio_ccb = 2 };

	bench_start(&b);
	b.cycle = 1001;
	assert_int_equal(peek(&b, PMC0_FIRST), 400);
	b.cycle = 1002;
	assert_int_equal(peek(&b, PMC0_FIRST), 400);
	b.cycle = 1003;
	assert_int_equal(peek(&b, PMC0_FIRST), 401);
	bench_stop(&b);
}

/* AN3636 4.1: C2:59 is 59 + 64 = 0x7B on PMC2, Ref:22 0x16, C4:57 0x79 on
 * PMC4, Ref:23 0x17. */
TEST(specific_events_are_64_higher)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMGC0, FAC);
	poke(&b, PMLCA(2), 0x007B0000);
	poke(&b, PMLCA(3), 0x00160000);
	poke(&b, PMLCA(4), 0x00790000);
	poke(&b, PMLCA(5), 0x00170000);
	happen(&b, PQ3_L2_CORE_I_MISS, 9); /* still frozen */
	poke(&b, PMGC0, 0);
	happen(&b, PQ3_L2_CORE_I_MISS, 2);
	happen(&b, PQ3_L2_CORE_I_HIT, 3);
	happen(&b, PQ3_L2_CORE_D_MISS, 5);
	happen(&b, PQ3_L2_CORE_D_HIT, 7);
	assert_int_equal(peek(&b, PMC(2)), 2);
	assert_int_equal(peek(&b, PMC(3)), 3);
	assert_int_equal(peek(&b, PMC(4)), 5);
	assert_int_equal(peek(&b, PMC(5)), 7);
	bench_stop(&b);
}

/* EVENT 121 is C4:57 (L2 data miss) on PMC4, but C1:57 on PMC1, a DDR event,
 * and C7:57, another; on PMC2 it is the local bus's. */
TEST(the_number_means_what_its_counter_says)
{
	struct bench b = { 0 };
	uint16_t code;

	bench_start(&b);
	poke(&b, PMLCA(1), 0x00790000);
	poke(&b, PMLCA(4), 0x00790000);
	poke(&b, PMLCA(7), 0x00790000);
	assert_false(pq3_counts_unmodelled(b.p, &code));
	happen(&b, PQ3_L2_CORE_D_MISS, 4);
	happen(&b, PQ3_DDR_PIPE_READ_MISS, 1);
	happen(&b, PQ3_DDR_NONPIPE_READ_HIT, 7);
	assert_int_equal(peek(&b, PMC(1)), 1);
	assert_int_equal(peek(&b, PMC(4)), 4);
	assert_int_equal(peek(&b, PMC(7)), 7);
	poke(&b, PMLCA(2), 0x00790000);
	assert_true(pq3_counts_unmodelled(b.p, &code));
	assert_int_equal(code, 2 * 256 + 121);
	poke(&b, PMLCA(2), 0x80790000); /* not while it is frozen */
	assert_false(pq3_counts_unmodelled(b.p, &code));
	bench_stop(&b);
}

/* Every event that is modelled, on each counter that may count it. */
TEST(every_modelled_event_counts)
{
	for (enum pq3_part part = PQ3_MPC8540; part <= PQ3_MPC8548; part++) {
		struct bench b = { .options.part = part };
		unsigned count, tried = 0;
		const struct pq3_event *e = pq3_events(part, &count);

		bench_start(&b);
		for (unsigned i = 0; i < count; i++) {
			unsigned only = e[i].code / 256;

			assert_true(!i || e[i].code > e[i - 1].code);
			if (e[i].class == PMU_NOT_MODELLED)
				continue;
			for (unsigned n = 1; n < b.p->monitor.counters; n++) {
				if (only && n != only)
					continue;
				poke(&b, PMC(n), 0);
				poke(&b, PMLCA(n),
				     (uint32_t)(e[i].code % 256) << 16);
				happen(&b, e[i].item, 3);
				assert_int_equal(peek(&b, PMC(n)), 3);
				poke(&b, PMLCA(n), 0);
				tried++;
			}
		}
		/* 38 of Ref on eight counters and 61; 5 on nine and 9 */
		assert_int_equal(tried, part == PQ3_MPC8540 ? 365 : 54);
		bench_stop(&b);
	}
}

/* Top bit 1 to 0 of PMC1 is Ref:2, wherever that is counted [VX]. */
TEST(chaining)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCA(1), ON_FRAMES);
	poke(&b, PMLCA(5), 0x00020000); /* Ref:2: PMC1 */
	poke(&b, PMLCA(3), 0x00060000); /* Ref:6: PMC5 */
	poke(&b, PMC(1), 0x7FFFFFFF);
	frames(&b, 1); /* overflow is no carry */
	assert_int_equal(peek(&b, PMC(1)), 0x80000000);
	assert_int_equal(peek(&b, PMC(5)), 0);
	poke(&b, PMC(1), 0xFFFFFFFE);
	poke(&b, PMC(5), 0xFFFFFFFF);
	frames(&b, 5);
	assert_int_equal(peek(&b, PMC(1)), 3);
	assert_int_equal(peek(&b, PMC(5)), 0);
	assert_int_equal(peek(&b, PMC(3)), 1);
	assert_int_equal(pq3_count(b.p, PQ3_PMC1_CARRY_OUT), 1);
	assert_int_equal(pq3_count(b.p, PQ3_PMC5_CARRY_OUT), 1);
	bench_stop(&b);
}

/* Ref:1 is PMC0's: of 64 bits. */
TEST(chaining_behind_pmc0)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCA(8), 0x00010000);
	poke(&b, PMC0_FIRST, 0xFFFFFFF0);
	poke(&b, PMC0_SECOND, 0xFFFFFFFF);
	bench_at(&b, 15);
	assert_int_equal(peek(&b, PMC(8)), 0);
	bench_at(&b, 16);
	assert_int_equal(peek(&b, PMC(8)), 1);
	assert_int_equal(peek(&b, PMC0_SECOND), 0);
	bench_stop(&b);
}

/* MSC 25: with CE and PMIE the top bit's way up asks for an interrupt, until
 * software takes the bit back. */
TEST(overflow_interrupts)
{
	struct bench b = { 0 };
	uint64_t line = UINT64_C(1) << 28; /* VX: internal source 28 */

	bench_start(&b);
	poke(&b, PMGC0, PMIE);
	poke(&b, PMLCA(2), CE | ON_FRAMES);
	poke(&b, PMC(2), 0x7FFFFFFE);
	frames(&b, 1);
	assert_true(!(b.lines & line));
	frames(&b, 1);
	assert_true(b.lines & line);
	frames(&b, 3); /* it goes on counting */
	assert_int_equal(peek(&b, PMC(2)), 0x80000003);
	assert_int_equal(b.rises[28], 1);
	poke(&b, PMGC0, 0);
	assert_true(!(b.lines & line));
	poke(&b, PMGC0, PMIE);
	assert_true(b.lines & line);
	poke(&b, PMC(2), 0x7FFFFFFF);
	assert_true(!(b.lines & line));
	frames(&b, 1);
	assert_true(b.lines & line);
	poke(&b, PMC(2), 0); /* taken back: what comes by hand is new */
	poke(&b, PMC(2), 0x80000000);
	assert_true(!(b.lines & line));
	poke(&b, PMC(2), 0x7FFFFFFF);
	frames(&b, 1);
	assert_true(b.lines & line);
	poke(&b, PMLCA(2), ON_FRAMES); /* without CE */
	assert_true(!(b.lines & line));
	poke(&b, PMC(2), 0x7FFFFFFF);
	frames(&b, 1);
	assert_true(!(b.lines & line));
	bench_stop(&b);
}

/* A top bit that software puts there: asks under the harsher reading only. */
TEST(overflow_by_hand)
{
	for (int strict = 0; strict < 2; strict++) {
		struct bench b = { .options.strict = strict };

		bench_start(&b);
		poke(&b, PMGC0, PMIE);
		poke(&b, PMLCA(2), CE | ON_FRAMES);
		poke(&b, PMC(2), 0x80000000);
		assert_int_equal(b.lines >> 28 & 1, strict);
		bench_stop(&b);
	}
}

/* PMC0's half way is 2^63; the platform says when to look. */
TEST(pmc0_overflows)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMGC0, PMIE);
	poke(&b, PMLCA(0), CE);
	poke(&b, PMC0_SECOND, 0x7FFFFFFF);
	poke(&b, PMC0_FIRST, 0xFFFFFF9B); /* 101 left */
	assert_int_equal(pq3_next(b.p), 202);
	bench_at(&b, 100);
	assert_int_equal(b.lines >> 28 & 1, 0);
	bench_at(&b, 101);
	assert_int_equal(b.lines >> 28 & 1, 1);
	bench_stop(&b);
}

TEST(freezing)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMGC0, FCECE);
	poke(&b, PMLCA(1), CE | ON_FRAMES);
	poke(&b, PMLCA(2), ON_FRAMES);
	poke(&b, PMLCA(3), 0x80000000 | ON_FRAMES);
	poke(&b, PMC(1), 0x7FFFFFFF);
	poke(&b, PMC(2), 0x7FFFFFFF);
	bench_at(&b, 10);
	poke(&b, PMLCA(4), ON_INTERRUPTS);
	interrupts(&b, 1);
	frames(&b, 1); /* both go up; that without CE would not freeze */
	assert_int_equal(peek(&b, PMGC0), FAC | FCECE);
	bench_at(&b, 20);
	frames(&b, 5);
	interrupts(&b, 5);
	assert_int_equal(peek(&b, PMC(1)), 0x80000000);
	assert_int_equal(peek(&b, PMC(2)), 0x80000000);
	assert_int_equal(peek(&b, PMC(3)), 0);
	assert_int_equal(peek(&b, PMC(4)), 1);
	assert_int_equal(peek(&b, PMC0_FIRST), 10);
	poke(&b, PMGC0, 0);
	frames(&b, 2);
	assert_int_equal(peek(&b, PMC(1)), 0x80000002);
	bench_stop(&b);

	memset(&b, 0, sizeof(b));
	bench_start(&b);
	poke(&b, PMGC0, FCECE);
	poke(&b, PMLCA(2), ON_FRAMES); /* CE clear */
	poke(&b, PMC(2), 0x7FFFFFFF);
	frames(&b, 2);
	assert_int_equal(peek(&b, PMGC0), FCECE);
	assert_int_equal(peek(&b, PMC(2)), 0x80000001);
	bench_stop(&b);
}

/* Longer than THRESHOLD << TBMULT, not as long. */
TEST(thresholds)
{
	struct bench b = { 0 };

	bench_start(&b);
	/* Ref:41 (0x29): receive descriptor reads, threshold 5, 5 x 2^3 */
	poke(&b, PMLCA(1), 0x00290000);
	poke(&b, PMLCB(1), 5);
	poke(&b, PMLCA(2), 0x00290000);
	poke(&b, PMLCB(2), 0x300 | 5);
	poke(&b, PMLCA(3), 0x00290000);
	for (unsigned clocks = 0; clocks <= 50; clocks++)
		pq3_note_lasted(b.p, PQ3_TSEC1_RXBD_READ_LAT, clocks);
	assert_int_equal(peek(&b, PMC(1)), 45); /* 6 to 50 */
	assert_int_equal(peek(&b, PMC(2)), 10); /* 41 to 50 */
	assert_int_equal(peek(&b, PMC(3)), 50); /* 1 to 50 */
	assert_int_equal(pq3_count(b.p, PQ3_TSEC1_RXBD_READ_LAT), 50);
	/* A threshold at what has no length changes nothing. */
	poke(&b, PMLCA(4), ON_FRAMES);
	poke(&b, PMLCB(4), 0x73F);
	frames(&b, 3);
	assert_int_equal(peek(&b, PMC(4)), 3);
	bench_stop(&b);
}

static void frame_at(struct bench *b, uint64_t clock)
{
	bench_at(b, clock);
	frames(b, 1);
}

/* BSIZE 3, BGRAN 4, BDIST 10: PMLCA bits 16-20, 21-25, 26-31. */
#define BURST_OF_3 (3u << 11 | 4u << 6 | 10u)

TEST(bursts)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCA(1), ON_FRAMES | BURST_OF_3);
	frame_at(&b, 100);
	frame_at(&b, 104); /* just within 4 */
	assert_int_equal(peek(&b, PMC(1)), 0);
	frame_at(&b, 108);
	assert_int_equal(peek(&b, PMC(1)), 1);
	frame_at(&b, 117); /* 9 on: the same burst, to here */
	frame_at(&b, 118);
	frame_at(&b, 119);
	frame_at(&b, 120);
	assert_int_equal(peek(&b, PMC(1)), 1);
	frame_at(&b, 130); /* 10 on: a new one */
	frame_at(&b, 135); /* 5 on: begins again */
	frame_at(&b, 136);
	assert_int_equal(peek(&b, PMC(1)), 1);
	frame_at(&b, 137);
	assert_int_equal(peek(&b, PMC(1)), 2);
	bench_stop(&b);
}

/*
 * A program's counter makes this of 2^32 - 1 waits that end on one clock:
 * bursts of 3 without a distance, and one burst with it.
 */
TEST(bursts_of_very_many)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCA(1), ON_FRAMES | 3u << 11 | 4u << 6);
	poke(&b, PMLCA(2), ON_FRAMES | BURST_OF_3);
	bench_at(&b, 100);
	frames(&b, 2);
	bench_at(&b, 104);
	frames(&b, UINT32_MAX); /* with the two 3 x 1,431,655,765 + 2 */
	assert_int_equal(peek(&b, PMC(1)), 1431655765);
	assert_int_equal(peek(&b, PMC(2)), 1);
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 1431655766);
	bench_at(&b, 114); /* 10 on: a new one */
	frames(&b, UINT32_MAX);
	assert_int_equal(peek(&b, PMC(2)), 2);
	bench_stop(&b);
}

/* TBMULT 2: bursts are 40 clocks apart; BGRAN stays. */
TEST(bursts_with_a_multiplier)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCA(1), ON_FRAMES | BURST_OF_3);
	poke(&b, PMLCB(1), 0x200);
	bench_at(&b, 100);
	frames(&b, 3); /* all in one clock */
	assert_int_equal(peek(&b, PMC(1)), 1);
	bench_at(&b, 139);
	frames(&b, 3); /* 39 on: still that burst */
	assert_int_equal(peek(&b, PMC(1)), 1);
	bench_at(&b, 179);
	frames(&b, 3);
	assert_int_equal(peek(&b, PMC(1)), 2);
	poke(&b, PMLCA(1), ON_FRAMES | BURST_OF_3); /* begins anew */
	frames(&b, 3);
	assert_int_equal(peek(&b, PMC(1)), 3);
	poke(&b, PMC(1), 2);
	poke(&b, PMLCA(1), ON_FRAMES | 4u << 6 | 10u); /* BSIZE 0: off */
	frames(&b, 4);
	assert_int_equal(peek(&b, PMC(1)), 6);
	bench_stop(&b);
}

/* TRIGONSEL is bits 2-5, TRIGOFFSEL 8-11, their controls 12-13 and 14-15. */
#define TRIGGER(on, how_on, off, how_off)                                      \
	((on) << 26 | (off) << 20 | (how_on) << 18 | (how_off) << 16)

TEST(triggers)
{
	struct bench b = { 0 };

	bench_start(&b);
	/* PMC1 counts frames once PMC2 has moved, until PMC3 overflows */
	poke(&b, PMLCA(1), ON_FRAMES);
	poke(&b, PMLCB(1), TRIGGER(2u, 1u, 3u, 2u));
	poke(&b, PMLCA(2), ON_INTERRUPTS);
	poke(&b, PMLCA(3), ON_FRAMES);
	poke(&b, PMC(3), 0x7FFFFFFA); /* 6 left */
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 0);
	interrupts(&b, 1);
	frames(&b, 1);
	frames(&b, 1);
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 3);
	frames(&b, 1);
	frames(&b, 1); /* the sixth: still counted, then it stops */
	assert_int_equal(peek(&b, PMC(1)), 5);
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 5);
	interrupts(&b, 1); /* and on again */
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 6);
	poke(&b, PMLCB(1), TRIGGER(2u, 1u, 3u, 2u)); /* armed anew */
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 6);
	poke(&b, PMLCB(1), TRIGGER(2u, 1u, 2u, 1u)); /* on and off at once */
	interrupts(&b, 1);
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 6);
	poke(&b, PMLCB(1), 0);
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 7);
	poke(&b, PMLCA(1), ON_INTERRUPTS); /* another event, and no more */
	frames(&b, 1);
	assert_int_equal(peek(&b, PMC(1)), 7);
	bench_stop(&b);
}

/* PMC0 between two frames: from the one that moves PMC1 to PMC2's overflow. */
TEST(triggers_of_pmc0)
{
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, PMLCB(0), TRIGGER(1u, 1u, 2u, 2u));
	poke(&b, PMC0_FIRST, 0);
	poke(&b, PMLCA(1), ON_FRAMES);
	poke(&b, PMLCA(2), ON_INTERRUPTS);
	poke(&b, PMC(2), 0x7FFFFFFF);
	bench_at(&b, 50);
	assert_int_equal(peek(&b, PMC0_FIRST), 0);
	frame_at(&b, 70);
	bench_at(&b, 100);
	assert_int_equal(peek(&b, PMC0_FIRST), 30);
	bench_at(&b, 110);
	interrupts(&b, 1);
	bench_at(&b, 200);
	assert_int_equal(peek(&b, PMC0_FIRST), 40);
	bench_stop(&b);
}

/* On the MPC8548 nothing says what chaining events are; nor that Ref:36 is
 * its first controller's. */
TEST(an_mpc8548_has_what_is_established)
{
	struct bench b = { .options.part = PQ3_MPC8548 };
	static const uint8_t unknown[] = { 1, 2, 11, 19, 36 };
	uint16_t code;

	bench_start(&b);
	for (unsigned i = 0; i < sizeof(unknown); i++) {
		poke(&b, PMLCA(1), (uint32_t)unknown[i] << 16);
		assert_true(pq3_counts_unmodelled(b.p, &code));
		assert_int_equal(code, unknown[i]);
	}
	frames(&b, 4);
	assert_int_equal(peek(&b, PMC(1)), 0);
	poke(&b, PMLCA(1), 0x00160000); /* Ref:22 */
	assert_false(pq3_counts_unmodelled(b.p, &code));
	bench_stop(&b);
}
