/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LEDGER_MONITOR_H
#define BOARD_LEDGER_MONITOR_H

#include <stdbool.h>

#include "boards/src/board.h"

/*
 * Every simulated monitor has these, wherever its model lives: answers to
 * accesses, rows of events, and how it treats what its manual leaves open.
 */
enum pmu_access {
	PMU_DONE,      /* carried out */
	PMU_UNDEFINED, /* the access raises Undefined Instruction */
	PMU_NONE,      /* not a register of this monitor */
	/* PMUv3: the access traps there; to EL1 means to EL2 where HCR_EL2.TGE
	 * is set, which the monitor does not see. */
	PMU_TRAP_EL1,
	PMU_TRAP_EL2,
	PMU_TRAP_EL3,
};

struct pmu_event {
	uint16_t code;
	const char *name;  /* the manual's words, shortened; not the driver's */
	uint8_t class;     /* enum pmu_class */
	uint8_t item;      /* enum ledger_item, where modelled */
	const char *basis; /* rule or constant's source, or "chosen" */
	bool outside;      /* other masters' doing, or a device's */
};

/* A board answers so where the manuals leave something open or
 * unpredictable. */
struct pmu_quirks {
	bool poison;       /* unpredictable bits read as junk, not 0 */
	bool strict;       /* where they leave a rule open, the harsher one */
	bool random_reset; /* unpredictable reset values are junk */
	bool late;         /* PMUv3: writes take effect at pmu_sync() */
	/* Cortex-A9: an event counter's overflow sets no flag */
	bool lost_overflow;
	uint64_t seed; /* of that junk */
};

#endif
