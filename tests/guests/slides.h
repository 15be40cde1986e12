/* SPDX-License-Identifier: MIT */
#ifndef SLIDES_H
#define SLIDES_H

/* The shape of the measured work, for slides.c and the handlers. */
#define SLIDES_TURNS 8
#define SLIDES_NOPS  512

#ifndef __ASSEMBLER__
#include <stdint.h>

/* In the order of the counters: clock counter, PMN0, PMN1. */
struct slides_counts {
	uint32_t count[3];
};

/*
 * Start with the value of the slides, load the counters, work, stop, read.
 * Instruction cache empty at the start.
 */
void slides_run(const struct slides_counts *preload,
		struct slides_counts *result);

/* The interrupt handler's book. */
extern volatile uint32_t slides_entries;
extern volatile uint32_t slides_overflows[3];
extern volatile struct slides_counts slides_last; /* read at the last entry */

/* Instructions counted in the window, and by one entry of the handler. */
extern const uint32_t slides_window;
extern const uint32_t slides_handler;
#endif

#endif
