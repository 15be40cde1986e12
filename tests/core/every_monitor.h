/* SPDX-License-Identifier: MIT */
#ifndef TESTS_EVERY_MONITOR_H
#define TESTS_EVERY_MONITOR_H

#include <stdbool.h>
#include <stdint.h>

#include <tally/session.h>

#include "catalog_target.h"

/*
 * Any monitor of the catalogue on cells made of its rows, with counters in use,
 * and something that its registers were found to hold.
 */

enum { SLOTS = 128, STEPS = 512 };

/* A monitor with every counter that can be had, and what it keeps. */
struct fixture {
	const struct catalog_monitor *m;
	struct tally_monitor monitor; /* found, wherever it is looked for */
	struct tally_monitor_ops ops;
	struct catalog_target target;
	struct tally_slot slot[SLOTS];
	struct tally_setup setup;
	struct tally_total total[SLOTS];
	struct tally_step step[STEPS];
	struct tally_session s;
	uint64_t found[CATALOG_CELLS];
};

extern struct fixture f;

/*
 * Wishes, from 0 to WISHES - 1: no counter, one, each; each with all options
 * and interrupts that can be had at once, and where they exclude each other
 * the first ones, or the last.
 */
enum { WISHES = 5 };
void set_up(const struct catalog_monitor *m, unsigned wishes);
/* Can the counters be stopped?  Others are only read, never put back. */
bool has_a_stop(void);
/* The register's number in the catalogue. */
unsigned cell_of(const struct tally_reg *reg);
/* The monitor is found as its cells are; its counters run, or do not. */
void find_with(bool running);
/* Of the session's counters: the others stand still. */
void everything_overflows(void);
/* All that stays in a register is what was found. */
void assert_as_found(void);
/* Each register that cannot be put back was seen not to be. */
void assert_no_exception_is_idle(void);

#endif
