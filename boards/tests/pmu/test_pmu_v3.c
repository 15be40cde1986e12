/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3: every register to the bit.  Values are from the field
 * tables of [DDI0487 D24.5, G8.4], worked out in the comments.
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "models.h"
#include "pmu_v3_bench.h"
#include "test.h"

TEST(addresses)
{
	/* S3_3_C9_C12_0: 0xC000 + 0x1800 + 0x480 + 0x60 */
	assert_int_equal(PMCR.addr, 0xDCE0);
	/* S3_0_C9_C14_1: 0xC000 + 0x480 + 0x70 + 1 */
	assert_int_equal(PMINTENSET.addr, 0xC4F1);
	/* S3_3_C14_C15_7: 0xC000 + 0x1800 + 0x700 + 0x78 + 7 */
	assert_int_equal(PMCCFILTR.addr, 0xDF7F);
	assert_int_equal(PMEVTYPER(31).addr, PMCCFILTR.addr);
	/* S3_3_C14_C11_6: the last counter */
	assert_int_equal(PMEVCNTR(30).addr, 0xDF5E);
}

/* PMCR: IMP 0x41, IDCODE by core, N = 6 << 11 = 0x3000.  As measured on QEMU
 * 7.2: 41033000, 41013000, 41023000. */
TEST(pmcr)
{
	const struct {
		enum pmu_kind kind;
		uint32_t read_only, kept, always;
	} rows[] = {
		/* kept: LC, DP, X, D, E; no LP before p5 */
		{ PMU_CORTEX_A53, 0x41033000, 0x79, 0 },
		{ PMU_CORTEX_A57, 0x41013000, 0x79, 0 },
		{ PMU_CORTEX_A72, 0x41023000, 0x79, 0 },
		/* no AArch32, no export bus: LP, DP, E; LC is 1 */
		{ PMU_V3P5, 0x00003000, 0xA1, LC },
	};
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, rows[i].kind, NULL);
		assert_int_equal(get(&b, PMCR),
				 rows[i].read_only | rows[i].always);
		put(&b, PMCR, UINT64_MAX);
		assert_int_equal(get(&b, PMCR), rows[i].read_only |
							rows[i].always |
							rows[i].kept);
		put(&b, PMCR, 0);
		assert_int_equal(get(&b, PMCR),
				 rows[i].read_only | rows[i].always);
		pmu_free(b.p);
	}
}

/* Each pair is one word: bits 31 and 5:0. */
static void pair(struct v3_bench *b, struct tally_reg set,
		 struct tally_reg clear)
{
	assert_int_equal(get(b, set), 0);
	put(b, set, UINT64_MAX);
	assert_int_equal(get(b, set), 0x8000003F);
	assert_int_equal(get(b, clear), 0x8000003F);
	put(b, set, 0);
	put(b, clear, 0);
	assert_int_equal(get(b, clear), 0x8000003F);
	put(b, clear, 0x80000005);
	assert_int_equal(get(b, set), 0x3A);
	put(b, set, 1);
	assert_int_equal(get(b, clear), 0x3B);
	put(b, clear, UINT64_MAX);
	assert_int_equal(get(b, set), 0);
}

TEST(pairs)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		pair(&b, PMCNTENSET, PMCNTENCLR);
		pair(&b, PMOVSSET, PMOVSCLR);
		pair(&b, PMINTENSET, PMINTENCLR);
		pmu_free(b.p);
	}
}

