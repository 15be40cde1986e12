/* SPDX-License-Identifier: MIT */
/*
 * Scripts as commands for OpenOCD, which has some for coprocessors and memory.
 */
#include <inttypes.h>

#include "script/inner.h"

/* "15 0 15 12 1": the operands of `arm mrc`. */
static void coprocessor(FILE *to, const struct script *s,
			const struct catalog_register *r)
{
	const struct tally_reg reg = r->reg;

	(void)s;
	fprintf(to, "%u %u %u %u %u", reg.space == TALLY_CP14 ? 14u : 15u,
		(unsigned)(reg.addr >> 12 & 15), (unsigned)(reg.addr >> 8 & 15),
		(unsigned)(reg.addr >> 4 & 15), (unsigned)(reg.addr & 15));
}

/* The base goes into a variable. */
static void mapped(FILE *to, const struct script *s,
		   const struct catalog_register *r)
{
	char name[SCRIPT_NAME], base[SCRIPT_NAME], text[SCRIPT_NAME];

	snprintf(base, sizeof base, "$::%.20s_%.16s", s->wishes->name,
		 script_lower(name, script_base(s)));
	fprintf(to, "[expr {%s}]", script_address(text, s, r, base));
}

/* OpenOCD's commands for the registers of a space; NULL: it has none. */
static const struct space {
	const char *read, *write;
	void (*operands)(FILE *to, const struct script *s,
			 const struct catalog_register *r);
	const char *caveat;
} spaces[] = {
	[TALLY_CP14] = { "arm mrc", "arm mcr", coprocessor,
			 "OpenOCD 0.12 has these commands for every ARM, but "
			 "its xscale target answers that it does not implement "
			 "MRC." },
	[TALLY_CP15] = { "arm mrc", "arm mcr", coprocessor, "" },
	[TALLY_SYSREG] = { NULL, NULL, NULL, NULL },
	[TALLY_PMR] = { NULL, NULL, NULL, NULL },
	[TALLY_MMIO] = { "read_memory", "mww", mapped,
			 "OpenOCD 0.12 has read_memory. It has no PowerPC "
			 "target: there, the registers must be reached through "
			 "another one." },
};

static void tcl_access(FILE *to, const struct script *s,
		       const struct catalog_register *r, bool write)
{
	const struct space *space = &spaces[r->reg.space];

	fprintf(to, "%s ", write ? space->write : space->read);
	space->operands(to, s, r);
}

/* One behind a select register, which is put back, by their procedures. */
static void tcl_behind(FILE *to, const char *name,
		       const struct catalog_register *r,
		       const struct script_behind *b, bool write)
{
	char reg[SCRIPT_NAME], select[SCRIPT_NAME], window[SCRIPT_NAME];

	script_lower(reg, r->name);
	script_lower(select, b->select->name);
	script_lower(window, b->window->name);
	fprintf(to,
		"proc %s_%s_%s {%s} {\n"
		"    set held [%s_read_%s]\n"
		"    %s_write_%s %u\n",
		name, write ? "write" : "read", reg, write ? "value" : "", name,
		select, name, select, b->number);
	fprintf(to,
		write ? "    %s_write_%s $value\n"
		      : "    set value [%s_read_%s]\n",
		name, window);
	fprintf(to, "    %s_write_%s $held\n%s}\n", name, select,
		write ? "" : "    return $value\n");
}

/* One procedure per register, so that the rest reads like the manual. */
static void tcl_accesses(FILE *to, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->monitor;
	const char *name = s->script->wishes->name;
	char reg[SCRIPT_NAME];

	for (unsigned i = 0; i < m->regs; i++) {
		const struct catalog_register *r = &m->reg[i];
		struct script_behind behind;

		if (script_behind(m, r, &behind)) {
			if (scripts_write(s, r))
				tcl_behind(to, name, r, &behind, true);
			if (scripts_read(s, r))
				tcl_behind(to, name, r, &behind, false);
			continue;
		}
		script_lower(reg, r->name);
		if (scripts_write(s, r)) {
			fprintf(to, "proc %s_write_%s {value} { ", name, reg);
			tcl_access(to, s->script, r, true);
			fputs(" $value }\n", to);
		}
		if (scripts_read(s, r)) {
			fprintf(to, "proc %s_read_%s {} { expr {[", name, reg);
			tcl_access(to, s->script, r, false);
			fprintf(to, "%s] & 0x%" PRIx64 "} }\n",
				script_mapped(s->script) ? " 32 1" : "",
				tally_counter_mask(r->reg.bits));
		}
	}
	fputc('\n', to);
}

static void tcl_phase(FILE *to, const struct script *s, unsigned phase)
{
	const struct catalog_monitor *m = s->monitor;
	char reg[SCRIPT_NAME];

	if (!s->phase[phase].count)
		return;
	fprintf(to, "proc %s_%s {} {\n", s->name, script_phase_word(phase));
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
		"    set counts [list]\n",
		s->name);
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
			"    %s_write_%s [expr {$%s_saved(%s) & 0x%0*" PRIx64
			"}]\n",
			name, reg, s->name, reg, r->reg.bits / 4, step->value);
	}
	fputs("}\n", to);
}

static void remark_base(FILE *to, const struct script *s)
{
	char name[SCRIPT_NAME], text[128];

	snprintf(text, sizeof text,
		 "First: set %.20s_%.16s ADDRESS, the base of its registers.",
		 s->wishes->name, script_lower(name, script_base(s)));
	script_wrapped(to, "# ", "# ", text);
}

static bool reachable(const struct scripts *s, struct error *err)
{
	const struct catalog_monitor *m = s->script->monitor;

	for (unsigned i = 0; i < m->regs; i++)
		if ((scripts_write(s, &m->reg[i]) ||
		     scripts_read(s, &m->reg[i])) &&
		    !spaces[m->reg[i].reg.space].read)
			return error_set(err,
					 "OpenOCD 0.12 has no command for a "
					 "register like %s of %s; --as text "
					 "has the values",
					 m->reg[i].name, m->name);
	return true;
}

bool script_openocd(FILE *to, const struct scripts *s, struct error *err)
{
	const char *caveat;

	if (!reachable(s, err))
		return false;
	caveat = spaces[script_count(s->script, 0)->reg.space].caveat;
	script_origin(to, "# ", s);
	if (*caveat)
		script_wrapped(to, "# ", "# ", caveat);
	script_wrapped(to, "# ", "# ",
		       "The core must be halted for each of these, and be the "
		       "current target.");
	if (script_mapped(s->script))
		remark_base(to, s->script);
	script_use(to, s, "resume, and wait_halt at a breakpoint");
	tcl_accesses(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		if (i)
			fputc('\n', to);
		for (unsigned k = 0; k < SCRIPT_PHASES; k++)
			tcl_phase(to, &s->script[i], k);
		tcl_read(to, &s->script[i]);
		tcl_restore(to, &s->script[i]);
	}
	return true;
}
