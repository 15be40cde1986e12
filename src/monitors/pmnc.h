/* SPDX-License-Identifier: MIT */
#ifndef MONITORS_PMNC_H
#define MONITORS_PMNC_H

#include <tally/only.h>
#include <tally/words/pmnc.h>

/* The driver of the monitors of one control word. */

/* tally_monitor.steps: 6 to restore, 7 of ARM11's longest phase, and spare. */
enum { PMNC_STEPS = 16 };

TALLY_INNER_DECLARED const struct tally_monitor_ops pmnc_ops;

#endif
