/* SPDX-License-Identifier: MIT */
#ifndef TALLY_NATIVE_H
#define TALLY_NATIVE_H

#include <tally/bus.h>

/*
 * Buses for code that runs on the core itself: one instruction per access.
 * They reach the registers of the monitors here and the main ID register;
 * anything else is TALLY_E_NOREG.  An access from a mode that may not make it
 * raises Undefined Instruction, as any MRC or MCR would.  Any context.
 *
 *	struct tally_bus bus = TALLY_BUS_CP15;
 */
extern const struct tally_bus_ops tally_cp14_ops;      /* XScale, first */
extern const struct tally_bus_ops tally_cp14_xsc2_ops; /* second generation */
extern const struct tally_bus_ops tally_cp15_ops;      /* ARM11 */

#define TALLY_BUS_CP14                                                         \
	{                                                                      \
		&tally_cp14_ops, TALLY_OK                                      \
	}
#define TALLY_BUS_CP14_XSC2                                                    \
	{                                                                      \
		&tally_cp14_xsc2_ops, TALLY_OK                                 \
	}
#define TALLY_BUS_CP15                                                         \
	{                                                                      \
		&tally_cp15_ops, TALLY_OK                                      \
	}

#endif
