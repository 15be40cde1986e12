/* SPDX-License-Identifier: MIT */
/*
 * Sessions on PMUv3's registers: exact counts in 32 and 64 bits and in pairs,
 * everything put back, by every way to the monitor, and with the bus failing at
 * each access.
 */
#include <stdint.h>
#include <string.h>

#include <tally/session.h>
#include <tally/wrap.h>

#include "pmuv3_target.h"
#include "test.h"

#define A53_PMCR 0x41033000
#define A53_MIDR 0x410FD034
#define E        1u

static struct pmuv3_target target, found;
static struct tally_session s;
static struct tally_total total[4];
static struct tally_step step[TALLY_PMUV3_STEPS];
static struct tally_bus_fault fault;

enum { NEVER = UINT32_MAX };

static enum tally_status open_on(const struct tally_monitor *m,
				 const struct tally_setup *setup)
{
	const struct tally_store store = { total, step, 4, m->steps };

	return tally_session_open(&s, m, &fault.bus, setup, &store, false);
}

/* A core of six counters, idle; `version` as ID_AA64DFR0 has it. */
static void set_up(unsigned version)
{
	pmuv3_target_init(&target, A53_PMCR, version, A53_MIDR);
	found = target;
	tally_bus_fault_init(&fault, &target.bus, NEVER);
}

/* Everything, but for flags: those are clear now. */
static void assert_as_found(void)
{
	assert_int_equal(target.pmcr, found.pmcr);
	assert_int_equal(target.cnten, found.cnten);
	assert_int_equal(target.inten, found.inten);
	assert_int_equal(target.selr, found.selr);
	assert_int_equal(target.userenr, found.userenr);
	assert_int_equal(target.ccntr, found.ccntr);
	assert_int_equal(target.ccfiltr, found.ccfiltr);
	for (unsigned i = 0; i < PMUV3_COUNTERS; i++) {
		assert_int_equal(target.evcntr[i], found.evcntr[i]);
		assert_int_equal(target.evtyper[i], found.evtyper[i]);
	}
}

/* Cycles, instructions, and a pair of data accesses in counters 2 and 3. */
static struct tally_slot slot[] = {
	{ .counter = 6, .event = TALLY_EVENT_CYCLES },
	{ .counter = 0, .event = TALLY_PMUV3_INST_RETIRED },
	{ .counter = 2, .event = TALLY_PMUV3_L1D_CACHE, .pair = true },
};
static struct tally_setup setup = { slot, 3, 0 };

/* The session's counters for the monitor at hand: the last counts cycles. */
static void open_started(const struct tally_monitor *m)
{
	slot[0].counter = TALLY_PMUV3_CYCLES(m);
	setup.options = m->options & TALLY_USER;
	assert_int_equal(open_on(m, &setup), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	assert_int_equal(target.pmcr & E, E);
}

static const struct tally_monitor *const ways[] = {
	&tally_cortex_a53, &tally_cortex_a53_a32, &tally_pmuv3,
	&tally_pmuv3_a32,  &tally_pmuv3_select,
};

enum { WAYS = sizeof(ways) / sizeof(ways[0]) };

/*
 * The instruction counter wraps to 7 (2^32 + 7 in all), the pair's low half
 * twice and its high half not: flags of 0 and 2, of which only 0's counts.
 */
static void wrap(void)
{
	target.ccntr = UINT64_C(0x500000003);
	target.evcntr[0] = 7;
	target.evcntr[2] = 5;
	target.evcntr[3] = 2;
	target.ovs = 0x5;
}

static void assert_counts(void)
{
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x500000003));
	assert_int_equal(tally_session_count(&s, 1), UINT64_C(0x100000007));
	assert_int_equal(tally_session_count(&s, 2), UINT64_C(0x200000005));
}

