/* SPDX-License-Identifier: MIT */
#include <tally/library.h>

#include <tally/monitors/l2cc.h>

#include "l2page.h"

#define EVENT(id, name, code, cores, kind, rate, ...) L2PAGE_ROW(code, rate)
static const struct tally_event l220_events[] = {
#include <tally/monitors/l220.def>
};

static const struct l2page_facts l220_facts = { TALLY_L2PAGE_PARTS_L220 };

const struct tally_monitor tally_l220 = { L2PAGE_MONITOR(l220),
					  .steps = TALLY_L220_STEPS };
