/* SPDX-License-Identifier: MIT */
/*
 * L210 and L220: scripts against values worked out by hand from the documents,
 * and sessions on an array of registers that does what they say.
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/monitors/l2cc.h>
#include <tally/native.h>
#include <tally/session.h>
#include <tally/task.h>
#include <tally/wrap.h>

#include "test.h"

static struct tally_step step[32];
static struct tally_script script;

static void encode(const struct tally_monitor *m, const struct tally_slot *slot,
		   uint8_t slots, enum tally_phase phase)
{
	const struct tally_setup setup = { slot, slots, 0 };

	tally_script_init(&script, step, 32);
	assert_int_equal(tally_encode(m, &setup, phase, &script), TALLY_OK);
}

static void assert_steps(const uint32_t (*want)[2], unsigned count)
{
	assert_int_equal(script.count, count);
	for (unsigned i = 0; i < count; i++) {
		assert_int_equal(step[i].reg.space, TALLY_MMIO);
		assert_int_equal(step[i].reg.addr, want[i][0]);
		assert_int_equal(step[i].value, want[i][1]);
	}
}

#define ASSERT_STEPS(...)                                                      \
	do {                                                                   \
		static const uint32_t want_[][2] = { __VA_ARGS__ };            \
		assert_steps(want_, sizeof(want_) / sizeof(want_[0]));         \
	} while (0)

/*
 * The four read events in one pass: codes 9, 8, 4, 3 in EMCC[6:2], so 0x24,
 * 0x20, 0x10, 0x0C; flags 3:0 cleared; EMMC 11:8 resets; EMMC 0 runs.
 */
static const struct tally_slot reads_210[] = {
	{ .counter = 0, .event = 0x9 },
	{ .counter = 1, .event = 0x8 },
	{ .counter = 2, .event = 0x4 },
	{ .counter = 3, .event = 0x3 },
};

TEST(l210_script)
{
	encode(&tally_l210, reads_210, 4, TALLY_CONFIGURE);
	ASSERT_STEPS({ 0x00, 0 }, { 0x08, 0x24 }, { 0x0C, 0x20 },
		     { 0x10, 0x10 }, { 0x14, 0x0C }, { 0x04, 0xF },
		     { 0x00, 0xF00 });
	encode(&tally_l210, reads_210, 4, TALLY_START);
	ASSERT_STEPS({ 0x00, 1 });
	encode(&tally_l210, reads_210, 4, TALLY_STOP);
	ASSERT_STEPS({ 0x00, 0 });
	encode(&tally_l210, reads_210, 4, TALLY_RELEASE);
	ASSERT_STEPS({ 0x00, 0 }, { 0x08, 0 }, { 0x0C, 0 }, { 0x10, 0 },
		     { 0x14, 0 }, { 0x04, 0xF });
}

/* EMCC0 and EMC0: 0x100 and 0x200 in the manual, 0x08 and 0x20 for six. */
TEST(l210_layouts)
{
	static const struct {
		const struct tally_monitor *monitor;
		uint32_t config, count;
	} layout[] = {
		{ &tally_l210, 0x08, 0x18 },
		{ &tally_l210_trm, 0x100, 0x200 },
		{ &tally_l210_six, 0x08, 0x20 },
	};

	for (unsigned i = 0; i < 3; i++) {
		encode(layout[i].monitor, reads_210, 4, TALLY_CONFIGURE);
		for (unsigned n = 0; n < 4; n++) {
			assert_int_equal(step[1 + n].reg.addr,
					 layout[i].config + 4 * n);
			assert_int_equal(layout[i].monitor->counter[n].reg.addr,
					 layout[i].count + 4 * n);
		}
	}
}

/* A layout of the user's own. */
TEST(l210_own_layout)
{
	static const struct tally_l210_layout layout = { 0x40, 0x80 };
	static const struct tally_counter counter[4] =
		TALLY_L210_COUNTERS_AT(0x80);
	static const struct tally_monitor own = TALLY_L210_AT(&layout, counter);

	encode(&own, reads_210, 1, TALLY_CONFIGURE);
	assert_int_equal(step[1].reg.addr, 0x40);
	assert_int_equal(own.counter[3].reg.addr, 0x8C);
}

