/* SPDX-License-Identifier: MIT */
/*
 * The register model of XScale's second monitor: what the manuals leave open,
 * and what they call unpredictable or forbid.
 */
#include <stdint.h>

#include "pmu_xsc2_bench.h"
#include "test.h"

/* Poisoned, exactly the bits that read unpredictable move. */
TEST(poison)
{
	const struct {
		struct tally_reg reg;
		uint32_t moves, is;
	} rows[] = { { pmnc, 0x00FFFFF6, 0x14000009 },
		     { inten, 0xFFFFFFE0, 0x05 },
		     { flag, 0xFFFFFFE0, 0x02 },
		     { evtsel, 0, 0x090C0B0A },
		     { ccnt, 0, 1234 },
		     { pmn[3], 0, 77 } };
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, true, 5);
	p.id = 0x14;
	put(&p, evtsel, 0x090C0B0A);
	put(&p, ccnt, 1234);
	put(&p, pmn[0], UINT32_MAX);
	put(&p, pmn[3], 77);
	put(&p, inten, 5);
	put(&p, pmnc, 9);
	pmu_xsc2_tick(&p, 0xA, 1);
	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		uint32_t any = 0, all = UINT32_MAX;

		for (unsigned k = 0; k < 200; k++) {
			uint32_t value = get(&p, rows[i].reg);

			any |= value;
			all &= value;
		}
		assert_int_equal(all, rows[i].is);
		assert_int_equal(any, rows[i].is | rows[i].moves);
	}
}

/* E, INTEN and FLAG are 0; all else some seed has set. */
TEST(reset_values)
{
	uint32_t seen[5 + XSC2_PMNS] = { 0 };

	for (uint64_t seed = 0; seed < 200; seed++) {
		struct pmu_xsc2 p;

		pmu_xsc2_init(&p, true, seed);
		p.poison = false; /* junk of reads is another matter */
		seen[0] |= get(&p, pmnc);
		seen[1] |= get(&p, inten);
		seen[2] |= get(&p, flag);
		seen[3] |= get(&p, evtsel);
		seen[4] |= get(&p, ccnt);
		for (unsigned i = 0; i < XSC2_PMNS; i++)
			seen[5 + i] |= get(&p, pmn[i]);
	}
	assert_int_equal(seen[0], 0xFF000008); /* no ID is known, nor D */
	assert_int_equal(seen[1], 0);
	assert_int_equal(seen[2], 0);
	for (unsigned i = 3; i < 5 + XSC2_PMNS; i++)
		assert_int_equal(seen[i], UINT32_MAX);
}

/* The monitor remembers what a driver must not do. */
TEST(breaches)
{
	const struct {
		struct tally_reg reg;
		uint32_t before, value; /* PMNC, then the write */
		bool breach;
	} rows[] = {
		{ evtsel, 0, 0xFFFFFFFF, false },
		{ evtsel, 1, 0xFFFFFFFF, true }, /* E is set */
		{ pmnc, 0, 6, false },           /* off before and after */
		{ pmnc, 0, 7, false },           /* enables */
		{ pmnc, 1, 7, false },           /* stays enabled */
		{ pmnc, 1, 0, false },
		{ pmnc, 1, 2, true }, /* resets and disables */
		{ pmnc, 1, 4, true },
		{ pmnc, 0, 0x10, true }, /* 23:4 are written 0 */
		{ pmnc, 0, 0x800000, true },
		{ pmnc, 0, 0x14000000, false }, /* ID is ignored */
		{ inten, 1, 0x1F, false },
		{ inten, 0, 0x20, true },
		{ flag, 1, 0x1F, false },
		{ flag, 0, 0x80000000, true },
		{ ccnt, 1, 1, false }, /* nothing forbids it */
		{ pmn[2], 1, 1, false },
	};

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct pmu_xsc2 p;

		pmu_xsc2_init(&p, true, i);
		put(&p, pmnc, rows[i].before);
		assert_null(p.breach);
		put(&p, rows[i].reg, rows[i].value);
		assert_int_equal(p.breach != NULL, rows[i].breach);
	}
}