/* Filters P, U, NSK, NSU, NSH, M in 31:26; evtCount 9:0, from p1 on 15:0. */
TEST(types)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		uint32_t events = v3_kinds[i] == PMU_V3P5 ? 0xFFFF : 0x3FF;

		begin(&b, v3_kinds[i], NULL);
		for (unsigned n = 0; n < 6; n++) {
			put(&b, PMEVTYPER(n), UINT64_MAX);
			assert_int_equal(get(&b, PMEVTYPER(n)),
					 0xFC000000 | events);
			put(&b, PMEVTYPER(n), n);
		}
		put(&b, PMCCFILTR, UINT64_MAX);
		assert_int_equal(get(&b, PMCCFILTR), 0xFC000000);
		for (unsigned n = 0; n < 6; n++) {
			put(&b, PMSELR, n);
			assert_int_equal(get(&b, PMXEVTYPER), n);
			put(&b, PMXEVTYPER, 0x08000011);
			assert_int_equal(get(&b, PMEVTYPER(n)), 0x08000011);
		}
		put(&b, PMSELR, 31);
		assert_int_equal(get(&b, PMXEVTYPER), 0xFC000000);
		put(&b, PMXEVTYPER, 0x08000011);
		assert_int_equal(get(&b, PMCCFILTR), 0x08000000);
		pmu_free(b.p);
	}
}

TEST(counters)
{
	const uint64_t value = UINT64_C(0x123456789ABCDEF0);
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		/* 63:32 are RES0 before p5 */
		uint64_t kept =
			v3_kinds[i] == PMU_V3P5 ? value : (uint32_t)value;

		begin(&b, v3_kinds[i], NULL);
		for (unsigned n = 0; n < 6; n++) {
			put(&b, PMEVCNTR(n), value + n);
			assert_int_equal(get(&b, PMEVCNTR(n)), kept + n);
			put(&b, PMSELR, n);
			assert_int_equal(get(&b, PMXEVCNTR), kept + n);
			put(&b, PMXEVCNTR, value + 2 * n);
			assert_int_equal(get(&b, PMEVCNTR(n)), kept + 2 * n);
		}
		put(&b, PMCCNTR, value);
		assert_int_equal(get(&b, PMCCNTR), value);
		put(&b, PMCR, C); /* the cycle counter, all 64 bits */
		assert_int_equal(get(&b, PMCCNTR), 0);
		assert_int_equal(get(&b, PMEVCNTR(5)), kept + 10);
		put(&b, PMCCNTR, value);
		put(&b, PMOVSSET, 0x80000001);
		put(&b, PMCR, P); /* the event counters; no flag */
		for (unsigned n = 0; n < 6; n++)
			assert_int_equal(get(&b, PMEVCNTR(n)), 0);
		assert_int_equal(get(&b, PMCCNTR), value);
		assert_int_equal(get(&b, PMOVSCLR), 0x80000001);
		pmu_free(b.p);
	}
}

TEST(the_small_ones)
{
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		begin(&b, v3_kinds[i], NULL);
		assert_int_equal(get(&b, PMUSERENR), 0);
		put(&b, PMUSERENR, UINT64_MAX); /* ER, CR, SW, EN */
		assert_int_equal(get(&b, PMUSERENR), 0xF);
		put(&b, PMSELR, UINT64_MAX);
		assert_int_equal(get(&b, PMSELR), 31);
		put(&b, PMSELR, 4);
		assert_int_equal(get(&b, PMSELR), 4);
		assert_int_equal(try_get(&b, PMSWINC, true), PMU_UNDEFINED);
		assert_int_equal(try_put(&b, PMCEID0, true), PMU_UNDEFINED);
		assert_int_equal(try_put(&b, PMCEID1, true), PMU_UNDEFINED);
		pmu_free(b.p);
	}
}

/* PMCEID as of the cores, and the rows agree: bit e of PMCEID0 for event e,
 * of PMCEID1 for 0x20 + e; the upper halves for 0x4000 on. */
