/* SPDX-License-Identifier: MIT */
/*
 * Scripts as commands for OpenOCD, which has some for coprocessors and memory.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "script/gdb.h"

#include "base/memory.h"

/* The base goes into a variable. */
static void mapped(FILE *to, const struct script *s,
		   const struct catalog_register *r)
{
	char name[SCRIPT_NAME], base[SCRIPT_NAME], text[SCRIPT_NAME];

	snprintf(base, sizeof base, "$::%.20s_%.16s", s->wishes->name,
		 script_lower(name, script_base(s)));
	fprintf(to, " [expr {%s}]", script_address(text, s, r, base));
}

/* OpenOCD's command for a register, as its space has it. */
static void tcl_access(FILE *to, const struct script *s,
		       const struct catalog_register *r, bool write)
{
	const struct space *space = space_of_reg(&r->reg);
	char text[SCRIPT_NAME];

	fputs(space_put(text, sizeof text,
			write ? space->openocd.write : space->openocd.read,
			r->reg.addr),
	      to);
	if (space->memory)
		mapped(to, s, r);
}

/* "[expr {[arm mrc ..] & 0xffffffff}]": what OpenOCD read, as a number. */
static void tcl_value(FILE *to, const struct script *s,
		      const struct catalog_register *r)
{
	fputs("expr {[", to);
	tcl_access(to, s, r, false);
	fprintf(to, "%s] & 0x%" PRIx64 "}", script_mapped(s) ? " 32 1" : "",
		tally_counter_mask(r->reg.bits));
}

/* " $value"; of a word that others share, with their bits as they are. */
static void tcl_written(FILE *to, const struct script *s,
			const struct catalog_register *r)
{
	if (!tally_reg_shared(r->reg)) {
		fputs(" $value", to);
		return;
	}
	fputs(" [expr {([", to);
	tcl_value(to, s, r);
	fprintf(to, "] & 0x%" PRIx32 ") | ($value & 0x%" PRIx32 ")}]",
		~tally_reg_bit(r->reg), tally_reg_bit(r->reg));
}

/* Compares what is read now, at a register or its window, with the value. */
static void tcl_kept(FILE *to, const struct script *s,
		     const struct catalog_register *r,
		     const struct catalog_register *at)
{
	const struct catalog_kept kept = catalog_register_kept(s->monitor, r);

	if (!(kept.bits | kept.sets | kept.clears))
		return;
	fprintf(to, "; %s_kept %s $value [", s->wishes->name, r->name);
	tcl_value(to, s, at);
	fprintf(to, "] 0x%" PRIx64 " 0x%" PRIx64 " 0x%" PRIx64, kept.bits,
		kept.sets, kept.clears);
}

/* One behind a select register, which is put back, by their procedures. */
static void tcl_behind(FILE *to, const struct script *s,
		       const struct catalog_register *r,
		       const struct script_behind *b, bool write)
{
	const char *name = s->wishes->name;
	char reg[SCRIPT_NAME], select[SCRIPT_NAME], window[SCRIPT_NAME];

	script_lower(reg, r->name);
	script_lower(select, b->select->name);
	script_lower(window, b->window->name);
	fprintf(to,
		"proc %s_%s_%s {%s} { set held [%s_read_%s]; %s_write_%s %u; ",
		name, write ? "write" : "read", reg, write ? "value" : "", name,
		select, name, select, b->number);
	if (write &&
	    catalog_register_kept(s->monitor, r).bits !=
		    catalog_register_kept(s->monitor, b->window).bits) {
		/* The register keeps other bits than its window says. */
		tcl_access(to, s, b->window, true);
		tcl_written(to, s, b->window);
		tcl_kept(to, s, r, b->window);
		fputs("; ", to);
	} else {
		fprintf(to,
			write ? "%s_write_%s $value; "
			      : "set value [%s_read_%s]; ",
			name, window);
	}
	fprintf(to, "%s_write_%s $held%s }\n", name, select,
		write ? "" : "; set value");
}

