/* SPDX-License-Identifier: MIT */
/*
 * Opening a session refuses some things, changes others, and closing puts them
 * back: a monitor that somebody uses is left alone, and the target as it was
 * found.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/wrap.h>

#include "session_fixture.h"
#include "test.h"

/* A monitor as a debugger can see it, unpredictable bits aside. */
struct picture {
	uint32_t control;
	uint64_t count[3];
};

static struct picture picture_of(struct fixture *f)
{
	struct picture p = { 0 };
	uint64_t value = 0;

	pmu_read(f->target.pmu, &f->subject->control, true, &value);
	p.control = (uint32_t)value & f->subject->kept;
	for (unsigned i = 0; i < 3; i++)
		pmu_read(f->target.pmu, &f->subject->monitor->counter[i].reg,
			 true, &p.count[i]);
	return p;
}

static void somebody_uses_it(struct fixture *f, uint32_t control)
{
	pmu_write(f->target.pmu, &f->subject->control, true, 0x701);
	pmu_write(f->target.pmu, &f->subject->control, true, 0x701);
	pmu_write(f->target.pmu, &f->subject->control, true, control & ~1u);
	for (unsigned i = 0; i < 3; i++)
		pmu_write(f->target.pmu, &f->subject->monitor->counter[i].reg,
			  true, 0x1000u * (i + 1));
	pmu_write(f->target.pmu, &f->subject->control, true, control);
}

TEST(in_use_is_refused_and_left_alone)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		struct picture found;

		set_up(&f, v);
		somebody_uses_it(&f, 0x00D05069);
		found = picture_of(&f);
		assert_int_equal(open_on(&f, &f.target.bus, false),
				 TALLY_E_BUSY);
		assert_int_equal(f.target.writes, 0);
		assert_int_equal(tally_session_start(&f.s), TALLY_E_STATE);

		/* Taken by force, used, and given back running. */
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 50, 40, 30);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 40);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		{
			struct picture left = picture_of(&f);

			assert_memory_equal(&left, &found, sizeof(left));
		}
		pmu_bus_free(&f.target);
	}
}

/* Stopped, but its interrupt request is up: somebody waits for it. */
TEST(pending_request_is_in_use)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		somebody_uses_it(&f, 0x00000041);
		pmu_bus_happen(&f.target, LEDGER_CYCLES, UINT64_C(1) << 32);
		pmu_write(f.target.pmu, &f.subject->control, true, 0x40);
		assert_true(pmu_irq(f.target.pmu));
		assert_int_equal(open_on(&f, &f.target.bus, false),
				 TALLY_E_BUSY);
		assert_int_equal(f.target.writes, 0);
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		assert_false(pmu_irq(f.target.pmu));
		assert_int_equal(tally_session_count(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* A bus of registers that read as zero and ignore writes: QEMU's ARM11. */
static enum tally_status
dummy_read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	*value = reg->addr == 0 && reg->space == TALLY_CP15 ? 0x410FB767 : 0;
	return TALLY_OK;
}

static enum tally_status
dummy_write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	(void)reg;
	(void)value;
	return TALLY_OK;
}

TEST(absent_monitors)
{
	static const struct tally_bus_ops dummy_ops = { .read = dummy_read,
							.write = dummy_write };
	struct tally_bus dummy = { &dummy_ops, TALLY_OK };
	struct fixture f;

	set_up(&f, 0);
	assert_int_equal(open_on(&f, &dummy, false), TALLY_E_ABSENT);
	f.target.main_id = 0x4107B362; /* an ARM1136 */
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_E_ABSENT);
	assert_int_equal(f.target.writes, 0);
	pmu_bus_free(&f.target);

	set_up(&f, 1);
	f.target.main_id = 0x69054110; /* a PXA270: the second generation */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_E_ABSENT);
	assert_int_equal(f.target.writes, 0);
	pmu_bus_free(&f.target);
}

