/* SPDX-License-Identifier: MIT */
/*
 * Stores of less than a word to devices, on every board but those with Power:
 * nothing is read for them, no controller takes up or clears what it was not
 * asked for, and what a register holds beside the written bytes stays.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/ahb/ahb.h"
#include "boards/src/boards/boards.h"
#include "boards/src/machine/inner.h"
#include "test.h"

enum {
	SET_ENABLE = 0x100,
	CLEAR_ENABLE = 0x180,
	PRIORITY = 0x400,
	TARGET = 0x800,
	CONFIG = 0xc00,
	PAGE = 0x1000,
	NO_CHARACTER = -1,
};

static struct machine m;
static int said;
static unsigned reads, writes;
static uint32_t written;

static void say(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	said = count == 1 ? *(const uint8_t *)bytes : NO_CHARACTER;
}

static void begin(unsigned interrupts)
{
	memset(&m, 0, sizeof(m));
	devices_init(&m.devices, interrupts);
	m.devices.console = say;
	said = NO_CHARACTER;
	reads = writes = 0;
}

/* ---- the rule ------------------------------------------------------------ */

static uint32_t counted_read(struct devices *d, unsigned unit, uint32_t offset)
{
	(void)d;
	(void)unit;
	(void)offset;
	reads++;
	return 0x5a5a5a5a;
}

static void counted_write(struct devices *d, unsigned unit, uint32_t offset,
			  uint32_t value)
{
	(void)d;
	(void)unit;
	(void)offset;
	writes++;
	written = value;
}

static bool half(const struct devices *d, unsigned unit, uint32_t offset,
		 uint32_t mask, uint32_t *others)
{
	(void)d;
	(void)unit;
	*others = 0x11223344;
	return offset == 4 && mask != 0xff;
}

static const struct device_ops whole_words = { .read = counted_read,
					       .write = counted_write };
static const struct device_ops parts = { .read = counted_read,
					 .write = counted_write,
					 .part = half };

static void store(const struct device_ops *ops, uint32_t at, unsigned size,
		  uint64_t value)
{
	const struct place place = {
		.base = 0x1000, .size = PAGE, .kind = PLACE_DEVICE, .ops = ops
	};

	machine_device(&m, &place, place.base + at, size, true, value);
	assert_int_equal(reads, 0);
}

TEST(nothing_is_read_to_write)
{
	begin(0);
	for (uint32_t at = 0; at < 8; at++)
		store(&whole_words, at, 1, 0xff);
	store(&whole_words, 2, 2, 0xffff);
	assert_int_equal(writes, 0);
	store(&whole_words, 4, 4, 0x12345678);
	assert_int_equal(writes, 1);
	assert_int_equal(written, 0x12345678);
	/* The word in the middle is whole. */
	store(&whole_words, 2, 8, UINT64_C(0x8877665544332211));
	assert_int_equal(writes, 2);
	assert_int_equal(written, 0x66554433);

	store(&parts, 5, 1, 0xff);
	assert_int_equal(writes, 3);
	assert_int_equal(written, 0x1122ff44);
	store(&parts, 6, 2, 0xabcd);
	assert_int_equal(writes, 4);
	assert_int_equal(written, 0xabcd3344);
	store(&parts, 4, 1, 0xff); /* refused */
	store(&parts, 1, 1, 0xff);
	assert_int_equal(writes, 4);
}

/* ---- the devices --------------------------------------------------------- */

static bool is_alone(const struct board_spec *spec, const struct place *place)
{
	return place->kind == PLACE_DEVICE &&
	       !(spec->ahb && ahb_owns(place->base));
}

/* All that a controller could take up, clear or forget. */
static void disturb(unsigned interrupts)
{
	struct devices *d = &m.devices;

	memset(d->gic.enable, 0xff, interrupts / 8);
	memset(d->gic.pending, 0x0f, interrupts / 8);
	memset(d->gic.level, 0x33, interrupts / 8);
	memset(d->gic.priority, 0x10, interrupts);
	d->gic.priority_mask = 0xf0;
	d->gic.enabled = d->gic.cpu_enabled = true;
	d->intc = (struct pxa_intc){ .pending = 0x55, .mask = 0x0f };
	d->vic.level = d->vic.soft = d->vic.enable = 0xf0f0;
	d->vic.control[3] = 0x25;
	d->avic.source = d->avic.force = d->avic.enable = 0xf0f0;
	d->debug.open = d->debug.os_open = true;
}

