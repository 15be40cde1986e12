/* SPDX-License-Identifier: MIT */
/*
 * Scripts as commands for GDB, where the monitor's registers are registers of
 * the target, or in its memory.
 */
#include <inttypes.h>
#include <string.h>

#include "script/gdb.h"

/*
 * The commands before and after an access to a register behind a select
 * register, which is put back.  GDB caches what it has read, and would show one
 * counter's value for another's.
 */
static void gdb_select(FILE *to, const struct script *s,
		       const struct catalog_register *r)
{
	struct script_behind b;
	char place[GDB_PLACE];

	if (!gdb_behind(s, r, &b))
		return;
	gdb_place(place, s, b.select);
	fprintf(to,
		"  set $%s_held = %s\n"
		"  set %s = %u\n"
		"  maintenance flush register-cache\n",
		s->wishes->name, place, place, b.number);
}

static void gdb_deselect(FILE *to, const struct script *s,
			 const struct catalog_register *r)
{
	struct script_behind b;
	char place[GDB_PLACE];

	if (gdb_behind(s, r, &b))
		fprintf(to, "  set %s = $%s_held\n",
			gdb_place(place, s, b.select), s->wishes->name);
}

/* The expression for a register; or `variable`, into which a register behind a
 * select register has been read before. */
static const char *gdb_fetch(FILE *to, char *text, const struct script *s,
			     const struct catalog_register *r,
			     const char *variable)
{
	struct script_behind b;
	char place[GDB_PLACE];

	gdb_place(text, s, r);
	if (!gdb_behind(s, r, &b))
		return text;
	gdb_select(to, s, r);
	fprintf(to, "  set $%s_%s = %s\n", s->name, variable,
		gdb_place(place, s, r));
	gdb_deselect(to, s, r);
	snprintf(text, GDB_PLACE, "$%s_%s", s->name, variable);
	return text;
}

/* The base must be a number: otherwise GDB stops with an error. */
static void gdb_check_base(FILE *to, const struct scripts *s)
{
	const struct script *one = s->script;
	const char *name = one->wishes->name;
	char place[GDB_PLACE], base[SCRIPT_NAME];
	const struct tally_script *start = &one->phase[TALLY_START];
	const struct catalog_register *r =
		start->count
			? catalog_register_at(one->monitor, start->step[0].reg)
			: script_count(one, 0);

	gdb_place(place, one, r);
	script_lower(base, script_base(one));
	if (script_anywhere(one))
		fprintf(to, "# An error here: set $%s_%s = ADDRESS first.\n",
			name, base);
	else
		fprintf(to,
			"# Where its registers are on every core.\n"
			"set $%s_%s = 0x%" PRIx64 "\n",
			name, base, one->monitor->at);
	fprintf(to,
		"define %s_check\n"
		"  output/x %s\n"
		"  echo \\n\n"
		"end\n"
		"document %s_check\n"
		"Read the monitor's control; an error without $%s_%s.\n"
		"end\n\n",
		name, place, name, name, base);
}

/* The registers that GDB must know: those of all passes together. */
static void gdb_check(FILE *to, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	const char *name = s->script->wishes->name;
	struct script_behind b;
	char place[GDB_PLACE];

	fprintf(to,
		"# An error here: the target does not serve these registers. "
		"Without this\n"
		"# check GDB would take the names for variables of its own.\n"
		"define %s_check\n"
		"  info registers",
		name);
	for (unsigned i = 0; i < m->regs; i++)
		if (!gdb_behind(s->script, &m->reg[i], &b) &&
		    !gdb_hidden(s->script, &m->reg[i]) &&
		    (scripts_write(s, &m->reg[i]) ||
		     scripts_read(s, &m->reg[i])))
			fprintf(to, " %s",
				gdb_place(place, s->script, &m->reg[i]) + 1);
	fprintf(to,
		"\nend\n"
		"document %s_check\n"
		"Show the monitor's registers; an error where there are none.\n"
		"end\n\n",
		name);
}

/*
 * GDB reads a register before it sets it, and does not write a value that it
 * has just read.  So flags that read as 1 could not be cleared by writing 1.
 * The value is therefore written twice, first without one of the bits: one of
 * the writes differs from what is read, and at the end all bits have been
 * written. GDB always writes memory.
 */
