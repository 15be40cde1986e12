/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor's driver: its rows, its scripts, and sessions over a window
 * that does what the public pages of DDI 0287B say.
 */
#include <stdint.h>

#include <tally/session.h>
#include <tally/wrap.h>

#include "ahb_window.h"
#include "test.h"

enum { N = TALLY_AHB_COUNTERS };

/* 18 ARM-D, 18 EXP, 16 DMA 0, 10 DMA 1, 9 CLCDC, 9 GXI, 8 ARM-I, 3 cycles. */
TEST(ninety_one_counters)
{
	const struct tally_monitor *m = &tally_arm926pxp_ahb;

	assert_int_equal(N, 18 + 18 + 16 + 10 + 9 + 9 + 8 + 3);
	assert_int_equal(TALLY_AHB_REGISTERS, N + 4);
	assert_int_equal(m->counters, N);
	assert_int_equal(m->events, N);
	for (unsigned i = 0; i < N; i++) {
		assert_true(m->counter[i].fixed);
		assert_int_equal(m->counter[i].event, i);
		assert_int_equal(m->event[i].code, i);
		assert_int_equal(m->event[i].rate, 1);
		assert_int_equal(m->counter[i].reg.addr, 4 * i);
	}
	assert_true(m->silent);
	assert_int_equal(TALLY_AHB_BASE, 0x101D0000);
}

static struct tally_slot slot[N];
static const struct tally_setup all = { slot, N, 0 };

static void fill_slots(void)
{
	for (unsigned i = 0; i < N; i++)
		slot[i] = (struct tally_slot){ .counter = (uint8_t)i,
					       .event = (uint16_t)i };
}

/* Disable, page size, reset; then one write that enables. */
TEST(scripts)
{
	static const uint32_t configure[3][2] = { { 0x170, 0 },
						  { 0x16C, 0 },
						  { 0x174, 0 } };
	struct tally_step step[TALLY_ARM926PXP_AHB_STEPS];
	struct tally_script s;

	fill_slots();
	tally_script_init(&s, step, TALLY_ARM926PXP_AHB_STEPS);
	assert_int_equal(
		tally_encode(&tally_arm926pxp_ahb, &all, TALLY_CONFIGURE, &s),
		TALLY_OK);
	assert_int_equal(s.count, 3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(step[i].reg.space, TALLY_MMIO);
		assert_int_equal(step[i].reg.addr, configure[i][0]);
		assert_int_equal(step[i].value, configure[i][1]);
	}
	s.count = 0;
	tally_encode(&tally_arm926pxp_ahb, &all, TALLY_START, &s);
	tally_encode(&tally_arm926pxp_ahb, &all, TALLY_STOP, &s);
	assert_int_equal(s.count, 2);
	assert_int_equal(step[0].reg.addr, 0x170);
	assert_int_equal(step[0].value, 1);
	assert_int_equal(step[1].reg.addr, 0x170);
	assert_int_equal(step[1].value, 0);
}

TEST(refusals)
{
	static const struct tally_slot wrong[] = {
		{ .counter = N, .event = 0 },
		{ .counter = 90, .event = 89 },
		{ .counter = 90, .event = 90, .period = 5 },
		{ .counter = 90, .event = 90, .interrupt = TALLY_IRQ },
	};
	static const enum tally_status status[] = {
		TALLY_E_COUNTER, TALLY_E_EVENT, TALLY_E_FEATURE, TALLY_E_FEATURE
	};

	for (unsigned i = 0; i < 4; i++) {
		const struct tally_setup setup = { &wrong[i], 1, 0 };

		assert_int_equal(
			tally_setup_check(&tally_arm926pxp_ahb, &setup, NULL),
			status[i]);
	}
}

/* A slot that sets the threshold of its layer. */
static struct tally_slot hit(unsigned counter, const struct tally_refine *r)
{
	return (struct tally_slot){ .counter = (uint8_t)counter,
				    .event = (uint16_t)counter,
				    .refine = r };
}

