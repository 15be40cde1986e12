/* SPDX-License-Identifier: MIT */
/*
 * The registers of a PowerQUICC III's Ethernet controllers: which are there,
 * what they keep, and the counters of frames.
 */
#include "test.h"
#include "tsec_bench.h"

TEST(registers)
{
	struct bench b = { 0 };
	uint32_t value;

	bench_start(&b);
	assert_int_equal(peek(&b, T1(MACCFG2)), 0x7000);
	assert_int_equal(peek(&b, T1(MAXFRM)), 0x600);
	assert_int_equal(peek(&b, T1(MACSTNADDR1)), 0x0100009F);
	assert_int_equal(peek(&b, T1(MACSTNADDR2)), 0x04000000);
	assert_int_equal(peek(&b, T1(MIIMSTAT)), 0xFFFF);
	poke(&b, T1(0x7FC), 5); /* no register */
	assert_int_equal(peek(&b, T1(0x7FC)), 0);
	poke(&b, T1(RXIC), 6);
	poke(&b, T1(RBPTR), 0x8018);
	poke(&b, T1(TBPTR), 0x9018);
	poke(&b, T1(MIIMCFG), 3);
	poke(&b, T1(TQUEUE), 3); /* eTSEC only */
	assert_int_equal(peek(&b, T1(TBPTR)), 0x9018);
	assert_int_equal(peek(&b, T1(MIIMCFG)), 3);
	assert_int_equal(peek(&b, T1(TQUEUE)), 0);
	assert_int_equal(peek(&b, T1(RXIC)), 6);
	assert_int_equal(peek(&b, T1(RBPTR)), 0x8018);
	poke(&b, T1(MAC01ADDR1), 5); /* eTSEC only */
	assert_int_equal(peek(&b, T1(MAC01ADDR1)), 0);
	assert_int_equal(peek(&b, T1(TSEC_ID)), 0);
	/* the second is there, a third is not */
	assert_int_equal(peek(&b, 0x25000 + MACSTNADDR1), 0x0200009F);
	assert_false(pq3_read(b.p, b.cycle, 0x26000 + MACSTNADDR1, &value));
	assert_false(pq3_write(b.p, b.cycle, 0x26000 + MACSTNADDR1, 0));
	assert_false(pq3_read(b.p, b.cycle, 0x40000, &value)); /* the PIC */
	assert_false(pq3_write(b.p, b.cycle, 0x4500, value));  /* DUART */
	/* counters: off, counting, cleared on reading, cleared */
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	tsec_mib(&b.p->tsec[0], TFRG, 3);
	assert_int_equal(peek(&b, T1(RPKT)), 3);
	poke(&b, T1(ECNTRL), ECNTRL_STEN | ECNTRL_AUTOZ);
	assert_int_equal(peek(&b, T1(TFRG)), 3);
	assert_int_equal(peek(&b, T1(TFRG)), 0);
	assert_int_equal(peek(&b, T1(RPKT)), 3);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	tsec_mib(&b.p->tsec[0], RPKT, 3);
	tsec_mib(&b.p->tsec[0], TFRG, 3);
	poke(&b, T1(ECNTRL), ECNTRL_STEN | ECNTRL_CLRCNT);
	assert_int_equal(peek(&b, T1(RPKT)), 0);
	assert_int_equal(peek(&b, T1(TFRG)), 0);
	bench_stop(&b);
}

/* Sizes at both sides of each bound. */
TEST(sizes)
{
	static const struct {
		uint16_t bytes, counter;
	} want[] = {
		{ 64, TR64 },    { 65, TR127 },   { 127, TR127 },
		{ 128, TR255 },  { 255, TR255 },  { 256, TR511 },
		{ 511, TR511 },  { 512, TR1K },   { 1023, TR1K },
		{ 1024, TRMAX }, { 1518, TRMAX }, { 1519, TRMGV },
		{ 1522, TRMGV }, { 1523, ROVR },
	};
	struct bench b = { 0 };

	bench_start(&b);
	poke(&b, T1(ECNTRL), ECNTRL_STEN);
	for (unsigned i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		uint32_t before = peek(&b, T1(want[i].counter));

		tsec_mib_size(&b.p->tsec[0], want[i].bytes);
		assert_int_equal(peek(&b, T1(want[i].counter)), before + 1);
	}
	bench_stop(&b);
}

/* An eTSEC of the MPC8548, and a frame beyond MAXFRM. */
TEST(an_etsec)
{
	struct traffic t = { 0 };
	struct bench b = { .options.part = PQ3_MPC8548,
			   .options.frames = &t.frames };

	add(&t, station, 1600);
	bench_start(&b);
	assert_int_equal(peek(&b, T1(TSEC_ID)), 0x01240000);
	assert_int_equal(peek(&b, 0x27000 + MACSTNADDR1), 0x0400009F);
	ring(&b, 1, 1984);
	receive(&b);
	bench_at(&b, 10000);
	assert_int_equal(get16(&b, RING), 0x3C20); /* W, I, L, F, LG */
	assert_int_equal(get16(&b, RING + 2), 1604);
	assert_int_equal(N(DDR_TSECS_RW), N(TSEC1_DDR_RW));
	bench_stop(&b);
}
