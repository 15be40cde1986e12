/* SPDX-License-Identifier: MIT */
/*
 * Sessions over simulated monitors, which were written from the manuals
 * without sight of the driver: exact totals over wraps, every order of reader,
 * overflow and handler, the target left as found.  (Failures of the bus are
 * test_fault_sweep.c's.)  Everything runs in every reading of what the manuals
 * leave open: junk in unpredictable bits, flags that clear only with E set
 * before and after.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <tally/counting.h>
#include <tally/monitors/arm11.h>
#include <tally/monitors/xscale.h>
#include <tally/session.h>
#include <tally/wrap.h>

#include "catalog/catalog.h"
#include "pmu_bus.h"

enum { CYCLES, INSTRUCTIONS, MISSES, SLOTS };

/* Counter 0 is the cycle counter; these codes mean the same everywhere. */
static const struct tally_slot three[SLOTS] = {
	{ 0, true, TALLY_EVENT_CYCLES, 0 },
	{ 1, true, 0x7, 0 },
	{ 2, true, 0xB, 0 },
};

/* One monitor, and its control register with the bits that it keeps. */
struct subject {
	const struct tally_monitor *monitor;
	enum pmu_kind kind;
	uint32_t kept;
	struct tally_reg control;
};

static const struct subject subjects[] = {
	{ &tally_arm1176,
	  PMU_ARM1176,
	  0x0FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
	{ &tally_pxa250,
	  PMU_PXA250,
	  0x0FFFF079,
	  { TALLY_CP(0, 0, 0, 0), TALLY_CP14, 32 } },
	{ &tally_arm1136,
	  PMU_ARM1136,
	  0x0FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
	{ &tally_arm1156,
	  PMU_ARM1156,
	  0x7FFFF879,
	  { TALLY_CP(0, 15, 12, 0), TALLY_CP15, 32 } },
};

/* A subject in one reading of its manuals, with a session about to open. */
struct fixture {
	const struct subject *subject;
	struct pmu_bus target;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[16];
	struct tally_store store;
	struct tally_session s;
};

static void set_up(struct fixture *f, unsigned variant)
{
	memset(f, 0, sizeof(*f));
	f->subject = &subjects[variant & 3];
	pmu_bus_init(&f->target, f->subject->kind, variant >> 2 & 1,
		     variant >> 3 & 1);
	memcpy(f->slot, three, sizeof(f->slot));
	f->setup = (struct tally_setup){ f->slot, SLOTS, 0 };
	f->store = (struct tally_store){ f->total, f->step, SLOTS, 16 };
}

enum { VARIANTS = 16 };

static enum tally_status open_on(struct fixture *f, struct tally_bus *bus,
				 bool force)
{
	return tally_session_open(&f->s, f->subject->monitor, bus, &f->setup,
				  &f->store, force);
}

/* Some of everything, and more cycles than fit 32 bits take several goes. */
static void work(struct fixture *f, uint64_t cycles, uint64_t instructions,
		 uint64_t misses)
{
	pmu_bus_happen(&f->target, LEDGER_CYCLES, cycles);
	pmu_bus_happen(&f->target, LEDGER_INSTRUCTIONS, instructions);
	pmu_bus_happen(&f->target, LEDGER_DCACHE_MISS, misses);
}

/* What is in a session before it is opened is anybody's. */
static void opens_on_junk(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		memset(&f.s, 0xFF, sizeof(f.s));
		memset(f.total, 0xFF, sizeof(f.total));
		assert_int_equal(open_on(&f, &f.target.bus, v >> 3 & 1),
				 TALLY_OK);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 1000, 400, 30);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 1000);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 400);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

static void counts_only_the_window(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(open_on(&f, &f.target.bus, v >> 3 & 1),
				 TALLY_OK);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 500, 200, 10);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 500);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		work(&f, 1000, 1000, 1000);
		assert_int_equal(tally_session_start(&f.s), TALLY_OK);
		work(&f, 5, 2, 1);
		assert_int_equal(tally_session_stop(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 505);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 202);
		assert_int_equal(tally_session_count(&f.s, MISSES), 11);
		assert_int_equal(tally_session_count(&f.s, SLOTS), 0);
		assert_int_equal(f.s.windows, 2);

		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Three wraps, taken up while running; a fourth, pending when read. */
