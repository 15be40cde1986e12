/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_PPC_H
#define BOARD_PPC_PPC_H

#include "boards/src/machine/spec.h"

/* Power with Book E, for the boards' rows. */
extern const struct machine_arch ppc_arch;

#endif
