/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor's registers: enable, reset, preset, DBGACK, thresholds, and
 * what the accesses themselves do to the counts.  Offsets are Tally's own.
 */
#include "ahb_fixture.h"
#include "test.h"

enum {
	PAGE_SIZE = 0x16C,
	CTRL = 0x170,
	RST = 0x174,
	PRST = 0x178,
	THRESHOLD = 0x17C,
	ENABLE = 1,
	TRACK = 2,
	ALIGN = 4,
	ALL = 91,
};

static uint32_t value(enum ahb_counter counter)
{
	return get_monitor(4 * counter);
}

/* By a transfer on ARM-D, at the soonest; what it reads. */
static uint32_t transfer(uint32_t offset, bool write, uint32_t v)
{
	struct ahb_burst burst =
		write ? ahb_write_of(AHB_MONITOR_BASE + offset, 4, 1, AHB_DATA)
		      : ahb_read_of(AHB_MONITOR_BASE + offset, 4, 1, AHB_DATA);
	struct ahb_done done;

	burst.value[0] = v;
	ahb_transfer(f.ahb, AHB_ARMD, &burst, ahb_now(f.ahb), &done);
	assert_false(done.error);
	return done.value[0];
}

static void store(uint32_t offset, uint32_t v)
{
	transfer(offset, true, v);
}

static uint32_t load(enum ahb_counter counter)
{
	return transfer(4 * counter, false, 0);
}

/* A read of memory by ARM-D: two cells more, WB and the beat. */
static void touch(void)
{
	struct ahb_burst burst = ahb_read_of(0, 4, 1, AHB_DATA);
	struct ahb_done done;

	ahb_transfer(f.ahb, AHB_ARMD, &burst, ahb_now(f.ahb), &done);
}

#define CASE(test) TEST_WITH(test, fixture_setup, fixture_teardown)

/* Nothing counts after reset but CtTotalCycles. */
CASE(test_after_reset)
{
	fixture_go();
	touch();
	touch();
	ahb_advance(f.ahb, 50);
	assert_int_equal(value(CtTotalCycles), 50);
	for (unsigned i = 1; i < ALL; i++)
		assert_int_equal(get_monitor(4 * i), 0);
	assert_int_equal(get_monitor(CTRL), 0);
	assert_int_equal(get_monitor(PAGE_SIZE), 0);
	assert_int_equal(truth(CtArmdRd), 2); /* the truth has it */
}

/*
 * The write that enables has its WB in 1 and is over in 2: counting begins with
 * 3.  A read of memory: idle 3, WB 4, over in 5.  The write that disables: idle
 * 6, WB 7, over in 8, and counts: 3 to 8 are six cycles.
 */
CASE(test_enable)
{
	fixture_go();
	store(CTRL, ENABLE);
	assert_int_equal(ahb_now(f.ahb), 3);
	touch();
	assert_int_equal(ahb_now(f.ahb), 6);
	store(CTRL, 0);
	assert_int_equal(ahb_now(f.ahb), 9);
	ahb_advance(f.ahb, 20);
	touch();
	assert_int_equal(value(CtTotalCyclesEn), 6);
	assert_int_equal(value(CtTotalCyclesNonDebug), 6);
	assert_int_equal(value(CtArmdRd), 1);
	assert_int_equal(value(CtArmdWr), 1);
	assert_int_equal(value(CtArmdBurstSingle), 2);
	assert_int_equal(value(CtArmdWaitTotal), 2);
	assert_int_equal(value(CtArmdWaitNonSeqBus), 2);
	assert_int_equal(value(CtArmdWaitThresholdHit), 2);
	assert_int_equal(value(CtTotalCycles), ahb_now(f.ahb));
}

/* The write that resets is not counted, the transfer behind it is. */
CASE(test_reset)
{
	fixture_go();
	store(CTRL, ENABLE | ALIGN);
	store(PAGE_SIZE, 2);
	store(THRESHOLD + 4 * AHB_ARMD, 7);
	touch();
	store(RST, 0x12345678);
	for (unsigned i = 1; i < ALL; i++)
		assert_int_equal(get_monitor(4 * i), 0);
	assert_int_equal(value(CtTotalCycles), ahb_now(f.ahb));
	/* Settings stay. */
	assert_int_equal(get_monitor(CTRL), ENABLE | ALIGN);
	assert_int_equal(get_monitor(PAGE_SIZE), 2);
	assert_int_equal(get_monitor(THRESHOLD + 4 * AHB_ARMD), 7);
	touch();
	/* idle, WB, beat */
	assert_int_equal(value(CtTotalCyclesEn), 3);
	assert_int_equal(value(CtArmdRd), 1);
	assert_int_equal(value(CtArmdWr), 0);
	assert_int_equal(value(CtArmdWaitTotal), 1);
}

