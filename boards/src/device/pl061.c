/* SPDX-License-Identifier: MIT */
/*
 * General purpose inputs and outputs PL061 [DDI0190]: eight lines.  Nothing is
 * wired to them: an input reads 0, an output what was written, and none ever
 * asks for an interrupt.
 */
#include "boards/src/device/devices.h"

enum {
	GPIODATA_END = 0x400, /* address bits 9:2 choose the lines */
	GPIODIR = 0x400,
	GPIOPERIPHID0 = 0xfe0,
	KEPT_REGISTERS = 9, /* GPIODIR, the interrupts' settings, GPIOAFSEL */
};

static uint32_t pl061_read(struct devices *d, unsigned unit, uint32_t offset)
{
	static const uint8_t id[] = { 0x61, 0x10, 0x04, 0x00,
				      0x0d, 0xf0, 0x05, 0xb1 };
	const struct pl061 *p = &d->pl061[unit];
	uint32_t i = (offset - GPIODIR) / 4;

	if (offset < GPIODATA_END)
		return p->data & p->kept[0] & offset >> 2;
	if (offset >= GPIOPERIPHID0)
		return id[(offset - GPIOPERIPHID0) / 4 % 8];
	return i < KEPT_REGISTERS ? p->kept[i] : 0;
}

static void pl061_write(struct devices *d, unsigned unit, uint32_t offset,
			uint32_t value)
{
	static const bool kept[KEPT_REGISTERS] = {
		true,  true,  true,  true, true, /* DIR, IS, IBE, IEV, IE */
		false, false, false, true,       /* RIS, MIS, IC; AFSEL */
	};
	struct pl061 *p = &d->pl061[unit];
	uint32_t i = (offset - GPIODIR) / 4;
	uint8_t lines = (uint8_t)(offset >> 2 & p->kept[0]);

	if (offset < GPIODATA_END)
		p->data = (uint8_t)((p->data & ~lines) | (value & lines));
	else if (i < KEPT_REGISTERS && kept[i])
		p->kept[i] = (uint8_t)value;
}

const struct device_ops pl061_ops = { .read = pl061_read,
				      .write = pl061_write,
				      .part = device_low_byte };