/* In front of the reset, one write for each layer that is asked for. */
TEST(thresholds)
{
	static const struct tally_refine five = { .threshold = 5 };
	static const struct tally_refine most = { .threshold = 0xFFFF };
	static const uint32_t configure[5][2] = { { 0x170, 0 },
						  { 0x16C, 0 },
						  { 0x17C, 0xFFFF },
						  { 0x194, 5 },
						  { 0x174, 0 } };
	const struct tally_slot slots[] = { hit(87, &five), hit(20, &most),
					    hit(89, &five), hit(28, NULL) };
	const struct tally_setup setup = { slots, 4, 0 };
	struct tally_step step[TALLY_ARM926PXP_AHB_STEPS];
	struct tally_script s;

	tally_script_init(&s, step, TALLY_ARM926PXP_AHB_STEPS);
	assert_int_equal(
		tally_encode(&tally_arm926pxp_ahb, &setup, TALLY_CONFIGURE, &s),
		TALLY_OK);
	assert_int_equal(s.count, 5);
	for (unsigned i = 0; i < 5; i++) {
		assert_int_equal(step[i].reg.addr, configure[i][0]);
		assert_int_equal(step[i].value, configure[i][1]);
	}
}

/* A threshold has to be compared, without a burst, one value a register. */
TEST(threshold_refusals)
{
	static const struct tally_refine five = { .threshold = 5 },
					 none = { 0 };
	static const struct tally_refine burst = { .threshold = 5, .burst = 2 };
	static struct tally_ahb_map map;
	static struct tally_ahb ahb;
	struct tally_slot slots[2] = { hit(3, &five), hit(88, &none) };
	struct tally_setup setup = { slots, 1, 0 };
	unsigned wrong = 0;

	assert_int_equal(tally_setup_check(&tally_arm926pxp_ahb, &setup, NULL),
			 TALLY_E_FEATURE);
	slots[0] = hit(20, &burst);
	assert_int_equal(tally_setup_check(&tally_arm926pxp_ahb, &setup, NULL),
			 TALLY_E_FEATURE);
	slots[0] = hit(87, &five);
	assert_int_equal(tally_setup_check(&tally_arm926pxp_ahb, &setup, NULL),
			 TALLY_OK);
	setup.slots = 2;
	assert_int_equal(
		tally_setup_check(&tally_arm926pxp_ahb, &setup, &wrong),
		TALLY_E_FEATURE);
	assert_int_equal(wrong, 1);
	slots[1] = hit(87, &five);
	assert_int_equal(tally_setup_check(&tally_arm926pxp_ahb, &setup, NULL),
			 TALLY_E_COUNTER);

	map = tally_ahb_own_map;
	map.threshold[TALLY_AHB_LAYER_Gxi] = 0;
	assert_int_equal(tally_ahb_init(&ahb, &map, NULL), TALLY_OK);
	setup.slots = 1;
	assert_int_equal(tally_setup_check(&ahb.monitor, &setup, NULL),
			 TALLY_E_FEATURE);
	map.threshold[TALLY_AHB_LAYER_Gxi] = map.at[7];
	assert_int_equal(tally_ahb_init(&ahb, &map, &wrong), TALLY_E_INVALID);
	assert_int_equal(wrong, TALLY_AHB_REGISTERS + TALLY_AHB_LAYER_Gxi);
	map.threshold[TALLY_AHB_LAYER_Gxi] = map.threshold[TALLY_AHB_LAYER_Exp];
	assert_int_equal(tally_ahb_init(&ahb, &map, &wrong), TALLY_E_INVALID);
	map.threshold[TALLY_AHB_LAYER_Gxi] = 0x1002;
	assert_int_equal(tally_ahb_init(&ahb, &map, &wrong), TALLY_E_INVALID);
}

