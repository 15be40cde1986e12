/* SPDX-License-Identifier: MIT */
#include <tally/library.h>

#include <tally/monitors/l2c310.h>

#include "l2page.h"

#define EVENT(id, name, code, cores, kind, rate, ...) L2PAGE_ROW(code, rate)
static const struct tally_event l2c310_events[] = {
#include <tally/monitors/l2c310.def>
};

static const struct l2page_facts l2c310_facts = { TALLY_L2PAGE_PARTS_L2C310 };

const struct tally_monitor tally_l2c310 = { L2PAGE_MONITOR(l2c310),
					    .steps = TALLY_L2C310_STEPS };