TEST(counts_are_exact)
{
	for (unsigned i = 0; i < WAYS; i++) {
		set_up(1);
		open_started(ways[i]);
		wrap();
		assert_counts();
		assert_int_equal(tally_session_overflow(&s), 1u << 1);
		assert_int_equal(target.ovs, 0);
		assert_counts();
		assert_int_equal(tally_session_stop(&s), TALLY_OK);
		assert_int_equal(target.pmcr & E, 0);
		assert_counts();
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* The flag of each counter, and no other's, is a wrap of its count: bit n, and
 * bit 31 of the one that counts cycles, whose 64 bits have no more above. */
TEST(every_flag)
{
	for (unsigned i = 0; i < WAYS; i++) {
		unsigned cycles = TALLY_PMUV3_CYCLES(ways[i]);

		for (unsigned n = 0; n < 7; n++) {
			bool last = n == 6;
			struct tally_slot one = {
				.counter = (uint8_t)(last ? cycles : n),
				.event = last ? TALLY_EVENT_CYCLES
					      : TALLY_PMUV3_INST_RETIRED,
			};
			struct tally_setup alone = {
				&one, 1, ways[i]->options & TALLY_USER
			};

			set_up(1);
			assert_int_equal(open_on(ways[i], &alone), TALLY_OK);
			assert_int_equal(tally_session_start(&s), TALLY_OK);
			target.ovs = UINT64_C(1) << (last ? 31 : n);
			assert_int_equal(
				ways[i]->ops->flags(ways[i], &target.bus),
				1u << one.counter);
			assert_int_equal(tally_session_overflow(&s), 1);
			assert_int_equal(target.ovs, 0);
			assert_int_equal(tally_session_close(&s), TALLY_OK);
			assert_as_found();
		}
	}
}

/* Without LC the flag tells of 2^32, and the count goes on in all 64 bits. */
TEST(divided_cycles)
{
	for (unsigned i = 0; i < WAYS; i++) {
		set_up(1);
		slot[0].counter = TALLY_PMUV3_CYCLES(ways[i]);
		setup.options = TALLY_DIVIDE;
		assert_int_equal(open_on(ways[i], &setup), TALLY_OK);
		assert_int_equal(tally_session_start(&s), TALLY_OK);
		assert_int_equal(target.pmcr & 0x49, 0x09); /* D, E, no LC */
		target.ccntr = UINT64_C(0x100000003);
		target.ovs = 0x80000000;
		assert_int_equal(tally_session_count(&s, 0),
				 UINT64_C(0x100000003) * 64);
		assert_int_equal(tally_session_overflow(&s), 0);
		assert_int_equal(target.ovs, 0);
		assert_int_equal(tally_session_count(&s, 0),
				 UINT64_C(0x100000003) * 64);
		wrap();
		target.ovs |= 0x80000000;
		assert_int_equal(tally_session_overflow(&s), 1u << 1);
		assert_int_equal(tally_session_count(&s, 1),
				 UINT64_C(0x100000007));
		assert_int_equal(tally_session_close(&s), TALLY_OK);
		assert_as_found();
	}
}

/* The high half wraps too: 2^64 more, which a 64-bit total cannot show. */
TEST(pair_wraps)
{
	set_up(1);
	open_started(&tally_cortex_a53);
	wrap();
	target.ovs = 0xC;
	assert_int_equal(tally_session_overflow(&s), 1u << 2);
	assert_int_equal(tally_session_count(&s, 2), UINT64_C(0x200000005));
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/*
 * From p5 a counter has 64 bits, flag or no flag at 32: 2^32 + 9 in the
 * register and one flag are 2^32 + 9 counts, not 2^33.  With TALLY_WIDE there
 * is no flag, and the register is all.
 */
TEST(p5_counters)
{
	struct tally_slot one = { .counter = 1, .event = 0x8 };
	struct tally_setup plain = { &one, 1, 0 };
	struct tally_setup wide = { &one, 1, TALLY_WIDE };

	set_up(6);
	assert_int_equal(open_on(&tally_pmuv3, &plain), TALLY_OK);
	tally_session_start(&s);
	assert_int_equal(target.pmcr & 0xFF, 0x41);
	target.evcntr[1] = UINT64_C(0x100000009);
	target.ovs = 0x2;
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x100000009));
	tally_session_overflow(&s);
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x100000009));
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();

	assert_int_equal(open_on(&tally_pmuv3, &wide), TALLY_OK);
	tally_session_start(&s);
	assert_int_equal(target.pmcr & 0xFF, 0xC1);
	target.evcntr[1] = UINT64_C(0x300000009);
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x300000009));
	assert_int_equal(tally_session_poll_limit(&s),
			 UINT64_MAX >> 4); /* 16 in a cycle */
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();

	set_up(5); /* p4 has none */
	assert_int_equal(open_on(&tally_pmuv3, &wide), TALLY_E_FEATURE);
	assert_int_equal(target.writes, 0);
}

