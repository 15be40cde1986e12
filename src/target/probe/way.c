/* SPDX-License-Identifier: MIT */
/*
 * Which way is taken to a core's registers, where nobody said: as registers of
 * the server's, if what is written to them is kept, since there are servers
 * that answer OK and change nothing; by stubs, if there is memory for them, one
 * for a whole script; by OpenOCD's commands, one for each access.
 */
#include <stdio.h>

#include "catalog/catalog.h"
#include "target/probe/probe.h"

static const char *const ways[] = {
	[GDB_BY_ANY] = NULL,
	[GDB_BY_REGISTERS] = "as registers of the server's",
	[GDB_BY_COMMAND] = "by `arm mrc` and `arm mcr` of OpenOCD's",
	[GDB_BY_STUB] = "by instructions of the core",
};

/* Does it lead to all of those that are the core's own? */
static bool leads_to_all(struct gdb_target *t, struct gdb_run *r,
			 enum gdb_way way, bool *all, struct error *err)
{
	*all = true;
	for (unsigned i = 0; i < t->target.facts.monitors && *all; i++)
		if (!t->monitor[i].mapped &&
		    !gdb_bus_leads(&r->bus[i], way, all, err))
			return false;
	return true;
}

static bool is_any_of_the_core(const struct gdb_target *t)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (!t->monitor[i].mapped)
			return true;
	return false;
}

static bool is_any_a_view(const struct gdb_target *t)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (t->monitor[i].view)
			return true;
	return false;
}

static bool find_way(struct gdb_target *t, struct gdb_run *r, struct error *err)
{
	bool leads;

	if (!leads_to_all(t, r, GDB_BY_REGISTERS, &leads, err) || leads)
		return leads;
	if (t->has_scratch) {
		t->way = GDB_BY_STUB;
		return true;
	}
	if (!leads_to_all(t, r, GDB_BY_COMMAND, &leads, err) || leads)
		return leads;
	return error_set(err,
			 "%s: registers of %s are accessed by instructions of "
			 "the core, as the server offers none that keep what "
			 "is written, and no `arm mrc` that does; say where %d "
			 "bytes of memory are that nobody uses, "
			 "scratch=ADDRESS, or as many as there are, "
			 "scratch=ADDRESS+BYTES",
			 t->name, t->target.facts.monitor[0].name,
			 (int)GDB_SCRATCH);
}

bool gdb_choose_way(struct gdb_target *t, struct gdb_run *r, struct error *err)
{
	const enum gdb_way said = t->way;
	bool leads;

	if (t->target.facts.way)
		return true;
	if (!is_any_of_the_core(t)) {
		if (is_any_a_view(t))
			t->target.facts.way = "in memory, by the core's view "
					      "on the debug port";
		return true;
	}
	if (said == GDB_BY_REGISTERS) {
		if (!leads_to_all(t, r, said, &leads, err))
			return false;
		if (!leads)
			return error_set(err,
					 "%s: the server offers no registers "
					 "of %s that keep what is written; "
					 "leave out access=registers",
					 t->name,
					 t->target.facts.monitor[0].name);
	}
	if (said == GDB_BY_ANY && !find_way(t, r, err)) {
		t->way = said;
		return false;
	}
	t->target.facts.way = ways[t->way];
	return true;
}

void gdb_tell_halts(struct gdb_target *t, const struct gdb_run *r)
{
	if (!r->halts || !t->target.facts.way)
		return;
	snprintf(t->halted, sizeof t->halted,
		 "%.120s; halted %u time%s to look, %.4g ms in all, in which "
		 "nothing was counted",
		 t->by_way ? t->by_way : t->target.facts.way, r->halts,
		 r->halts == 1 ? "" : "s", r->stood * 1e3);
	if (!t->by_way)
		t->by_way = t->target.facts.way;
	t->target.facts.way = t->halted;
}
