/* SPDX-License-Identifier: MIT */
#ifndef TARGET_H
#define TARGET_H

#include "test/arm11_target.h"

#define TARGET_MONITOR tally_arm1136

#endif