/* The bytes that a GIC has for each interrupt may change, and UARTs. */
static void assert_undisturbed(struct devices *was)
{
	struct devices *is = &m.devices;

	memcpy(was->gic.priority, is->gic.priority, sizeof(is->gic.priority));
	memcpy(was->gic.target, is->gic.target, sizeof(is->gic.target));
	assert_memory_equal(&is->gic, &was->gic, sizeof(was->gic));
	assert_memory_equal(&is->intc, &was->intc, sizeof(was->intc));
	assert_memory_equal(&is->vic, &was->vic, sizeof(was->vic));
	assert_memory_equal(&is->avic, &was->avic, sizeof(was->avic));
	assert_memory_equal(&is->debug, &was->debug, sizeof(was->debug));
}

static void all_of(const struct place *place, unsigned size, uint32_t value)
{
	for (uint32_t at = 0; at < PAGE; at += size)
		machine_device(&m, place, place->base + at, size, true, value);
}

TEST(no_controller_is_disturbed)
{
	static struct devices was;
	struct error err;
	unsigned count, seen = 0;
	const struct board_info *info = board_list(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct board_spec *spec =
			board_spec_find(info[i].name, &err);

		begin(spec->interrupts);
		disturb(spec->interrupts);
		was = m.devices;
		for (unsigned k = 0; k < spec->places; k++) {
			if (!is_alone(spec, &spec->place[k]) ||
			    !spec->place[k].ops)
				continue;
			seen++;
			all_of(&spec->place[k], 1, 0xff);
			all_of(&spec->place[k], 2, 0xffff);
			all_of(&spec->place[k], 1, 0);
			assert_undisturbed(&was);
		}
	}
	assert_true(seen > 20);
}

static void put(uint32_t offset, unsigned size, uint32_t value)
{
	store(&gic_distributor_ops, offset, size, value);
}

static uint32_t get(uint32_t offset)
{
	return gic_distributor_ops.read(&m.devices, 0, offset);
}

/* Priorities and targets are bytes; enabling is not. */
TEST(bytes_of_a_gic)
{
	begin(96);
	put(SET_ENABLE + 4, 4, 0x00ff00ff);
	put(CLEAR_ENABLE + 5, 1, 0x01);
	put(CLEAR_ENABLE + 4, 1, 0x01);
	put(SET_ENABLE + 5, 1, 0xff);
	assert_int_equal(get(SET_ENABLE + 4), 0x00ff00ff);
	put(PRIORITY + 40, 4, 0x40302010);
	put(PRIORITY + 42, 1, 0xa0);
	assert_int_equal(get(PRIORITY + 40), 0x40a02010);
	put(TARGET + 40, 4, 0x08040201);
	put(TARGET + 43, 1, 0x01);
	assert_int_equal(get(TARGET + 40), 0x01040201);
	assert_int_equal(get(PRIORITY + 40), 0x40a02010);
	put(CONFIG + 8, 4, 0xaaaaaaaa);
	put(CONFIG + 9, 1, 0);
	assert_int_equal(get(CONFIG + 8), 0xaaaaaaaa);
}

/* A character is a byte at the data register, and nothing else is one. */
TEST(bytes_of_a_uart)
{
	static const struct {
		const struct device_ops *ops;
		uint32_t data;
	} uarts[] = {
		{ &pl011_ops, 0x00 },
		{ &uart16550_ops, 0x00 },
		{ &imx_uart_ops, 0x40 },
	};

	for (unsigned i = 0; i < sizeof(uarts) / sizeof(uarts[0]); i++) {
		begin(0);
		for (uint32_t at = 1; at < 4; at++)
			store(uarts[i].ops, uarts[i].data + at, 1, 'x');
		store(uarts[i].ops, uarts[i].data + 2, 2, 'x');
		assert_int_equal(said, NO_CHARACTER);
		store(uarts[i].ops, uarts[i].data, 1, 'y');
		assert_int_equal(said, 'y');
		store(uarts[i].ops, uarts[i].data, 2, 'z');
		assert_int_equal(said, 'z');
	}
}

/* A byte that is written leaves the rest of a PL011's register as it is. */
TEST(halves_of_a_register)
{
	enum { IBRD = 0x24 };

	begin(0);
	store(&pl011_ops, IBRD, 4, 0x1234);
	store(&pl011_ops, IBRD + 1, 1, 0x56);
	assert_int_equal(pl011_ops.read(&m.devices, 0, IBRD), 0x5634);
}
