/* SPDX-License-Identifier: MIT */
/* ARM1136.  User mode has no access at all [DDI0211K 3.3.39-41]. */
#include <tally/library.h>

#include "arm11.h"

#define ON_ARM11(code, rate)        ROW(code, rate)
#define ON_ARM1136_1176(code, rate) ROW(code, rate)
#define ON_ARM1156(code, rate)
#define ON_ARM1176(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/arm11.def>
};

static const struct tally_pmnc_facts facts =
	TALLY_PMNC_ARM11(TALLY_ARM11_PART_1136, 0, TALLY_PMNC_NO_USER);

const struct tally_monitor tally_arm1136 = {
	MONITOR,
	.options = TALLY_DIVIDE | TALLY_EXPORT,
};
