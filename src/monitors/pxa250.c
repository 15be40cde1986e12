/* SPDX-License-Identifier: MIT */
/* PXA250: of the first generation, and not the 80200. */
#include "xsc1.h"

#define ON_XSCALE ROW
#define ON_XSC1   ROW
#define ON_XSC2   NO_ROW
#define ON_I80200 NO_ROW
static const struct tally_event events[] = {
#include <tally/monitors/xscale.def>
};

const struct tally_monitor tally_pxa250 = { MONITOR };
