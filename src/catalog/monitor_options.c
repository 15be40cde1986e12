/* SPDX-License-Identifier: MIT */
/*
 * Options of a whole monitor, in words: one row for each option of the library,
 * and which a monitor accepts is its own to say.
 */
#include "catalog/catalog.h"

static const struct catalog_option options[] = {
	{ TALLY_DIVIDE, "TALLY_DIVIDE",
	  "the cycle counter counts every 64th cycle; --divide of `tally stat` "
	  "and `tally script`" },
	{ TALLY_EXPORT, "TALLY_EXPORT",
	  "drive the events out to the trace macrocell" },
	{ TALLY_USER, "TALLY_USER", "let user mode use the monitor" },
	{ TALLY_WIDE, "TALLY_WIDE",
	  "event counters of 64 bits, where the core has PMUv3p5: none is "
	  "chained, and none overflows" },
	{ TALLY_FREEZE, "TALLY_FREEZE",
	  "an overflow that interrupts stops all counters, too, until it is "
	  "handled" },
	{ TALLY_TIME_BASE, "TALLY_TIME_BASE",
	  "a bit of the time base interrupts when it becomes 1: bit 63, or "
	  "with one of the next three another" },
	{ TALLY_TIME_BASE_55, "TALLY_TIME_BASE_55",
	  "with TALLY_TIME_BASE: bit 55" },
	{ TALLY_TIME_BASE_51, "TALLY_TIME_BASE_51",
	  "with TALLY_TIME_BASE: bit 51" },
	{ TALLY_TIME_BASE_47, "TALLY_TIME_BASE_47",
	  "with TALLY_TIME_BASE: bit 47" },
	{ 0, "TALLY_FIQ", "an overflow requests FIQ instead of IRQ" },
};

const struct catalog_option *catalog_options(unsigned *count)
{
	*count = sizeof(options) / sizeof(options[0]);
	return options;
}

bool catalog_accepts(const struct catalog_monitor *m,
		     const struct catalog_option *option)
{
	if (!option->bits)
		return m->monitor->fiq;
	return (m->monitor->options & option->bits) == option->bits;
}
