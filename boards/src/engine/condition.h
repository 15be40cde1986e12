/* SPDX-License-Identifier: MIT */
#ifndef BOARD_ENGINE_CONDITION_H
#define BOARD_ENGINE_CONDITION_H

#include <stdbool.h>
#include <stdint.h>

/* Does an ARM condition hold with these flags, as a CPSR or PSTATE has them? */
bool condition_holds(unsigned condition, uint32_t flags);

#endif
