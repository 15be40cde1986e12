/* SPDX-License-Identifier: MIT */
/*
 * The scripts of the ARM11 and XScale monitors against values worked out by
 * hand from the manuals.
 */
#include <stdint.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>
#include <tally/wrap.h>

#include "test.h"

static struct tally_step step[16];
static struct tally_script script;

static enum tally_status encode(const struct tally_monitor *m,
				const struct tally_slot *slot, uint8_t slots,
				uint8_t options, enum tally_phase phase)
{
	const struct tally_setup setup = { slot, slots, options };

	tally_script_init(&script, step, 16);
	return tally_encode(m, &setup, phase, &script);
}

static void assert_step(unsigned i, uint32_t addr, uint64_t value)
{
	assert_in_range(i, 0, script.count - 1u);
	assert_int_equal(step[i].reg.addr, addr);
	assert_int_equal(step[i].value, value);
}

/* Both monitors get one wish: instructions, I-cache misses, every interrupt. */
static const struct tally_slot xscale_icache[] = {
	{ .counter = TALLY_XSCALE_CCNT,
	  .event = TALLY_EVENT_CYCLES,
	  .interrupt = true },
	{ .counter = TALLY_XSCALE_PMN0, .event = 0x7, .interrupt = true },
	{ .counter = TALLY_XSCALE_PMN1, .event = 0x0, .interrupt = true },
};

static const struct tally_slot arm11_icache[] = {
	{ .counter = TALLY_ARM11_CCNT,
	  .event = TALLY_EVENT_CYCLES,
	  .interrupt = true },
	{ .counter = TALLY_ARM11_PMN0, .event = 0x7, .interrupt = true },
	{ .counter = TALLY_ARM11_PMN1, .event = 0x0, .interrupt = true },
};

/* Writes of PMNC, each the same as the one before. */
static unsigned repeated(const struct tally_monitor *m, unsigned counter,
			 unsigned event)
{
	const struct tally_slot slot = { .counter = (uint8_t)counter,
					 .event = (uint16_t)event };
	unsigned count = 0;

	assert_int_equal(encode(m, &slot, 1, 0, TALLY_CONFIGURE), TALLY_OK);
	for (unsigned i = 1; i < script.count; i++)
		count += tally_reg_same(step[i].reg, step[i - 1].reg) &&
			 step[i].value == step[i - 1].value &&
			 step[i].reg.addr == TALLY_CP(0, 0, 0, 0);
	return count;
}

/* On its first steppings PMNC has to be, for one event [MontaVista's driver];
 * and on no other core. */
TEST(events_of_the_80200_are_set_up_twice)
{
	for (unsigned c = TALLY_XSCALE_PMN0; c <= TALLY_XSCALE_PMN1; c++) {
		assert_int_equal(
			repeated(&tally_i80200, c, TALLY_XSCALE_BRANCH), 1);
		assert_int_equal(
			repeated(&tally_pxa250, c, TALLY_XSCALE_BRANCH), 0);
	}
}

/*
 * [slides], [80200 12.7]: evtCount0 = 7, evtCount1 = 0, inten = 7, C = P = E =
 * 1 and the three flags is 0x7777.  Tally loads it with E = 0 (0x7776) and
 * opens the window with E alone, no flag and no action: 0x7071.
 */
TEST(xscale_example_of_the_slides)
{
	assert_int_equal(
		encode(&tally_pxa250, xscale_icache, 3, 0, TALLY_CONFIGURE),
		TALLY_OK);
	assert_int_equal(script.count, 5);
	assert_step(0, TALLY_CP(0, 0, 0, 0), 0x0FFFF000);
	assert_step(1, TALLY_CP(0, 0, 0, 0), 0x7777 & ~1);
	assert_step(2, TALLY_CP(0, 1, 0, 0), 0);
	assert_step(3, TALLY_CP(0, 2, 0, 0), 0);
	assert_step(4, TALLY_CP(0, 3, 0, 0), 0);
	for (unsigned i = 0; i < script.count; i++)
		assert_int_equal(step[i].reg.space, TALLY_CP14);

	encode(&tally_pxa250, xscale_icache, 3, 0, TALLY_START);
	assert_int_equal(script.count, 1);
	assert_step(0, TALLY_CP(0, 0, 0, 0), 0x7071);
	encode(&tally_pxa250, xscale_icache, 3, 0, TALLY_STOP);
	assert_int_equal(script.count, 1);
	assert_step(0, TALLY_CP(0, 0, 0, 0), 0x7070);
}

