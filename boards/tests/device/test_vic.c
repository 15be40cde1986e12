/* SPDX-License-Identifier: MIT */
/*
 * The PL190 of arm1156, register by register [DDI0181 3].
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/device/devices.h"
#include "test.h"

enum {
	IRQSTATUS = 0x00,
	FIQSTATUS = 0x04,
	RAWINTR = 0x08,
	INTSELECT = 0x0c,
	INTENABLE = 0x10,
	INTENCLEAR = 0x14,
	SOFTINT = 0x18,
	SOFTINTCLEAR = 0x1c,
	PROTECTION = 0x20,
	VECTADDR = 0x30,
	DEFVECTADDR = 0x34,
	VECTADDR0 = 0x100,
	VECTCNTL0 = 0x200,
	PERIPHID0 = 0xfe0,
	SLOT_ON = 0x20,
};

static struct devices d;

static int begin(void **state)
{
	(void)state;
	memset(&d, 0, sizeof(d));
	devices_init(&d, 0);
	return 0;
}

static uint32_t get(uint32_t offset)
{
	return vic_ops.read(&d, 0, offset);
}

static void put(uint32_t offset, uint32_t value)
{
	vic_ops.write(&d, 0, offset, value);
}

static void expect_lines(bool irq, bool fiq)
{
	bool i, f;

	vic_lines(&d, &i, &f);
	assert_int_equal(i, irq);
	assert_int_equal(f, fiq);
}

TEST_WITH(irq_or_fiq, begin, NULL)
{
	vic_set_interrupt(&d, 31, true);
	vic_set_interrupt(&d, 3, true);
	assert_int_equal(get(RAWINTR), 0x80000008);
	assert_int_equal(get(IRQSTATUS), 0);
	expect_lines(false, false);
	put(INTENABLE, 0x80000000);
	put(INTENABLE, 0x00000008); /* zeros change nothing */
	assert_int_equal(get(INTENABLE), 0x80000008);
	assert_int_equal(get(IRQSTATUS), 0x80000008);
	expect_lines(true, false);
	put(INTSELECT, 0x80000000);
	assert_int_equal(get(IRQSTATUS), 0x00000008);
	assert_int_equal(get(FIQSTATUS), 0x80000000);
	expect_lines(true, true);
	put(INTENCLEAR, 0x00000008);
	expect_lines(false, true);
	vic_set_interrupt(&d, 31, false);
	expect_lines(false, false);
}

TEST_WITH(software_interrupts, begin, NULL)
{
	put(INTENABLE, 1 << 5);
	put(SOFTINT, 1 << 5 | 1 << 6);
	assert_int_equal(get(SOFTINT), 1 << 5 | 1 << 6);
	assert_int_equal(get(RAWINTR), 1 << 5 | 1 << 6);
	expect_lines(true, false);
	put(SOFTINTCLEAR, 1 << 5);
	assert_int_equal(get(SOFTINT), 1 << 6);
	expect_lines(false, false);
}

/* Source 4 in slot 2, source 9 in slot 1, source 6 in none. */
TEST_WITH(vectors, begin, NULL)
{
	put(DEFVECTADDR, 0xdef0);
	put(VECTADDR0 + 4, 0x1000);
	put(VECTADDR0 + 8, 0x2000);
	put(VECTCNTL0 + 4, SLOT_ON | 9);
	put(VECTCNTL0 + 8, SLOT_ON | 4);
	put(INTENABLE, 1 << 4 | 1 << 6 | 1 << 9);
	vic_set_interrupt(&d, 6, true);
	assert_int_equal(get(VECTADDR), 0xdef0);
	expect_lines(false, false); /* being served */
	vic_set_interrupt(&d, 4, true);
	expect_lines(true, false); /* more urgent */
	assert_int_equal(get(VECTADDR), 0x2000);
	expect_lines(false, false);
	vic_set_interrupt(&d, 9, true);
	assert_int_equal(get(VECTADDR), 0x1000);
	put(VECTADDR, 0); /* 9 is done, and gone */
	vic_set_interrupt(&d, 9, false);
	expect_lines(false, false);
	put(VECTADDR, 0); /* 4 is done, but still there */
	expect_lines(true, false);
	vic_set_interrupt(&d, 4, false);
	expect_lines(false, false); /* 6 is being served */
	put(VECTADDR, 0);
	expect_lines(true, false);
	put(VECTCNTL0 + 8, 4); /* slot off */
	assert_int_equal(get(VECTCNTL0 + 8), 4);
}

/* The controller says what keeps a request from the core, for who asks why none
 * comes. */
TEST_WITH(closed_inputs, begin, NULL)
{
	struct input is;

	put(VECTCNTL0 + 4, SLOT_ON | 9);
	put(VECTCNTL0 + 8, SLOT_ON | 4);
	vic_input(&d, 9, &is);
	assert_non_null(is.closed);
	put(INTENABLE, 1 << 4 | 1 << 6 | 1 << 9);
	vic_set_interrupt(&d, 4, true);
	get(VECTADDR); /* 4 is being served */
	vic_input(&d, 9, &is);
	assert_null(is.closed); /* 9 is more urgent */
	vic_input(&d, 6, &is);
	assert_non_null(is.closed);
	vic_input(&d, 4, &is);
	assert_non_null(is.closed);
	put(INTSELECT, 1 << 6); /* FIQ waits for nobody */
	vic_input(&d, 6, &is);
	assert_null(is.closed);
}

/* Behind sixteen slots there is none: a write changes nothing. */
TEST_WITH(no_seventeenth_slot, begin, NULL)
{
	struct devices before = d;

	put(VECTADDR0 + 4 * 16, 0x1234);
	put(VECTCNTL0 + 4 * 16, SLOT_ON | 9);
	assert_memory_equal(&d, &before, sizeof(d));
	assert_int_equal(get(VECTADDR0 + 4 * 16), 0);
	assert_int_equal(get(VECTCNTL0 + 4 * 16), 0);
	put(VECTCNTL0 + 4 * 15, SLOT_ON | 9);
	assert_int_equal(get(VECTCNTL0 + 4 * 15), SLOT_ON | 9);
}

TEST_WITH(closed_to_users, begin, NULL)
{
	assert_false(vic_ops.closed(&d, 0));
	put(PROTECTION, 1);
	assert_int_equal(get(PROTECTION), 1);
	assert_true(vic_ops.closed(&d, 0));
}

TEST_WITH(identification, begin, NULL)
{
	static const uint8_t id[] = { 0x90, 0x11, 0x04, 0x00,
				      0x0d, 0xf0, 0x05, 0xb1 };

	for (uint32_t i = 0; i < 8; i++)
		assert_int_equal(get(PERIPHID0 + 4 * i), id[i]);
}
