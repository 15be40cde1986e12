/* SPDX-License-Identifier: MIT */
/*
 * The M profile's cycle counter on a model of its own, written from the manuals
 * and not from the driver: a unit that is without its clock, locked, built
 * without the counter, or not there at all.
 */
#include <stdint.h>
#include <string.h>

#include <tally/monitors/dwt.h>
#include <tally/native.h>
#include <tally/session.h>

#include "test.h"

/* The folded form reaches the model as a program reaches the unit. */
static uint64_t folded_get(uintptr_t addr);
static void folded_put(uintptr_t addr, uint64_t value);
#define TALLY_FIXED_GET(space, addr)        folded_get(addr)
#define TALLY_FIXED_PUT(space, addr, value) folded_put((uint32_t)(addr), value)
#define TALLY_FIXED_SYNC(space)             ((void)(space))
#include <tally/fixed.h>

enum {
	AT_CTRL = 0x1000,
	AT_CYCCNT = 0x1004,
	AT_LAR = 0x1FB0,
	AT_LSR = 0x1FB4,
	AT_CPUID = 0xED00,
	AT_DEMCR = 0xEDFC,
};
#define CTRL_WRITABLE UINT32_C(0x00FF1FFF)
#define NOCYCCNT      (UINT32_C(1) << 25)
#define TRCENA        (UINT32_C(1) << 24)

/* A core with its unit, and what goes by with each access. */
static struct core {
	struct tally_bus bus;
	uint32_t cpuid, demcr, ctrl, count, step;
	bool absent; /* an emulator: nothing is held, all reads as 0 */
	bool has_lock, locked;
} core;

static bool answers(void)
{
	return !core.absent && core.demcr & TRCENA;
}

static void time_passes(void)
{
	if (answers() && core.ctrl & 1)
		core.count += core.step;
}

static enum tally_status core_read(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	uint32_t offset = tally_reg_offset(*reg);

	(void)bus;
	time_passes();
	*value = 0;
	if (offset == AT_CPUID)
		*value = core.cpuid;
	else if (core.absent)
		*value = 0;
	else if (offset == AT_DEMCR)
		*value = core.demcr;
	else if (!answers())
		*value = 0x40000000; /* for ever, as RTIC's users saw it */
	else if (offset == AT_CTRL)
		*value = core.ctrl;
	else if (offset == AT_CYCCNT)
		*value = core.count;
	else if (offset == AT_LSR)
		*value = core.has_lock ? 1 | (uint32_t)core.locked << 1 : 0;
	return TALLY_OK;
}

static enum tally_status core_write(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	uint32_t offset = tally_reg_offset(*reg), word = (uint32_t)value;

	(void)bus;
	time_passes();
	if (core.absent)
		return TALLY_OK;
	if (offset == AT_DEMCR)
		core.demcr = (uint32_t)tally_reg_merge(*reg, core.demcr, word);
	else if (answers() && offset == AT_LAR)
		core.locked = core.has_lock && word != 0xC5ACCE55;
	else if (answers() && !core.locked && offset == AT_CTRL)
		core.ctrl =
			(core.ctrl & ~CTRL_WRITABLE) | (word & CTRL_WRITABLE);
	else if (answers() && !core.locked && offset == AT_CYCCNT)
		core.count = word;
	return TALLY_OK;
}

/* Registers are where the core has them, each bit of them. */
#define PPB UINT32_C(0xE0000000)

static uint64_t folded_get(uintptr_t addr)
{
	const struct tally_reg reg = { (uint32_t)addr - PPB, TALLY_MMIO, 32 };
	uint64_t value;

	assert_int_equal(core_read(&core.bus, &reg, &value), TALLY_OK);
	return value;
}

static void folded_put(uintptr_t addr, uint64_t value)
{
	const struct tally_reg reg = { (uint32_t)addr - PPB, TALLY_MMIO, 32 };

	if (reg.addr == AT_DEMCR) {
		time_passes();
		core.demcr = core.absent ? 0 : (uint32_t)value;
		return;
	}
	assert_int_equal(core_write(&core.bus, &reg, value), TALLY_OK);
}

static const struct tally_bus_ops core_ops = { .read = core_read,
					       .write = core_write };

static const struct tally_slot slot[] = {
	TALLY_SLOT(TALLY_DWT_CYCCNT, TALLY_EVENT_CYCLES),
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, DWT, slot);
static struct tally_session session;

/* The words of QEMU's M3, and four comparators. */
static void begin(void)
{
	memset(&core, 0, sizeof(core));
	core.bus.ops = &core_ops;
	core.cpuid = 0x410FC231;
	core.ctrl = 0x40000000;
	core.count = 0x12345678;
	core.demcr = 0x000107F1; /* vector catch and a debug monitor */
	core.step = 1;
}