/*
 * ARM11 has the event fields of that wish the other way round, 0x00700777 with
 * C, P, flags and E; the flags are cleared by E = 1 over E = 1 first.
 */
TEST(arm11_same_wish_other_fields)
{
	assert_int_equal(
		encode(&tally_arm1176, arm11_icache, 3, 0, TALLY_CONFIGURE),
		TALLY_OK);
	assert_int_equal(script.count, 6);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x02020007);
	assert_step(1, TALLY_CP(0, 15, 12, 0), 0x02020701);
	assert_step(2, TALLY_CP(0, 15, 12, 0), 0x00700777 & ~0x701);
	assert_step(3, TALLY_CP(0, 15, 12, 1), 0);
	assert_step(4, TALLY_CP(0, 15, 12, 2), 0);
	assert_step(5, TALLY_CP(0, 15, 12, 3), 0);
	for (unsigned i = 0; i < script.count; i++)
		assert_int_equal(step[i].reg.space, TALLY_CP15);

	encode(&tally_arm1176, arm11_icache, 3, 0, TALLY_START);
	assert_int_equal(script.count, 1);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x00700071);
	encode(&tally_arm1176, arm11_icache, 3, 0, TALLY_STOP);
	assert_int_equal(script.count, 1);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x00700070);
}

/* Idle counters: ETMEXTOUT[0] on ARM11 (0x20), 0xFF on XScale. */
TEST(idle_counters)
{
	encode(&tally_arm1176, NULL, 0, 0, TALLY_START);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x02020001);
	encode(&tally_pxa250, NULL, 0, 0, TALLY_START);
	assert_step(0, TALLY_CP(0, 0, 0, 0), 0x0FFFF001);
}

/* [slides] the other six modes; the two event fields only. */
TEST(xscale_modes)
{
	static const struct {
		uint16_t evt0, evt1;
		uint32_t start;
	} mode[] = {
		{ 0xA, 0xB, 0x00B0A071 }, { 0x1, 0x0, 0x00001071 },
		{ 0x8, 0x9, 0x00908071 }, { 0x2, 0xC, 0x00C02071 },
		{ 0x7, 0x3, 0x00307071 }, { 0xA, 0x4, 0x0040A071 },
	};

	for (unsigned i = 0; i < sizeof(mode) / sizeof(mode[0]); i++) {
		const struct tally_slot slot[] = {
			{ TALLY_XSCALE_CCNT, true, TALLY_EVENT_CYCLES, 0 },
			{ TALLY_XSCALE_PMN0, true, mode[i].evt0, 0 },
			{ TALLY_XSCALE_PMN1, true, mode[i].evt1, 0 },
		};

		encode(&tally_pxa250, slot, 3, 0, TALLY_START);
		assert_step(0, TALLY_CP(0, 0, 0, 0), mode[i].start);
	}
}

/* [DAI0195B 1] a counter overflows after 1000 when loaded with 2^32 - 1000. */
TEST(preset_of_the_note)
{
	const struct tally_slot slot = { .counter = TALLY_ARM11_PMN1,
					 .event = 0xB,
					 .period = 1000 };

	encode(&tally_arm1176, &slot, 1, 0, TALLY_CONFIGURE);
	assert_step(5, TALLY_CP(0, 15, 12, 3), 0xFFFFFC18);
	assert_int_equal(tally_preset(0, 32), 0);
	assert_int_equal(tally_preset(1, 32), 0xFFFFFFFF);
	assert_int_equal(tally_preset(0xFFFFFFFF, 32), 1);
	assert_int_equal(tally_preset(1, 64), UINT64_MAX);
	assert_int_equal(tally_preset(1, 1), 1);
}

/*
 * Instructions and data cache misses, every interrupt: with all flags, resets
 * and E the word would be 0x0070B777 on each core [DAI0195B table 1].
 */
