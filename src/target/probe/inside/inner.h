/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_INSIDE_INNER_H
#define TARGET_PROBE_INSIDE_INNER_H

#include "target/probe/inside/inside.h"
#include "target/probe/server/gdb.h"

/* Code that the two halves of inside.h share: putting there, taking away. */

static inline uint64_t inside_base(const struct gdb_target *t)
{
	return t->scratch;
}

static inline unsigned inside_unit(const struct gdb_target *t)
{
	return t->arch->bits / 8;
}

bool inside_read(struct gdb_target *t, uint64_t addr, unsigned count,
		 uint64_t *value, struct error *err);
bool inside_read_place(struct gdb_target *t, unsigned place, uint64_t *value,
		       struct error *err);
/* The core carries out what was written, whatever its caches have. */
bool inside_sync(struct gdb_target *t, uint64_t from, uint64_t size,
		 struct error *err);
/* The core's sp and link are the program's again. */
bool inside_move_back(struct gdb_target *t, struct error *err);
/* Is nothing in a Thumb function a branch to its second half? */
bool inside_thumb_is_whole(struct gdb_target *t, uint64_t from, uint64_t size,
			   bool *whole, struct error *err);
/* Did the core read what the server has written? */
bool inside_check_nonce(struct gdb_target *t, struct error *err);

#endif
