/* SPDX-License-Identifier: MIT */
/*
 * e500 and PowerQUICC III: scripts against words worked out by hand from
 * [E500CORERM 7] and [AN3636 4.1], and what a setup can and cannot ask.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/e500.h>
#include <tally/monitors/l2cc.h>
#include <tally/monitors/mpc85xx.h>
#include <tally/monitors/pmuv3.h>
#include <tally/monitors/xscale.h>
#include <tally/native.h>

#include "test.h"

static struct tally_step step[TALLY_MPC85XX_STEPS];
static struct tally_script script;

struct pair {
	uint32_t addr, value;
};

static void assert_script(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  enum tally_phase phase, const struct pair *pair,
			  unsigned count)
{
	tally_script_init(&script, step, m->steps);
	assert_int_equal(tally_encode(m, setup, phase, &script), TALLY_OK);
	for (unsigned i = 0; i < script.count && i < count; i++) {
		assert_int_equal(step[i].reg.addr, pair[i].addr);
		assert_int_equal(step[i].value, pair[i].value);
	}
	assert_int_equal(script.count, count);
}

#define ASSERT_SCRIPT(m, setup, phase, ...)                                    \
	do {                                                                   \
		static const struct pair pairs[] = { __VA_ARGS__ };            \
		assert_script((m), (setup), (phase), pairs,                    \
			      sizeof(pairs) / sizeof(pairs[0]));               \
	} while (0)

static enum tally_status check_one(const struct tally_monitor *m,
				   const struct tally_slot *slot)
{
	const struct tally_setup setup = { slot, 1, 0 };

	return tally_setup_check(m, &setup, NULL);
}

/*
 * Cycles, instructions on PMC0 and 1 in [EC]'s words, 0x04010000 and
 * 0x04020000; PMR numbers 400, 144, 16 as [E500CORERM 7] has them.  PMLCb is
 * 272.  -N in 31 bits: 0x80000000 - 1000 = 0x7FFFFC18.
 */
TEST(core_script)
{
	static const struct tally_slot slot[] = {
		{ .counter = 0, .event = 1, .interrupt = TALLY_IRQ },
		{ .counter = 1,
		  .event = 2,
		  .interrupt = TALLY_IRQ,
		  .period = 1000 },
	};
	const struct tally_setup setup = { slot, 2, 0 };

	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_CONFIGURE,
		      { 400, 0x80000000 }, { 144, 0x04010000 }, { 272, 0 },
		      { 16, 0 }, { 145, 0x04020000 }, { 273, 0 },
		      { 17, 0x7FFFFC18 }, { 146, 0x80000000 },
		      { 147, 0x80000000 });
	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_START, { 400, 0x40000000 });
	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_STOP, { 400, 0x80000000 });
	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_RELEASE, { 400, 0x80000000 },
		      { 144, 0x80000000 }, { 145, 0x80000000 });
}

/*
 * Freezes choose who is counted [E500CORERM table 7-8]: FCS 0x40000000, FCU
 * 0x20000000, FCM1 0x10000000, FCM0 0x08000000; event 2 is 0x00020000.
 */
TEST(core_freezes)
{
	static const struct {
		uint8_t levels;
		uint32_t word;
	} row[] = {
		{ 0, 0x00020000 },
		{ TALLY_MARKED, 0x08020000 },
		{ TALLY_UNMARKED, 0x10020000 },
		{ TALLY_EL1, 0x20020000 },
		{ TALLY_EL0, 0x40020000 },
		{ TALLY_EL1 | TALLY_MARKED, 0x28020000 },
		{ TALLY_EL0 | TALLY_MARKED, 0x48020000 },
		{ TALLY_EL1 | TALLY_UNMARKED, 0x30020000 },
		{ TALLY_EL0 | TALLY_UNMARKED, 0x50020000 },
		{ TALLY_EL0 | TALLY_EL1 | TALLY_MARKED | TALLY_UNMARKED,
		  0x00020000 },
	};

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		const struct tally_slot slot = { .counter = 3,
						 .event = 2,
						 .levels = row[i].levels };
		const struct tally_setup setup = { &slot, 1, 0 };

		tally_script_init(&script, step, TALLY_E500_STEPS);
		assert_int_equal(tally_encode(&tally_e500v2, &setup,
					      TALLY_CONFIGURE, &script),
				 TALLY_OK);
		assert_int_equal(step[4].reg.addr, 147);
		assert_int_equal(step[4].value, row[i].word);
	}
}