/* A read shows what was before it, and counts for the next one. */
CASE(test_reads_count)
{
	fixture_go();
	store(CTRL, ENABLE);
	assert_int_equal(load(CtArmdRd), 0);
	assert_int_equal(load(CtArmdRd), 1);
	assert_int_equal(load(CtArmdBurstSingle), 2);
	/* Cycle 0, WB, write; then two a read: 3 to 8; this read is over in
	 * 10, and counting began with 3. */
	assert_int_equal(load(CtTotalCyclesEn), 10 - 3);
	assert_int_equal(load(CtTotalCycles), 12);
}

/* Each counter reads its own address, and goes on doing so. */
CASE(test_preset)
{
	fixture_go();
	store(CTRL, ENABLE | TRACK);
	touch();
	store(PRST, 0);
	touch();
	ahb_advance(f.ahb, 100);
	for (unsigned i = 1; i < ALL; i++)
		assert_int_equal(get_monitor(4 * i), 0x101D0000 + 4 * i);
	assert_int_equal(value(CtTotalCycles), 100);
	assert_int_equal(get_monitor(CTRL), TRACK);
	/* Enabled again they count from there. */
	store(CTRL, ENABLE);
	touch();
	assert_int_equal(value(CtArmdRd), 0x101D0000 + 4 * CtArmdRd + 1);
	store(RST, 0);
	assert_int_equal(value(CtArmdRd), 0);
}

/* By the other reading of the manual CtTotalCycles is no exception. */
CASE(test_strict)
{
	f.options.quirks.strict = true;
	fixture_go();
	ahb_advance(f.ahb, 100);
	set_monitor(PRST, 0);
	ahb_advance(f.ahb, 110);
	assert_int_equal(value(CtTotalCycles), 0x101D0000 + 10);
	assert_int_equal(value(CtTotalCyclesEn), 0x101D0004);
	set_monitor(RST, 0);
	ahb_advance(f.ahb, 115);
	assert_int_equal(value(CtTotalCycles), 5);
	/* Nobody says that the control register can be read. */
	set_monitor(CTRL, ENABLE);
	assert_int_equal(get_monitor(CTRL), 0);
	ahb_advance(f.ahb, 117);
	assert_int_equal(value(CtTotalCyclesEn), 2);
	assert_int_equal(truth(CtTotalCycles), 117);
}

CASE(test_wrap)
{
	fixture_go();
	set_monitor(CTRL, ENABLE);
	f.ahb->pmu.counter[CtArmdRd].value = UINT32_MAX;
	f.ahb->pmu.counter[CtTotalCycles].value = UINT32_MAX - 1;
	touch();
	assert_int_equal(value(CtArmdRd), 0);
	assert_int_equal(value(CtTotalCycles), 1);
}

/* ARM-I, ARM-D and CtTotalCyclesNonDebug hold; the others do not. */
CASE(test_debug)
{
	struct ahb_burst fetch = ahb_line_fill(0x100, false);
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP, "count=2,every=40,from=5",
				      &f.options.exp, &err));
	fixture_go();
	set_monitor(CTRL, ENABLE | TRACK);
	touch();
	ahb_debug(f.ahb, true, 30);
	touch();
	ahb_post(f.ahb, AHB_ARMI, &fetch, 35);
	ahb_debug(f.ahb, false, 60);
	touch();
	ahb_advance(f.ahb, 100);
	assert_int_equal(value(CtArmdRd), 2);
	assert_int_equal(value(CtArmiRd), 0);
	assert_int_equal(value(CtArmiWaitTotal), 0);
	assert_int_equal(value(CtExpRd), 2);
	assert_int_equal(value(CtTotalCyclesEn), 100);
	assert_int_equal(value(CtTotalCyclesNonDebug), 70);
	assert_int_equal(truth(CtArmdRd), 3);
	assert_int_equal(truth(CtArmiRd), 8);
	/* The counters count what has been on from cycle 0 on, too. */
	assert_int_equal(counted(CtArmdRd), 2);
	assert_int_equal(counted(CtArmiRd), 0);
	assert_int_equal(counted(CtExpRd), 2);
	assert_int_equal(counted(CtTotalCyclesEn), 100);
	assert_int_equal(counted(CtTotalCyclesNonDebug), 70);
}

/*
 * A line fill has its WB in 1 and its beats in 2 to 9.  DBGACK from 4 to 6
 * hides three of them; enabled from 4 on, the monitor sees six, and the
 * burst's first was before.
 */