static void three_wraps_and_one_pending(void **state)
{
	const uint64_t wrap = UINT64_C(1) << 32;

	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 3; i++) {
			work(&f, wrap, 3, wrap / 2);
			assert_true(pmu_irq(f.target.pmu));
			assert_int_equal(tally_session_overflow(&f.s),
					 i == 1 ? 1u << CYCLES | 1u << MISSES
						: 1u << CYCLES);
			assert_false(pmu_irq(f.target.pmu));
			assert_int_equal(tally_session_overflow(&f.s), 0);
		}
		work(&f, wrap, 3, 0);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 4 * wrap);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 12);
		assert_int_equal(tally_session_count(&f.s, MISSES),
				 3 * (wrap / 2));

		/* The handler that comes after the stop changes no total. */
		assert_int_equal(tally_session_overflow(&f.s), 1u << CYCLES);
		assert_false(pmu_irq(f.target.pmu));
		assert_int_equal(tally_session_count(&f.s, CYCLES), 4 * wrap);
		assert_int_equal(tally_session_count(&f.s, MISSES),
				 3 * (wrap / 2));
		tally_session_start(&f.s);
		work(&f, 7, 0, 0);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES),
				 4 * wrap + 7);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* A period of 1000: an overflow every 1000, totals unbroken. */
static void sampling_period(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		unsigned overflows = 0;

		set_up(&f, v);
		f.slot[MISSES].period = 1000;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 400; i++) {
			work(&f, 1, 1, 13);
			if (tally_session_overflow(&f.s) == 1u << MISSES)
				overflows++;
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 (i + 1) * UINT64_C(13));
		}
		/* 5200 counts, each period begun where the last ended */
		assert_int_equal(overflows, 5);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Whatever the handler does, more of the event happens meanwhile. */
static void misses_go_by(struct pmu_bus *b, unsigned access)
{
	(void)access;
	pmu_bus_happen(b, LEDGER_DCACHE_MISS, 7);
}

/* A reload loses nothing: two counters of one event, one with a period. */
static void reload_keeps_up_with_a_plain_counter(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		uint64_t plain, sampled;

		set_up(&f, v);
		f.slot[INSTRUCTIONS].event = 0xB;
		f.slot[MISSES].period = 100;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		f.target.before = misses_go_by;
		tally_session_start(&f.s);
		for (unsigned i = 0; i < 50; i++) {
			work(&f, 0, 0, 60);
			tally_session_overflow(&f.s);
		}
		tally_session_stop(&f.s);
		f.target.before = NULL;
		plain = tally_session_count(&f.s, INSTRUCTIONS);
		sampled = tally_session_count(&f.s, MISSES);
		assert_true(plain > 50 * 60);
		assert_int_equal(sampled, plain);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

/* Polled far too late, sampling goes on with the next period. */
static void late_poll_does_not_end_sampling(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.slot[MISSES].period = 1000;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 0, 0, 1000 + 12345);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 999);
		assert_int_equal(tally_session_overflow(&f.s), 0);
		work(&f, 0, 0, 1);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		assert_int_equal(tally_session_count(&f.s, MISSES), 14345);
		/* By a period exactly it is late, by one less it is not. */
		work(&f, 0, 0, 1000 + 1000);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 1000 + 999);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		work(&f, 0, 0, 1);
		assert_int_equal(tally_session_overflow(&f.s), 1u << MISSES);
		assert_int_equal(tally_session_count(&f.s, MISSES), 18345);
		tally_session_close(&f.s);
		pmu_bus_free(&f.target);
	}
}

/*
 * Every order: one count that makes the counter wrap comes before access
 * `wrap_at` of the reader, the handler before access `handle_at` or never.
 */
struct race {
	struct fixture *f;
	unsigned wrap_at, handle_at;
	bool inside; /* the handler's own accesses are not points of the race */
};

static void race(struct pmu_bus *b, unsigned access)
{
	struct race *r = b->ctx;

	if (r->inside)
		return;
	if (access == r->wrap_at)
		pmu_bus_happen(b, LEDGER_DCACHE_MISS, 1);
	if (access == r->handle_at) {
		unsigned saved = b->accesses;

		r->inside = true;
		tally_session_overflow(&r->f->s);
		b->accesses = saved;
		r->inside = false;
	}
}

static void reader_overflow_handler_in_every_order(void **state)
{
	const uint64_t before = UINT64_C(0xFFFFFFFF);

	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		for (unsigned k = 0; k < 12 * 12; k++) {
			struct fixture f;
			struct race r = { &f, k / 12, k % 12, false };
			uint64_t count;

			set_up(&f, v);
			assert_int_equal(open_on(&f, &f.target.bus, true),
					 TALLY_OK);
			tally_session_start(&f.s);
			work(&f, 0, 0, before);
			f.target.accesses = 0;
			f.target.before = race;
			f.target.ctx = &r;
			count = tally_session_count(&f.s, MISSES);
			/* Right before the wrap, or right after it. */
			assert_in_range(count, before, before + 1);
			if (r.wrap_at == 0)
				assert_int_equal(count, before + 1);

			f.target.before = NULL;
			if (f.target.accesses <= r.wrap_at)
				work(&f, 0, 0, 1);
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 before + 1);
			tally_session_overflow(&f.s);
			assert_int_equal(tally_session_count(&f.s, MISSES),
					 before + 1);
			pmu_bus_free(&f.target);
		}
	}
}

