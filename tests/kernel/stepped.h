/* SPDX-License-Identifier: MIT */
#ifndef TESTS_KERNEL_STEPPED_H
#define TESTS_KERNEL_STEPPED_H

#include <stdbool.h>
#include <stdint.h>

/*
 * Counts of this thread in user space by its own single steps: the
 * processor traps behind each instruction, and its bytes say what it was.  Of
 * loads and stores only plain moves are known.
 */
enum stepped {
	STEPPED_INSTRUCTIONS,
	STEPPED_BRANCHES,
	STEPPED_TAKEN,
	STEPPED_LOADS,
	STEPPED_STORES,
	STEPPED_KINDS
};

/* Can this processor be asked so? */
extern const bool stepped_works;

void stepped_begin(void);
/* Ends it; a second one has no effect. */
void stepped_end(void);
/* Since the last beginning. */
uint64_t stepped_count(enum stepped kind);

#endif
