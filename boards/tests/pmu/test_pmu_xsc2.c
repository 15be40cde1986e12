/* SPDX-License-Identifier: MIT */
/*
 * The register model of XScale's second monitor, that other tests hold a
 * driver against.  Numbers like X10 are worked examples of the documents.
 */
#include <stdint.h>

#include "pmu_xsc2_bench.h"
#include "test.h"

/* ID in 31:24, C and P do not stay; five bits of INTEN; EVTSEL and counters
 * keep all. */
TEST(registers_read_back)
{
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, false, 0);
	assert_int_equal(get(&p, pmnc), 0x14000000);
	assert_int_equal(get(&p, inten) | get(&p, flag) | get(&p, evtsel), 0);
	put(&p, evtsel, 0x090C0B0A);
	assert_int_equal(get(&p, evtsel), 0x090C0B0A);
	put(&p, pmnc, 0xFF00000F); /* writes to the ID are ignored */
	assert_int_equal(get(&p, pmnc), 0x14000009);
	put(&p, inten, 0x1F);
	assert_int_equal(get(&p, inten), 0x1F);
	put(&p, flag, 0x1F); /* software sets no flag */
	assert_int_equal(get(&p, flag), 0);
	put(&p, ccnt, 0x12345678);
	assert_int_equal(get(&p, ccnt), 0x12345678);
	for (unsigned i = 0; i < XSC2_PMNS; i++) {
		put(&p, pmn[i], 0xFFFF0000 + i);
		assert_int_equal(get(&p, pmn[i]), 0xFFFF0000 + i);
	}
	assert_null(p.breach);
}

static void some_events(struct pmu_xsc2 *p)
{
	pmu_xsc2_cycles(p, 1000);
	pmu_xsc2_tick(p, 0x0, 20);
	pmu_xsc2_tick(p, 0x7, 400);
	pmu_xsc2_tick(p, 0x9, 6);
	pmu_xsc2_tick(p, 0xA, 300);
	pmu_xsc2_tick(p, 0xB, 30);
	pmu_xsc2_tick(p, 0xC, 9);
	pmu_xsc2_tick(p, 0xFF, 5); /* not an event: idle */
}

/* X10: EVTSEL 0xFFFF0007 is PMN0 7, PMN1 0, others idle; X11: 0x090C0B0A. */
TEST(events_and_enable)
{
	const struct {
		uint32_t evtsel, pmn[XSC2_PMNS];
	} rows[] = { { 0xFFFF0007, { 400, 20, 0, 0 } },
		     { 0x090C0B0A, { 300, 30, 9, 6 } } };

	for (unsigned i = 0; i < 2; i++) {
		struct pmu_xsc2 p;

		pmu_xsc2_init(&p, i, 3);
		put(&p, pmnc, 0); /* D may be junk */
		put(&p, evtsel, rows[i].evtsel);
		put(&p, pmnc, 6); /* C and P with E off before and after */
		some_events(&p);
		put(&p, pmnc, 1);
		some_events(&p);
		put(&p, pmnc, 0);
		some_events(&p);
		assert_int_equal(get(&p, ccnt), 1000);
		for (unsigned k = 0; k < XSC2_PMNS; k++)
			assert_int_equal(get(&p, pmn[k]), rows[i].pmn[k]);
		assert_int_equal(p.cycles, 3000); /* the truth has it all */
		assert_int_equal(p.events[7], 1200);
		assert_null(p.breach);
	}
}

/* C is CCNT alone, P the four others. */
TEST(reset_bits)
{
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, false, 0);
	for (unsigned round = 0; round < 2; round++) {
		put(&p, ccnt, 10);
		for (unsigned i = 0; i < XSC2_PMNS; i++)
			put(&p, pmn[i], 20 + i);
		put(&p, pmnc, round ? 2 : 4);
		assert_int_equal(get(&p, ccnt), round ? 10 : 0);
		for (unsigned i = 0; i < XSC2_PMNS; i++)
			assert_int_equal(get(&p, pmn[i]), round ? 0 : 20 + i);
	}
	assert_null(p.breach);
}