/*
 * Interrupt of an overflow: EMCC 1:0 = 01 on the L210, where EMMC bit 2 makes
 * INT active high; ECFGR 1:0 = 10 on the L220.  The reverse would interrupt
 * never, or on each count.
 */
TEST(interrupts_differ)
{
	const struct tally_slot slot_210 = { .counter = 2,
					     .event = TALLY_L210_DRREQ,
					     .interrupt = TALLY_IRQ };
	const struct tally_slot slot_220 = { .counter = 0,
					     .event = TALLY_L220_DRREQ,
					     .interrupt = TALLY_IRQ };

	encode(&tally_l210, &slot_210, 1, TALLY_CONFIGURE);
	assert_int_equal(step[3].reg.addr, 0x10);
	assert_int_equal(step[3].value, 0x4 << 2 | 1);
	encode(&tally_l210, &slot_210, 1, TALLY_START);
	ASSERT_STEPS({ 0x00, 0x5 });
	encode(&tally_l220, &slot_220, 1, TALLY_CONFIGURE);
	/* IMR, 0x214, is the caller's: never written. */
	ASSERT_STEPS({ 0x200, 0 }, { 0x208, 0 }, { 0x210, 0 }, { 0x204, 0 },
		     { 0x20C, 0 }, { 0x220, 1 }, { 0x208, 0x3 << 2 | 2 },
		     { 0x204, 0 });
}

/* Event 0, value, event: the only time at which a value may be written. */
TEST(l220_script)
{
	static const struct tally_slot slot[] = {
		{ .counter = 0, .event = 0x7 },
		{ .counter = 1, .event = 0x8 },
	};

	encode(&tally_l220, slot, 2, TALLY_CONFIGURE);
	ASSERT_STEPS({ 0x200, 0 }, { 0x208, 0 }, { 0x210, 0 }, { 0x204, 0 },
		     { 0x20C, 0 }, { 0x208, 0x1C }, { 0x204, 0x20 });
	encode(&tally_l220, slot, 2, TALLY_START);
	ASSERT_STEPS({ 0x200, 1 });
	encode(&tally_l220, slot, 2, TALLY_STOP);
	ASSERT_STEPS({ 0x200, 0 });
}

/* The trap: CO to WA are 2 to 10 on the L210 and 1 to 9 on the L220. */
TEST(codes_are_shifted)
{
	static const uint16_t code[][2] = {
		{ TALLY_L210_CO, TALLY_L220_CO },
		{ TALLY_L210_DRHIT, TALLY_L220_DRHIT },
		{ TALLY_L210_DRREQ, TALLY_L220_DRREQ },
		{ TALLY_L210_DWHIT, TALLY_L220_DWHIT },
		{ TALLY_L210_DWREQ, TALLY_L220_DWREQ },
		{ TALLY_L210_DWTREQ, TALLY_L220_DWTREQ },
		{ TALLY_L210_IRHIT, TALLY_L220_IRHIT },
		{ TALLY_L210_IRREQ, TALLY_L220_IRREQ },
		{ TALLY_L210_WA, TALLY_L220_WA },
	};

	for (unsigned i = 0; i < 9; i++) {
		assert_int_equal(code[i][0], i + 2);
		assert_int_equal(code[i][1], i + 1);
	}
	assert_int_equal(TALLY_L210_BWABT, 1);
	assert_int_equal(TALLY_L210_CLK, 0xF);
	/* No code of the L2C-310, and no 0, on the L220. */
	assert_null(tally_event_find(&tally_l220, 0));
	assert_null(tally_event_find(&tally_l220, 0xA));
	assert_null(tally_event_find(&tally_l210, 0x10));
}

/* Counters that cannot be loaded, or stop for good, have no period. */
TEST(no_periods)
{
	const struct tally_slot slot = { .counter = 0,
					 .event = 0x8,
					 .period = 1000 };
	const struct tally_setup setup = { &slot, 1, 0 };

	assert_int_equal(tally_setup_check(&tally_l210, &setup, NULL),
			 TALLY_E_FEATURE);
	assert_int_equal(tally_setup_check(&tally_l220, &setup, NULL),
			 TALLY_E_FEATURE);
}

