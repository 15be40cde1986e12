/* SPDX-License-Identifier: MIT */
#ifndef BOARD_A32_A32_H
#define BOARD_A32_A32_H

#include "boards/src/machine/spec.h"

/* 32-bit ARM, ARMv5 to ARMv6, for the boards' rows. */
extern const struct machine_arch a32_arch;

/* ahb_port.c: what the monitor of a simulated bus counts from. */
const struct ledger *port_ledger(const struct machine *m);
const uint64_t *port_live(const struct machine *m, unsigned item,
			  const uint64_t **moved);

#endif