struct fixture {
	struct ahb_window window;
	struct tally_total total[N];
	struct tally_step step[TALLY_ARM926PXP_AHB_STEPS];
	struct tally_store store;
	struct tally_session s;
};

static struct fixture f;

static void open_all(const struct tally_monitor *m)
{
	fill_slots();
	f.store = (struct tally_store){ f.total, f.step, N,
					TALLY_ARM926PXP_AHB_STEPS };
	assert_int_equal(tally_session_open(&f.s, m, &f.window.bus, &all,
					    &f.store, false),
			 TALLY_OK);
}

/* Every counter at once, each its own number of times; all wrap on the way. */
TEST(all_counters_at_once)
{
	window_init(&f.window, &tally_ahb_own_map);
	for (unsigned i = 0; i < N; i++)
		*window_count(&f.window, i) = 12345 * i;
	open_all(&tally_arm926pxp_ahb);
	assert_int_equal(tally_session_poll_limit(&f.s), UINT32_MAX);
	tally_session_start(&f.s);
	for (unsigned i = 0; i < N; i++)
		window_happen(&f.window, i, i + 1);
	for (unsigned i = 0; i < N; i++)
		assert_int_equal(tally_session_count(&f.s, i), i + 1);
	(void)tally_session_overflow(&f.s);
	for (unsigned round = 0; round < 3; round++) {
		for (unsigned i = 0; i < N; i++)
			window_happen(&f.window, i, UINT32_MAX - i);
		(void)tally_session_overflow(&f.s);
	}
	tally_session_stop(&f.s);
	for (unsigned i = 0; i < N; i++) {
		uint64_t want = i + 1 + UINT64_C(3) * (UINT32_MAX - i);

		assert_true(tally_session_count(&f.s, i) == want);
		assert_true(tally_session_net(&f.s, i) == want);
	}
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_false(f.window.enabled);
}

/* Which of the first 32 wrapped is told; that another did is not lost. */
TEST(overflow_tells_the_first)
{
	window_init(&f.window, &tally_ahb_own_map);
	open_all(&tally_arm926pxp_ahb);
	tally_session_start(&f.s);
	window_happen(&f.window, 3, UINT32_MAX);
	window_happen(&f.window, 80, UINT32_MAX);
	assert_int_equal(tally_session_overflow(&f.s), 0);
	window_happen(&f.window, 3, 2);
	window_happen(&f.window, 80, 2);
	assert_int_equal(tally_session_overflow(&f.s), 1u << 3);
	assert_true(tally_session_count(&f.s, 80) == UINT64_C(0x100000001));
	window_happen(&f.window, 31, UINT32_MAX);
	window_happen(&f.window, 32, UINT32_MAX);
	assert_int_equal(tally_session_overflow(&f.s), 0);
	window_happen(&f.window, 31, 1);
	window_happen(&f.window, 32, 1);
	assert_int_equal(tally_session_overflow(&f.s), 1u << 31);
	tally_session_close(&f.s);
}

/*
 * Either reading of what reset does to CtTotalCycles, which runs on while the
 * window is closed; the others hold then.  Windows add up.
 */
TEST(total_cycles_run_on)
{
	for (unsigned resets = 0; resets < 2; resets++) {
		window_init(&f.window, &tally_ahb_own_map);
		f.window.resets_total = resets;
		*window_count(&f.window, TALLY_AHB_CtTotalCycles) = 999;
		open_all(&tally_arm926pxp_ahb);
		for (unsigned round = 0; round < 2; round++) {
			window_happen(&f.window, TALLY_AHB_CtTotalCycles, 50);
			window_happen(&f.window, TALLY_AHB_CtTotalCyclesEn, 50);
			tally_session_start(&f.s);
			window_happen(&f.window, TALLY_AHB_CtTotalCycles, 10);
			window_happen(&f.window, TALLY_AHB_CtTotalCyclesEn, 10);
			tally_session_stop(&f.s);
		}
		assert_int_equal(tally_session_count(&f.s, 0), 120);
		assert_int_equal(tally_session_count(&f.s, 1), 20);
		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, 0), 0);
		tally_session_close(&f.s);
	}
}