/* One procedure per register, so that the rest reads like the manual. */
static void tcl_accesses(FILE *to, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	const char *name = s->script->wishes->name;
	struct script_behind behind;
	char reg[SCRIPT_NAME];

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];
		const bool nth = script_behind(m, r, &behind);

		script_lower(reg, r->name);
		if (scripts_write(s, r)) {
			if (nth) {
				tcl_behind(to, s->script, r, &behind, true);
			} else {
				fprintf(to, "proc %s_write_%s {value} { ", name,
					reg);
				tcl_access(to, s->script, r, true);
				tcl_written(to, s->script, r);
				tcl_kept(to, s->script, r, r);
				fputs(" }\n", to);
			}
		}
		if (scripts_read(s, r)) {
			if (nth) {
				tcl_behind(to, s->script, r, &behind, false);
			} else {
				fprintf(to, "proc %s_read_%s {} { ", name, reg);
				tcl_value(to, s->script, r);
				fputs(" }\n", to);
			}
		}
	}
}

/*
 * Procedures that all share.  `kept`: the bits that read as they were written;
 * those that, written as 1, read as 1, and as 0.  A core that runs answers 0 to
 * all.
 */
static void tcl_guards(FILE *to, const char *name)
{
	fprintf(to,
		"set %s_failed 0\n"
		"proc %s_may {} { if {$::%s_failed} { error \"tally: a write "
		"has not taken effect, so nothing is counted\" } }\n",
		name, name, name);
	fprintf(to,
		"proc %s_kept {name value found bits sets clears} { "
		"if {(($value ^ $found) & $bits) | "
		"($value & ~$found & $sets) | ($value & $found & $clears)} { "
		"set ::%s_failed 1; error [format \"tally: to %%s 0x%%x was "
		"written, and it reads 0x%%x: the register has not changed, or "
		"the core is not halted\" $name $value $found] } }\n",
		name, name);
}

static void tcl_phase(FILE *to, const struct script *s, unsigned phase)
{
	const struct catalog_monitor *m = s->monitor;
	char reg[SCRIPT_NAME];

	if (!s->phase[phase].count)
		return;
	fprintf(to, "proc %s_%s {} {\n", s->name, script_phase_word(phase));
	if (phase == TALLY_CONFIGURE)
		fprintf(to, "    set ::%s_failed 0\n", s->wishes->name);
	else if (phase != TALLY_RELEASE)
		fprintf(to, "    %s_may\n", s->wishes->name);
	for (unsigned i = 0; i < s->phase[phase].count; i++) {
		const struct tally_step *step = &s->phase[phase].step[i];
		const struct catalog_register *r =
			catalog_register_at(m, step->reg);

		if (script_fields(to, "    # ", m, r->name, step->value))
			fputc('\n', to);
		fprintf(to, "    %s_write_%s 0x%0*" PRIx64 "\n",
			s->wishes->name, script_lower(reg, r->name),
			r->reg.bits / 4, step->value);
	}
	fputs("}\n\n", to);
}

static void tcl_count(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *upper = script_upper_half(s, slot);
	const struct catalog_register *other = script_other_word(s, slot);
	uint64_t mask = script_count_mask(s, slot);
	const char *name = s->wishes->name;
	bool sum = upper || other || mask;
	char reg[SCRIPT_NAME];

	fprintf(to, "    lappend counts %s [", script_event(s, slot)->name);
	if (sum)
		fputs("expr {", to);
	if (upper)
		fprintf(to, "[%s_read_%s] << 32 | ", name,
			script_lower(reg, upper->name));
	fprintf(to, sum ? "[%s_read_%s]" : "%s_read_%s", name,
		script_lower(reg, script_count(s, slot)->name));
	if (other)
		fprintf(to, " | [%s_read_%s]", name,
			script_lower(reg, other->name));
	if (mask)
		fprintf(to, " & 0x%" PRIx64, mask);
	fputs(sum ? "}]\n" : "]\n", to);
}