TEST(pmceid)
{
	const struct {
		enum pmu_kind kind;
		uint64_t low, high;
	} rows[] = {
		{ PMU_CORTEX_A53, 0x67FFBFFF, 0 },
		{ PMU_CORTEX_A57, 0x7FFF0F3F, 0 },
		{ PMU_CORTEX_A72, 0x7FFF0F3F, 0 },
		/* 0x4006 is bit 38; 21 to 24, 2D, 2F, 34, 35, 39, 3C */
		{ PMU_V3P5, UINT64_C(0x407FFFFFFF), 0x1230A01E },
	};
	struct v3_bench b;

	for (unsigned i = 0; i < V3_KINDS; i++) {
		uint64_t told[2] = { 0, 0 };
		unsigned count;
		const struct pmu_event *e =
			pmu_events(pmu_of(rows[i].kind), &count);

		for (unsigned k = 0; k < count; k++) {
			unsigned code = e[k].code;

			assert_true(k == 0 || e[k - 1].code < code);
			assert_true(strlen(e[k].name) < 48);
			if (code < 0x40)
				told[code >> 5] |= UINT64_C(1) << (code & 31);
			else if (code >= 0x4000 && code < 0x4040)
				told[code >> 5 & 1] |= UINT64_C(1)
						       << (32 + (code & 31));
		}
		begin(&b, rows[i].kind, NULL);
		assert_int_equal(get(&b, PMCEID0), rows[i].low);
		assert_int_equal(get(&b, PMCEID1), rows[i].high);
		assert_int_equal(told[0], rows[i].low);
		assert_int_equal(told[1], rows[i].high);
		pmu_free(b.p);
	}
}

/* 58: Arm's 59 less the disputed 0x0E.  84: Arm's. */
TEST(events)
{
	unsigned count;

	pmu_events(pmu_of(PMU_CORTEX_A53), &count);
	assert_int_equal(count, 58);
	pmu_events(pmu_of(PMU_CORTEX_A57), &count);
	assert_int_equal(count, 84);
	pmu_events(pmu_of(PMU_CORTEX_A72), &count);
	assert_int_equal(count, 84);
}

TEST(identity)
{
	/* implementer 0x41, architecture 0xF, parts D03, D07, D08 */
	assert_int_equal(pmu_identity(pmu_of(PMU_CORTEX_A53))->midr &
				 0xFF0FFFF0,
			 0x410FD030);
	assert_int_equal(pmu_identity(pmu_of(PMU_CORTEX_A57))->midr &
				 0xFF0FFFF0,
			 0x410FD070);
	assert_int_equal(pmu_identity(pmu_of(PMU_CORTEX_A72))->midr &
				 0xFF0FFFF0,
			 0x410FD080);
	/* PMUv3 is 1 and 3, p5 is 6 */
	assert_int_equal(pmu_identity(pmu_of(PMU_CORTEX_A53))->pmuver, 1);
	assert_int_equal(pmu_identity(pmu_of(PMU_CORTEX_A53))->perfmon, 3);
	assert_int_equal(pmu_identity(pmu_of(PMU_V3P5))->pmuver, 6);
	assert_null(pmu_identity(pmu_of(PMU_ARM1176)));
}

/* Registers that are not there, in this version or at all. */
TEST(nothing_else)
{
	const struct tally_reg none[] = {
		v3_reg(TALLY_SYS(3, 3, 9, 13, 4)),          /* PMZR, p9 */
		v3_reg(TALLY_SYS(3, 0, 9, 14, 4)),          /* PMUACR, p9 */
		v3_reg(TALLY_SYS(3, 0, 9, 12, 0)),          /* not op1 3 */
		v3_reg(TALLY_SYS(3, 3, 9, 14, 1)),          /* not op1 0 */
		v3_reg(TALLY_SYS(2, 3, 9, 12, 0)),          /* not op0 3 */
		v3_reg(TALLY_SYS(3, 3, 14, 11, 7)),         /* no PMEVCNTR31 */
		v3_reg(TALLY_SYS(3, 3, 14, 7, 0)),          /* timers */
		v3_reg(TALLY_SYS(3, 0, 14, 8, 0)),          /* not op1 3 */
		v3_reg(TALLY_SYS(3, 3, 8, 12, 0)),          /* not c9 */
		{ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 }, /* ARM11's */
		{ TALLY_CP(1, 9, 12, 0), TALLY_CP15, 32 },
		{ TALLY_CP(0, 9, 12, 0), TALLY_CP14, 32 },
		{ TALLY_CP(0, 9, 14, 4), TALLY_CP15, 32 }, /* PMCEID2, p1 */
	};
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		assert_int_equal(try_get(&b, none[i], true), PMU_NONE);
		assert_int_equal(try_put(&b, none[i], true), PMU_NONE);
	}
	assert_int_equal(try_get(&b, PMMIR, true), PMU_NONE);
	pmu_free(b.p);
	begin(&b, PMU_V3P5, NULL); /* since p4; without AArch32 */
	assert_int_equal(get(&b, PMMIR), 0);
	assert_int_equal(try_put(&b, PMMIR, true), PMU_UNDEFINED);
	assert_int_equal(try_get(&b, A32_C9(12, 0), true), PMU_NONE);
	pmu_free(b.p);
}