/* Totals stay over a suspension, in which another counts and resets. */
TEST(suspended_totals)
{
	window_init(&f.window, &tally_ahb_own_map);
	open_all(&tally_arm926pxp_ahb);
	tally_session_start(&f.s);
	window_happen(&f.window, 7, UINT32_MAX);
	assert_int_equal(tally_session_overflow(&f.s), 0);
	window_happen(&f.window, 7, 100);
	assert_int_equal(tally_session_suspend(&f.s), TALLY_OK);
	assert_true(tally_session_count(&f.s, 7) == UINT64_C(100) + UINT32_MAX);
	*window_count(&f.window, 7) = 4711;
	assert_int_equal(tally_session_resume(&f.s), TALLY_OK);
	window_happen(&f.window, 7, 5);
	assert_true(tally_session_count(&f.s, 7) == UINT64_C(105) + UINT32_MAX);
	tally_session_close(&f.s);
}

/* The cycles move between two reads: somebody counts.  Nothing is written. */
static enum tally_status busy_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	struct ahb_window *w = (struct ahb_window *)bus;

	window_happen(w, TALLY_AHB_CtTotalCyclesEn, 1);
	return window_read(bus, reg, value);
}

TEST(busy)
{
	static const struct tally_bus_ops running = { .read = busy_read,
						      .write = window_write };

	window_init(&f.window, &tally_ahb_own_map);
	fill_slots();
	f.window.enabled = true;
	f.window.bus.ops = &running;
	f.store = (struct tally_store){ f.total, f.step, N,
					TALLY_ARM926PXP_AHB_STEPS };
	assert_int_equal(tally_session_open(&f.s, &tally_arm926pxp_ahb,
					    &f.window.bus, &all, &f.store,
					    false),
			 TALLY_E_BUSY);
	assert_int_equal(f.window.writes, 0);
	assert_int_equal(tally_session_open(&f.s, &tally_arm926pxp_ahb,
					    &f.window.bus, &all, &f.store,
					    true),
			 TALLY_OK);
	tally_session_close(&f.s);
}

/* With each access both counters count one; a timer's interrupt comes ahead of
 * one of them, polls and reads. */
static unsigned access_now, timer_at;
static bool in_timer, begins; /* totals begin anew, one after another */

static void read_in_timer(void)
{
	uint64_t count[N], least;

	if (f.s.state != TALLY_OPENED && f.s.state != TALLY_SUSPENDED)
		return;
	in_timer = true;
	if (f.s.state == TALLY_OPENED)
		(void)tally_session_overflow(&f.s);
	least = tally_session_count(&f.s, 3);
	if (!begins)
		assert_in_range(tally_session_count(&f.s, 4), least, least + N);
	assert_int_equal(tally_session_read_all(&f.s, count), TALLY_OK);
	if (!begins)
		assert_in_range(count[4], least, count[3] + N);
	in_timer = false;
}

static void tick(struct ahb_window *w)
{
	window_happen(w, 3, 1);
	window_happen(w, 4, 1);
	if (!in_timer && access_now++ == timer_at)
		read_in_timer();
}

static enum tally_status
timed_read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	tick((struct ahb_window *)bus);
	return window_read(bus, reg, value);
}

static enum tally_status
timed_write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	tick((struct ahb_window *)bus);
	return window_write(bus, reg, value);
}