static void tcl_read(FILE *to, const struct script *s)
{
	const char *name = s->wishes->name;
	char reg[SCRIPT_NAME];

	fprintf(to,
		"# The counts as a list: event count event count ...\n"
		"proc %s_read {} {\n"
		"    %s_may\n"
		"    set counts [list]\n",
		s->name, name);
	for (unsigned i = 0; i < s->setup.slots; i++)
		tcl_count(to, s, i);
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			fprintf(to,
				"    if {[%s_read_%s] & 0x%" PRIx64 "} {\n"
				"        echo \"%s has wrapped\"\n"
				"    }\n",
				name, script_lower(reg, s->flag[i].reg->name),
				UINT64_C(1) << s->flag[i].bit,
				script_event(s, i)->name);
	fputs("    return $counts\n}\n\n", to);
}

static void tcl_restore(FILE *to, const struct script *s)
{
	const char *name = s->wishes->name;
	char reg[SCRIPT_NAME];

	fprintf(to,
		"# Before configure, and after release: the monitor as it "
		"was.\n"
		"proc %s_save {} {\n"
		"    global %s_saved\n",
		s->name, s->name);
	for (unsigned i = 0; i < s->saves; i++) {
		script_lower(reg, s->saved[i]->name);
		fprintf(to, "    set %s_saved(%s) [%s_read_%s]\n", s->name, reg,
			name, reg);
	}
	fprintf(to, "}\n\nproc %s_restore {} {\n    global %s_saved\n", s->name,
		s->name);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *step = &s->restore.step[i];
		const struct catalog_register *r =
			catalog_register_at(s->monitor, step->reg);

		script_lower(reg, r->name);
		fprintf(to,
			"    %s_write_%s [expr {$%s_saved(%s) & 0x%0*" PRIx64,
			name, reg, s->name, reg, r->reg.bits / 4, step->value);
		if (s->always[i])
			fprintf(to, " | 0x%" PRIx64, s->always[i]);
		fputs("}]\n", to);
	}
	fputs("}\n", to);
}

static void remark_base(FILE *to, const struct script *s, const char *monitor)
{
	char name[SCRIPT_NAME], text[128];

	snprintf(text, sizeof text,
		 "First: %sset %.20s_%.16s ADDRESS, the base of its registers.",
		 monitor, s->wishes->name, script_lower(name, script_base(s)));
	script_wrapped(to, "# ", "# ", text);
}

/* A base that is the same on every core, unless somebody has set it. */
static void tcl_base(FILE *to, const struct script *s)
{
	char name[SCRIPT_NAME];

	if (!script_mapped(s) || script_anywhere(s))
		return;
	script_lower(name, script_base(s));
	fprintf(to, "if {![info exists %s_%s]} { set %s_%s 0x%" PRIx64 " }\n",
		s->wishes->name, name, s->wishes->name, name, s->monitor->at);
}

/* The procedures, without what is said before them. */
static void tcl_all(FILE *to, const struct scripts *s)
{
	tcl_base(to, s->script);
	tcl_guards(to, s->script->wishes->name);
	tcl_accesses(to, s);
	fputc('\n', to);
	for (unsigned i = 0; i < s->count; i++) {
		if (i)
			fputc('\n', to);
		for (unsigned k = 0; k < SCRIPT_PHASES; k++)
			tcl_phase(to, &s->script[i], k);
		tcl_read(to, &s->script[i]);
		tcl_restore(to, &s->script[i]);
	}
}

static void tcl_head(FILE *to, const struct scripts *s, const char *monitor)
{
	script_space_note(to, "# ", s, SPACE_OPENOCD);
	script_wrapped(to, "# ", "# ",
		       "The core must be halted for each of these, and be the "
		       "current target. Each write is read back: where it has "
		       "not taken effect, the command names the register and "
		       "ends, and nothing is counted.");
	if (script_anywhere(s->script))
		remark_base(to, s->script, monitor);
}

