/* SPDX-License-Identifier: MIT */
/* Devices whose registers another model has: a monitor, a simulated bus. */
#include "boards/src/device/devices.h"

/* Loads and stores of a program: words, at any privilege. */
static uint32_t monitor_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	uint64_t value = 0;

	(void)pmu_read(d->monitor[unit], &reg, true, &value);
	return (uint32_t)value;
}

static void monitor_write(struct devices *d, unsigned unit, uint32_t offset,
			  uint32_t value)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };

	(void)pmu_write(d->monitor[unit], &reg, true, value);
}

const struct device_ops monitor_ops = { .read = monitor_read,
					.write = monitor_write,
					.port = true };

/*
 * A program's accesses go over the bus, and its other masters' are its own: so
 * nobody comes this way.
 */
static uint32_t bus_read(struct devices *d, unsigned unit, uint32_t offset)
{
	(void)d;
	(void)unit;
	(void)offset;
	return 0;
}

static void bus_write(struct devices *d, unsigned unit, uint32_t offset,
		      uint32_t value)
{
	(void)d;
	(void)unit;
	(void)offset;
	(void)value;
}

const struct device_ops bus_ops = { .read = bus_read, .write = bus_write };
