/* SPDX-License-Identifier: MIT */
/*
 * Which frames an Ethernet controller of a PowerQUICC III lets in: its own
 * address, broadcasts, hash tables, and those of an eTSEC besides.
 */
#include "test.h"
#include "tsec_bench.h"

TEST(who_is_let_in)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	add(&t, station, 60);
	add(&t, other, 60);
	add(&t, group, 60);
	add(&t, everybody, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	receive(&b);
	bench_at(&b, SHORT_FRAME * 5);
	assert_int_equal(N(TSEC1_ACCEPTED), 2);
	assert_int_equal(N(TSEC1_REJECTED), 2);
	assert_int_equal(get16(&b, RING), 0x1C00);
	assert_int_equal(get16(&b, RING + 8), 0x1C80); /* BC */
	assert_int_equal(peek(&b, T1(RPKT)), 4);
	assert_int_equal(peek(&b, T1(RMCA)), 1);
	assert_int_equal(peek(&b, T1(RBCA)), 1);
	assert_int_equal(peek(&b, T1(RBYT)), 4 * 64);
	assert_int_equal(peek(&b, T1(TR64)), 4);
	bench_stop(&b);
}

TEST(promiscuous)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	add(&t, station, 60);
	add(&t, other, 60);
	add(&t, group, 60);
	add(&t, everybody, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	poke(&b, T1(RCTRL), RCTRL_PROM);
	receive(&b);
	bench_at(&b, SHORT_FRAME * 5);
	assert_int_equal(N(TSEC1_ACCEPTED), 4);
	assert_int_equal(get16(&b, RING), 0x1C00);
	assert_int_equal(get16(&b, RING + 8), 0x1D00);  /* M */
	assert_int_equal(get16(&b, RING + 16), 0x1D40); /* M, MC */
	assert_int_equal(get16(&b, RING + 24), 0x1C80);
	bench_stop(&b);
}

static enum tsec_match filter(const struct tsec *t, bool etsec,
			      const uint8_t *to)
{
	uint8_t frame[60] = { 0 };

	memcpy(frame, to, 6);
	return tsec_filter(t, etsec, frame);
}

/*
 * The hash by another way than the code's: the CRC shifted left, bit by bit as
 * on the wire, which is the definition in IEEE 802.3 with the polynomial
 * 0x04C11DB7.
 */
static uint32_t crc_by_bits(const uint8_t *a)
{
	uint32_t crc = UINT32_MAX;

	for (unsigned bit = 0; bit < 48; bit++) {
		uint32_t in = a[bit / 8] >> bit % 8 & 1;
		uint32_t out = crc >> 31;

		crc = crc << 1 ^ (in ^ out ? 0x04C11DB7 : 0);
	}
	return crc;
}

TEST(hash_tables)
{
	struct bench b = { 0 };
	struct tsec *t;

	bench_start(&b);
	t = &b.p->tsec[0];
	for (unsigned n = 0; n < 64; n++) {
		uint8_t one[6] = { 0x00, 0x11, 0x22, 0x33, 0x44, (uint8_t)n };
		uint8_t many[6] = { 0x01, 0x11, 0x22, 0x33, 0x44, (uint8_t)n };
		uint32_t hash = crc_by_bits(one), ghash = crc_by_bits(many);
		uint32_t reg = IADDR0 + 4 * (hash >> 29);
		uint32_t greg = GADDR0 + 4 * (ghash >> 29);

		assert_int_equal(filter(t, false, one), MATCH_NONE);
		poke(&b, T1(reg), UINT32_C(0x80000000) >> (hash >> 24 & 31));
		assert_int_equal(filter(t, false, one), MATCH_IND_HASH);
		poke(&b, T1(reg), ~(UINT32_C(0x80000000) >> (hash >> 24 & 31)));
		assert_int_equal(filter(t, false, one), MATCH_NONE);
		poke(&b, T1(reg), 0);
		poke(&b, T1(greg), UINT32_C(0x80000000) >> (ghash >> 24 & 31));
		assert_int_equal(filter(t, false, many), MATCH_GRP_HASH);
		poke(&b, T1(greg), 0);
		assert_int_equal(filter(t, false, many), MATCH_NONE);
	}
	bench_stop(&b);
}