static void gdb_write(FILE *to, const struct script *s,
		      const struct catalog_register *r)
{
	const struct catalog_kept kept = catalog_register_kept(s->monitor, r);
	const uint64_t act = kept.clears | kept.acts;
	const char *name = s->wishes->name;
	char place[GDB_PLACE], reg[SCRIPT_NAME];

	gdb_place(place, s, r);
	fprintf(to, "define %s_write_%s\n  set $%s_value = $arg0\n", name,
		script_lower(reg, r->name), name);
	gdb_select(to, s, r);
	if (act & (act - 1) && r->reg.space != TALLY_MMIO)
		fprintf(to,
			"  set $%s_act = $%s_value & 0x%" PRIx64 "\n"
			"  if $%s_act & ($%s_act - 1)\n"
			"    set %s = $%s_value & ~($%s_act & -$%s_act)\n"
			"  end\n",
			name, name, act, name, name, place, name, name, name);
	if (tally_reg_shared(r->reg))
		fprintf(to,
			"  set %s = (%s & ~0x%" PRIx32
			") | ($%s_value & 0x%" PRIx32 ")\n",
			place, place, tally_reg_bit(r->reg), name,
			tally_reg_bit(r->reg));
	else
		fprintf(to, "  set %s = $%s_value\n", place, name);
	if (kept.bits | kept.sets | kept.clears)
		fprintf(to,
			"  maintenance flush register-cache\n"
			"  set $%s_found = %s\n",
			name, place);
	gdb_deselect(to, s, r);
	gdb_kept(to, s, r);
	fputs("end\n\n", to);
}

static void gdb_writes(FILE *to, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;

	gdb_guards(to, s->script->wishes->name);
	for (unsigned i = 0; i < m->regs; i++)
		if (scripts_write(s, &m->reg[i]) &&
		    !gdb_hidden(s->script, &m->reg[i]))
			gdb_write(to, s->script, &m->reg[i]);
}

static void gdb_step(FILE *to, const struct script *s,
		     const struct tally_step *step)
{
	const struct catalog_register *r =
		catalog_register_at(s->monitor, step->reg);
	char reg[SCRIPT_NAME];

	if (script_fields(to, "  # ", s->monitor, r->name, step->value))
		fputc('\n', to);
	fprintf(to, "  %s_write_%s 0x%0*" PRIx64 "\n", s->wishes->name,
		script_lower(reg, r->name), r->reg.bits / 4, step->value);
}

/* Values read where a window opens, and less these where it closes. */
static void gdb_difference(FILE *to, const struct script *s, bool closes)
{
	char event[SCRIPT_NAME], place[GDB_PLACE];

	fprintf(to,
		"define %s_%s\n"
		"  %s_may\n"
		"  maintenance flush register-cache\n",
		s->name, closes ? "stop" : "start", s->wishes->name);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		gdb_fetch(to, place, s, script_count(s, i), "value");
		script_lower(event, script_event(s, i)->name);
		fprintf(to, "  set $%s_%s = ", s->name, event);
		if (closes)
			fprintf(to, "(%s - $%s_%s) & 0x%" PRIx64 "\n", place,
				s->name, event, script_difference_mask(s, i));
		else
			fprintf(to, "%s\n", place);
	}
	fprintf(to, "end\ndocument %s_%s\n%s\nend\n\n", s->name,
		closes ? "stop" : "start",
		closes ? "Read the counters once more: what they counted since "
			 "the start."
		       : "Read the counters, which nothing starts, for the "
			 "first time.");
}

static void gdb_phase(FILE *to, const struct script *s, unsigned phase)
{
	const char *word = script_phase_word(phase);
	const bool window = phase == TALLY_START || phase == TALLY_STOP;

	if (window && script_differs(s))
		gdb_difference(to, s, phase == TALLY_STOP);
	if (!s->phase[phase].count)
		return;
	fprintf(to, "define %s_%s\n", s->name, word);
	if (window)
		fprintf(to, "  %s_may\n", s->wishes->name);
	fputs("  maintenance flush register-cache\n", to);
	if (phase == TALLY_CONFIGURE)
		fprintf(to,
			"  set $%s_failed = 1\n"
			"  %s_check\n"
			"  set $%s_failed = 0\n",
			s->wishes->name, s->wishes->name, s->wishes->name);
	for (unsigned i = 0; i < s->phase[phase].count; i++)
		gdb_step(to, s, &s->phase[phase].step[i]);
	fprintf(to, "end\ndocument %s_%s\n%s\nend\n\n", s->name, word,
		gdb_phase_help(phase));
}