/* A setup is refused for each of these mistakes, too. */
TEST(refusals)
{
	static const struct tally_slot wrong[][2] = {
		{ { .counter = 4, .event = 8 } },
		{ { .counter = 0, .event = 8 }, { .counter = 0, .event = 8 } },
		{ { .counter = 0, .event = 0 } },
		{ { .counter = 0, .event = 8, .levels = TALLY_EL0 } },
		{ { .counter = 0, .event = 8, .interrupt = TALLY_FIQ } },
	};
	static const enum tally_status status[] = {
		TALLY_E_COUNTER, TALLY_E_COUNTER, TALLY_E_EVENT,
		TALLY_E_FEATURE, TALLY_E_FEATURE,
	};

	for (unsigned i = 0; i < 5; i++) {
		const struct tally_setup setup = { wrong[i], i == 1 ? 2 : 1,
						   0 };

		assert_int_equal(tally_setup_check(&tally_l210, &setup, NULL),
				 status[i]);
		assert_int_equal(tally_setup_check(&tally_l220, &setup, NULL),
				 status[i]);
	}
}

/* No event of these two is bound to a counter; that of another monitor is. */
TEST(events_of_one_counter)
{
	static const struct tally_event event[] = { { 5, 1, 1 }, { 6, 1, 2 } };
	static const struct tally_counter counter[2] = { { .bits = 32 },
							 { .bits = 32 } };
	static const struct tally_monitor m = {
		.counter = counter,
		.event = event,
		.counters = 2,
		.events = 2,
	};

	for (unsigned i = 0; i < 4; i++) {
		const struct tally_slot slot = { .counter = i & 1,
						 .event = i & 2 ? 6 : 5 };
		const struct tally_setup setup = { &slot, 1, 0 };

		assert_int_equal(tally_check_unloaded(&m, &setup, 0),
				 i == 0 || i == 3 ? TALLY_OK : TALLY_E_EVENT);
	}
}

/*
 * The registers of a page.  `counts` false: EMCn ignores writes, EMMC's reset
 * bits clear all and read as zero, EMCS is write 1 to clear.
 */
struct page {
	struct tally_bus bus;
	uint32_t word[0x230 / 4];
	bool l220;
	bool deaf; /* resets do nothing: counts begin anywhere */
	unsigned writes;
};

static uint32_t *at(struct page *p, uint32_t addr)
{
	assert_in_range(addr, 0, sizeof(p->word) - 4);
	assert_int_equal(addr % 4, 0);
	return &p->word[addr / 4];
}

static enum tally_status page_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	struct page *p = (struct page *)bus;

	assert_int_equal(reg->space, TALLY_MMIO);
	*value = *at(p, reg->addr);
	return TALLY_OK;
}

static void write_210(struct page *p, uint32_t addr, uint32_t v)
{
	if (addr == 0x00) {
		if (v & 0xF00 && !p->deaf)
			memset(at(p, 0x18), 0, 16);
		*at(p, addr) = v & 0xFF;
	} else if (addr == 0x04) {
		*at(p, addr) &= ~v;
	} else if (addr < 0x18) {
		*at(p, addr) = v & 0x7F;
	}
}

/* EVR1 and EVR0 only while the source of theirs is 0. */
static void write_220(struct page *p, uint32_t addr, uint32_t v)
{
	if (addr == 0x20C || addr == 0x210) {
		assert_int_equal(*at(p, addr - 8) >> 2 & 0xF, 0);
		*at(p, addr) = v;
	} else if (addr == 0x200) {
		*at(p, addr) = v & 1;
	} else if (addr == 0x204 || addr == 0x208) {
		*at(p, addr) = v & 0x3F;
	} else {
		assert_int_equal(addr, 0x220);
		*at(p, 0x21C) &= ~v;
	}
}

static enum tally_status page_write(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	struct page *p = (struct page *)bus;

	assert_int_equal(reg->space, TALLY_MMIO);
	p->writes++;
	if (p->l220)
		write_220(p, reg->addr, (uint32_t)value);
	else
		write_210(p, reg->addr, (uint32_t)value);
	return TALLY_OK;
}