/* What a debugger can see of a monitor, unpredictable bits aside. */
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

static void in_use_is_refused_and_left_alone(void **state)
{
	(void)state;
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
static void pending_request_is_in_use(void **state)
{
	(void)state;
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

static void absent_monitors(void **state)
{
	static const struct tally_bus_ops dummy_ops = { .read = dummy_read,
							.write = dummy_write };
	struct tally_bus dummy = { &dummy_ops, TALLY_OK };
	struct fixture f;

	(void)state;
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

static void wrong_order_and_arguments(void **state)
{
	struct fixture f;

	(void)state;
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
static void open_again_changes_nothing(void **state)
{
	(void)state;
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

/* What is no open session, whatever it holds, can be opened. */
static void any_memory_can_be_opened(void **state)
{
	(void)state;
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
static void what_was_refused_is_closed(void **state)
{
	(void)state;
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
static void an_event_of_one_counter(void **state)
{
	const struct tally_event only[] = {
		{ .code = 0x7, .counters = 1 << 1, .rate = 2 },
	};
	struct tally_monitor m = tally_arm1176;
	struct tally_slot slot = { .counter = 0, .event = 0x7 };
	const struct tally_setup setup = { &slot, 1, 0 };

	(void)state;
	m.event = only;
	m.events = 1;
	assert_int_equal(tally_setup_check(&m, &setup, NULL), TALLY_E_EVENT);
	slot.counter = 1;
	assert_int_equal(tally_setup_check(&m, &setup, NULL), TALLY_OK);
	assert_int_equal(tally_setup_fault(&m, NULL, NULL), 0);
}

/* Each access of the driver lasts five cycles and two instructions. */
static void time_goes_by(struct pmu_bus *b, unsigned access)
{
	(void)access;
	pmu_bus_happen(b, LEDGER_CYCLES, 5);
	pmu_bus_happen(b, LEDGER_INSTRUCTIONS, 2);
}

static void empty_region_is_taken_off(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.target.before = time_goes_by;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		assert_int_equal(tally_session_calibrate(&f.s, 4), TALLY_OK);
		assert_int_equal(f.total[CYCLES].empty, 5);
		assert_int_equal(f.total[INSTRUCTIONS].empty, 2);
		assert_int_equal(f.total[MISSES].empty, 0);
		for (unsigned i = 0; i < 3; i++) {
			tally_session_start(&f.s);
			work(&f, 100, 90, 3);
			tally_session_stop(&f.s);
		}
		assert_int_equal(tally_session_count(&f.s, CYCLES), 315);
		assert_int_equal(tally_session_net(&f.s, CYCLES), 300);
		assert_int_equal(tally_session_net(&f.s, INSTRUCTIONS), 270);
		assert_int_equal(tally_session_net(&f.s, MISSES), 9);
		assert_int_equal(tally_session_net(&f.s, SLOTS), 0);
		/* No more was counted than what the sequence itself takes. */
		assert_int_equal(tally_session_reset(&f.s), TALLY_OK);
		tally_session_start(&f.s);
		tally_session_stop(&f.s);
		assert_int_equal(tally_session_count(&f.s, CYCLES), 5);
		assert_int_equal(tally_session_net(&f.s, CYCLES), 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

static void divided_cycles(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		f.setup.options = TALLY_DIVIDE;
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 6400, 100, 0);
		tally_session_stop(&f.s);
		/* Where the divider starts from, no manual says. */
		assert_in_range(tally_session_count(&f.s, CYCLES), 6400 - 64,
				6400 + 64);
		assert_int_equal(tally_session_count(&f.s, CYCLES) % 64, 0);
		assert_int_equal(tally_session_count(&f.s, INSTRUCTIONS), 100);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		pmu_bus_free(&f.target);
	}
}

static void longest_safe_interval(void **state)
{
	struct fixture f;

	(void)state;
	set_up(&f, 0);
	f.slot[INSTRUCTIONS].event = 0xFF; /* one a cycle, like the third */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s), 0xFFFFFFFF);
	tally_session_close(&f.s);
	f.slot[MISSES].event = TALLY_ARM11_ETMEXTOUT; /* up to two a cycle */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s), 0x7FFFFFFF);
	tally_session_close(&f.s);

	f.setup.slots = 1;
	f.setup.options = TALLY_DIVIDE; /* [DDI0301H] wraps at 2^38 cycles */
	assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&f.s),
			 UINT64_C(0xFFFFFFFF) * 64);
	tally_session_close(&f.s);
	pmu_bus_free(&f.target);
}

/* At its event's highest rate a counter wraps after it, and not long after. */
static void assert_limit(const struct tally_monitor *m,
			 const struct tally_event *event, uint8_t counter)
{
	const struct tally_slot slot = { .counter = counter,
					 .event = event->code };
	const struct tally_setup setup = { &slot, 1, 0 };
	const struct tally_session s = { .monitor = m, .setup = &setup };
	uint64_t top, limit;
	unsigned rate = event->rate ? event->rate : 1;

	if (tally_setup_check(m, &setup, NULL))
		return;
	top = tally_counter_mask(m->counter[counter].bits) >>
	      m->counting->early;
	limit = tally_session_poll_limit(&s);
	assert_true(limit <= top / rate);
	assert_true(limit >= top / (2 * (uint64_t)rate));
}

static void every_event_is_polled_in_time(void **state)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++)
		for (unsigned e = 0; e < all[i]->monitor->events; e++)
			for (uint8_t n = 0; n < all[i]->monitor->counters; n++)
				assert_limit(all[i]->monitor,
					     &all[i]->monitor->event[e], n);
}