bool script_openocd(FILE *to, const struct scripts *s, struct error *err)
{
	if (!scripts_reach(s, SPACE_OPENOCD, err))
		return false;
	script_origin(to, "# ", s);
	tcl_head(to, s, "");
	script_use(to, s, "resume, and wait_halt at a breakpoint");
	tcl_all(to, s);
	return true;
}

/* ---- the same, handed to OpenOCD by GDB ---------------------------------- */

/* The next line, without its indentation and end; NULL past the last. */
static char *take_line(char **text, bool *inner)
{
	char *line = *text;
	char *end = strchr(line, '\n');

	if (!end)
		return NULL;
	*end = '\0';
	*text = end + 1;
	*inner = *line == ' ';
	return line + strspn(line, " ");
}

/*
 * GDB hands on lines, so each procedure becomes one: Tcl separates commands by
 * `;` as well.  Comments, which are GDB's then, come before it.
 */
static void put_lines(FILE *to, char *text)
{
	char *whole = NULL;
	size_t size = 0;
	FILE *joined = NULL;
	char last = '\0', *line;
	bool inner;

	while ((line = take_line(&text, &inner))) {
		if (*line == '#')
			fprintf(to, "  %s\n", line);
		if (*line == '#' || !*line)
			continue;
		if (!joined)
			joined = memory_stream(&whole, &size);
		if (!joined)
			return;
		fputs(!last || last == '{' || *line == '}' ? " " : "; ",
		      joined);
		fputs(line, joined);
		last = line[strlen(line) - 1];
		if (inner || last == '{')
			continue;
		if (memory_stream_end(joined, &whole) == 0)
			fprintf(to, "  monitor%s\n", whole);
		free(whole);
		whole = NULL;
		joined = NULL;
		last = '\0';
	}
}

/* A command of GDB for each procedure. */
static void put_command(FILE *to, const struct script *s, const char *word,
			const char *what)
{
	fprintf(to, "define %s_%s\n", s->name, word);
	if (!strcmp(word, "configure") || !strcmp(word, "save"))
		fprintf(to, "  %s_load\n", s->wishes->name);
	fprintf(to,
		"  monitor %s_%s\n"
		"end\n"
		"document %s_%s\n"
		"%s\n"
		"end\n\n",
		s->name, word, s->name, word, what);
}

static void put_commands(FILE *to, const struct script *s)
{
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		if (s->phase[i].count)
			put_command(to, s, script_phase_word(i),
				    gdb_phase_help(i));
	put_command(to, s, "read", "Print the counts.");
	if (!s->saves)
		return;
	put_command(to, s, "save", GDB_SAVE_HELP);
	put_command(to, s, "restore", GDB_RESTORE_HELP);
}

bool gdb_openocd(FILE *to, const struct scripts *s, struct error *err)
{
	const char *name = s->script->wishes->name;
	char *text = NULL;
	size_t size;
	FILE *tcl;

	if (!scripts_reach(s, SPACE_OPENOCD, err))
		return false;
	tcl = memory_stream(&text, &size);
	if (!tcl)
		return error_no_memory(err);
	tcl_all(tcl, s);
	if (memory_stream_end(tcl, &text)) {
		free(text);
		return error_no_memory(err);
	}
	script_origin(to, "# ", s);
	script_wrapped(
		to, "# ", "# ",
		"For GDB connected to OpenOCD, which is given procedures "
		"and says what they came to: it answers OK to GDB "
		"whatever happens, so GDB gets no values of them.");
	tcl_head(to, s, "monitor ");
	script_use(to, s, "continue, to a breakpoint");
	fprintf(to, "define %s_load\n", name);
	put_lines(to, text);
	free(text);
	fprintf(to,
		"end\n"
		"document %s_load\n"
		"Give OpenOCD the procedures.\n"
		"end\n\n",
		name);
	for (unsigned i = 0; i < s->count; i++)
		put_commands(to, &s->script[i]);
	return true;
}
