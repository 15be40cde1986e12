/* SPDX-License-Identifier: MIT */
#ifndef PREPARE_H
#define PREPARE_H

#include <stdbool.h>
#include <stdint.h>

/* The state that a program of known counts begins in. */

enum place {
	PLACE_CACHED,
	PLACE_UNCACHED,
	PLACE_WRITE_THROUGH,
	PLACE_ORDERED, /* strongly ordered */
	PLACE_MINI,    /* XScale's mini data cache */
	PLACE_PAGES,   /* mapped by pages of 4 KiB */
	PLACE_CODE,    /* the code, at other addresses */
	PLACE_TCM,     /* tightly coupled memory for data */
	PLACE_ITCM,    /* and for instructions */
};

enum state {
	D_EMPTY = 1 << 0, /* the data cache */
	I_EMPTY = 1 << 1,
	TLB_EMPTY = 1 << 2,
	PREDICTION_OFF = 1 << 3,
	MMU_OFF = 1 << 4, /* and the data cache with it */
	I_OFF = 1 << 5,   /* the instruction cache */
};

/*
 * Does the predictor keep what it knows?  A Cortex-A8 takes the operation that
 * empties it for a NOP, unless ACTLR.IBE says otherwise [DDI0344K 3.2.26].
 */
#if __ARM_ARCH >= 7
#define PREPARE_KEEPS 1
#else
#define PREPARE_KEEPS 0
#endif

struct program {
	const char *name;
	void (*from)(void), (*body)(void), (*to)(void); /* program.inc */
	enum place place;
	unsigned state;
};

/*
 * Jump into `entry` as program.inc wants it.  Afterwards predictor, return
 * stack and TLBs are empty: what comes then costs the same, whatever the
 * program was.
 */
void prepare_enter(void (*entry)(void), uint32_t place);
/* Calls the program that is measured in the same way. */
void prepare_measure(void (*entry)(void), uint32_t place);

/* Gives the place that the program's r0 points to; false: the core has none. */
bool prepare(const struct program *p, uint32_t *place);

/*
 * Again, before each window: predictor empty, TLBs empty or with the pages of
 * code, data and vectors in them.  `to` is the way back of what comes.
 */
void prepare_last(const struct program *p, void (*to)(void), uint32_t place);

void prepare_undo(const struct program *p);

#endif