/* One measurement from open to close over any bus; the first failure. */
static enum tally_status measure(struct fixture *f, struct tally_bus *bus,
				 uint64_t *misses)
{
	enum tally_status status = open_on(f, bus, true);

	if (!status)
		status = tally_session_calibrate(&f->s, 1);
	if (!status)
		status = tally_session_start(&f->s);
	work(f, UINT64_C(1) << 32, 20, 3);
	if (!status) {
		tally_session_overflow(&f->s);
		status = bus->status;
	}
	if (!status)
		status = tally_session_stop(&f->s);
	if (!status) {
		*misses = tally_session_count(&f->s, MISSES);
		status = bus->status;
	}
	return status;
}

struct recording {
	struct tally_access access[512];
	uint32_t count;
};

static void record(void *ctx, const struct tally_access *access)
{
	struct recording *r = ctx;

	assert_in_range(r->count, 0, 511);
	r->access[r->count++] = *access;
}

static void log_and_replay(void **state)
{
	(void)state;
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct recording r = { .count = 0 };
		struct tally_bus_log log;
		struct tally_bus_replay replay;
		struct fixture f;
		uint64_t misses = 0;

		set_up(&f, v);
		tally_bus_log_init(&log, &f.target.bus, record, &r);
		assert_int_equal(measure(&f, &log.bus, &misses), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_in_range(r.count, 30, 200);

		/* The recording stands in for the target ... */
		misses = 0;
		tally_bus_replay_init(&replay, r.access, r.count);
		assert_int_equal(measure(&f, &replay.bus, &misses), TALLY_OK);
		assert_int_equal(misses, 3);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_int_equal(replay.next, r.count);

		/* ... notices another wish, and its own end. */
		f.slot[INSTRUCTIONS].event = 0x5;
		tally_bus_replay_init(&replay, r.access, r.count);
		assert_int_equal(measure(&f, &replay.bus, &misses),
				 TALLY_E_REPLAY);
		assert_true(replay.next < r.count);
		memset(&f.s, 0, sizeof(f.s)); /* its target is no more */
		f.slot[INSTRUCTIONS].event = 0x7;
		tally_bus_replay_init(&replay, r.access, r.count - 1);
		assert_int_equal(measure(&f, &replay.bus, &misses), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_E_REPLAY);
		pmu_bus_free(&f.target);
	}
}

static void user_access_is_given_and_taken_back(void **state)
{
	static const struct tally_reg control = { TALLY_CP(0, 15, 12, 0),
						  TALLY_CP15, 32 };
	struct fixture f;
	uint64_t value;

	(void)state;
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
static void user_access_is_refused_elsewhere(void **state)
{
	(void)state;
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(opens_on_junk),
		cmocka_unit_test(what_was_refused_is_closed),
		cmocka_unit_test(an_event_of_one_counter),
		cmocka_unit_test(counts_only_the_window),
		cmocka_unit_test(three_wraps_and_one_pending),
		cmocka_unit_test(sampling_period),
		cmocka_unit_test(reload_keeps_up_with_a_plain_counter),
		cmocka_unit_test(late_poll_does_not_end_sampling),
		cmocka_unit_test(reader_overflow_handler_in_every_order),
		cmocka_unit_test(in_use_is_refused_and_left_alone),
		cmocka_unit_test(pending_request_is_in_use),
		cmocka_unit_test(absent_monitors),
		cmocka_unit_test(wrong_order_and_arguments),
		cmocka_unit_test(open_again_changes_nothing),
		cmocka_unit_test(any_memory_can_be_opened),
		cmocka_unit_test(empty_region_is_taken_off),
		cmocka_unit_test(divided_cycles),
		cmocka_unit_test(longest_safe_interval),
		cmocka_unit_test(every_event_is_polled_in_time),
		cmocka_unit_test(log_and_replay),
		cmocka_unit_test(user_access_is_given_and_taken_back),
		cmocka_unit_test(user_access_is_refused_elsewhere),
	};

	return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