CASE(test_in_the_middle)
{
	struct ahb_burst fill = ahb_line_fill(0x100, true);

	fixture_go();
	set_monitor(CTRL, ENABLE | TRACK);
	ahb_post(f.ahb, AHB_ARMD, &fill, 0);
	ahb_debug(f.ahb, true, 4);
	ahb_debug(f.ahb, false, 7);
	ahb_advance(f.ahb, 20);
	assert_int_equal(value(CtArmdRd), 5);
	assert_int_equal(value(CtArmdLineFill), 1);
	assert_int_equal(value(CtArmdWaitTotal), 1);
	assert_int_equal(truth(CtArmdRd), 8);
	fixture_reset();
	fixture_go();
	ahb_post(f.ahb, AHB_ARMD, &fill, 0);
	ahb_advance(f.ahb, 4);
	set_monitor(CTRL, ENABLE);
	ahb_advance(f.ahb, 20);
	assert_int_equal(value(CtArmdRd), 6);
	assert_int_equal(value(CtArmdLineFill), 0);
	assert_int_equal(value(CtArmdWaitTotal), 0);
	assert_int_equal(value(CtTotalCyclesEn), 16);
}

/* A stall of six cycles, enabled after its second: four are seen, and the
 * threshold of five is passed with the sixth. */
CASE(test_stall_in_the_middle)
{
	struct ahb_burst read = ahb_read_of(0x100, 4, 1, AHB_DATA);

	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 5, 0, 0, 0 };
	fixture_go();
	set_monitor(THRESHOLD, 5);
	ahb_post(f.ahb, AHB_ARMD, &read, 0);
	ahb_advance(f.ahb, 3); /* WB in 1, WS in 2 to 6 */
	set_monitor(CTRL, ENABLE);
	ahb_advance(f.ahb, 20);
	assert_int_equal(value(CtArmdWaitTotal), 4);
	assert_int_equal(value(CtArmdWaitNonSeqSlave), 4);
	assert_int_equal(value(CtArmdWaitNonSeqBus), 0);
	assert_int_equal(value(CtArmdWaitThresholdHit), 1);
	assert_int_equal(value(CtArmdRd), 1);
}

/* Which counters: by name. */
CASE(test_debug_names)
{
	unsigned n;
	const struct pmu_event *events = ahb_events(&n);

	fixture_go();
	set_monitor(CTRL, ENABLE | TRACK);
	ahb_debug(f.ahb, true, 10);
	for (unsigned i = 0; i < n; i++) {
		bool held =
			strncmp(events[i].name, "CtArm", 5) == 0 ||
			strcmp(events[i].name, "CtTotalCyclesNonDebug") == 0;

		assert_int_equal(f.ahb->pmu.counter[i].counting, !held);
	}
}

/* Without tracking DBGACK does nothing. */
CASE(test_debug_untracked)
{
	fixture_go();
	set_monitor(CTRL, ENABLE);
	ahb_debug(f.ahb, true, 30);
	touch();
	/* Tracking is switched on in debug state: 33 to 39 are held. */
	set_monitor(CTRL, ENABLE | TRACK);
	ahb_debug(f.ahb, false, 40);
	ahb_advance(f.ahb, 50);
	assert_int_equal(value(CtArmdRd), 1);
	assert_int_equal(value(CtTotalCyclesEn), 50);
	assert_int_equal(value(CtTotalCyclesNonDebug), 50 - 7);
	assert_int_equal(truth(CtTotalCyclesNonDebug), 40);
	assert_int_equal(counted(CtTotalCyclesNonDebug), 50 - 7);
}

CASE(test_settings)
{
	fixture_go();
	set_monitor(CTRL, UINT32_MAX);
	assert_int_equal(get_monitor(CTRL), 7);
	set_monitor(PAGE_SIZE, UINT32_MAX);
	assert_int_equal(get_monitor(PAGE_SIZE), 3);
	for (uint32_t i = 0; i < 7; i++)
		set_monitor(THRESHOLD + 4 * i, 0xFFFF0010 + i);
	for (uint32_t i = 0; i < 7; i++)
		assert_int_equal(get_monitor(THRESHOLD + 4 * i), 0x10 + i);
	/* Counters cannot be written; what is no register reads 0. */
	set_monitor(CTRL, 0);
	set_monitor(4 * CtArmdRd, 5);
	assert_int_equal(value(CtArmdRd), 0);
	assert_int_equal(get_monitor(RST), 0);
	assert_int_equal(get_monitor(PRST), 0);
	set_monitor(0x198, 5);
	assert_int_equal(get_monitor(0x198), 0);
	assert_int_equal(get_monitor(0xFFFC), 0);
}