/*
 * A threshold of 63 x 2^7 = 8064: THRESHMUL 7 at bit 8, 63 -> 0x73F; 65 is 6
 * bits at no power, 66 is 33 x 2: 0x121.
 */
TEST(core_threshold)
{
	struct tally_refine refine = { .threshold = 8064 };
	struct tally_slot slot = { .counter = 1,
				   .event = TALLY_E500_DLFB_LOAD_MISS_CYCLES,
				   .refine = &refine };
	const struct tally_setup setup = { &slot, 1, 0 };

	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_CONFIGURE,
		      { 400, 0x80000000 }, { 144, 0x80000000 },
		      { 145, 0x004C0000 }, { 273, 0x73F }, { 17, 0 },
		      { 146, 0x80000000 }, { 147, 0x80000000 });
	refine.threshold = 66;
	tally_script_init(&script, step, TALLY_E500_STEPS);
	assert_int_equal(
		tally_encode(&tally_e500v2, &setup, TALLY_CONFIGURE, &script),
		TALLY_OK);
	assert_int_equal(step[3].value, 0x121);
	refine.threshold = 65;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_FEATURE);
	refine.threshold = 8128;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_FEATURE);
	refine.threshold = 10;
	slot.event = TALLY_E500_DL1_RELOADS; /* has none */
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_FEATURE);
	slot.event = TALLY_E500_ILFB_FETCH_MISS_CYCLES;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_OK);
	slot.counter = 2;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_FEATURE);
	slot.refine = NULL;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_EVENT);
	refine.burst = 2;
	slot.counter = 0;
	slot.refine = &refine;
	assert_int_equal(check_one(&tally_e500v2, &slot), TALLY_E_FEATURE);
}

/* TBSEL at bits 51-52, TBEE at 55: 0x1800, 0x100; FCECE 0x20000000. */
TEST(core_time_base)
{
	const struct tally_setup setup = {
		NULL, 0, TALLY_TIME_BASE | TALLY_TIME_BASE_51 | TALLY_FREEZE
	};

	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_CONFIGURE,
		      { 400, 0x80001000 }, { 144, 0x80000000 },
		      { 145, 0x80000000 }, { 146, 0x80000000 },
		      { 147, 0x80000000 });
	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_START, { 400, 0x60001100 });
	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_STOP, { 400, 0x80001000 });
	assert_int_equal(tally_setup_check(&tally_e500v1, &setup, NULL),
			 TALLY_E_FEATURE);
}

/* Event 90 needs TBEE, 0x100 [E500CORERM 9-4]; which acts with PMIE or FCECE,
 * so not beside those.  On the e500v1 it is a number like others. */
TEST(core_counts_time_base)
{
	static const struct tally_slot slot[] = {
		{ .counter = 2, .event = TALLY_E500_TBL_BIT_TRANSITIONS },
		{ .counter = 1,
		  .event = TALLY_E500_INSTR_COMPLETED,
		  .interrupt = TALLY_IRQ },
	};
	struct tally_setup setup = { slot, 1, 0 };

	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_START, { 400, 0x100 });
	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_STOP, { 400, 0x80000000 });
	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_START, { 400, 0 });
	setup.options = TALLY_FREEZE;
	assert_int_equal(tally_setup_check(&tally_e500v2, &setup, NULL),
			 TALLY_E_FEATURE);
	setup = (struct tally_setup){ slot, 2, 0 };
	assert_int_equal(tally_setup_check(&tally_e500v2, &setup, NULL),
			 TALLY_E_FEATURE);
	assert_int_equal(tally_setup_check(&tally_e500v1, &setup, NULL),
			 TALLY_OK);
	setup.options = TALLY_TIME_BASE;
	ASSERT_SCRIPT(&tally_e500v2, &setup, TALLY_START, { 400, 0x40000100 });
}

