/* SPDX-License-Identifier: MIT */
/*
 * Has a write taken effect?  Servers answer OK to writes that change nothing,
 * so commands of GDB compare what is read with what was written.
 */
#include <inttypes.h>

#include "script/gdb.h"

void gdb_guards(FILE *to, const char *name)
{
	fprintf(to,
		"# After a write that has not taken effect nothing is "
		"counted.\n"
		"set $%s_failed = 0\n"
		"define %s_may\n"
		"  if $%s_failed\n"
		"    echo tally: a write has not taken effect, so nothing is "
		"counted\\n\n"
		"    %s_gives_up\n"
		"  end\n"
		"end\n\n",
		name, name, name, name);
	fprintf(to,
		"# Which bits read as they were written; which, written as 1, "
		"read as 1, and\n"
		"# which as 0. There is no command %s_gives_up, so GDB ends "
		"all with an\n"
		"# error there.\n"
		"define %s_kept\n"
		"  set $%s_wrong = ($%s_found ^ $%s_value) & $arg1\n"
		"  set $%s_wrong = $%s_wrong | ($%s_value & ~$%s_found & "
		"$arg2)\n"
		"  set $%s_wrong = $%s_wrong | ($%s_value & $%s_found & "
		"$arg3)\n"
		"  if $%s_wrong\n"
		"    set $%s_failed = 1\n",
		name, name, name, name, name, name, name, name, name, name,
		name, name, name, name, name);
	fprintf(to,
		"    echo tally: to $arg0\\040\n"
		"    output/x $%s_value\n"
		"    echo \\040was written, and it reads\\040\n"
		"    output/x $%s_found\n"
		"    echo : the server took the write, and the register has "
		"not "
		"changed\\n\n"
		"    %s_gives_up\n"
		"  end\n"
		"end\n\n",
		name, name, name);
}

void gdb_kept(FILE *to, const struct script *s,
	      const struct catalog_register *r)
{
	const struct catalog_kept kept = catalog_register_kept(s->monitor, r);

	if (kept.bits | kept.sets | kept.clears)
		fprintf(to,
			"  %s_kept %s 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64
			"\n",
			s->wishes->name, r->name, kept.bits, kept.sets,
			kept.clears);
}

void gdb_print(FILE *to, const struct script *s, unsigned slot)
{
	const char *name = script_event(s, slot)->name;
	char event[SCRIPT_NAME];

	fprintf(to,
		"  echo %s\\040\n"
		"  output/u $%s_%s\n"
		"  echo \\n\n",
		name, s->name, script_lower(event, name));
}

const char *gdb_phase_help(unsigned phase)
{
	static const char *const what[SCRIPT_PHASES] = {
		[TALLY_CONFIGURE] = ("Stop the counters, clear them and choose "
				     "the events."),
		[TALLY_START] = "Start the counters: one write.",
		[TALLY_STOP] = "Stop the counters: one write.",
		[TALLY_RELEASE] = "Leave the monitor stopped and idle.",
	};

	return what[phase];
}
