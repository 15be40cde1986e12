/* SPDX-License-Identifier: MIT */
/*
 * Counters of 33 to 64 bits that say nothing when they wrap, as those of
 * RISC-V: totals are right over wraps that are polled as poll_limit() says,
 * whenever a poll comes into a reader, and over tasks and sessions that take
 * turns.
 */
#include <stdint.h>
#include <string.h>

#include <tally/counting.h>
#include <tally/session.h>
#include <tally/task.h>

#include "test.h"

/* Two counters of a width, which nothing but `running` stops. */
static struct core {
	struct tally_bus bus;
	uint64_t count[2];
	unsigned bits;
	bool running;
	unsigned reads, poll_at; /* a poll comes ahead of this read */
	struct tally_session *polled;
} core;

static uint64_t held(unsigned i)
{
	return core.count[i] & tally_counter_mask(core.bits);
}

static enum tally_status core_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	if (reg->addr && ++core.reads == core.poll_at) {
		core.poll_at = 0;
		(void)tally_session_overflow(core.polled);
	}
	*value = reg->addr ? held(reg->addr - 1) : core.running;
	return TALLY_OK;
}

static enum tally_status core_write(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	if (reg->addr)
		core.count[reg->addr - 1] = value;
	else
		core.running = value;
	return TALLY_OK;
}

static const struct tally_bus_ops core_ops = { .read = core_read,
					       .write = core_write };
static const struct tally_reg control = { 0, TALLY_MMIO, 64 };

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return TALLY_OK;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	(void)m;
	(void)setup;
	tally_script_keep(restore, bus, &control);
	return false;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	(void)m;
	(void)setup;
	tally_script_write(script, &control, phase == TALLY_START);
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	return !tally_bus_read(bus, &control);
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)start;
	(void)bus;
	return core.running ? TALLY_RUNNING : 0;
}

static const struct tally_monitor_ops ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = tally_check_unloaded,
};

static struct tally_counter counter[2];
static const struct tally_event event[] = { { 0x10, 4, 2 } };
static const struct tally_monitor monitor = {
	.ops = &ops,
	.counting = &tally_free_running,
	.counter = counter,
	.event = event,
	.counters = 2,
	.events = 1,
	.steps = 3,
	.silent = true,
};