TEST(wrong_order_and_arguments)
{
	struct fixture f;

	set_up(&f, 0);
	assert_int_equal(tally_session_start(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_stop(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_close(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_reset(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_overflow(&f.s), 0);
	assert_int_equal(tally_session_count(&f.s, 0), 0);

	assert_int_equal(
		tally_session_open(NULL, NULL, NULL, NULL, NULL, false),
		TALLY_E_INVALID);
	assert_int_equal(open_on(&f, NULL, false), TALLY_E_INVALID);
	f.store.steps = 15;
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_E_ROOM);
	f.store.steps = 16;
	f.store.totals = 2;
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_E_ROOM);
	f.store.totals = SLOTS;
	f.slot[MISSES].event = 0x8;
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_E_EVENT);
	assert_int_equal(f.target.writes, 0);
	assert_int_equal(
		tally_setup_fault(&tally_arm1176, &f.setup, &f.target.bus),
		MISSES);
	assert_int_equal(tally_setup_fault(&tally_arm1176, &f.setup, NULL),
			 MISSES);
	f.slot[MISSES].event = 0xB;
	f.setup.options = TALLY_WIDE;
	assert_int_equal(tally_setup_fault(&tally_arm1176, &f.setup, NULL),
			 SLOTS);
	f.setup.options = 0;

	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
	assert_int_equal(tally_session_stop(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_calibrate(&f.s, 0), TALLY_E_INVALID);
	assert_int_equal(tally_session_start(&f.s), TALLY_OK);
	assert_int_equal(tally_session_start(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_reset(&f.s), TALLY_E_STATE);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_int_equal(tally_session_close(&f.s), TALLY_E_STATE);
	pmu_bus_free(&f.target);
}

/* Started, stopped, suspended: to the byte, and without an access. */
TEST(open_again_changes_nothing)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
		for (unsigned n = 0; n < 6; n++) {
			struct fixture before;

			if (n == 0)
				assert_int_equal(tally_session_start(&f.s),
						 TALLY_OK);
			if (n == 2)
				assert_int_equal(tally_session_stop(&f.s),
						 TALLY_OK);
			if (n == 4)
				assert_int_equal(tally_session_suspend(&f.s),
						 TALLY_OK);
			memcpy(&before, &f, sizeof(f));
			assert_int_equal(open_on(&f, &f.target.bus, n & 1),
					 TALLY_E_STATE);
			assert_memory_equal(&before, &f, sizeof(f));
		}
		assert_int_equal(tally_session_resume(&f.s), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Memory that is no open session can be opened, whatever it holds. */
TEST(any_memory_can_be_opened)
{
	for (unsigned junk = 0; junk < 256; junk++) {
		struct fixture f, copy;

		set_up(&f, 0);
		memset(&f.s, (int)junk, sizeof(f.s));
		assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 0);
		copy.s = f.s; /* is no session */
		assert_int_equal(tally_session_close(&copy.s), TALLY_E_STATE);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Whatever was there, what could not be opened is closed. */
TEST(what_was_refused_is_closed)
{
	for (unsigned junk = 0; junk < 256; junk++) {
		struct fixture f;

		set_up(&f, 0);
		memset(&f.s, (int)junk, sizeof(f.s));
		f.slot[MISSES].event = 0x8;
		assert_int_equal(open_on(&f, &f.target.bus, false),
				 TALLY_E_EVENT);
		assert_int_equal(f.s.state, TALLY_CLOSED);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_start(&f.s), TALLY_E_STATE);
		assert_int_equal(tally_session_suspend(&f.s), TALLY_E_STATE);
		assert_int_equal(tally_session_close(&f.s), TALLY_E_STATE);
		assert_int_equal(f.target.writes, 0);
		pmu_bus_free(&f.target);
	}
}

/* An event that only one of the counters has, as on no monitor of these. */
TEST(an_event_of_one_counter)
{
	const struct tally_event only[] = {
		{ .code = 0x7, .counters = 1 << 1, .rate = 2 },
	};
	struct tally_monitor m = tally_arm1176;
	struct tally_slot slot = { .counter = 0, .event = 0x7 };
	const struct tally_setup setup = { &slot, 1, 0 };

	m.event = only;
	m.events = 1;
	assert_int_equal(tally_setup_check(&m, &setup, NULL), TALLY_E_EVENT);
	slot.counter = 1;
	assert_int_equal(tally_setup_check(&m, &setup, NULL), TALLY_OK);
	assert_int_equal(tally_setup_fault(&m, NULL, NULL), 0);
}

static enum tally_status leads_nowhere(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t *value)
{
	(void)bus;
	(void)reg;
	(void)value;
	return TALLY_E_NOREG;
}

/* A bus to other registers: as session.h says, until it is recovered. */
TEST(another_bus_is_refused)
{
	static const struct tally_bus_ops nowhere = { .read = leads_nowhere };
	struct tally_bus bus = { .ops = &nowhere };
	struct fixture f;

	set_up(&f, 0);
	for (unsigned force = 0; force < 2; force++)
		assert_int_equal(open_on(&f, &bus, force), TALLY_E_NOREG);
	assert_int_equal(tally_session_close(&f.s), TALLY_E_STATE);
	bus.ops = f.target.bus.ops;
	assert_int_equal(open_on(&f, &bus, true), TALLY_E_NOREG);
	assert_int_equal(tally_bus_recover(&bus), TALLY_E_NOREG);
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	pmu_bus_free(&f.target);
}

TEST(user_access_is_given_and_taken_back)
{
	static const struct tally_reg control = { TALLY_CP(0, 15, 12, 0),
						  TALLY_CP15, 32 };
	struct fixture f;
	uint64_t value;

	set_up(&f, 0);
	f.setup.options = TALLY_USER;
	assert_int_equal(pmu_read(f.target.pmu, &control, false, &value),
			 PMU_UNDEFINED);
	assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
	assert_int_equal(pmu_read(f.target.pmu, &control, false, &value),
			 PMU_DONE);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	assert_int_equal(pmu_read(f.target.pmu, &control, false, &value),
			 PMU_UNDEFINED);
	pmu_bus_free(&f.target);
}

/* Only an ARM1176 has a V to open the monitor to user mode. */
TEST(user_access_is_refused_elsewhere)
{
	for (unsigned v = 1; v < 4; v++) {
		struct fixture f;

		set_up(&f, v);
		f.setup.options = TALLY_USER;
		assert_int_equal(open_on(&f, &f.target.bus, true),
				 TALLY_E_FEATURE);
		assert_int_equal(f.target.writes, 0);
		pmu_bus_free(&f.target);
	}
}