/* "  set $tally_instr = $pmn0" */
static void gdb_value(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *upper = script_upper_half(s, slot);
	uint64_t mask = script_count_mask(s, slot);
	char event[SCRIPT_NAME], low[GDB_PLACE], high[GDB_PLACE],
		reg[GDB_PLACE];

	if (upper)
		gdb_fetch(to, high, s, upper, "upper");
	gdb_fetch(to, low, s, script_count(s, slot), "value");
	fprintf(to, "  set $%s_%s = ", s->name,
		script_lower(event, script_event(s, slot)->name));
	if (upper)
		fprintf(to, "(unsigned long long) %s << 32 | ", high);
	fprintf(to, mask ? "(%s & 0x%" PRIx64 ")" : "%s", low, mask);
	if (script_other_word(s, slot))
		fprintf(to, " | %s",
			gdb_place(reg, s, script_other_word(s, slot)));
}

static void gdb_read(FILE *to, const struct script *s)
{
	char reg[GDB_PLACE];

	fprintf(to,
		"define %s_read\n"
		"  %s_may\n"
		"  maintenance flush register-cache\n",
		s->name, s->wishes->name);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!script_differs(s)) {
			gdb_value(to, s, i);
			fputc('\n', to);
		}
		gdb_print(to, s, i);
	}
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			fprintf(to,
				"  if %s & 0x%" PRIx64 "\n"
				"    echo %s has wrapped\\n\n"
				"  end\n",
				gdb_place(reg, s, s->flag[i].reg),
				UINT64_C(1) << s->flag[i].bit,
				script_event(s, i)->name);
	fprintf(to,
		"end\n"
		"document %s_read\n"
		"Print the counts, and keep them in $%s_EVENT.\n"
		"end\n\n",
		s->name, s->name);
}

static void gdb_restore(FILE *to, const struct script *s)
{
	char reg[SCRIPT_NAME], place[GDB_PLACE];

	if (!s->saves)
		return;
	fprintf(to, "define %s_save\n  %s_check\n", s->name, s->wishes->name);
	for (unsigned i = 0; i < s->saves; i++) {
		gdb_select(to, s, s->saved[i]);
		fprintf(to, "  set $%s_saved_%s = %s\n", s->name,
			script_lower(reg, s->saved[i]->name),
			gdb_place(place, s, s->saved[i]));
		gdb_deselect(to, s, s->saved[i]);
	}
	fprintf(to,
		"end\n"
		"document %s_save\n" GDB_SAVE_HELP "\n"
		"end\n\n"
		"define %s_restore\n"
		"  maintenance flush register-cache\n",
		s->name, s->name);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *step = &s->restore.step[i];
		const struct catalog_register *r =
			catalog_register_at(s->monitor, step->reg);

		script_lower(reg, r->name);
		fprintf(to, "  %s_write_%s $%s_saved_%s&0x%0*" PRIx64,
			s->wishes->name, reg, s->name, reg, r->reg.bits / 4,
			step->value);
		if (s->always[i])
			fprintf(to, "|0x%" PRIx64, s->always[i]);
		fputc('\n', to);
	}
	fprintf(to,
		"end\n"
		"document %s_restore\n" GDB_RESTORE_HELP "\n"
		"end\n\n",
		s->name);
}

bool script_gdb(FILE *to, const struct scripts *s, struct error *err)
{
	if (s->script->wishes->via == SCRIPT_VIA_OPENOCD)
		return gdb_openocd(to, s, err);
	if (!gdb_can(s, err) || !scripts_reach(s, SPACE_GDB, err))
		return false;
	if (s->script->wishes->via == SCRIPT_VIA_CALLS)
		return scripts_reach(s, SPACE_C, err) && gdb_calls(to, s);
	script_origin(to, "# ", s);
	gdb_what(to, s);
	script_use(to, s, "continue, to a breakpoint");
	if (gdb_by_memory(s))
		gdb_check_base(to, s);
	else
		gdb_check(to, s);
	gdb_writes(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		for (unsigned k = 0; k < SCRIPT_PHASES; k++)
			gdb_phase(to, &s->script[i], k);
		gdb_read(to, &s->script[i]);
		gdb_restore(to, &s->script[i]);
	}
	return true;
}
