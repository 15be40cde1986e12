/* SPDX-License-Identifier: MIT */
/* PXA250: of the first generation, and not the 80200. */
#include <tally/library.h>

#include "xsc1.h"

#define ON_XSCALE(code, rate) ROW(code, rate)
#define ON_XSC1(code, rate)   ROW(code, rate)
#define ON_XSC2(code, rate)
#define ON_I80200(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/xscale.def>
};

static const struct tally_pmnc_facts facts = TALLY_PMNC_XSCALE;

const struct tally_monitor tally_pxa250 = { MONITOR };
