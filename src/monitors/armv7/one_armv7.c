/* SPDX-License-Identifier: MIT */
/*
 * ARMv7's monitor on one core of armv7/cores.def, TALLY_CORE: this file is
 * compiled once for each, and so a program has the tables of the cores that it
 * names alone.  Without TALLY_CORE it is empty.
 */
#include <tally/library.h>

#include "armv7.h"

#ifdef TALLY_CORE

/* The name of a file has no blanks. */
/* clang-format off */
#define CORE_TEXT_(text)    #text
#define CORE_TEXT(text)     CORE_TEXT_(text)
#define TALLY_CORE_ROWS     CORE_TEXT(tally/monitors/armv7/TALLY_CORE.def)
/* clang-format on */
#define CORE_NAME_(a, b, c) a##b##c
#define CORE_NAME(a, b, c)  CORE_NAME_(a, b, c)

#define COUNTER(id, name, reg, title, cores) ARMV7_##id,
static const struct tally_counter counters[] = {
#include TALLY_CORE_ROWS
};

#define COMMON(id)                     ARMV7_EVENT(TALLY_ARMV7_##id, ARMV7_RATE_##id)
#define OWN(id, code, kind, rate, ...) ARMV7_EVENT(code, rate)
static const struct tally_event events[] = {
#include TALLY_CORE_ROWS
};

enum {
#define LISTED(word, part, number, trait)                                      \
	PART_##word = (part), NUMBER_##word = (number),                        \
	TRAIT_##word = ARMV7_##trait,
#include <tally/monitors/armv7/cores.def>
	TRAIT = CORE_NAME(TRAIT_, TALLY_CORE, ),
	NUMBER = CORE_NAME(NUMBER_, TALLY_CORE, ),
};
_Static_assert(ARMV7_COUNTERS == NUMBER + 1, "the list and the rows differ");

static const struct armv7_facts facts = { CORE_NAME(PART_, TALLY_CORE, ),
					  TRAIT == ARMV7_FILTERS };

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

const struct tally_monitor CORE_NAME(tally_, TALLY_CORE, ) = { ARMV7_MONITOR };

#endif
