/* SPDX-License-Identifier: MIT */
#ifndef BOARD_BOARD_TRUTH_H
#define BOARD_BOARD_TRUTH_H

#include <stdint.h>

/* How far the board goes for an event. */
enum pmu_class {
	PMU_EXACT,        /* architecture decides it, and so does the board */
	PMU_MODELLED,     /* depends on a model of the microarchitecture */
	PMU_INJECTED,     /* happens when the user injects it */
	PMU_NOT_MODELLED, /* the board cannot say; reading it is never a number
			   */
	PMU_SKETCH,       /* time on a board whose cycles are no core's: see
			     board_info.sketch */
};

/* One event as the board's own ledger has it. */
struct board_truth {
	uint16_t code;   /* the manual's event code; 0xFFFE: cycle counter */
	char name[48];   /* the board's words */
	uint8_t class;   /* enum pmu_class */
	uint8_t monitor; /* whose event: index into board_info.monitor */
	char basis[96];
	uint64_t count; /* since reset; meaningless where not modelled */
};

#endif
