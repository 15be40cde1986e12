/* SPDX-License-Identifier: MIT */
#ifndef TALLY_L2C310_H
#define TALLY_L2C310_H

#include <tally/monitor.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Event counters of ARM's L2C-310 (PL310), in the page of the cache controller:
 * those of the L220 (l2cc.h), and the same things to mind, with six codes more,
 * which its first issue does not have.  [DDI0246A; SAMA5; Linux].
 */
extern const struct tally_monitor tally_l2c310;

enum tally_l2c310_counter { TALLY_L2C310_EVR0, TALLY_L2C310_EVR1 };

enum tally_l2c310_event {
#define EVENT(id, name, code, ...) TALLY_L2C310_##id = code,
#include <tally/monitors/l2c310.def>
};

/* struct tally_store.steps for one session. */
#define TALLY_L2C310_STEPS 20

#ifdef __cplusplus
}
#endif

#endif
