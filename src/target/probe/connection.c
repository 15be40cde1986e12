/* SPDX-License-Identifier: MIT */
/* Code that targets behind a debug server share, whether the core is halted or
 * not: the program's file, the connection, and a run's buses. */
#include <elf.h>
#include <stdlib.h>

#include "program/machine.h"
#include "program/program.h"
#include "target/probe/probe.h"

bool gdb_load(struct target *target, const char *path, struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)target;

	t->program = program_open(path, EM_NONE, 0, false, err);
	if (!t->program)
		return false;
	t->arch = gdb_arch_of(t->program->machine);
	if (!t->arch) {
		const char *name =
			program_machine(t->program->machine, 0)->name;

		return error_set(err,
				 "%s: registers of its machine cannot be "
				 "reached over a GDB server: %s has no row in "
				 "src/target/probe/server/arch.c",
				 path, name ? name : "it");
	}
	target->program = t->program;
	return true;
}

/* The target is stopped, which connecting does. */
bool gdb_link_up(struct gdb_target *t, struct error *err)
{
	if (t->connected)
		return true;
	t->connected = t->by->connect(t, err);
	return t->connected && t->by->learn(t, err);
}

bool gdb_connect_once(struct gdb_target *t, struct error *err)
{
	if (!gdb_link_up(t, err))
		return false;
	return t->target.counts_nothing || t->target.facts.clock_hz > 0 ||
	       error_set(err,
			 "%s: say what clock the core has, as in %s,...,"
			 "clock=400e6: else nobody knows whether a counter has "
			 "wrapped unseen",
			 t->name, t->name);
}

void gdb_run_make(struct gdb_run *r, struct gdb_target *t)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		r->bus[i] = (struct gdb_bus){
			.bus = { .ops = &gdb_bus_ops },
			.target = t,
			.monitor = i,
			.ahead = t->begin[i],
		};
	r->run.target = &t->target;
}

void gdb_release(struct target *target)
{
	struct gdb_target *t = (struct gdb_target *)target;

	t->by->leave(t);
	t->connected = false;
}

void gdb_close(struct target *target)
{
	struct gdb_target *t = (struct gdb_target *)target;

	gdb_release(target);
	program_close(t->program);
	free(t->reg);
	free(t);
}
