/* SPDX-License-Identifier: MIT */
/* 80200: with the events of its bus controller [80200 table 12-4]. */
#include <tally/library.h>

#include "xsc1.h"

#define ON_XSCALE(code, rate) ROW(code, rate)
#define ON_XSC1(code, rate)   ROW(code, rate)
#define ON_XSC2(code, rate)
#define ON_I80200(code, rate) ROW(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/xscale.def>
};

static const struct tally_pmnc_facts facts = TALLY_PMNC_I80200;

const struct tally_monitor tally_i80200 = { MONITOR };
