/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_L2PAGE_H
#define TALLY_WORDS_L2PAGE_H

#include <tally/monitor.h>
#include <tally/words.h>

/*
 * The words that a setup of the event counters in a cache controller's page
 * needs, L220's and L2C-310's, and where its registers are.  Counter 1 comes
 * first there.
 */
enum { TALLY_L2PAGE_COUNTERS = 2 };

/* The fields of the rows, as constants. */
enum tally_l2page_field {
#include <tally/monitors/rows_begin.def>
#undef FIELD
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(L2PAGE, reg, name, lsb, width)
#include <tally/monitors/l2page.def>
#include <tally/monitors/rows_end.def>
};

#define TALLY_L2PAGE_ENABLE TALLY_FIELD(L2PAGE, ECR, enable)
#define TALLY_L2PAGE_CONFIG                                                    \
	(TALLY_FIELD(L2PAGE, ECFGR0, source) |                                 \
	 TALLY_FIELD(L2PAGE, ECFGR0, interrupt))
#define TALLY_L2PAGE_ON_STEP UINT32_C(0x01)
#define TALLY_L2PAGE_ON_TOP  UINT32_C(0x02)
#define TALLY_L2PAGE_ECNTR   TALLY_FIELD(L2PAGE, RISR, ECNTR)

enum tally_l2page_register {
	TALLY_L2PAGE_CACHE_ID = 0x000,
	TALLY_L2PAGE_ECR = 0x200,
	TALLY_L2PAGE_RISR = 0x21C,
	TALLY_L2PAGE_ICR = 0x220,
};
#define TALLY_L2PAGE_ECFGR(counter) (0x208u - 4u * (counter))
#define TALLY_L2PAGE_EVR(counter)   (0x210u - 4u * (counter))

/* Bit n: part n of the cache ID register is this controller. */
enum {
	/* Any but the L210, whose page has no counters. */
	TALLY_L2PAGE_PARTS_L220 = 0xFFFD,
	TALLY_L2PAGE_PARTS_L2C310 = 1 << 3,
};

/*
 * Is the controller ARM's, and one of the parts that have this page [Linux
 * cache-l2x0.h: bits 9:6 are 1 on the L210, 2 on the L220, 3 on the L2C-310].
 */
TALLY_WORD bool tally_l2page_is(uint32_t parts, uint32_t id)
{
	return id >> 24 == 0x41 && parts >> (id >> 6 & 0xF) & 1;
}

/* ECFGRn; event 0 is disabled. */
TALLY_WORD uint32_t tally_l2page_config(const struct tally_setup *setup,
					unsigned counter)
{
	uint32_t word = 0;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter == counter)
			word = (uint32_t)slot->event
				       << TALLY_L2PAGE_ECFGR0_source_LSB |
			       (slot->interrupt ? TALLY_L2PAGE_ON_TOP : 0);
	}
	return word;
}

/* Does some slot interrupt? */
TALLY_WORD bool tally_l2page_interrupts(const struct tally_setup *setup)
{
	bool any = false;

	TALLY_UNROLLED
	for (unsigned i = 0; i < setup->slots; i++)
		any |= setup->slot[i].interrupt != TALLY_SILENT;
	return any;
}

#endif