static enum tally_status open_it(bool force)
{
	memset(&session, 0, sizeof(session));
	return tally_session_open(&session, &tally_dwt, &core.bus, &setup,
				  &store, force);
}

/* The words of a core of 32 bits, on a host of 64. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
TALLY_FIXED(folded, dwt, slot);
#pragma GCC diagnostic pop

/*
 * Each way in which the unit can be found: with its clock or without, locked,
 * unlocked or without a lock, with bits of CTRL that a debugger has set.
 */
static const uint32_t ctrl_found[] = { 0x40000000, 0x401F0E2E, 0x40FF1FFE };

enum { WAYS = 2 * 3 * 3 };

static void found(unsigned way)
{
	begin();
	core.demcr |= way % 2 ? TRCENA : 0;
	core.has_lock = way / 2 % 3 > 0;
	core.locked = way / 2 % 3 > 1;
	core.ctrl = ctrl_found[way / 6];
	core.ctrl |= !(core.demcr & TRCENA); /* and stands still */
}

static void assert_as(const struct core *was, unsigned looks)
{
	assert_int_equal(core.demcr, was->demcr);
	assert_int_equal(core.ctrl, was->ctrl);
	/* A counter without a clock counts while it is looked at. */
	assert_in_range(core.count, was->count, was->count + looks);
	assert_int_equal(core.locked, was->locked);
}

TEST(counts_and_leaves_all_as_found)
{
	for (unsigned way = 0; way < WAYS; way++) {
		struct core was;

		found(way);
		was = core;
		assert_int_equal(open_it(false), TALLY_OK);
		assert_int_equal(core.demcr, was.demcr | TRCENA);
		assert_int_equal(tally_session_start(&session), TALLY_OK);
		assert_int_equal(core.ctrl & CTRL_WRITABLE, 1);
		core.count += 1000;
		assert_int_equal(tally_session_stop(&session), TALLY_OK);
		assert_int_equal(core.ctrl & CTRL_WRITABLE, 0);
		/* The write that closes the window goes by, too. */
		assert_int_equal(tally_session_count(&session, 0), 1001);
		assert_int_equal(tally_session_close(&session), TALLY_OK);
		assert_as(&was, 4);
	}
}

TEST(folded_counts_and_leaves_all_as_found)
{
	for (unsigned way = 0; way < WAYS; way++) {
		struct core was;

		found(way);
		was = core;
		assert_int_equal(folded_open(false), TALLY_OK);
		assert_int_equal(core.demcr, was.demcr | TRCENA);
		folded_start();
		assert_int_equal(core.ctrl & CTRL_WRITABLE, 1);
		core.count += 1000;
		folded_stop();
		assert_int_equal(core.ctrl & CTRL_WRITABLE, 0);
		assert_int_equal(folded_count(0), 1001);
		assert_int_equal(folded_close(), TALLY_OK);
		assert_as(&was, 5);
	}
}

/* However the unit is found, it counts; and one region may be in another. */
TEST(one_line_counts)
{
	for (unsigned way = 0; way < WAYS; way++) {
		uint32_t inner = 0, outer = 0, other;

		found(way);
		other = core.ctrl;
		core.step = 0;
		core.count = 0xFFFFFFF0;
		TALLY_DWT_CYCLES(outer)
		{
			core.count += 7;
			TALLY_DWT_CYCLES(inner)
			core.count += 1000;
			core.count += 80;
		}
		assert_int_equal(inner, 1000);
		assert_int_equal(outer, 1087);
		/* A debugger's bits stay, and the clock is for who has it. */
		assert_int_equal(core.ctrl, other | 1);
		assert_int_equal(core.demcr, 0x000107F1 | TRCENA);
	}
}

/* One of the two reads is what a region counts of itself. */
TEST(one_line_counts_one_read)
{
	uint32_t cycles = 0;

	begin();
	core.step = 3;
	TALLY_DWT_CYCLES(cycles)
	{
	}
	assert_int_equal(cycles, 3);
}

TEST(somebody_elses_clock)
{
	begin();
	core.demcr |= TRCENA;
	core.ctrl |= 1;
	core.step = 0;
	assert_int_equal(open_it(false), TALLY_E_BUSY);
	assert_int_equal(folded_open(false), TALLY_E_BUSY);
	assert_int_equal(core.demcr, 0x000107F1 | TRCENA);
	assert_int_equal(core.ctrl, 0x40000001);
	assert_int_equal(core.count, 0x12345678);
	assert_int_equal(open_it(true), TALLY_OK);
	assert_int_equal(tally_session_close(&session), TALLY_OK);
	assert_int_equal(core.ctrl, 0x40000001);
	assert_int_equal(core.count, 0x12345678);
}

