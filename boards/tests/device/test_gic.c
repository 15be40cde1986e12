/* SPDX-License-Identifier: MIT */
/*
 * How many interrupts a board's generic interrupt controller has, on every
 * board with one [IHI0048A 4.3.2, GICD_TYPER].
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/boards/boards.h"
#include "boards/src/machine/spec.h"
#include "test.h"

enum {
	TYPER = 0x004,
	SET_ENABLE = 0x100,
	CLEAR_ENABLE = 0x180,
	PRIORITY = 0x400,
	TARGET = 0x800,
	CONFIG = 0xc00,
	TYPER_LINES = 0x1f, /* 32 interrupts each, less one */
	CHIP = 0x3e0,       /* the rest is the processors' */
};

static struct devices d;

static uint32_t get(uint32_t offset)
{
	return gic_distributor_ops.read(&d, 0, offset);
}

static void put(uint32_t offset, uint32_t value)
{
	gic_distributor_ops.write(&d, 0, offset, value);
}

static bool has_gic(const struct board_spec *spec)
{
	for (unsigned i = 0; i < spec->places; i++)
		if (spec->place[i].ops == &gic_distributor_ops)
			return true;
	return false;
}

/* A program finds the number of lines by the register, and by trying. */
static unsigned told(void)
{
	uint32_t typer = get(TYPER);

	assert_int_equal(typer & CHIP, 0);
	return 32 * ((typer & TYPER_LINES) + 1);
}

static unsigned found(void)
{
	unsigned n = 0;

	for (uint32_t word = 0; word < 32; word++) {
		put(SET_ENABLE + 4 * word, UINT32_MAX);
		n += (unsigned)__builtin_popcount(get(SET_ENABLE + 4 * word));
	}
	return n;
}

/* Behind the last, nothing is kept. */
static void nothing_behind(unsigned interrupts)
{
	const uint32_t first[] = { PRIORITY + interrupts, TARGET + interrupts,
				   CONFIG + interrupts / 4 };

	for (unsigned i = 0; i < sizeof(first) / sizeof(first[0]); i++) {
		put(first[i] - 4, UINT32_MAX);
		assert_int_not_equal(get(first[i] - 4), 0);
		put(first[i], UINT32_MAX);
		assert_int_equal(get(first[i]), 0);
	}
}

TEST(each_board_has_its_own)
{
	struct error err;
	unsigned count, seen = 0;
	const struct board_info *info = board_list(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct board_spec *spec =
			board_spec_find(info[i].name, &err);

		if (!has_gic(spec)) {
			assert_int_equal(spec->interrupts, 0);
			continue;
		}
		memset(&d, 0, sizeof(d));
		devices_init(&d, spec->interrupts);
		assert_int_equal(told(), spec->interrupts);
		assert_int_equal(found(), spec->interrupts);
		nothing_behind(spec->interrupts);
		for (unsigned k = 0; k < TARGET_MONITORS; k++)
			assert_true(spec->monitor[k].interrupt <
				    spec->interrupts);
		seen++;
	}
	assert_true(seen > 0);
}

/* A processor's 16 own interrupts by software are always enabled; of the word
 * they share the others are enabled and disabled one by one. */
TEST(software_interrupts_stay_enabled)
{
	struct error err;

	memset(&d, 0, sizeof(d));
	devices_init(&d, board_spec_find("pb1176", &err)->interrupts);
	assert_int_equal(get(SET_ENABLE), 0xffff);
	put(SET_ENABLE, 0x00050000);
	assert_int_equal(get(SET_ENABLE), 0x0005ffff);
	put(CLEAR_ENABLE, 0x0001000f);
	assert_int_equal(get(SET_ENABLE), 0x0004ffff);
	put(CLEAR_ENABLE, UINT32_MAX);
	assert_int_equal(get(SET_ENABLE), 0xffff);
	put(SET_ENABLE + 4, 0x11);
	put(CLEAR_ENABLE + 4, 0x0001);
	assert_int_equal(get(SET_ENABLE + 4), 0x10);
}

/* The development chip's controller ends where the board's begins [Linux,
 * irqs-pb1176.h]. */
TEST(pb1176_has_64)
{
	struct error err;

	memset(&d, 0, sizeof(d));
	devices_init(&d, board_spec_find("pb1176", &err)->interrupts);
	assert_int_equal(get(TYPER), 1);
}
