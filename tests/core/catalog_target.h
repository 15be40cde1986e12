/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CATALOG_TARGET_H
#define TESTS_CATALOG_TARGET_H

#include <tally/bus.h>

#include "catalog/catalog.h"

/*
 * The registers of any monitor of the catalogue as plain cells, made from its
 * rows: a field is kept, reads only, is cleared by writing 1, or acts.  Nothing
 * counts and nothing is identified.  What it knows besides: registers that are
 * called ..CLR.. and ..SET.. are two ways to one cell, and an action may set
 * every count to 0.
 */
enum { CATALOG_CELLS = 192 };

struct catalog_target {
	struct tally_bus bus;
	const struct catalog_monitor *monitor;
	uint64_t value[CATALOG_CELLS]; /* by the catalogue's register */
	uint8_t cell[CATALOG_CELLS];   /* whose value a register has */
	/* Bits that hold what is written, flags not among them ... */
	uint64_t stays[CATALOG_CELLS];
	/* ... because the register is written, or 1 is written here; that 1
	   clears, that act; and those that stay, but read as 0. */
	uint64_t kept[CATALOG_CELLS], sets[CATALOG_CELLS];
	uint64_t clears[CATALOG_CELLS], acts[CATALOG_CELLS];
	uint64_t hidden[CATALOG_CELLS];
	bool counts[CATALOG_CELLS]; /* it is the value of a counter */
	bool flags[CATALOG_CELLS];  /* the monitor looks for flags there */

	/* While these bits of this register are so, counters run. */
	unsigned control;
	uint64_t mask, running;
	const char *breach; /* the counter that was written meanwhile; NULL */
	unsigned writes;
	/* Just before the next write to flags, the rest of them is set. */
	bool late;
};

void catalog_target_init(struct catalog_target *t,
			 const struct catalog_monitor *m);
/* The index of the register among the monitor's rows; the test fails where it
 * has none. */
unsigned catalog_target_at(const struct catalog_monitor *m,
			   const struct tally_reg *reg);
/* Of `control` the bits of `mask` stay, if no more can be done with them. */
void catalog_target_control(struct catalog_target *t);
bool catalog_target_runs(const struct catalog_target *t);

#endif