/* A pair: event 82 + 2 = 84 = 0x54 on PMC3 counts the wraps of PMC2. */
TEST(core_pair)
{
	struct tally_slot slot[] = {
		{ .counter = 2, .event = 1, .pair = true },
		{ .counter = 3, .event = 2 },
	};
	struct tally_setup setup = { slot, 1, 0 };

	ASSERT_SCRIPT(&tally_e500v1, &setup, TALLY_CONFIGURE,
		      { 400, 0x80000000 }, { 144, 0x80000000 },
		      { 145, 0x80000000 }, { 146, 0x00010000 }, { 18, 0 },
		      { 147, 0x00540000 }, { 19, 0 });
	setup.slots = 2;
	assert_int_equal(tally_setup_check(&tally_e500v1, &setup, NULL),
			 TALLY_E_COUNTER);
	slot[0].interrupt = TALLY_IRQ;
	assert_int_equal(check_one(&tally_e500v1, slot), TALLY_E_FEATURE);
	slot[0].interrupt = TALLY_SILENT;
	slot[0].period = 5;
	assert_int_equal(check_one(&tally_e500v1, slot), TALLY_E_FEATURE);
	slot[0].period = 0;
	slot[0].counter = 1;
	assert_int_equal(check_one(&tally_e500v1, slot), TALLY_E_FEATURE);
}

/* Events that no source has are taken, on any counter; chains are not. */
TEST(core_events)
{
	struct tally_slot slot = { .counter = 3, .event = 0 };

	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_OK);
	slot.event = 127;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_OK);
	slot.event = 128;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_E_EVENT);
	for (slot.event = 82; slot.event <= 85; slot.event++)
		assert_int_equal(check_one(&tally_e500v1, &slot),
				 TALLY_E_EVENT);
	slot.event = 1;
	slot.counter = 4;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_E_COUNTER);
	slot.counter = 0;
	slot.levels = TALLY_EL2;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_E_FEATURE);
	slot.levels = 0;
	slot.interrupt = TALLY_FIQ;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_E_FEATURE);
	slot.interrupt = TALLY_IRQ;
	slot.period = 0x7FFFFFFF;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_OK);
	slot.period++;
	assert_int_equal(check_one(&tally_e500v1, &slot), TALLY_E_INVALID);
}

/* [AN3636 4.1]: the L2 core miss rate. */
static const struct tally_slot l2[] = {
	{ .counter = 2, .event = TALLY_MPC8548_L2_CORE_I_MISS },
	{ .counter = 3, .event = TALLY_MPC8548_L2_CORE_I_HIT },
	{ .counter = 4, .event = TALLY_MPC8548_L2_CORE_D_MISS },
	{ .counter = 5, .event = TALLY_MPC8548_L2_CORE_D_HIT },
};

/*
 * The note's words 0x007B0000, 0x00160000, 0x00790000, 0x00170000 at 0xE1030 to
 * 0xE1060; here all is frozen first, and others stay so.  PMC0 is left alone.
 */
TEST(device_script)
{
	const struct tally_setup setup = { l2, 4, 0 };

	ASSERT_SCRIPT(&tally_mpc8548, &setup, TALLY_CONFIGURE,
		      { 0x00, 0x80000000 }, { 0x20, 0x80000000 },
		      { 0x30, 0x007B0000 }, { 0x34, 0 }, { 0x38, 0 },
		      { 0x40, 0x00160000 }, { 0x44, 0 }, { 0x48, 0 },
		      { 0x50, 0x00790000 }, { 0x54, 0 }, { 0x58, 0 },
		      { 0x60, 0x00170000 }, { 0x64, 0 }, { 0x68, 0 },
		      { 0x70, 0x80000000 }, { 0x80, 0x80000000 },
		      { 0x90, 0x80000000 }, { 0xA0, 0x80000000 });
	ASSERT_SCRIPT(&tally_mpc8548, &setup, TALLY_START, { 0x00, 0 });
	ASSERT_SCRIPT(&tally_mpc8548, &setup, TALLY_STOP, { 0x00, 0x80000000 });
}