/* A write where no register is changes nothing. */
CASE(test_no_register)
{
	const struct pmu_quirks quirks = { .seed = 0 };
	const struct ahb_ledger nothing = { .n = { 0 } };
	struct pmu_ahb p;

	memset(&p, 0, sizeof(p));
	pmu_ahb_reset(&p, &quirks);
	assert_true(pmu_ahb_write(&p, THRESHOLD, 1, &nothing));
	for (uint32_t at = THRESHOLD + 4 * 7; at < 0x400; at += 4)
		assert_false(pmu_ahb_write(&p, at, UINT32_MAX, &nothing));
}

/* Registers that read undefined are junk; so are reset values nobody states. */
CASE(test_poison)
{
	uint32_t junk = 0;

	f.options.quirks.poison = true;
	f.options.quirks.random_reset = true;
	f.options.quirks.seed = 3;
	fixture_go();
	for (unsigned i = 0; i < 8; i++)
		junk |= get_monitor(PAGE_SIZE);
	assert_int_not_equal(junk & ~UINT32_C(3), 0);
	assert_int_not_equal(get_monitor(RST), get_monitor(RST));
	assert_int_not_equal(
		get_monitor(THRESHOLD) | get_monitor(THRESHOLD + 4), 0);
	set_monitor(PAGE_SIZE, 2);
	assert_int_equal(get_monitor(PAGE_SIZE) & 3, 2);
	/* The enable is 0 for sure, and so are the counters. */
	assert_int_equal(get_monitor(CTRL), 0);
	assert_int_equal(value(CtArmdRd), 0);
}

/* A stall of several waits against several thresholds: longer is a hit. */
CASE(test_thresholds)
{
	f.options.timing[AHB_MPMC] = (struct ahb_timing){ 4, 0, 0, 0 };
	fixture_go();
	for (uint32_t threshold = 0; threshold < 8; threshold++) {
		uint64_t before = truth(CtArmdWaitThresholdHit);

		set_monitor(THRESHOLD, threshold);
		touch(); /* the first one has WB before: a run of five */
		assert_int_equal(truth(CtArmdWaitThresholdHit) - before,
				 threshold < 4);
	}
}

/* Only ARM-D and EXP reach the monitor. */
CASE(test_reach)
{
	struct ahb_burst read = ahb_read_of(AHB_MONITOR_BASE, 4, 1, 0);
	struct ahb_done done;
	struct error err;

	assert_true(ahb_pattern_parse(AHB_EXP,
				      "base=0x101d0000,writes=100,count=1",
				      &f.options.exp, &err));
	fixture_go();
	ahb_transfer(f.ahb, AHB_ARMI, &read, 0, &done);
	assert_true(done.error);
	ahb_transfer(f.ahb, AHB_ARMD, &read, 0, &done);
	assert_false(done.error);
	ahb_advance(f.ahb, 20);
	/* Nothing of what EXP writes arrives. */
	expect_cells(AHB_EXP, ".B*");
	assert_int_equal(value(CtTotalCycles), 20);
	/* A DMA channel that tries gets an ERROR. */
	set_channel(0, AHB_MONITOR_BASE, 0x100, 0x0F480001, 1);
	ahb_advance(f.ahb, 40);
	assert_int_equal(ahb_peek(f.ahb, PL080_BASE + 0x18), 1);
}

CASE(test_owned)
{
	fixture_go();
	assert_true(ahb_owns(0x101D0000) && ahb_owns(0x101DFFFC));
	assert_true(ahb_owns(0x10120000) && ahb_owns(0x10130FFC));
	assert_true(ahb_owns(0x101F0000) && ahb_owns(0x101F4FFC));
	assert_false(ahb_owns(0x101F5000) || ahb_owns(0x10140000) ||
		     ahb_owns(0x101E0000) || ahb_owns(0));
	assert_int_equal(ahb_peek(f.ahb, 0x10140000), 0);
	ahb_poke(f.ahb, 0x10140000, 1);
}

/* Several registers in one burst, in the bus's order. */
CASE(test_burst_of_registers)
{
	struct ahb_burst read =
		ahb_read_of(AHB_MONITOR_BASE + 4 * CtArmdRd, 4, 4, AHB_DATA);
	struct ahb_done done;

	fixture_go();
	store(CTRL, ENABLE);
	ahb_transfer(f.ahb, AHB_ARMD, &read, ahb_now(f.ahb), &done);
	/* CtArmdRd before the first beat; CtArmdWr; the bridges'. */
	assert_int_equal(done.value[0], 0);
	assert_int_equal(done.value[1], 0);
	assert_int_equal(load(CtArmdRd), 4);
	assert_int_equal(load(CtArmdBurstIncr4), 1);
}

/* The list of choices is there, for the documents. */
CASE(test_choices)
{
	unsigned n = 0;

	while (ahb_choices[n].silent) {
		assert_non_null(ahb_choices[n].chosen);
		n++;
	}
	assert_true(n > 20);
}