TEST(extended_hash_and_exact_match)
{
	struct bench b = { .options.part = PQ3_MPC8548 };
	uint32_t hash = crc_by_bits(group) >> 23;
	uint32_t reg = (hash < 256 ? IADDR0 : GADDR0) + 4 * (hash / 32 % 8);
	struct tsec *t;

	bench_start(&b);
	t = &b.p->tsec[0];
	poke(&b, T1(RCTRL), RCTRL_GHTX);
	poke(&b, T1(reg), UINT32_C(0x80000000) >> hash % 32);
	assert_int_equal(filter(t, true, group), MATCH_GRP_HASH);
	poke(&b, T1(reg), 0);
	assert_int_equal(filter(t, true, group), MATCH_NONE);
	for (uint32_t i = 0; i < 32; i += 4) /* no individual hash then */
		poke(&b, T1(IADDR0 + i), UINT32_MAX);
	assert_int_equal(filter(t, true, other), MATCH_NONE);
	poke(&b, T1(RCTRL), 0);
	assert_int_equal(filter(t, true, other), MATCH_IND_HASH);
	for (uint32_t i = 0; i < 32; i += 4)
		poke(&b, T1(IADDR0 + i), 0);
	/* 00:0C:29:4E:56:78, its last byte first, in the 15th pair */
	poke(&b, T1(MAC15ADDR2 - 4), 0x78564E29);
	poke(&b, T1(MAC15ADDR2), 0x0C000000);
	assert_int_equal(filter(t, true, other), MATCH_NONE);
	poke(&b, T1(RCTRL), RCTRL_EMEN);
	assert_int_equal(filter(t, true, other), MATCH_STATION);
	assert_int_equal(filter(t, true, station), MATCH_STATION);
	assert_int_equal(filter(t, true, group), MATCH_NONE);
	bench_stop(&b);
}

TEST(broadcasts_refused)
{
	struct bench b = { 0 };
	struct tsec *t;

	bench_start(&b);
	t = &b.p->tsec[0];
	assert_int_equal(filter(t, false, everybody), MATCH_STATION);
	poke(&b, T1(RCTRL), RCTRL_BC_REJ);
	assert_int_equal(filter(t, false, everybody), MATCH_NONE);
	poke(&b, T1(RCTRL), RCTRL_BC_REJ | RCTRL_PROM);
	assert_int_equal(filter(t, false, everybody), MATCH_PROMISCUOUS);
	/* another station address: 0A:0B:0C:0D:0E:0F */
	poke(&b, T1(RCTRL), 0);
	poke(&b, T1(MACSTNADDR1), 0x0F0E0D0C);
	poke(&b, T1(MACSTNADDR2), 0x0B0A0000);
	assert_int_equal(
		filter(t, false, (const uint8_t *)"\x0A\x0B\x0C\x0D\x0E\x0F"),
		MATCH_STATION);
	assert_int_equal(filter(t, false, station), MATCH_NONE);
	bench_stop(&b);
}

TEST(hash_matches_are_counted)
{
	struct traffic t = { 0 };
	struct bench b = { .options.frames = &t.frames };

	add(&t, other, 60);
	add(&t, group, 60);
	bench_start(&b);
	ring(&b, 8, 1536);
	for (uint32_t i = 0; i < 32; i += 4) {
		poke(&b, T1(IADDR0 + i), UINT32_MAX);
		poke(&b, T1(GADDR0 + i), UINT32_MAX);
	}
	receive(&b);
	bench_at(&b, SHORT_FRAME * 3);
	assert_int_equal(N(TSEC1_ACC_IND_HASH), 1);
	assert_int_equal(N(TSEC1_ACC_GRP_HASH), 1);
	assert_int_equal(N(TSEC1_ACCEPTED), 2);
	bench_stop(&b);
}