/* PMC0: both words, whichever is which. */
TEST(device_clock)
{
	struct tally_slot slot = { .counter = 0, .event = TALLY_EVENT_CYCLES };
	const struct tally_setup setup = { &slot, 1, 0 };

	ASSERT_SCRIPT(&tally_mpc8540, &setup, TALLY_CONFIGURE,
		      { 0x00, 0x80000000 }, { 0x10, 0 }, { 0x14, 0 },
		      { 0x20, 0x80000000 }, { 0x30, 0x80000000 },
		      { 0x40, 0x80000000 }, { 0x50, 0x80000000 },
		      { 0x60, 0x80000000 }, { 0x70, 0x80000000 },
		      { 0x80, 0x80000000 }, { 0x90, 0x80000000 });
	slot.interrupt = TALLY_IRQ;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_FEATURE);
	slot.interrupt = TALLY_SILENT;
	slot.period = 1;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_FEATURE);
	slot.period = 0;
	slot.event = TALLY_MPC8540_L2_CORE_I_HIT;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_EVENT);
	slot.counter = 1;
	slot.event = TALLY_EVENT_CYCLES;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_EVENT);
}

/*
 * One number on two counters is two events; C2:59 is on PMC2 alone, Ref:22
 * anywhere.  Codes without a row: C3:2 is 0x342, of MPC8548 a row, of both on
 * PMC3 only; 0x302 would be below 64, which no counter's own is.
 */
TEST(device_events)
{
	struct tally_slot slot = { .counter = 2, .event = 0x27B };

	assert_int_equal(TALLY_MPC8540_L2_CORE_I_MISS, 0x27B);
	assert_int_equal(TALLY_MPC8540_DBG_WATCHPOINT, 0x27D);
	assert_int_equal(TALLY_MPC8540_DBG_TRIG_IN, 0x37D);
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_OK);
	slot.counter = 3;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_EVENT);
	slot.event = TALLY_MPC8540_L2_CORE_I_HIT;
	for (slot.counter = 1; slot.counter < 9; slot.counter++)
		assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_OK);
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_COUNTER);
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_OK);
	slot.event = 0x97F; /* C9:63, no row */
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_OK);
	slot.event = 0x93F;
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_E_EVENT);
	slot.event = 0x87F;
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_E_EVENT);
	slot.event = 0x040;
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_E_EVENT);
	slot.event = 0x01B; /* Ref:27, no row */
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_OK);
}

/* PMC4 with PMC5 that counts Ref:1 + 4 = 5; of the MPC8548 not established. */
TEST(device_pair)
{
	struct tally_slot slot = { .counter = 4,
				   .event = TALLY_MPC8540_ECM_DISPATCH,
				   .pair = true };
	const struct tally_setup setup = { &slot, 1, 0 };

	tally_script_init(&script, step, TALLY_MPC85XX_STEPS);
	assert_int_equal(
		tally_encode(&tally_mpc8540, &setup, TALLY_CONFIGURE, &script),
		TALLY_OK);
	assert_int_equal(step[4].reg.addr, 0x50);
	assert_int_equal(step[4].value, 0x000F0000);
	assert_int_equal(step[7].reg.addr, 0x60);
	assert_int_equal(step[7].value, 0x00050000);
	assert_int_equal(check_one(&tally_mpc8548, &slot), TALLY_E_FEATURE);
	slot.counter = 8;
	assert_int_equal(check_one(&tally_mpc8540, &slot), TALLY_E_COUNTER);
}

/*
 * Bursts of 3 events 2 clocks apart at most, 40 clocks between, threshold 8:
 * 3 << 11 | 2 << 6 | 40 in PMLCA; 8 in PMLCB.  96 is 48 x 2: TBMULT 1, and the
 * threshold 4.  Started by a change of PMC3, stopped by an overflow of PMC5:
 * 3 << 26 | 5 << 20 | 1 << 18 | 2 << 16 = 0x0C560000.
 */
