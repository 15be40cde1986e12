/* SPDX-License-Identifier: MIT */
#ifndef TALLY_CORTEX_A9_H
#define TALLY_CORTEX_A9_H

#include <tally/monitors/armv7.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Cortex-A9, a cycle counter and six event counters: armv7.h declares it. */

enum tally_cortex_a9_counter {
#define COUNTER(id, ...) TALLY_CORTEX_A9_##id,
#include <tally/monitors/armv7/cortex_a9.def>
};

/* Event codes, by the names of the catalogue: TALLY_CORTEX_A9_SW_INCR ... */
enum tally_cortex_a9_event {
#define OWN(id, code, ...) TALLY_CORTEX_A9_##id = code,
#include <tally/monitors/armv7/cortex_a9.def>
};

#ifdef __cplusplus
}
#endif

#endif