static const struct tally_bus_ops page_ops = { .read = page_read,
					       .write = page_write };

/* An event happens `n` times. */
static void happen(struct page *p, unsigned code, uint64_t n)
{
	if (!(*at(p, p->l220 ? 0x200 : 0) & 1))
		return;
	for (unsigned i = 0; i < (p->l220 ? 2 : 4); i++) {
		uint32_t *count = at(p, p->l220 ? 0x210 - 4 * i : 0x18 + 4 * i);
		uint32_t config = *at(p, p->l220 ? 0x208 - 4 * i : 8 + 4 * i);

		if (config >> 2 != code)
			continue;
		if (!p->l220 && *count + n > UINT32_MAX)
			*at(p, 4) |= 1u << i;
		if (p->l220 && *count + n >= UINT32_MAX) {
			*count = UINT32_MAX;
			*at(p, 0x21C) |= (config & 3) == 2;
		} else {
			*count += (uint32_t)n;
		}
	}
}

struct fixture {
	struct page page;
	struct tally_total total[4];
	struct tally_step step[20];
	struct tally_store store;
	struct tally_setup setup;
	struct tally_session s;
};

static const struct tally_slot reads_220[] = {
	{ .counter = 1, .event = TALLY_L220_DRREQ },
	{ .counter = 0, .event = TALLY_L220_DRHIT },
};

static void open_on(struct fixture *f, bool l220)
{
	f->page.bus.ops = &page_ops;
	f->page.l220 = l220;
	if (l220)
		*at(&f->page, 0) = 0x41000080;
	f->store = (struct tally_store){ f->total, f->step, 4, 20 };
	f->setup = l220 ? (struct tally_setup){ reads_220, 2, 0 }
			: (struct tally_setup){ reads_210, 4, 0 };
	assert_int_equal(
		tally_session_open(&f->s, l220 ? &tally_l220 : &tally_l210,
				   &f->page.bus, &f->setup, &f->store, false),
		TALLY_OK);
}

/* Counts that cannot be cleared: from where they stand, over two wraps. */
TEST(l210_counts_from_where_it_stands)
{
	struct fixture f = { .page.deaf = true };

	*at(&f.page, 0x18) = 1000;
	*at(&f.page, 0x20) = UINT32_MAX - 9;
	open_on(&f, false);
	tally_session_start(&f.s);
	happen(&f.page, TALLY_L210_IRREQ, 7);
	happen(&f.page, TALLY_L210_DRREQ, 20);
	assert_int_equal(tally_session_count(&f.s, 0), 7);
	assert_int_equal(tally_session_count(&f.s, 2), 20);
	assert_int_equal(tally_session_overflow(&f.s), 1u << 2);
	assert_int_equal(*at(&f.page, 4), 0);
	happen(&f.page, TALLY_L210_DRREQ, UINT32_MAX);
	assert_int_equal(tally_session_count(&f.s, 2),
			 UINT64_C(20) + UINT32_MAX);
	tally_session_stop(&f.s);
	happen(&f.page, TALLY_L210_DRREQ, 5);
	assert_int_equal(tally_session_count(&f.s, 2),
			 UINT64_C(20) + UINT32_MAX);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
}

