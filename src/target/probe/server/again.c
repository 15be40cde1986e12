/* SPDX-License-Identifier: MIT */
/* A link that was lost is connected once more, so that all can be put back. */
#include "target/probe/server/gdb.h"

/* A breakpoint that was asked for when the link was lost may be there, and
 * those that were there may not. */
static bool connect_again(struct gdb_target *t)
{
	struct error ignored;

	t->stub.ready = false;
	t->stub.has_end = false;
	if (!t->by->connect(t, &ignored))
		return false;
	t->link = GDB_LINK_SECOND;
	t->in_doubt = t->in_doubt && !gdb_clear_break(t, &t->doubt, &ignored);
	return !t->by->lost(t);
}

bool gdb_failed(struct gdb_target *t)
{
	if (!t->connected || !t->by->lost(t) || !t->run ||
	    t->link >= GDB_LINK_GONE)
		return false;
	/* One that does not hear would not stop for another connection. */
	if (t->link == GDB_LINK_FIRST && !t->tcl.deaf && connect_again(t))
		return false;
	t->link = GDB_LINK_GONE;
	return false;
}
