/* SPDX-License-Identifier: MIT */
#ifndef TARGET_PROBE_PROBE_H
#define TARGET_PROBE_PROBE_H

#include "target/probe/server/gdb.h"

/*
 * A core behind a debug server as a target: what its files give each other, on
 * top of what server/ does with the server, inside/ leaves on the core, and
 * view/ finds in memory.
 */

/* ---- reach.c, access.c: the bus ------------------------------------------ */

/* By the way that the bus takes, as they are: nothing is kept or checked. */
bool gdb_bus_access(struct gdb_bus *b, struct gdb_access *a, unsigned count,
		    struct error *err);
/* By one that needs no stub. */
bool gdb_bus_raw(struct gdb_bus *b, const struct tally_reg *reg, bool write,
		 uint64_t *value, struct error *err);
bool gdb_bus_by_stub(const struct gdb_bus *b, const struct tally_reg *reg);
/* The server does not offer it, and there is no memory for a stub; or the
 * monitor's debug view has it not. */
bool gdb_bus_out_of_reach(const struct gdb_bus *b, const struct tally_reg *reg);
/* The server's register for one of the monitor's; NULL: it offers none. */
const struct gdb_register *gdb_bus_offered(const struct gdb_bus *b,
					   const struct tally_reg *reg);
/* Each register and each counter of the monitor, and what a driver looks at
 * first: does it offer them? */
bool gdb_bus_offers_all(const struct gdb_bus *b);
/* As registers->batch() has it. */
void gdb_bus_batch(struct gdb_bus *b, struct tally_access *access,
		   unsigned count);
/* Writes what waits. */
bool gdb_bus_flush(struct gdb_bus *bus, struct error *err);
/* Reads ahead no more what was not asked for since the last time, if anything
 * was. */
void gdb_bus_forget(struct gdb_bus *bus);

/* Does the way lead to the monitor: is what is written kept?  The registers are
 * put back.  False and `err` only where the link is lost. */
bool gdb_bus_leads(struct gdb_bus *b, enum gdb_way way, bool *leads,
		   struct error *err);
/* Finds out which way is taken, or whether the one that was said works. */
bool gdb_choose_way(struct gdb_target *t, struct gdb_run *r, struct error *err);

extern const struct tally_bus_ops gdb_bus_ops;

/* ---- was.c: what registers held before ----------------------------------- */

/* Notes what a register holds, and that it is changed: for whoever puts it
 * back. */
void gdb_was_read(struct gdb_bus *b, const struct tally_reg *reg,
		  uint64_t value);
void gdb_was_written(struct gdb_bus *b, const struct tally_reg *reg);
/* Written so: counters that this sets to zero are written, too. */
void gdb_was_zeroed(struct gdb_bus *b, const struct tally_reg *reg,
		    uint64_t value);
bool gdb_was_is_known(struct gdb_bus *b, const struct tally_reg *reg);
/* Before it is first written, what it holds is read, once more if it is known.
 * False and `err`: it cannot be told what it holds. */
bool gdb_was_look(struct gdb_bus *b, const struct tally_reg *reg,
		  struct error *err);
/* Forgets a register that holds what it held: nobody has to put it back. */
void gdb_was_forget(struct gdb_bus *b, const struct tally_reg *reg);
/* The bits of it that can be put back. */
uint64_t gdb_was_bits(const struct gdb_bus *b, const struct tally_reg *reg);
/*
 * The writes that put a monitor back as it was found, GDB_WAS_WRITES at most:
 * its control first, which stops it, and its counters last.
 */
enum { GDB_WAS_WRITES = 2 * GDB_WAS };
unsigned gdb_was_writes(struct gdb_bus *b, struct gdb_access *to);
/* All registers that were written hold what they held, or are put back and
 * then do.  False and `err`: not all. */
bool gdb_was_end(struct gdb_target *t, struct error *err);

/* ---- a run --------------------------------------------------------------- */

/* As control->wait() has it. */
bool gdb_wait(struct target_run *run, bool block, struct target_stop *stop);
/* Says in the way to its registers what looks at times cost the core. */
void gdb_tell_halts(struct gdb_target *t, const struct gdb_run *r);
/* All that the open run has changed there is put back and read back, or a file
 * says what is left; target.leaving tells which. */
void gdb_put_back(struct gdb_target *t);

/* The name of the core's monitor, which the core itself tells; NULL and `err`:
 * it does not. */
const char *gdb_which(struct gdb_target *t, struct error *err);
/* Connects if it is not, and asks what is to be known, once. */
bool gdb_link_up(struct gdb_target *t, struct error *err);
/* A link that is up, and a clock that has been said, if anything counts. */
bool gdb_connect_once(struct gdb_target *t, struct error *err);
/* The buses of a run. */
void gdb_run_make(struct gdb_run *r, struct gdb_target *t);
/* Of struct target_ops. */
bool gdb_load(struct target *target, const char *path, struct error *err);
void gdb_release(struct target *target);
void gdb_close(struct target *target);

/* Its faces and what they rest on; the rest of it is filled. */
void gdb_target_make(struct gdb_target *t);
/* Likewise, of one that is never halted: all but memory. */
void live_make(struct gdb_target *t);

extern const struct target_memory gdb_memory;

#endif
