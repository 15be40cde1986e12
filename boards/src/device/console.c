/* SPDX-License-Identifier: MIT */
/* Consoles: what all UARTs share. */
#include "boards/src/device/devices.h"

void devices_put(const struct devices *d, uint32_t value)
{
	uint8_t byte = (uint8_t)value;

	if (d->console)
		d->console(d->ctx, &byte, 1);
}

bool device_low_byte(const struct devices *d, unsigned unit, uint32_t offset,
		     uint32_t mask, uint32_t *others)
{
	(void)d;
	(void)unit;
	(void)offset;
	*others = 0;
	return mask & 0xff;
}