/* The low half wraps between any two reads of the pair: never 2^32 off. */
static void carry(struct pmuv3_target *t)
{
	t->evcntr[2] = 0;
	t->evcntr[3] = 8;
}

TEST(pair_is_never_torn)
{
	for (unsigned when = 0; when < 12; when++) {
		uint64_t count;

		set_up(1);
		open_started(&tally_cortex_a53);
		target.evcntr[2] = 0xFFFFFFFF;
		target.evcntr[3] = 7;
		target.ovs = 0;
		target.when = when;
		target.meanwhile = carry;
		count = tally_session_count(&s, 2);
		assert_true(count == UINT64_C(0x7FFFFFFFF) ||
			    count == UINT64_C(0x800000000));
		target.meanwhile = NULL;
		assert_int_equal(tally_session_close(&s), TALLY_OK);
	}
}

/* A period of a pair: reloaded with what it ran over, 3. */
TEST(periods)
{
	struct tally_slot two = { .counter = 2,
				  .event = 0x4,
				  .period = UINT64_C(0x100000000),
				  .pair = true };
	struct tally_setup once = { &two, 1, 0 };

	set_up(1);
	assert_int_equal(open_on(&tally_cortex_a53, &once), TALLY_OK);
	tally_session_start(&s);
	assert_int_equal(target.evcntr[2], 0);
	assert_int_equal(target.evcntr[3], 0xFFFFFFFF);
	target.evcntr[2] = 3;
	target.evcntr[3] = 0;
	target.ovs = 0x8;
	assert_int_equal(tally_session_overflow(&s), 1);
	assert_int_equal(target.evcntr[2], 3);
	assert_int_equal(target.evcntr[3], 0xFFFFFFFF);
	assert_int_equal(target.pmcr & E, E);
	assert_int_equal(tally_session_count(&s, 0), UINT64_C(0x100000003));
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
}

/* The core says what it lacks, with nothing written; N = 0 has cycles. */
TEST(what_is_not_there)
{
	slot[0].counter = 6;
	setup.options = 0;
	set_up(1);
	target.ceid[0] = 0x20001;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_E_EVENT);
	assert_int_equal(
		tally_setup_fault(&tally_cortex_a53, &setup, &fault.bus), 1);
	target.ceid[0] = 0xFFFFFFFF & ~(UINT64_C(1) << 0x1E);
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_E_FEATURE);
	assert_int_equal(
		tally_setup_fault(&tally_cortex_a53, &setup, &fault.bus), 2);
	target.ceid[0] = 0xFFFFFFFF;
	target.pmcr = 0x41031800; /* three: no fourth for the pair */
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_E_COUNTER);
	assert_int_equal(
		tally_setup_fault(&tally_cortex_a53, &setup, &fault.bus), 2);
	assert_int_equal(target.writes, 0);

	pmuv3_target_init(&target, 0x41030000, 1, A53_MIDR);
	setup.slots = 1;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_OK);
	assert_int_equal(target.cnten, 0x80000000);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	setup.slots = 3;
}