TEST(arm11_cores_share_the_word)
{
	static const struct tally_monitor *const core[] = { &tally_arm1136,
							    &tally_arm1156,
							    &tally_arm1176 };
	const struct tally_slot slot[] = {
		{ 0, TALLY_IRQ, TALLY_EVENT_CYCLES, 0 },
		{ 1, TALLY_IRQ, 0x7, 0 },
		{ 2, TALLY_IRQ, 0xB, 0 },
	};

	for (unsigned i = 0; i < 3; i++) {
		encode(core[i], slot, 3, 0, TALLY_CONFIGURE);
		assert_int_equal(script.count, 6);
		assert_step(1, TALLY_CP(0, 15, 12, 0), 0x02020701);
		assert_step(2, TALLY_CP(0, 15, 12, 0), 0x0070B777 & ~0x701);
		encode(core[i], slot, 3, 0, TALLY_START);
		assert_int_equal(script.count, 1);
		assert_step(0, TALLY_CP(0, 15, 12, 0), 0x0070B071);
		encode(core[i], slot, 3, 0, TALLY_STOP);
		assert_int_equal(script.count, 1);
		assert_step(0, TALLY_CP(0, 15, 12, 0), 0x0070B070);
	}
}

/*
 * [DAI0195B table 1] FCC, FC1, FC0 are bits 30, 29, 28.  ECx is written with
 * them: whether it must be is not established.
 */
TEST(arm1156_steers_to_fiq)
{
	struct tally_slot slot[] = {
		{ 0, TALLY_IRQ, TALLY_EVENT_CYCLES, 0 },
		{ 1, TALLY_FIQ, 0x7, 0 },
		{ 2, TALLY_SILENT, 0x37, 0 },
	};

	encode(&tally_arm1156, slot, 3, 0, TALLY_START);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x10737051);
	slot[2].interrupt = TALLY_FIQ;
	encode(&tally_arm1156, slot, 3, 0, TALLY_START);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x30737071);
	slot[0].interrupt = TALLY_FIQ;
	encode(&tally_arm1156, slot, 3, 0, TALLY_START);
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x70737071);
	encode(&tally_arm1156, slot, 3, 0, TALLY_CONFIGURE);
	assert_step(2, TALLY_CP(0, 15, 12, 0), 0x70737076);
	encode(&tally_arm1156, slot, 3, 0, TALLY_RELEASE);
	assert_step(2, TALLY_CP(0, 15, 12, 0), 0x02020006);
}

static const struct tally_reg arm11_reg[] = {
	{ TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 1), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 2), TALLY_CP15, 32 },
	{ TALLY_CP(0, 15, 12, 3), TALLY_CP15, 32 },
};

/*
 * Events 0x7 and 0x37; CCNT reports by IRQ, PMN0 by FIQ and has overflowed;
 * START writes 0x10737051.  While all run one write clears
 * its flag; stopped, E must be 1 before and after, on idle events, and the
 * enables stay as they are, for no document says what taking them off does.
 */
TEST(arm1156_acknowledges_fiq)
{
	const struct tally_access access[] = {
		{ arm11_reg[0], false, 0x10737151, TALLY_OK },
		{ arm11_reg[0], true, 0x10737151, TALLY_OK },
		{ arm11_reg[0], false, 0x10737150, TALLY_OK },
		{ arm11_reg[1], false, 11, TALLY_OK },
		{ arm11_reg[2], false, 22, TALLY_OK },
		{ arm11_reg[3], false, 33, TALLY_OK },
		{ arm11_reg[0], true, 0x12020057, TALLY_OK },
		{ arm11_reg[0], true, 0x12020151, TALLY_OK },
		{ arm11_reg[0], true, 0x10737050, TALLY_OK },
		{ arm11_reg[1], true, 11, TALLY_OK },
		{ arm11_reg[2], true, 22, TALLY_OK },
		{ arm11_reg[3], true, 33, TALLY_OK },
	};
	struct tally_bus_replay target;

	tally_bus_replay_init(&target, access, 12);
	assert_int_equal(tally_arm1156.ops->acknowledge(
				 &tally_arm1156, NULL, 0x10737051, &target.bus),
			 1u << TALLY_ARM11_PMN0 | TALLY_RUNNING);
	assert_int_equal(tally_arm1156.ops->acknowledge(
				 &tally_arm1156, NULL, 0x10737051, &target.bus),
			 1u << TALLY_ARM11_PMN0);
	assert_int_equal(target.bus.status, TALLY_OK);
	assert_int_equal(target.next, 12);
}

