/* SPDX-License-Identifier: MIT */
#ifndef TARGET_WINDOW_H
#define TARGET_WINDOW_H

#include <stdbool.h>
#include <stdint.h>

#include <tally/script.h>

/* Windows that a target opens and closes by itself; see target.h. */

/* One write to an instance of one of facts.monitor. */
struct target_step {
	unsigned monitor, instance;
	struct tally_step step;
};

/* A counter of an instance that is read where a window ends. */
struct target_counter {
	unsigned monitor, instance;
	struct tally_reg reg;
	uint64_t mask; /* it counts modulo mask + 1 */
};

/* The code from `from` on, and where it ends. */
struct target_window {
	uint64_t from;
	uint64_t to;  /* the end of a range of addresses ... */
	bool returns; /* ... or it ends where its caller goes on */
	/* Not 0: open only while the core is between `from` and there. */
	uint64_t own_to;
	uint32_t skip; /* entries at first that are left out */
	/* Counters that are looked at where a window begins and ends. */
	const struct target_counter *counter;
	unsigned counters;
	/* Writes at each entry, and at each end, in this order. */
	const struct target_step *open, *close;
	unsigned opens, closes;
};

/*
 * The counts of one of its counters in it: the least and the most of an entry
 * that is over; and all, modulo 2^64, whatever its mask.
 */
struct target_counted {
	uint64_t least, most, sum;
};

/* The account of one of them. */
struct target_told {
	uint64_t entered;
	bool within; /* it has not been left */
};

#endif