/* X14 and the index trap: bit 0 is CCNT, bit i + 1 PMNi. */
TEST(wraps)
{
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, false, 0);
	put(&p, evtsel, 0x090C0B0A);
	put(&p, pmnc, 1);
	put(&p, ccnt, UINT32_MAX);
	for (unsigned i = 0; i < XSC2_PMNS; i++)
		put(&p, pmn[i], UINT32_MAX - i);
	pmu_xsc2_cycles(&p, 1);
	assert_int_equal(get(&p, ccnt), 0);
	assert_int_equal(get(&p, flag), 0x01);
	pmu_xsc2_tick(&p, 0xA, 1);
	assert_int_equal(get(&p, flag), 0x03);
	pmu_xsc2_tick(&p, 0xB, 1);
	assert_int_equal(get(&p, flag), 0x03);
	pmu_xsc2_tick(&p, 0xB, 6); /* from -1, on over 0 */
	assert_int_equal(get(&p, pmn[1]), 5);
	assert_int_equal(get(&p, flag), 0x07);
	pmu_xsc2_tick(&p, 0xC, 3);
	pmu_xsc2_tick(&p, 0x9, 4);
	assert_int_equal(get(&p, flag), 0x1F);
	put(&p, flag, 0);
	assert_int_equal(get(&p, flag), 0x1F);
	put(&p, pmnc, 0);
	put(&p, pmnc, 6); /* resetting the counters leaves the flags */
	assert_int_equal(get(&p, flag), 0x1F);
	put(&p, flag, 0x0A);
	assert_int_equal(get(&p, flag), 0x15);
	assert_null(p.breach);

	/* X12: the 1000th event wraps; a whole 2^32 does from anywhere. */
	put(&p, flag, 0x1F);
	put(&p, pmn[0], 0xFFFFFC18);
	put(&p, pmn[1], 77);
	put(&p, pmnc, 1);
	pmu_xsc2_tick(&p, 0xA, 999);
	assert_int_equal(get(&p, flag), 0);
	pmu_xsc2_tick(&p, 0xA, 1);
	assert_int_equal(get(&p, flag), 0x02);
	pmu_xsc2_tick(&p, 0xB, UINT64_C(1) << 32);
	assert_int_equal(get(&p, flag), 0x06);
	assert_int_equal(get(&p, pmn[1]), 77);
}

/* X13: with D, 2^38 clocks roll CCNT over; PMNs are not divided. */
TEST(divider)
{
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, false, 0);
	put(&p, evtsel, 0xFFFFFF01); /* stall cycles */
	put(&p, pmnc, 9);
	pmu_xsc2_cycles(&p, 63);
	pmu_xsc2_tick(&p, 1, 63);
	assert_int_equal(get(&p, ccnt), 0);
	assert_int_equal(get(&p, pmn[0]), 63);
	pmu_xsc2_cycles(&p, 1);
	assert_int_equal(get(&p, ccnt), 1);
	put(&p, pmnc, 8);
	put(&p, pmnc, 13);
	pmu_xsc2_cycles(&p, (UINT64_C(1) << 38) - 1);
	assert_int_equal(get(&p, ccnt), UINT32_MAX);
	assert_int_equal(get(&p, flag), 0);
	pmu_xsc2_cycles(&p, 1);
	assert_int_equal(get(&p, ccnt), 0);
	assert_int_equal(get(&p, flag), 1);
	assert_null(p.breach);
}

/* X15: the request is FLAG and INTEN; E off leaves it, either bit off or the
 * flag written 1 drops it. */