TEST(device_refines)
{
	struct tally_refine refine = {
		.threshold = 8, .distance = 40, .burst = 3, .gap = 2
	};
	struct tally_slot slot[] = {
		{ .counter = 1,
		  .event = TALLY_MPC8540_PIC_INT_SELECT_0,
		  .refine = &refine },
		{ .counter = 3, .event = TALLY_MPC8540_ECM_DISPATCH },
	};
	const struct tally_setup setup = { slot, 2, 0 };

	tally_script_init(&script, step, TALLY_MPC85XX_STEPS);
	assert_int_equal(
		tally_encode(&tally_mpc8540, &setup, TALLY_CONFIGURE, &script),
		TALLY_OK);
	assert_int_equal(step[1].value, 0x00780000 | 0x18A8);
	assert_int_equal(step[2].value, 8);
	refine.distance = 96;
	refine.start = TALLY_ON_CHANGE + 3;
	refine.stop = TALLY_ON_OVERFLOW + 5;
	tally_script_init(&script, step, TALLY_MPC85XX_STEPS);
	assert_int_equal(
		tally_encode(&tally_mpc8540, &setup, TALLY_CONFIGURE, &script),
		TALLY_OK);
	assert_int_equal(step[1].value, 0x00780000 | 0x18B0);
	assert_int_equal(step[2].value, 0x0C560104);
	slot[1].interrupt = TALLY_IRQ; /* a trigger must not interrupt */
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
	slot[1].interrupt = TALLY_SILENT;
	refine.start = TALLY_ON_CHANGE + 1; /* itself */
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
	refine.start = 0x33; /* control 3 is not established */
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
	refine.start = TALLY_ON_CHANGE + 9;
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
	refine.start = TALLY_NO_TRIGGER;
	refine.burst = 32;
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
	refine.burst = 31;
	refine.distance = 65;
	assert_int_equal(tally_setup_check(&tally_mpc8540, &setup, NULL),
			 TALLY_E_FEATURE);
}

/* No other monitor has any of that. */
TEST(others_do_not_refine)
{
	static const struct {
		const struct tally_monitor *monitor;
		uint16_t event;
	} row[] = {
		{ &tally_arm1176, 0x7 },
		{ &tally_xscale2, 0x7 },
		{ &tally_pmuv3, 0x8 },
		{ &tally_l210, 0x1 },
	};
	static const struct tally_refine refine = { 0 };

	for (unsigned i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		struct tally_slot slot = { .counter = 1,
					   .event = row[i].event };

		assert_int_equal(check_one(row[i].monitor, &slot), TALLY_OK);
		slot.refine = &refine;
		assert_int_equal(check_one(row[i].monitor, &slot),
				 TALLY_E_FEATURE);
	}
}

/* The words of the device are big-endian, whatever the host is. */
TEST(big_endian_words)
{
	static uint8_t bytes[16] __attribute__((aligned(4)));
	struct tally_bus_mmio_be device = TALLY_BUS_MMIO_BE(bytes, 16);
	struct tally_reg reg = { 4, TALLY_MMIO, 32 };
	static const uint8_t wanted[] = { 0, 0, 0, 0, 0x12, 0x34, 0x56, 0x78 };

	tally_bus_write(&device.bus, &reg, 0x12345678);
	tally_bus_sync(&device.bus);
	assert_memory_equal(bytes, wanted, sizeof(wanted));
	assert_int_equal(tally_bus_read(&device.bus, &reg), 0x12345678);
	assert_int_equal(device.bus.status, TALLY_OK);
	reg.addr = 16;
	tally_bus_write(&device.bus, &reg, 1);
	assert_int_equal(tally_bus_recover(&device.bus), TALLY_E_NOREG);
	reg.addr = 6;
	(void)tally_bus_read(&device.bus, &reg);
	assert_int_equal(tally_bus_recover(&device.bus), TALLY_E_NOREG);
	reg = (struct tally_reg){ 4, TALLY_PMR, 32 };
	(void)tally_bus_read(&device.bus, &reg);
	assert_int_equal(tally_bus_recover(&device.bus), TALLY_E_NOREG);
}