/* A 0 of an emulator is no count, and NOCYCCNT = 0 no counter. */
TEST(not_there)
{
	begin();
	core.absent = true;
	assert_int_equal(open_it(false), TALLY_E_ABSENT);
	assert_int_equal(folded_open(false), TALLY_E_ABSENT);
	begin();
	core.ctrl |= NOCYCCNT;
	assert_int_equal(open_it(false), TALLY_E_ABSENT);
	assert_int_equal(core.demcr, 0x000107F1);
	assert_int_equal(folded_open(false), TALLY_E_ABSENT);
	assert_int_equal(core.demcr, 0x000107F1);
	begin();
	core.cpuid = 0x410CC200; /* Cortex-M0 */
	assert_int_equal(open_it(false), TALLY_E_ABSENT);
	assert_int_equal(folded_open(false), TALLY_E_ABSENT);
	assert_int_equal(core.demcr, 0x000107F1);
}

/* 0xFFFFFFF0 to 0x00000010 are 32 cycles; and polls in time make 64 bits. */
TEST(wraps)
{
	begin();
	core.step = 0;
	assert_int_equal(open_it(false), TALLY_OK);
	assert_int_equal(tally_session_poll_limit(&session), UINT32_MAX);
	assert_int_equal(tally_session_start(&session), TALLY_OK);
	for (uint64_t i = 1; i <= 5; i++) {
		core.count += 0xFFFFFFF0;
		assert_int_equal(tally_session_count(&session, 0),
				 i * 0xFFFFFFF0);
		(void)tally_session_overflow(&session);
	}
	core.count = 0xFFFFFFF0;
	(void)tally_session_overflow(&session);
	{
		uint64_t before = tally_session_count(&session, 0);

		core.count = 0x10;
		assert_int_equal(tally_session_count(&session, 0) - before, 32);
	}
	assert_int_equal(tally_session_close(&session), TALLY_OK);
}

/*
 * The folded form likewise: each step is less than a whole turn, and a look
 * behind it makes 64 bits, whether or not it wrapped; a count in between is
 * right before and behind the look.  A step of a whole turn that nobody looked
 * into is not seen, which is why there is a limit.
 */
TEST(folded_wraps)
{
	static const uint32_t step[] = { 1,          0xFFFFFFFF, 0xFFFFFFF0,
					 0x80000000, 0x7FFFFFFF, 2,
					 0xFFFFFFFE, 0x12345678, 0xFEDCBA98 };
	uint64_t truth = 0;
	unsigned wraps = 0;

	begin();
	core.step = 0;
	assert_int_equal(folded_open(false), TALLY_OK);
	folded_start();
	for (unsigned i = 0; i < 4 * sizeof step / sizeof step[0]; i++) {
		const uint32_t more = step[i % (sizeof step / sizeof step[0])];
		const bool wrapped = core.count + more < core.count;

		core.count += more;
		truth += more;
		wraps += wrapped;
		assert_int_equal(folded_count(0), truth);
		assert_int_equal(folded_overflow(), wrapped);
		assert_int_equal(folded_count(0), truth);
		assert_int_equal(folded_overflow(), 0);
	}
	assert_true(wraps > 8 && truth > (uint64_t)wraps << 31);
	/* Stopped, and started again, it goes on from there. */
	folded_stop();
	assert_int_equal(folded_count(0), truth);
	folded_start();
	core.count += 0xFFFFFFFF;
	assert_int_equal(folded_count(0), truth + 0xFFFFFFFF);
	core.count += 1;
	assert_int_equal(folded_count(0), truth);
	assert_int_equal(folded_close(), TALLY_OK);
}

/* Of a word that others share a write changes one bit, a read gives all. */
TEST(a_shared_word)
{
	static volatile uint32_t word[2] = { 0xA5A5A5A5, 0x5A5A5A5A };
	struct tally_bus_mmio bus = TALLY_BUS_MMIO(word, sizeof(word));

	for (unsigned n = 0; n < 32; n++) {
		const struct tally_reg reg = { TALLY_BIT_OF(4, n), TALLY_MMIO,
					       32 };
		const uint32_t bit = UINT32_C(1) << n;

		assert_true(tally_reg_shared(reg));
		assert_int_equal(tally_reg_offset(reg), 4);
		assert_int_equal(tally_bus_read(&bus.bus, &reg), 0x5A5A5A5A);
		tally_bus_write(&bus.bus, &reg, 0);
		assert_int_equal(word[1], 0x5A5A5A5A & ~bit);
		tally_bus_write(&bus.bus, &reg, UINT32_MAX);
		assert_int_equal(word[1], 0x5A5A5A5A | bit);
		tally_bus_write(&bus.bus, &reg, 0x5A5A5A5A);
		assert_int_equal(word[1], 0x5A5A5A5A);
		assert_int_equal(word[0], 0xA5A5A5A5);
	}
	assert_int_equal(bus.bus.status, TALLY_OK);
}