/* A code no row has: of 10 bits before p1, of 16 from there. */
TEST(raw_codes)
{
	struct tally_slot one = { .counter = 1, .event = 0x400 };
	struct tally_setup raw = { &one, 1, 0 };

	set_up(1);
	target.ceid[0] = 0x20001;
	target.ceid[1] = 0;
	assert_int_equal(open_on(&tally_pmuv3, &raw), TALLY_E_EVENT);
	one.event = 0x3FF;
	assert_int_equal(open_on(&tally_pmuv3, &raw), TALLY_OK);
	assert_int_equal(target.evtyper[1], 0x080003FF);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	set_up(4);
	one.event = 0x8123;
	assert_int_equal(open_on(&tally_pmuv3, &raw), TALLY_OK);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/* From EL0: no interrupt enables, no ID registers. */
TEST(user_mode)
{
	set_up(1);
	target.userenr = found.userenr = 1;
	target.id = 0;
	open_started(&tally_pmuv3_el0);
	assert_int_equal(target.inten, found.inten);
	wrap();
	assert_counts();
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
	target.userenr = 0;
	assert_int_equal(open_on(&tally_pmuv3_el0, &setup), TALLY_E_ABSENT);
}

/* Counting for somebody; enabled by nobody; running with a request. */
TEST(in_use)
{
	const struct tally_store store = { total, step, 4,
					   TALLY_PMUV3_CORE_STEPS };

	slot[0].counter = 6;
	setup.options = 0;
	set_up(1);
	target.pmcr |= E;
	found = target;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_E_BUSY);
	assert_int_equal(target.writes, 0);
	assert_int_equal(tally_session_open(&s, &tally_cortex_a53, &fault.bus,
					    &setup, &store, true),
			 TALLY_OK);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
	target.cnten = found.cnten = 0;
	target.ovs = 0;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_OK);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
	target.ovs = 0x1;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_E_BUSY);
}

/* Another counter of the core's, above those of this monitor, stays on. */
TEST(counter_of_instructions)
{
	slot[0].counter = 6;
	setup.options = 0;
	set_up(9);
	target.cnten = target.inten = UINT64_C(1) << 32;
	found = target;
	assert_int_equal(open_on(&tally_cortex_a53, &setup), TALLY_OK);
	assert_true(target.cnten >> 32 && target.inten >> 32);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_as_found();
}

/* The operations of one measurement, in order; gives how far it came. */
static enum tally_status measure(const struct tally_monitor *m)
{
	enum tally_status status;
	uint64_t count;

	slot[0].counter = TALLY_PMUV3_CYCLES(m);
	setup.options = m->options & TALLY_USER;
	status = open_on(m, &setup);
	if (!status)
		status = tally_session_start(&s);
	if (status)
		return status;
	wrap();
	(void)tally_session_overflow(&s);
	count = tally_session_count(&s, 2);
	assert_int_equal(count, fault.bus.status ? 0 : UINT64_C(0x200000005));
	status = tally_session_stop(&s);
	if (!status)
		status = tally_session_suspend(&s);
	if (!status)
		status = tally_session_resume(&s);
	return status ? status : tally_session_close(&s);
}

/* The bus fails at access k, for every k: told, mended, as it was found. */
TEST(bus_fails_anywhere)
{
	for (unsigned i = 0; i < WAYS; i++) {
		for (uint32_t at = 0;; at++) {
			enum tally_status status;

			assert_in_range(at, 0, 500);
			set_up(1);
			fault.at = at;
			status = measure(ways[i]);
			if (!fault.hit) {
				assert_int_equal(status, TALLY_OK);
				assert_as_found();
				break;
			}
			assert_int_equal(status, TALLY_E_BUS);
			assert_int_equal(fault.count, at + 1);
			assert_int_equal(tally_bus_recover(&fault.bus),
					 TALLY_E_BUS);
			tally_bus_sync(&fault.bus);
			if (s.touched)
				assert_int_equal(tally_session_close(&s),
						 TALLY_OK);
			assert_as_found();
		}
	}
}
