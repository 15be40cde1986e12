/* SPDX-License-Identifier: MIT */
#include <tally/library.h>

#include <tally/monitors/cortex_a9.h>

#include "armv7.h"

#define COUNTER(id, name, reg, title, cores) ARMV7_##id,
static const struct tally_counter counters[] = {
#include <tally/monitors/cortex_a9.def>
};

#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	{ code, rate, ARMV7_EVENT_COUNTERS },
static const struct tally_event events[] = {
#include <tally/monitors/cortex_a9.def>
};

static const struct armv7_facts facts = { TALLY_ARMV7_CORTEX_A9 };

/*
 * An overflow of an event counter may set no flag and raise no interrupt up to
 * r2 [NXP ERR003719; Intel's list for r3p0 has it not].
 */
enum { WELL_FROM = 3 };

static void loaded(struct tally_session *s)
{
	static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0),
						  TALLY_CP15, 32 };
	const uint32_t id = (uint32_t)tally_bus_read(s->bus, &main_id);

	tally_compared_loaded(s, (id >> 20 & 0xF) < WELL_FROM);
}

static const struct tally_compared compared = {
	.counting = {
		.loaded = loaded,
		.poll = tally_compared_poll,
		.total = tally_compared_total,
		.flagged = true,
	},
	.taken = tally_compared_taken,
};

const struct tally_monitor tally_cortex_a9 = { ARMV7_MONITOR(
	compared.counting) };
