/* SPDX-License-Identifier: MIT */
/*
 * A piece of code in the scratch memory, carried out once as a stub is: the
 * core's registers are kept, interrupts are masked, and all is put back with
 * what stubs change.  It may use the registers of arch->used and the flags, no
 * others.
 */
#include <stdio.h>
#include <string.h>

#include "target/probe/server/gdb.h"

/* Room for what it reads and writes, in front of it; and words around it. */
enum { PIECE_DATA = 64, PIECE_AROUND = 3, MARKS = 127 };

static bool fits(struct gdb_target *t, unsigned count, struct error *err)
{
	const unsigned bytes = PIECE_DATA + 4 * (count + PIECE_AROUND) + 8;

	if (!t->has_scratch)
		return error_set(err,
				 "%s: say scratch=ADDRESS, memory of the "
				 "target's that nobody uses: code of known "
				 "counts is put there, and what was there back",
				 t->name);
	return bytes <= t->scratch_size - t->stub.skip ||
	       error_set(err,
			 "%s: code of known counts needs %u bytes of scratch=, "
			 "and there are %u",
			 t->name, bytes, t->scratch_size - t->stub.skip);
}

/* The core came to its end, and the mark says that it was this code. */
static bool was_carried_out(struct gdb_target *t, unsigned mark, bool late,
			    struct error *err)
{
	const struct gdb_arch *a = t->arch;
	uint64_t pc, found = 0;

	if (!t->by->read_core(t, a->pc, a->pc_number, &pc, err) ||
	    !gdb_stub_register(t, a->base + 1, false, &found, err))
		return false;
	if (pc != gdb_stub_stop(t))
		return error_set(err,
				 "%s: code of known counts %s 0x%llx: the core "
				 "may not do that in its state",
				 t->name,
				 late ? "did not end, and is at" : "ended at",
				 (unsigned long long)pc);
	return found == mark ||
	       error_set(
		       err,
		       "%s: the core carried out other instructions than were "
		       "written to 0x%llx; say scratch= in memory that is "
		       "not cached",
		       t->name, (unsigned long long)gdb_stub_data(t));
}

bool gdb_stub_piece(struct gdb_target *t, const uint32_t *word, unsigned count,
		    struct error *err)
{
	const struct gdb_arch *a = t->arch;
	const uint64_t from = gdb_stub_data(t) + PIECE_DATA;
	const unsigned mark = 1 + t->stub.marks++ % (MARKS - 1);
	uint8_t all[GDB_SCRATCH_MOST] = { 0 }, *to = all;
	const unsigned before = 4 * (count + 2); /* of the last word */
	bool late;

	if (!fits(t, count, err) || !gdb_stub_enter(t, err))
		return false;
	gdb_put_bytes(t, to, a->address, 4);
	for (unsigned i = 0; i < count; i++)
		gdb_put_bytes(t, to += 4, word[i], 4);
	gdb_put_bytes(t, to += 4, a->mark(true, mark), 4);
	gdb_put_bytes(t, to + 4,
		      a->branch((unsigned)(gdb_stub_stop(t) - from) - before),
		      4);
	/* Its registers are the piece's: the next stub sets its own. */
	t->stub.ready = false;
	return t->by->write_memory(t, from, all, before + 4, err) &&
	       gdb_stub_go(t, from, &late, err) &&
	       was_carried_out(t, mark, late, err);
}