/* In use: a request is pending by FIQ alone.  Elsewhere the bits are junk. */
TEST(pending_fiq_is_in_use)
{
	const struct tally_setup setup = { NULL, 0, 0 };
	struct tally_access access[] = {
		{ arm11_reg[0], false, 0x10000100, TALLY_OK },
		{ arm11_reg[1], false, 0, TALLY_OK },
		{ arm11_reg[2], false, 0, TALLY_OK },
		{ arm11_reg[3], false, 0, TALLY_OK },
	};
	struct tally_bus_replay target;

	tally_bus_replay_init(&target, access, 4);
	tally_script_init(&script, step, 16);
	assert_true(tally_arm1156.ops->save(&tally_arm1156, &setup, &target.bus,
					    &script));
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0x10000000);
	tally_bus_replay_init(&target, access, 4);
	tally_script_init(&script, step, 16);
	assert_false(tally_arm1136.ops->save(&tally_arm1136, &setup,
					     &target.bus, &script));
	assert_step(0, TALLY_CP(0, 15, 12, 0), 0);
	access[0].value = 0x20000100; /* another counter's */
	tally_bus_replay_init(&target, access, 4);
	tally_script_init(&script, step, 16);
	assert_false(tally_arm1156.ops->save(&tally_arm1156, &setup,
					     &target.bus, &script));
}

TEST(options)
{
	assert_int_equal(encode(&tally_arm1176, arm11_icache, 3,
				TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,
				TALLY_CONFIGURE),
			 TALLY_OK);
	assert_step(2, TALLY_CP(0, 15, 12, 0), 0x0070087E);
	assert_step(6, TALLY_CP(0, 15, 9, 0), 1);
	assert_int_equal(script.count, 7);

	assert_int_equal(encode(&tally_pxa250, xscale_icache, 3, TALLY_DIVIDE,
				TALLY_START),
			 TALLY_OK);
	assert_step(0, TALLY_CP(0, 0, 0, 0), 0x7079);
	assert_int_equal(encode(&tally_pxa250, xscale_icache, 3, TALLY_EXPORT,
				TALLY_START),
			 TALLY_E_FEATURE);
	assert_int_equal(encode(&tally_pxa250, xscale_icache, 3, TALLY_USER,
				TALLY_START),
			 TALLY_E_FEATURE);
	/* [DDI0211K 3.3.39] privileged only; on the ARM1156 not established */
	assert_int_equal(encode(&tally_arm1136, arm11_icache, 3, TALLY_USER,
				TALLY_START),
			 TALLY_E_FEATURE);
	assert_int_equal(encode(&tally_arm1156, arm11_icache, 3, TALLY_USER,
				TALLY_START),
			 TALLY_E_FEATURE);
}

/* RELEASE leaves no flag, no interrupt enable and no running counter. */
TEST(release)
{
	encode(&tally_arm1176, arm11_icache, 3, 0, TALLY_RELEASE);
	assert_int_equal(script.count, 3);
	assert_step(1, TALLY_CP(0, 15, 12, 0), 0x02020701);
	assert_step(2, TALLY_CP(0, 15, 12, 0), 0x02020006);
	encode(&tally_pxa250, xscale_icache, 3, 0, TALLY_RELEASE);
	assert_int_equal(script.count, 2);
	assert_step(1, TALLY_CP(0, 0, 0, 0), 0x0FFFF706);
}

TEST(too_little_room)
{
	const struct tally_setup setup = { arm11_icache, 3, 0 };

	for (uint16_t room = 0; room < 6; room++) {
		tally_script_init(&script, step, room);
		assert_int_equal(tally_encode(&tally_arm1176, &setup,
					      TALLY_CONFIGURE, &script),
				 TALLY_E_ROOM);
		assert_int_equal(script.count, room);
	}
}
