/* SPDX-License-Identifier: MIT */
/*
 * A cache controller's page, as programs reach it: the cache's registers, and
 * among them an L220's or L2C-310's event counters.  The event bus is a bit of
 * the former that the monitor needs.
 */
#include "boards/src/core/l2.h"
#include "boards/src/device/devices.h"
#include "boards/src/pmu/event_bus.h"

/* An L210's monitor has a page of its own. */
static bool has_counters(const struct devices *d)
{
	return d->l2->kind != L2_L210;
}

static uint32_t l2_page_read(struct devices *d, unsigned unit, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	uint64_t value;

	if (has_counters(d) &&
	    pmu_read(d->monitor[unit], &reg, true, &value) == PMU_DONE)
		return (uint32_t)value;
	return l2_register_read(d->l2, offset);
}

static void l2_page_write(struct devices *d, unsigned unit, uint32_t offset,
			  uint32_t value)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };

	if (has_counters(d) &&
	    pmu_write(d->monitor[unit], &reg, true, value) == PMU_DONE)
		return;
	l2_register_write(d->l2, offset, value);
	pmu_set_event_bus(d->monitor[unit], l2_event_bus(d->l2));
}

const struct device_ops l2_ops = { .read = l2_page_read,
				   .write = l2_page_write,
				   .port = true };

void l2_device_boot(struct devices *d, unsigned unit)
{
	l2_boot(d->l2);
	pmu_set_event_bus(d->monitor[unit], l2_event_bus(d->l2));
}