/* False: the timer would come after the last access. */
static bool timed_at(unsigned at)
{
	static const struct tally_bus_ops timed = { .read = timed_read,
						    .write = timed_write };
	uint64_t count[N];

	window_init(&f.window, &tally_ahb_own_map);
	open_all(&tally_arm926pxp_ahb);
	f.window.bus.ops = &timed;
	access_now = 0;
	timer_at = at;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		window_happen(&f.window, 3, 0xC0000000);
		window_happen(&f.window, 4, 0xC0000000);
		in_timer = true; /* which does not come meanwhile */
		(void)tally_session_overflow(&f.s);
		in_timer = false;
		assert_int_equal(tally_session_read_all(&f.s, count), TALLY_OK);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, 3),
				 tally_session_count(&f.s, 4));
	}
	assert_in_range(tally_session_count(&f.s, 3), 0x180000000,
			0x180000000 + 20 * N);
	begins = true;
	assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
	begins = false;
	assert_int_equal(tally_session_count(&f.s, 4), 0);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	return access_now > at;
}

TEST(a_timer_at_every_access)
{
	unsigned at = 0;

	while (timed_at(at))
		at++;
	assert_in_range(at, 100, 4000);
}

/* A window without the monitor: counters that reset does not reach. */
TEST(absent)
{
	static struct tally_ahb_map other;

	other = tally_ahb_own_map;
	other.at[TALLY_AHB_AHBMONRstCtrs] = 0x300;
	window_init(&f.window, &other);
	*window_count(&f.window, 40) = 1;
	fill_slots();
	f.store = (struct tally_store){ f.total, f.step, N,
					TALLY_ARM926PXP_AHB_STEPS };
	assert_int_equal(tally_session_open(&f.s, &tally_arm926pxp_ahb,
					    &f.window.bus, &all, &f.store,
					    false),
			 TALLY_E_ABSENT);
}

/* Put back as they were; one that does not hold what is written, refused. */
TEST(thresholds_of_a_session)
{
	static const struct tally_refine five = { .threshold = 5 };
	const struct tally_slot one = hit(81, &five);
	const struct tally_setup setup = { &one, 1, 0 };

	window_init(&f.window, &tally_ahb_own_map);
	f.window.word[0x190 / 4] = 0x1234;
	f.window.word[0x194 / 4] = 0x4321;
	f.store = (struct tally_store){ f.total, f.step, N,
					TALLY_ARM926PXP_AHB_STEPS };
	assert_int_equal(tally_session_open(&f.s, &tally_arm926pxp_ahb,
					    &f.window.bus, &setup, &f.store,
					    false),
			 TALLY_OK);
	assert_int_equal(f.window.word[0x190 / 4], 5);
	assert_int_equal(f.window.word[0x194 / 4], 0x4321);
	f.window.word[0x190 / 4] = 6;
	assert_false(tally_arm926pxp_ahb.ops->holds(&tally_arm926pxp_ahb,
						    &setup, &f.window.bus));
	tally_session_close(&f.s);
	assert_int_equal(f.window.word[0x190 / 4], 0x1234);
}

TEST(a_map_of_ones_own)
{
	static struct tally_ahb_map map;
	static struct tally_ahb ahb;

	map = tally_ahb_own_map;
	for (unsigned i = 0; i < TALLY_AHB_REGISTERS; i++)
		map.at[i] = (uint16_t)(0x800 - 4 * i);
	map.enable = 31;
	map.track_dbgack = 4;
	map.track = true;
	map.page = 2;
	assert_int_equal(tally_ahb_init(&ahb, &map, NULL), TALLY_OK);
	window_init(&f.window, &map);
	f.window.word[map.at[TALLY_AHB_GxiPageSize] / 4] = 1;
	open_all(&ahb.monitor);
	assert_int_equal(f.window.control, 0x10);
	tally_session_start(&f.s);
	assert_int_equal(f.window.control, 0x80000010);
	window_happen(&f.window, 55, 77);
	tally_session_stop(&f.s);
	assert_int_equal(tally_session_count(&f.s, 55), 77);
	assert_int_equal(f.window.word[map.at[TALLY_AHB_GxiPageSize] / 4], 2);
	tally_session_close(&f.s);
	assert_int_equal(f.window.word[map.at[TALLY_AHB_GxiPageSize] / 4], 1);
	assert_int_equal(f.window.control, 0);

	/* Preset: each counter reads its own address, but CtTotalCycles. */
	tally_ahb_preset(&ahb.monitor, &f.window.bus);
	for (unsigned i = 1; i < N; i++)
		assert_int_equal(*window_count(&f.window, i),
				 0x101D0000 + 0x800 - 4 * i);
	tally_ahb_reset(&ahb.monitor, &f.window.bus);
	for (unsigned i = 1; i < N; i++)
		assert_int_equal(*window_count(&f.window, i), 0);
}

