/* SPDX-License-Identifier: MIT */
/*
 * The place where GDB finds a monitor's register: by the name that its server
 * has for it, or in memory.
 */
#include <string.h>

#include "script/gdb.h"
#include "space/space.h"

/* "arm1176_pmnc", as `tally board --gdb` calls it. */
static void put_tally(char *text, const struct script *s, const char *name)
{
	char monitor[SCRIPT_NAME], reg[SCRIPT_NAME];

	snprintf(text, GDB_PLACE, "$%s_%s",
		 script_lower(monitor, s->monitor->name),
		 script_lower(reg, name));
}

static void put_manual(char *text, const struct script *s, const char *name)
{
	char reg[SCRIPT_NAME];

	(void)s;
	snprintf(text, GDB_PLACE, "$%s", script_lower(reg, name));
}

static void put_qemu(char *text, const struct script *s, const char *name)
{
	(void)s;
	snprintf(text, GDB_PLACE, "$%s", name);
}

static const struct way {
	void (*put)(char *text, const struct script *s, const char *name);
	bool memory; /* by name what is in memory, too */
	bool nth;    /* a name for each that is behind a select register */
	const char *what;
} ways[] = {
	[SCRIPT_VIA_PLAIN] = { put_manual, false, false,
			       "For a target that serves the monitor's "
			       "registers in its "
			       "target description, named as in the manual, in "
			       "lower case: "
			       "tally board --gdb of a board with one monitor. "
			       "--via names "
			       "others: tally, qemu, openocd, and calls for "
			       "one that serves "
			       "none." },
	[SCRIPT_VIA_TALLY] = { put_tally, true, true,
			       "For tally board --gdb, whose names begin with "
			       "the monitor's." },
	[SCRIPT_VIA_QEMU] = { put_qemu, false, true,
			      "For QEMU's own server, which names registers as "
			      "the manual. "
			      "QEMU 7.2 lacks some, and answers OK to a write "
			      "by name and "
			      "changes nothing, which the commands here find "
			      "out; --via calls "
			      "counts there." },
};

static bool by_memory(const struct script *s)
{
	return script_mapped(s) && !ways[s->wishes->via].memory;
}

bool gdb_by_memory(const struct scripts *s)
{
	return by_memory(s->script);
}

bool gdb_behind(const struct script *s, const struct catalog_register *r,
		struct script_behind *b)
{
	return !ways[s->wishes->via].nth && script_behind(s->monitor, r, b);
}

/* Is `r` used only to reach those that have a name of their own? */
bool gdb_hidden(const struct script *s, const struct catalog_register *r)
{
	const struct catalog_monitor *m = s->monitor;
	struct script_behind b;

	for (unsigned i = 0; ways[s->wishes->via].nth && i < m->regs; i++)
		if (script_behind(m, &m->reg[i], &b) &&
		    (b.window == r || b.select == r))
			return true;
	return false;
}

/* In one word, since GDB takes it for an argument of a command. */
const char *gdb_place(char *text, const struct script *s,
		      const struct catalog_register *r)
{
	struct script_behind b;
	char name[SCRIPT_NAME];

	if (by_memory(s)) {
		snprintf(text, GDB_PLACE, "*(unsigned*)($%.20s_%.16s+0x%X)",
			 s->wishes->name, script_lower(name, script_base(s)),
			 (unsigned)(s->monitor->offset +
				    tally_reg_offset(r->reg)));
		return text;
	}
	ways[s->wishes->via].put(
		text, s, gdb_behind(s, r, &b) ? b.window->name : r->name);
	return text;
}

/* QEMU has names for the monitor that cores have from ARMv7 on. */
static bool qemu_has(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (!strcmp(m->reg[i].name, "PMCR") ||
		    !strcmp(m->reg[i].name, "PMCR_EL0"))
			return true;
	return false;
}

/* The QEMU in which somebody looked for such registers; NULL: nobody did. */
static const char *qemu_looked_at(const struct script *s)
{
	const struct space *space = space_of(s->monitor->reg[0].reg.space);

	return space ? space->gdb.looked : NULL;
}

bool gdb_can(const struct scripts *s, struct error *err)
{
	const struct catalog_monitor *m = s->script->monitor;
	const char *looked = qemu_looked_at(s->script);

	if (s->script->wishes->via != SCRIPT_VIA_QEMU ||
	    script_mapped(s->script) || qemu_has(m) || !looked)
		return true;
	return error_set(err,
			 "%s serves no register of %s, and emulates no such "
			 "monitor",
			 looked, m->name);
}

void gdb_what(FILE *to, const struct scripts *s)
{
	script_wrapped(
		to, "# ", "# ",
		gdb_by_memory(s) && !script_anywhere(s->script)
			? "For a target whose memory GDB reaches where the "
			  "registers are, at one place on every core."
		: gdb_by_memory(s)
			? "For a target whose memory GDB reaches where the "
			  "registers are mapped; its base goes into a variable "
			  "of GDB first."
			: ways[s->script->wishes->via].what);
	if (s->script->wishes->via == SCRIPT_VIA_QEMU && !gdb_by_memory(s) &&
	    !qemu_looked_at(s->script))
		script_wrapped(to, "# ", "# ",
			       "Nobody has looked at which of these registers "
			       "QEMU serves, and by what names.");
	script_wrapped(
		to, "# ", "# ",
		"For GDB 11 and later. Each write is read back: where it "
		"has not taken effect, the command names the register "
		"and ends, and no command goes on.");
}
