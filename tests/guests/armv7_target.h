/* SPDX-License-Identifier: MIT */
#ifndef ARMV7_TARGET_H
#define ARMV7_TARGET_H

#include <tally/native.h>

/* Tests that run on all boards need to know this of a core with ARMv7. */
#define TARGET_BUS    TALLY_BUS_A32
#define TARGET_NATIVE A32
#define TARGET_STEPS  TALLY_ARMV7_STEPS

#include "guests/by_hand_armv7.h"

#endif
