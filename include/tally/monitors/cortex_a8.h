/* SPDX-License-Identifier: MIT */
#ifndef TALLY_CORTEX_A8_H
#define TALLY_CORTEX_A8_H

#include <tally/monitors/armv7.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cortex-A8, a cycle counter and four event counters: armv7.h declares it. */

enum tally_cortex_a8_counter {
#define COUNTER(id, ...) TALLY_CORTEX_A8_##id,
#include <tally/monitors/armv7/cortex_a8.def>
};

/* Event codes, by the names of the catalogue: TALLY_CORTEX_A8_SW_INCR ... */
enum tally_cortex_a8_event {
#define OWN(id, code, ...) TALLY_CORTEX_A8_##id = code,
#include <tally/monitors/armv7/cortex_a8.def>
};

#ifdef __cplusplus
}
#endif

#endif
