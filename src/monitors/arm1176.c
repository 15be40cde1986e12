/* SPDX-License-Identifier: MIT */
/*
 * ARM1176.  Bit 0 of the access validation control register lets user mode in
 * [DDI0301H 3.2.51].
 */
#include <tally/library.h>

#include "arm11.h"

#define ON_ARM11(code, rate)        ROW(code, rate)
#define ON_ARM1136_1176(code, rate) ROW(code, rate)
#define ON_ARM1156(code, rate)
#define ON_ARM1176(code, rate) ROW(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/arm11.def>
};

static const struct tally_pmnc_facts facts =
	TALLY_PMNC_ARM11(TALLY_ARM11_PART_1176, 0, TALLY_PMNC_ARM1176_USER);

const struct tally_monitor tally_arm1176 = {
	MONITOR,
	.options = TALLY_DIVIDE | TALLY_EXPORT | TALLY_USER,
};
