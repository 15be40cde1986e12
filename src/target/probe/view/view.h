/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_VIEW_VIEW_H
#define TARGET_PROBE_VIEW_VIEW_H

#include "target/probe/server/gdb.h"

/*
 * The memory-mapped view that some cores' monitors have on a debug port, where
 * they are reached while the core runs: the same registers, at other addresses.
 */

struct view_row {
	struct tally_reg reg;
	uint16_t low, high; /* its words; high: 0, there is one */
	bool of_core;       /* in the core's own debug registers */
};

struct debug_view {
	const struct view_row *row;
	unsigned rows;
	uint32_t core; /* the core's debug registers are so far before it */
	struct tally_reg control; /* shows no N, which is PMCFGR's */
};

/* NULL: the monitor has none. */
const struct debug_view *view_of(const struct catalog_monitor *m);

/* The register's place; NULL: it is in none of the rows. */
const struct view_row *view_row(const struct debug_view *v,
				const struct tally_reg *reg);

/* The places of the words of a register in memory, the lower one first, in a
 * view or not; how many: 0, it has none. */
unsigned view_words(const struct gdb_monitor *m, const struct tally_reg *reg,
		    bool big, uint64_t at[2]);

/* One access; the register has a row. */
bool view_access(struct gdb_target *t, const struct gdb_monitor *m,
		 const struct tally_reg *reg, bool write, uint64_t *value,
		 struct error *err);

/* Are such monitors there?  Their locks are opened, and closed again. */
bool view_open_all(struct gdb_target *t, struct error *err);
bool view_close_all(struct gdb_target *t, struct error *err);

#endif