static const struct tally_slot slot[] = {
	TALLY_SLOT(0, TALLY_EVENT_CYCLES),
	TALLY_SLOT(1, 0x10),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
static struct tally_total total[2], others_total[2];
static struct tally_step step[3], others_step[3];
static const struct tally_store store = { total, step, 2, 3 };
static const struct tally_store others_store = { others_total, others_step, 2,
						 3 };
static struct tally_session session, other;
static const unsigned widths[] = { 33, 40, 48, 63, 64 };

/* Counters stand just below their end, so that whatever comes wraps. */
static void begin(unsigned bits)
{
	memset(&core, 0, sizeof(core));
	memset(&session, 0, sizeof(session));
	core.bus.ops = &core_ops;
	core.bits = bits;
	core.count[0] = core.count[1] = UINT64_MAX - 2;
	for (unsigned i = 0; i < 2; i++)
		counter[i] = (struct tally_counter){
			{ i + 1, TALLY_MMIO, 64 },
			(uint8_t)bits,
			i ? TALLY_ANY_EVENT : TALLY_ONE_EVENT,
			i ? 0 : TALLY_EVENT_CYCLES,
		};
	assert_int_equal(tally_session_open(&session, &monitor, &core.bus,
					    &setup, &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	core.polled = &session;
}

static void count(uint64_t cycles, uint64_t events)
{
	core.count[0] += cycles;
	core.count[1] += events;
}

TEST(differences_by_their_own_width)
{
	for (unsigned w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		const uint64_t most = tally_counter_mask(widths[w]);
		uint64_t sum[2] = { 0, 0 };

		begin(widths[w]);
		/* An event may come four times a cycle. */
		assert_int_equal(tally_session_poll_limit(&session), most >> 2);
		for (unsigned i = 0; i < 9 && widths[w] < 62; i++) {
			count(most >> 2, most);
			sum[0] += most >> 2;
			sum[1] += most;
			assert_int_equal(tally_session_count(&session, 0),
					 sum[0]);
			assert_int_equal(tally_session_count(&session, 1),
					 sum[1]);
			(void)tally_session_overflow(&session);
		}
		count(100, 7);
		assert_int_equal(tally_session_count(&session, 0),
				 sum[0] + 100);
		assert_int_equal(tally_session_count(&session, 1), sum[1] + 7);
		assert_int_equal(tally_session_close(&session), TALLY_OK);
	}
}

/* A poll tells of the slots that have wrapped. */
TEST(a_poll_tells_of_wraps)
{
	begin(40);
	count(1, 5);
	assert_int_equal(tally_session_overflow(&session), 2);
	count(1, 5);
	assert_int_equal(tally_session_overflow(&session), 0);
	count(5, 0);
	assert_int_equal(tally_session_overflow(&session), 1);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/* A poll that interrupts a reader at any of its accesses changes no total. */
TEST(a_poll_comes_into_a_reader)
{
	for (unsigned at = 1; at < 8; at++)
		for (unsigned w = 0; w < sizeof(widths) / sizeof(widths[0]);
		     w++) {
			uint64_t both[2];

			begin(widths[w]);
			count(1000, 2000);
			core.reads = 0;
			core.poll_at = at;
			assert_int_equal(tally_session_count(&session, 0),
					 1000);
			assert_int_equal(tally_session_read_all(&session, both),
					 TALLY_OK);
			assert_int_equal(both[0], 1000);
			assert_int_equal(both[1], 2000);
			assert_int_equal(tally_session_close(&session),
					 TALLY_OK);
		}
}

/* A poll that interrupts a reset leaves totals of nothing. */
TEST(a_poll_comes_into_a_reset)
{
	for (unsigned at = 1; at < 4; at++) {
		begin(40);
		count(1000, 2000);
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		core.reads = 0;
		core.poll_at = at;
		assert_int_equal(tally_session_reset(&session), TALLY_OK);
		core.poll_at = 0;
		assert_int_equal(tally_session_count(&session, 0), 0);
		assert_int_equal(tally_session_count(&session, 1), 0);
		assert_int_equal(tally_session_close(&session), TALLY_OK);
	}
}

TEST(tasks_and_turns)
{
	for (unsigned w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		uint64_t mark[2], mine[2] = { 0 }, yours[2] = { 0 };
		struct tally_tasks tasks;
		struct tally_task me = { mine }, you = { yours };

		begin(widths[w]);
		tally_tasks_init(&tasks, &session, mark);
		for (unsigned i = 0; i < 4; i++) {
			tally_task_switch(&tasks, &me);
			count(10, 3);
			tally_task_switch(&tasks, &you);
			count(100, 30);
			(void)tally_session_overflow(&session);
		}
		tally_task_switch(&tasks, NULL);
		assert_int_equal(mine[0], 40);
		assert_int_equal(mine[1], 12);
		assert_int_equal(yours[0], 400);
		assert_int_equal(yours[1], 120);

		assert_int_equal(tally_session_suspend(&session), TALLY_OK);
		memset(&other, 0, sizeof(other));
		assert_int_equal(tally_session_open(&other, &monitor, &core.bus,
						    &setup, &others_store,
						    true),
				 TALLY_OK);
		assert_int_equal(tally_session_start(&other), TALLY_OK);
		count(5000, 6000);
		assert_int_equal(tally_session_count(&other, 0), 5000);
		assert_int_equal(tally_session_close(&other), TALLY_OK);
		assert_int_equal(tally_session_resume(&session), TALLY_OK);
		count(1, 1);
		assert_int_equal(tally_session_count(&session, 0), 441);
		assert_int_equal(tally_session_count(&session, 1), 133);
		assert_int_equal(tally_session_close(&session), TALLY_OK);
	}
}
