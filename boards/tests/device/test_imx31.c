/* SPDX-License-Identifier: MIT */
/*
 * The i.MX31's interrupt controller and UART by their registers.  Offsets are
 * written out here from the descriptions that boards/src/device/avic.c names.
 */
#include <stdint.h>
#include <string.h>

#include "boards/src/device/devices.h"
#include "test.h"

static struct devices devices;
static char console[8];
static size_t printed;

static void on_console(void *ctx, const void *bytes, size_t count)
{
	(void)ctx;
	assert_true(printed + count < sizeof(console));
	memcpy(console + printed, bytes, count);
	printed += count;
}

static void begin(void)
{
	memset(&devices, 0, sizeof(devices));
	devices_init(&devices, 0);
	devices.console = on_console;
	printed = 0;
}

static uint32_t get(uint32_t offset)
{
	return avic_ops.read(&devices, 0, offset);
}

static void put(uint32_t offset, uint32_t value)
{
	avic_ops.write(&devices, 0, offset, value);
}

static void lines(bool irq, bool fiq)
{
	bool i = !irq, f = !fiq;

	avic_lines(&devices, &i, &f);
	assert_int_equal(i, irq);
	assert_int_equal(f, fiq);
}

TEST(sources_are_enabled_by_number)
{
	begin();
	assert_int_equal(get(0x04), 0x1f); /* NIMASK lets all through */
	avic_set_interrupt(&devices, 23, true);
	assert_int_equal(get(0x4c), 1 << 23); /* INTSRCL */
	assert_int_equal(get(0x48), 0);
	lines(false, false);
	assert_int_equal(get(0x40), 0xffffffff); /* NIVECSR: none */
	put(0x08, 23);                           /* INTENNUM */
	assert_int_equal(get(0x14), 1 << 23);    /* INTENABLEL */
	assert_int_equal(get(0x08), 0);
	lines(true, false);
	assert_int_equal(get(0x40), 23 << 16); /* and priority 0 */
	assert_int_equal(get(0x5c), 1 << 23);  /* NIPNDL */
	put(0x0c, 23);                         /* INTDISNUM */
	lines(false, false);
	put(0x08, 45);
	avic_set_interrupt(&devices, 45, true);
	assert_int_equal(get(0x10), 1 << 13); /* INTENABLEH: 45 - 32 */
	assert_int_equal(get(0x48), 1 << 13);
	assert_int_equal(get(0x40), 45 << 16);
	avic_set_interrupt(&devices, 45, false);
	lines(false, false);
}

TEST(fast_and_normal)
{
	begin();
	put(0x14, 1 << 23 | 1 << 3); /* INTENABLEL */
	put(0x1c, 1 << 23);          /* INTTYPEL: 23 is fast */
	avic_set_interrupt(&devices, 23, true);
	lines(false, true);
	assert_int_equal(get(0x44), 23); /* FIVECSR */
	assert_int_equal(get(0x40), 0xffffffff);
	assert_int_equal(get(0x64), 1 << 23); /* FIPNDL */
	put(0x54, 1 << 3);                    /* INTFRCL: by software */
	lines(true, true);
	assert_int_equal(get(0x40), 3 << 16);
	assert_int_equal(get(0x4c), 1 << 23); /* no input of it */
	put(0x00, 1 << 22);                   /* INTCNTL: no normal ones */
	lines(false, true);
	put(0x00, 1 << 21); /* no fast ones */
	lines(true, false);
	assert_int_equal(get(0x00), 1 << 21);
}

TEST(priorities)
{
	begin();
	put(0x14, 0x00ffffff);
	put(0x54, 1 << 23 | 1 << 3 | 1 << 4);
	assert_int_equal(get(0x40), 23 << 16); /* equals: highest number */
	put(0x3c, 0x5 << 12); /* NIPRIORITY0: source 3 at level 5 */
	assert_int_equal(get(0x40), 3 << 16 | 5);
	put(0x34, 0xau << 28); /* NIPRIORITY2: 23 at level 10 */
	assert_int_equal(get(0x34), 0xau << 28);
	assert_int_equal(get(0x40), 23 << 16 | 10);
	put(0x04, 9); /* NIMASK: above 9 only */
	assert_int_equal(get(0x40), 23 << 16 | 10);
	put(0x04, 10);
	assert_int_equal(get(0x40), 0xffffffff);
	lines(false, false);
	put(0x04, 0);
	assert_int_equal(get(0x40), 23 << 16 | 10);
	put(0x54, 1 << 4); /* its level is 0, and masked */
	lines(false, false);
	put(0x04, 0xffffffff); /* -1 */
	assert_int_equal(get(0x40), 4 << 16);
}

TEST(uart)
{
	const struct device_ops *ops = &imx_uart_ops;

	begin();
	assert_int_equal(ops->read(&devices, 0, 0xb4) & 0x10, 0); /* room */
	assert_int_equal(ops->read(&devices, 0, 0x98) & 0x4008, 0x4008);
	ops->write(&devices, 0, 0x80, 1);
	assert_int_equal(ops->read(&devices, 0, 0x80), 1);
	assert_int_equal(ops->read(&devices, 1, 0x80), 0); /* another */
	ops->write(&devices, 0, 0x84, 0x24); /* a reset, over at once */
	assert_int_equal(ops->read(&devices, 0, 0x84), 0x25);
	ops->write(&devices, 0, 0x40, 'x');
	assert_int_equal(printed, 1);
	assert_int_equal(console[0], 'x');
	assert_int_equal(ops->read(&devices, 0, 0x00), 0); /* nothing came */
	ops->write(&devices, 0, 0xb8, 5);                  /* nothing there */
	assert_int_equal(ops->read(&devices, 0, 0xb8), 0);
}
