/* SPDX-License-Identifier: MIT */
/* Sentences and their parts, about the core, that several files need. */
#include <stdio.h>

#include "program/program.h"
#include "target/probe/server/gdb.h"

const char *gdb_spot(const struct gdb_target *t, uint64_t pc, char *text,
		     size_t room)
{
	uint64_t offset;
	const struct program_symbol *at = program_at(t->program, pc, &offset);

	if (at)
		snprintf(text, room, "0x%llx (%.100s+0x%llx)",
			 (unsigned long long)pc, at->shown,
			 (unsigned long long)offset);
	else
		snprintf(text, room, "0x%llx", (unsigned long long)pc);
	return text;
}

bool gdb_is_deaf(const struct gdb_target *t, struct error *err)
{
	return error_set(err,
			 "%s: the core was told to stop, and runs on after "
			 "two seconds: it sleeps without a clock, is held in "
			 "reset, or debugging it is locked; OpenOCD's `halt` "
			 "says more",
			 t->name);
}