/* A counter at its top may have stopped: no number, not even 2^32 - 1. */
TEST(l210_at_its_top_is_no_number)
{
	struct fixture f = { 0 };

	open_on(&f, false);
	tally_session_start(&f.s);
	*at(&f.page, 0x18) = UINT32_MAX; /* counted, no overflow yet */
	assert_int_equal(tally_session_count(&f.s, 0), UINT32_MAX);
	*at(&f.page, 4) = 1;
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	assert_true(tally_session_net(&f.s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_count(&f.s, 1), 0);
}

/* Nor after others had the monitor: what was lost stays so, until a reset. */
TEST(l210_lost_stays_lost)
{
	struct fixture f = { .page.deaf = true };

	open_on(&f, false);
	tally_session_start(&f.s);
	*at(&f.page, 0x18) = UINT32_MAX;
	*at(&f.page, 4) = 1;
	assert_int_equal(tally_session_suspend(&f.s), TALLY_OK);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	*at(&f.page, 0x18) = 40;
	assert_int_equal(tally_session_resume(&f.s), TALLY_OK);
	happen(&f.page, TALLY_L210_IRREQ, 7);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	tally_session_stop(&f.s);
	assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
	tally_session_start(&f.s);
	happen(&f.page, TALLY_L210_IRREQ, 7);
	assert_int_equal(tally_session_count(&f.s, 0), 7);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
}

/* Nor of the tasks that ran then, or come after: each has its other counts. */
TEST(l220_lost_is_no_tasks_number)
{
	uint64_t count[2][4] = { { 0 } }, mark[4];
	struct tally_task a = { count[0] }, b = { count[1] };
	struct fixture f = { 0 };
	struct tally_tasks tasks;

	open_on(&f, true);
	tally_tasks_init(&tasks, &f.s, mark);
	tally_session_start(&f.s);
	tally_task_switch(&tasks, &b);
	happen(&f.page, TALLY_L220_DRREQ, 10);
	tally_task_switch(&tasks, &a);
	happen(&f.page, TALLY_L220_DRREQ, UINT32_MAX);
	happen(&f.page, TALLY_L220_DRHIT, 5);
	assert_true(tally_task_count(&tasks, &a, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_task_count(&tasks, &b, 0), 10);
	tally_task_switch(&tasks, &b);
	assert_true(tally_task_count(&tasks, &a, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_task_count(&tasks, &a, 1), 5);
	assert_true(tally_task_count(&tasks, &b, 0) == TALLY_COUNT_LOST);
	/* A task's lost count stays lost when the counter is well again. */
	tally_session_stop(&f.s);
	assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
	tally_tasks_init(&tasks, &f.s, mark);
	tally_session_start(&f.s);
	tally_task_switch(&tasks, &a);
	happen(&f.page, TALLY_L220_DRREQ, 3);
	tally_task_switch(&tasks, &b);
	happen(&f.page, TALLY_L220_DRREQ, 4);
	assert_true(tally_task_count(&tasks, &a, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_task_count(&tasks, &b, 0), 14);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
}

/* Nor from where it stood: the top is the counter's, not the count's. */
TEST(l210_at_its_top_from_elsewhere)
{
	struct fixture f = { .page.deaf = true };

	*at(&f.page, 0x18) = 1000;
	open_on(&f, false);
	tally_session_start(&f.s);
	*at(&f.page, 0x18) = UINT32_MAX;
	assert_int_equal(tally_session_count(&f.s, 0), UINT32_MAX - 1000);
	*at(&f.page, 4) = 1;
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
}

/* Only the flag that was set is cleared, and all configuration comes back. */
TEST(l210_leaves_as_found)
{
	struct fixture f = { 0 };

	*at(&f.page, 0) = 0x06;
	*at(&f.page, 0x08) = 0x27;
	*at(&f.page, 0x14) = 0x10;
	open_on(&f, false);
	assert_int_equal(*at(&f.page, 0x08), 0x24);
	tally_session_close(&f.s);
	assert_int_equal(*at(&f.page, 0), 0x06);
	assert_int_equal(*at(&f.page, 0x08), 0x27);
	assert_int_equal(*at(&f.page, 0x14), 0x10);
}

static enum tally_status try_open(struct fixture *f, bool l220)
{
	f->page.bus.ops = &page_ops;
	f->page.l220 = l220;
	f->store = (struct tally_store){ f->total, f->step, 4, 20 };
	f->setup = (struct tally_setup){ reads_220, 2, 0 };
	return tally_session_open(&f->s, l220 ? &tally_l220 : &tally_l210,
				  &f->page.bus, &f->setup, &f->store, false);
}

/* Running, or with its interrupt pending: somebody's.  Nothing is written. */
TEST(busy_and_absent)
{
	struct fixture running = { 0 }, pending = { 0 }, other = { 0 };
	struct fixture l210 = { 0 }, l220 = { 0 };

	*at(&running.page, 0) = 1;
	assert_int_equal(try_open(&running, false), TALLY_E_BUSY);
	*at(&pending.page, 4) = 4;
	*at(&pending.page, 0x10) = 0x11;
	assert_int_equal(try_open(&pending, false), TALLY_E_BUSY);
	*at(&other.page, 4) = 0x10; /* EMCS 31:4 read as zero */
	assert_int_equal(try_open(&other, false), TALLY_E_ABSENT);
	*at(&l210.page, 0) = 0x41000040; /* part 1: no counters here */
	assert_int_equal(try_open(&l210, true), TALLY_E_ABSENT);
	*at(&l220.page, 0) = 0x41000080;
	*at(&l220.page, 0x200) = 1;
	assert_int_equal(try_open(&l220, true), TALLY_E_BUSY);
	assert_int_equal(running.page.writes + pending.page.writes +
				 other.page.writes + l210.page.writes +
				 l220.page.writes,
			 0);
}

/* An event's request is somebody's if a counter may make one: 1 or 2. */
TEST(l220_pending)
{
	for (uint32_t counter = 0; counter < 2; counter++) {
		for (uint32_t interrupt = 0; interrupt < 4; interrupt++) {
			struct fixture f = { 0 };
			bool asks = interrupt == 1 || interrupt == 2;

			*at(&f.page, 0) = 0x41000080;
			*at(&f.page, 0x204 + 4 * counter) = 0x10 | interrupt;
			*at(&f.page, 0x21C) = 1;
			assert_int_equal(try_open(&f, true),
					 asks ? TALLY_E_BUSY : TALLY_OK);
		}
	}
}

/* Emptied past its half, it counts beyond 2^32 without ever stopping. */
TEST(l220_counts_on_when_polled)
{
	struct fixture f = { 0 };
	uint64_t sum = 0;

	open_on(&f, true);
	assert_int_equal(tally_session_poll_limit(&f.s), (UINT32_MAX >> 2) / 2);
	tally_session_start(&f.s);
	for (unsigned i = 0; i < 9; i++) {
		happen(&f.page, TALLY_L220_DRREQ, UINT64_C(0x7FFFFFFF));
		happen(&f.page, TALLY_L220_DRHIT, 3);
		sum += 0x7FFFFFFF;
		assert_int_equal(tally_session_count(&f.s, 0), sum);
		assert_int_equal(tally_session_overflow(&f.s), 0);
		assert_int_equal(tally_session_count(&f.s, 0), sum);
	}
	assert_int_equal(*at(&f.page, 0x200), 1); /* still running */
	tally_session_stop(&f.s);
	(void)tally_session_overflow(&f.s);
	assert_int_equal(*at(&f.page, 0x200), 0); /* and still stopped */
	assert_int_equal(tally_session_count(&f.s, 0), sum);
	assert_int_equal(tally_session_count(&f.s, 1), 27);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
}

/* At its top: never a number again, until the session is reset. */
TEST(l220_saturated_is_no_number)
{
	struct fixture f = { 0 };

	open_on(&f, true);
	tally_session_start(&f.s);
	happen(&f.page, TALLY_L220_DRREQ, UINT64_C(0xFFFFFFFE));
	assert_int_equal(tally_session_count(&f.s, 0), 0xFFFFFFFE);
	happen(&f.page, TALLY_L220_DRREQ, 1);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_overflow(&f.s), 1);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	happen(&f.page, TALLY_L220_DRHIT, 5);
	assert_int_equal(tally_session_count(&f.s, 1), 5);
	tally_session_suspend(&f.s);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	tally_session_resume(&f.s);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	happen(&f.page, TALLY_L220_DRREQ, 3);
	assert_true(tally_session_count(&f.s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_count(&f.s, 1), 5);
	tally_session_stop(&f.s);
	assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
	assert_int_equal(tally_session_count(&f.s, 0), 0);
}

/* RISR bit 0 is cleared by ICR bit 0; other bits of RISR stay. */
TEST(l220_interrupt)
{
	static const struct tally_slot slot = { .counter = 0,
						.event = TALLY_L220_CO,
						.interrupt = TALLY_IRQ };
	struct fixture f = { 0 };

	f.page.bus.ops = &page_ops;
	f.page.l220 = true;
	*at(&f.page, 0) = 0x41000080;
	*at(&f.page, 0x21C) = 0x100;
	f.store = (struct tally_store){ f.total, f.step, 4, 20 };
	f.setup = (struct tally_setup){ &slot, 1, 0 };
	assert_int_equal(tally_session_open(&f.s, &tally_l220, &f.page.bus,
					    &f.setup, &f.store, false),
			 TALLY_OK);
	tally_session_start(&f.s);
	happen(&f.page, TALLY_L220_CO, UINT64_C(1) << 32);
	assert_int_equal(*at(&f.page, 0x21C), 0x101);
	assert_int_equal(tally_session_overflow(&f.s), 1);
	assert_int_equal(*at(&f.page, 0x21C), 0x100);
	tally_session_close(&f.s);
}

/* A session that asked for no interrupt may not be allowed to clear one. */
TEST(l220_clears_no_request_of_others)
{
	struct fixture f = { 0 };

	*at(&f.page, 0x21C) = 1;
	open_on(&f, true);
	tally_session_start(&f.s);
	happen(&f.page, TALLY_L220_DRREQ, UINT64_C(0x90000000));
	assert_int_equal(tally_session_overflow(&f.s), 0);
	assert_int_equal(tally_session_count(&f.s, 0), 0x90000000);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_int_equal(*at(&f.page, 0x21C), 1);
}

/* Every access of a session fails once; mended, the target is as found. */
TEST(fault_sweep)
{
	for (unsigned l220 = 0; l220 < 2; l220++) {
		bool hit = true;

		for (uint32_t k = 0; hit; k++) {
			struct fixture f = { 0 };
			struct tally_bus_fault fault;

			*at(&f.page, 0) = l220 ? 0x41000080 : 0x06;
			*at(&f.page, l220 ? 0x204 : 0x0C) = 0x14;
			f.page.bus.ops = &page_ops;
			f.page.l220 = l220;
			f.store =
				(struct tally_store){ f.total, f.step, 4, 20 };
			f.setup = (struct tally_setup){ reads_220, 2, 0 };
			tally_bus_fault_init(&fault, &f.page.bus, k);
			if (!tally_session_open(
				    &f.s, l220 ? &tally_l220 : &tally_l210,
				    &fault.bus, &f.setup, &f.store, false)) {
				tally_session_start(&f.s);
				(void)tally_session_overflow(&f.s);
				tally_session_stop(&f.s);
				(void)tally_session_close(&f.s);
			}
			hit = fault.hit;
			assert_int_equal(fault.bus.status,
					 hit ? TALLY_E_BUS : TALLY_OK);
			(void)tally_bus_recover(&fault.bus);
			if (f.s.touched)
				assert_int_equal(tally_session_close(&f.s),
						 TALLY_OK);
			assert_int_equal(*at(&f.page, l220 ? 0x204 : 0x0C),
					 0x14);
			assert_int_equal(*at(&f.page, l220 ? 0x200 : 0),
					 l220 ? 0 : 0x06);
		}
	}
}

/* The native bus: words of its window, and nothing else. */
TEST(native_window)
{
	static volatile uint32_t window[8];
	struct tally_bus_mmio m = TALLY_BUS_MMIO(window, sizeof(window));
	struct tally_reg reg = { 0x1C, TALLY_MMIO, 32 };

	tally_bus_write(&m.bus, &reg, 0x12345678);
	tally_bus_sync(&m.bus);
	assert_int_equal(window[7], 0x12345678);
	window[7] = 0x89ABCDEF;
	assert_int_equal(tally_bus_read(&m.bus, &reg), 0x89ABCDEF);
	assert_int_equal(m.bus.status, TALLY_OK);

	static const struct tally_reg wrong[] = {
		{ 0x20, TALLY_MMIO, 32 },
		{ 0x02, TALLY_MMIO, 32 },
		{ 0x00, TALLY_PMR, 32 },
		{ 0x00, TALLY_MMIO, 64 },
	};
	for (unsigned i = 0; i < 4; i++) {
		(void)tally_bus_read(&m.bus, &wrong[i]);
		assert_int_equal(tally_bus_recover(&m.bus), TALLY_E_NOREG);
		tally_bus_write(&m.bus, &wrong[i], 1);
		assert_int_equal(tally_bus_recover(&m.bus), TALLY_E_NOREG);
	}
	assert_int_equal(window[0], 0);
}