TEST(request)
{
	for (unsigned i = 0; i < 1 + XSC2_PMNS; i++) {
		const uint32_t bit = 1u << i;
		struct pmu_xsc2 p;

		pmu_xsc2_init(&p, false, 0);
		put(&p, evtsel, 0x090C0B0A);
		put(&p, ccnt, UINT32_MAX);
		for (unsigned k = 0; k < XSC2_PMNS; k++)
			put(&p, pmn[k], UINT32_MAX);
		put(&p, inten, bit);
		put(&p, pmnc, 1);
		assert_false(pmu_xsc2_irq(&p));
		some_events(&p); /* all five wrap */
		assert_true(pmu_xsc2_irq(&p));
		put(&p, pmnc, 0);
		assert_true(pmu_xsc2_irq(&p));
		put(&p, inten, 0);
		assert_false(pmu_xsc2_irq(&p));
		put(&p, inten, bit);
		assert_true(pmu_xsc2_irq(&p));
		put(&p, flag, 0x1F & ~bit);
		assert_true(pmu_xsc2_irq(&p));
		put(&p, flag, bit);
		assert_false(pmu_xsc2_irq(&p));
		put(&p, inten, 0x1F);
		assert_false(pmu_xsc2_irq(&p));
		assert_null(p.breach);
	}
}

/* User mode is Undefined everywhere; what is near is not there. */
TEST(access_and_neighbours)
{
	const struct tally_reg all[] = { pmnc,   ccnt,   inten,  flag,  evtsel,
					 pmn[0], pmn[1], pmn[2], pmn[3] };
	/* The first kind's four, what lies between and beside, opc1, opc2. */
	static const uint32_t none[] = {
		TALLY_CP(0, 0, 0, 0), TALLY_CP(0, 1, 0, 0),
		TALLY_CP(0, 2, 0, 0), TALLY_CP(0, 3, 0, 0),
		TALLY_CP(0, 2, 1, 0), TALLY_CP(0, 3, 1, 0),
		TALLY_CP(0, 4, 2, 0), TALLY_CP(0, 2, 3, 0),
		TALLY_CP(1, 0, 1, 0), TALLY_CP(0, 0, 1, 1),
	};
	const struct tally_reg cp15 = { TALLY_CP(0, 0, 1, 0), TALLY_CP15, 32 };
	struct pmu_xsc2 p;
	uint64_t v;

	pmu_xsc2_init(&p, false, 0);
	for (unsigned i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		put(&p, all[i], 1);
		assert_int_equal(pmu_xsc2_write(&p, &all[i], false, 0),
				 PMU_UNDEFINED);
		assert_int_equal(pmu_xsc2_read(&p, &all[i], false, &v),
				 PMU_UNDEFINED);
		assert_int_equal(get(&p, all[i]) & 1, i != 3); /* a flag */
	}
	for (unsigned i = 0; i < sizeof(none) / sizeof(none[0]); i++) {
		const struct tally_reg reg = { none[i], TALLY_CP14, 32 };

		assert_int_equal(pmu_xsc2_write(&p, &reg, true, 0), PMU_NONE);
		assert_int_equal(pmu_xsc2_read(&p, &reg, true, &v), PMU_NONE);
	}
	assert_int_equal(pmu_xsc2_read(&p, &cp15, true, &v), PMU_NONE);
}

static void one_event_each(struct pmu_xsc2 *p, unsigned access)
{
	assert_int_equal(access, p->accesses);
	pmu_xsc2_tick(p, 7, 1);
}

/* A driver's way in: privileged, with the main ID, and with `before`. */
TEST(bus)
{
	static const struct tally_reg id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					     32 };
	static const struct tally_reg old = REG(0, 0);
	struct pmu_xsc2 p;

	pmu_xsc2_init(&p, false, 0);
	assert_int_equal(tally_bus_read(&p.bus, &id), 0x69054110);
	assert_int_equal(p.accesses, 0);
	tally_bus_write(&p.bus, &evtsel, 7);
	tally_bus_write(&p.bus, &pmnc, 1);
	p.before = one_event_each;
	assert_int_equal(tally_bus_read(&p.bus, &pmn[0]), 1);
	tally_bus_write(&p.bus, &pmnc, 0);
	assert_int_equal(tally_bus_read(&p.bus, &pmn[0]), 2);
	assert_int_equal(p.accesses, 5);
	assert_int_equal(p.writes, 3);
	assert_int_equal(p.events[7], 3);
	assert_int_equal(p.bus.status, TALLY_OK);
	tally_bus_read(&p.bus, &old);
	assert_int_equal(p.bus.status, TALLY_E_NOREG);
}
