/* SPDX-License-Identifier: MIT */
#ifndef BOARD_PPC_PPC_H
#define BOARD_PPC_PPC_H

#include "board/machine/spec.h"

/* Power with Book E, for the boards' rows. */
extern const struct machine_arch ppc_arch;

#endif