/* AArch32 sees the same state: all of c9 and c14. */
TEST(aarch32)
{
	const struct {
		struct tally_reg a64, a32;
	} same[] = {
		{ PMCR, A32_C9(12, 0) },
		{ PMCNTENSET, A32_C9(12, 1) },
		{ PMCNTENCLR, A32_C9(12, 2) },
		{ PMOVSCLR, A32_C9(12, 3) },
		{ PMSELR, A32_C9(12, 5) },
		{ PMCEID0, A32_C9(12, 6) },
		{ PMCEID1, A32_C9(12, 7) },
		{ PMCCNTR, A32_C9(13, 0) },
		{ PMXEVTYPER, A32_C9(13, 1) },
		{ PMXEVCNTR, A32_C9(13, 2) },
		{ PMUSERENR, A32_C9(14, 0) },
		{ PMINTENSET, A32_C9(14, 1) },
		{ PMINTENCLR, A32_C9(14, 2) },
		{ PMOVSSET, A32_C9(14, 3) },
		{ PMEVCNTR(3), A32_C14(8, 3) },
		{ PMEVTYPER(3), A32_C14(12, 3) },
		{ PMCCFILTR, A32_C14(15, 7) },
	};
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A57, NULL);
	put(&b, PMCR, DP);
	put(&b, PMCNTENSET, 0x80000001);
	put(&b, PMOVSSET, 0x02);
	put(&b, PMINTENSET, 0x04);
	put(&b, PMSELR, 3);
	put(&b, PMUSERENR, 5);
	put(&b, PMCCNTR, 0x12345);
	put(&b, PMEVCNTR(3), 0x333);
	put(&b, PMEVTYPER(3), 0x08000011);
	put(&b, PMCCFILTR, 0x40000000);
	for (unsigned i = 0; i < sizeof(same) / sizeof(same[0]); i++)
		assert_int_equal(get(&b, same[i].a32), get(&b, same[i].a64));
	pmu_free(b.p);
}

/* Its PMCCNTR is the lower half and leaves the upper alone; its types have no
 * M bit. */
TEST(aarch32_halves)
{
	struct v3_bench b;

	begin(&b, PMU_CORTEX_A53, NULL);
	put(&b, PMCCNTR, UINT64_C(0x1122334455667788));
	assert_int_equal(get(&b, A32_C9(13, 0)), 0x55667788);
	put(&b, A32_C9(13, 0), 0xAABBCCDD);
	assert_int_equal(get(&b, PMCCNTR), UINT64_C(0x11223344AABBCCDD));
	put(&b, A32_C14(12, 0), 0xFFFFFFFF);
	assert_int_equal(get(&b, PMEVTYPER(0)), 0xF80003FF);
	put(&b, PMEVTYPER(0), 0x04000008);
	assert_int_equal(get(&b, A32_C14(12, 0)), 8);
	put(&b, A32_C14(12, 0), 0x11);
	assert_int_equal(get(&b, PMEVTYPER(0)), 0x04000011);
	pmu_free(b.p);
}
