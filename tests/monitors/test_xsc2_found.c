/* SPDX-License-Identifier: MIT */
/*
 * How sessions find XScale's second monitor and leave it: in use, not there,
 * with a failure at every access.  See xsc2_fixture.h.
 */
#include <stdint.h>

#include <tally/wrap.h>

#include "test.h"
#include "xsc2_fixture.h"

/* The registers that a session finds and leaves: all but flags and junk. */
struct picture {
	bool e, d;
	uint8_t inten;
	uint32_t evtsel, ccnt, pmn[XSC2_PMNS];
};

static struct picture picture_of(const struct fixture *f)
{
	struct picture p;

	memset(&p, 0, sizeof(p)); /* with the padding: compared as memory */
	p.e = f->target.e;
	p.d = f->target.d;
	p.inten = f->target.inten;
	p.evtsel = f->target.evtsel;
	p.ccnt = f->target.ccnt;
	memcpy(p.pmn, f->target.pmn, sizeof(p.pmn));
	return p;
}

static void assert_left_as(const struct fixture *f, const struct picture *found)
{
	struct picture left = picture_of(f);

	assert_memory_equal(&left, found, sizeof(left));
}

static void somebody_uses_it(struct fixture *f, bool enabled)
{
	f->target.e = enabled;
	f->target.d = true;
	f->target.inten = 0x16;
	f->target.evtsel = 0x0C0D0403;
	f->target.ccnt = 0x1000;
	for (unsigned i = 0; i < XSC2_PMNS; i++)
		f->target.pmn[i] = 0x2000 + i;
}

TEST(in_use_is_refused_and_left_alone)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;
		struct picture found;

		set_up(&f, v);
		somebody_uses_it(&f, true);
		found = picture_of(&f);
		assert_int_equal(open_on(&f, &f.target.bus, false),
				 TALLY_E_BUSY);
		assert_int_equal(f.target.writes, 0);

		/* Taken by force, used, and given back running. */
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		tally_session_start(&f.s);
		work(&f, 50, 40, 30);
		tally_session_stop(&f.s);
		assert_counts(&f, 50, 40, 30);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		assert_left_as(&f, &found);
		tear_down(&f);
	}
}

/* Stopped, but its request is up: E does not matter to it. */
TEST(pending_request_is_in_use)
{
	for (unsigned v = 0; v < VARIANTS; v++) {
		struct fixture f;

		set_up(&f, v);
		somebody_uses_it(&f, false);
		f.target.flag = 0x04;
		assert_true(pmu_xsc2_irq(&f.target));
		assert_int_equal(open_on(&f, &f.target.bus, false),
				 TALLY_E_BUSY);
		assert_int_equal(f.target.writes, 0);
		assert_int_equal(open_on(&f, &f.target.bus, true), TALLY_OK);
		assert_false(pmu_xsc2_irq(&f.target));
		assert_counts(&f, 0, 0, 0);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);

		/* A flag alone, not enabled, is nobody's. */
		f.target.inten = 0;
		f.target.flag = 0x1F;
		assert_int_equal(open_on(&f, &f.target.bus, false), TALLY_OK);
		assert_int_equal(tally_session_close(&f.s), TALLY_OK);
		tear_down(&f);
	}
}

/* Registers that read as 0 and ignore writes, behind the right main ID. */
static enum tally_status
dummy_read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	(void)bus;
	*value = reg->addr == 0 && reg->space == TALLY_CP15 ? 0x69054110 : 0;
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
	/* PXA255, of the first kind, and an ARM1136. */
	const uint32_t others[] = { 0x69052D00, 0x4107B362 };
	static const struct tally_bus_ops dummy_ops = { dummy_read, dummy_write,
							NULL };
	struct tally_bus dummy = { &dummy_ops, TALLY_OK };
	struct fixture f;

	for (unsigned i = 0; i < 2; i++) {
		set_up(&f, 0);
		f.target.main_id = others[i];
		assert_int_equal(open_on(&f, &f.target.bus, true),
				 TALLY_E_ABSENT);
		assert_int_equal(f.target.writes, 0);
	}
	assert_int_equal(open_on(&f, &dummy, false), TALLY_E_ABSENT);
}

/* CP14 is for privileged modes, and no event leaves the core. */
TEST(what_it_cannot_do)
{
	const uint8_t options[] = { TALLY_USER, TALLY_EXPORT };

	for (unsigned i = 0; i < 2; i++) {
		struct fixture f;

		set_up(&f, 0);
		f.setup.options = options[i];
		assert_int_equal(open_on(&f, &f.target.bus, true),
				 TALLY_E_FEATURE);
		assert_int_equal(f.target.writes, 0);
	}
}

/* One measurement over any bus; the first failure. */
static enum tally_status measure(struct fixture *f, struct tally_bus *bus,
				 uint64_t *misses)
{
	enum tally_status status = open_on(f, bus, true);

	if (!status)
		status = tally_session_calibrate(&f->s, 1);
	if (!status)
		status = tally_session_start(&f->s);
	if (!status) {
		work(f, UINT64_C(1) << 32, 20, 3);
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

/* True if there was an access `at` to fail. */
static bool fail_at(unsigned variant, bool in_use, uint32_t at)
{
	struct fixture f;
	struct tally_bus_fault fault;
	struct picture found;
	uint64_t misses = 0;

	set_up(&f, variant);
	somebody_uses_it(&f, in_use);
	f.slot[MISSES].period = 1000;
	found = picture_of(&f);
	tally_bus_fault_init(&fault, &f.target.bus, at);
	if (!measure(&f, &fault.bus, &misses)) {
		assert_int_equal(misses, 3);
		tally_session_close(&f.s);
	}
	if (fault.hit) {
		assert_int_equal(fault.bus.status, TALLY_E_BUS);
		tally_bus_recover(&fault.bus); /* the wire is mended */
		if (f.s.touched)
			assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	}
	assert_left_as(&f, &found);
	/* ... and a second attempt works. */
	assert_int_equal(measure(&f, &f.target.bus, &misses), TALLY_OK);
	assert_int_equal(misses, 3);
	assert_int_equal(tally_session_close(&f.s), TALLY_OK);
	tear_down(&f);
	return fault.hit;
}

TEST(fault_at_every_access)
{
	for (unsigned v = 0; v < 2 * VARIANTS; v++) {
		uint32_t at = 0;

		while (fail_at(v / 2, v % 2, at))
			at++;
		assert_in_range(at, 30, 300);
	}
}