TEST(wrong_maps)
{
	struct tally_ahb_map map = tally_ahb_own_map;
	static struct tally_ahb ahb;
	unsigned row;

	assert_int_equal(tally_ahb_init(NULL, &map, &row), TALLY_E_INVALID);
	assert_int_equal(tally_ahb_init(&ahb, NULL, &row), TALLY_E_INVALID);
	map.at[9] = 0x22;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	assert_int_equal(row, 9);
	map.at[9] = map.at[4];
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	assert_int_equal(row, 9);
	map = tally_ahb_own_map;
	map.enable = TALLY_AHB_NO_BIT;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	assert_int_equal(row, TALLY_AHB_REGISTERS + TALLY_AHB_LAYERS);
	map.enable = map.track_dbgack;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	map.enable = 32;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	map.enable = 0;
	map.page = 4;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_INVALID);
	map.page = 3;
	map.align = true;
	map.align_castout4 = TALLY_AHB_NO_BIT;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_E_FEATURE);
	map.align = false;
	assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_OK);
}

/* Three bits of the control register, none another's, each within the word. */
TEST(wrong_bits)
{
	struct tally_ahb_map map;
	static struct tally_ahb ahb;
	uint8_t *const bit[] = { &map.enable, &map.track_dbgack,
				 &map.align_castout4 };
	unsigned row;

	for (unsigned i = 0; i < 3; i++) {
		map = tally_ahb_own_map;
		assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_OK);
		*bit[i] = 31;
		assert_int_equal(tally_ahb_init(&ahb, &map, &row), TALLY_OK);
		*bit[i] = 32;
		assert_int_equal(tally_ahb_init(&ahb, &map, &row),
				 TALLY_E_INVALID);
		for (unsigned k = 0; k < 3; k++) {
			map = tally_ahb_own_map;
			*bit[i] = *bit[k];
			assert_int_equal(tally_ahb_init(&ahb, &map, &row),
					 k == i ? TALLY_OK : TALLY_E_INVALID);
		}
	}
}

/* Each access fails once; mended, totals go on and close() works. */
TEST(fault_sweep)
{
	bool hit = true;

	fill_slots();
	for (uint32_t k = 0; hit; k++) {
		struct tally_bus_fault fault;
		uint64_t count;

		window_init(&f.window, &tally_ahb_own_map);
		tally_bus_fault_init(&fault, &f.window.bus, k);
		f.store = (struct tally_store){ f.total, f.step, N,
						TALLY_ARM926PXP_AHB_STEPS };
		if (!tally_session_open(&f.s, &tally_arm926pxp_ahb, &fault.bus,
					&all, &f.store, false)) {
			(void)tally_session_start(&f.s);
			window_happen(&f.window, 88, 7);
			(void)tally_session_overflow(&f.s);
			(void)tally_bus_recover(&fault.bus);
			window_happen(&f.window, 88, 4);
			(void)tally_session_overflow(&f.s);
			(void)tally_bus_recover(&fault.bus);
			count = tally_session_count(&f.s, 88);
			if (f.window.enabled && !fault.bus.status)
				assert_int_equal(count, 11);
			(void)tally_session_stop(&f.s);
		}
		(void)tally_bus_recover(&fault.bus);
		if (f.s.touched && tally_session_close(&f.s)) {
			(void)tally_bus_recover(&fault.bus);
			assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		}
		hit = fault.hit;
		assert_false(f.window.enabled);
	}
}
