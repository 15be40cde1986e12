/* SPDX-License-Identifier: MIT */
/*
 * Scripts as a C file that stands alone: GNU C, freestanding.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "report/script.h"

/* "p15, 0, %0, c15, c12, 1" */
static void coprocessor(FILE *to, struct tally_reg reg)
{
	fprintf(to, "p%u, %u, %%0, c%u, c%u, %u",
		reg.space == TALLY_CP14 ? 14u : 15u,
		(unsigned)(reg.addr >> 12 & 15), (unsigned)(reg.addr >> 8 & 15),
		(unsigned)(reg.addr >> 4 & 15), (unsigned)(reg.addr & 15));
}

static void coprocessor_read(FILE *to, struct tally_reg reg)
{
	fputs("mrc ", to);
	coprocessor(to, reg);
}

static void coprocessor_write(FILE *to, struct tally_reg reg)
{
	fputs("mcr ", to);
	coprocessor(to, reg);
}

/* "s3_3_c9_c12_0": by number, since assemblers need not know the name. */
static void system_register(FILE *to, struct tally_reg reg)
{
	fprintf(to, "s%u_%u_c%u_c%u_%u", (unsigned)(reg.addr >> 14),
		(unsigned)(reg.addr >> 11 & 7), (unsigned)(reg.addr >> 7 & 15),
		(unsigned)(reg.addr >> 3 & 15), (unsigned)(reg.addr & 7));
}

/* What it reads may have been changed by time, or by another register. */
static void system_read(FILE *to, struct tally_reg reg)
{
	fputs("isb\\n\\tmrs %0, ", to);
	system_register(to, reg);
}

/* All before it is done, and nothing after it has begun. */
static void system_write(FILE *to, struct tally_reg reg)
{
	fputs("isb\\n\\tmsr ", to);
	system_register(to, reg);
	fputs(", %0\\n\\tisb", to);
}

/* In effect for what comes after. [E500CORERM 7: MTPMR is no barrier] */
static void pmr_read(FILE *to, struct tally_reg reg)
{
	fprintf(to, "mfpmr %%0, %u", (unsigned)reg.addr);
}

static void pmr_write(FILE *to, struct tally_reg reg)
{
	fprintf(to, "mtpmr %u, %%0\\n\\tisync", (unsigned)reg.addr);
}

/*
 * How the registers of a space are reached; NULL: in memory.  Compilers reorder
 * nothing across the accesses, since they open and close the window.
 */
static const struct space {
	void (*read)(FILE *to, struct tally_reg reg);
	void (*write)(FILE *to, struct tally_reg reg);
	bool states;     /* only one of ARM and Thumb may have them */
	const char *who; /* may do it */
} spaces[] = {
	[TALLY_CP14] = { coprocessor_read, coprocessor_write, true,
			 "Call it all in a privileged mode." },
	[TALLY_CP15] = { coprocessor_read, coprocessor_write, true,
			 "Call it all in a privileged mode." },
	[TALLY_SYSREG] = { system_read, system_write, false,
			   "Call it all at EL1 or above, where nothing above "
			   "traps it." },
	[TALLY_PMR] = { pmr_read, pmr_write, false,
			"Call it all in supervisor state." },
	[TALLY_MMIO] = { NULL, NULL, false,
			 "For a core of the registers' byte order; they must "
			 "be mapped so that accesses are neither cached nor "
			 "reordered." },
};

static const struct space *space_of(const struct script *s)
{
	return &spaces[script_count(s, 0)->reg.space];
}

/* Before each function with such an access. */
static void put_state(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	if (space_of(s)->states)
		fprintf(to, "%s_STATE\n", script_upper(upper, s->wishes->name));
}

static const char *word_type(unsigned bits)
{
	return bits > 32 ? "uint64_t" : "uint32_t";
}

static void put_value(FILE *to, uint64_t value, unsigned bits)
{
	if (bits > 32)
		fprintf(to, "UINT64_C(0x%016" PRIx64 ")", value);
	else
		fprintf(to, "0x%08" PRIx64 "u", value);
}

/* The widest of what is kept in one array. */
static unsigned count_bits(const struct script *s)
{
	const struct tally_monitor *m = s->request->monitor->monitor;
	unsigned bits = 0;

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (tally_slot_bits(m, &s->setup, i) > bits)
			bits = tally_slot_bits(m, &s->setup, i);
	return bits;
}

static unsigned saved_bits(const struct script *s)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < s->saves; i++)
		if (s->saved[i]->reg.bits > bits)
			bits = s->saved[i]->reg.bits;
	return bits;
}

/* What all functions begin with. */
static const char *prefix(const struct scripts *s)
{
	return s->script->wishes->name;
}

/* "TALLY_AT(0xE1038u)" */
static void put_place(FILE *to, const struct scripts *s,
		      const struct catalog_register *r)
{
	char upper[SCRIPT_NAME];

	fprintf(to, "%s_AT(0x%Xu)", script_upper(upper, prefix(s)),
		(unsigned)(s->script->request->monitor->offset + r->reg.addr));
}

static void put_mapped(FILE *to, const struct scripts *s,
		       const struct catalog_register *r, bool write)
{
	char name[SCRIPT_NAME], upper[SCRIPT_NAME];

	script_lower(name, r->name);
	if (write)
		fprintf(to,
			"static inline void %s_write_%s(uint32_t value)\n"
			"{\n\t",
			prefix(s), name);
	else
		fprintf(to,
			"static inline uint32_t %s_read_%s(void)\n"
			"{\n\treturn ",
			prefix(s), name);
	put_place(to, s, r);
	fputs(write ? " = value;\n" : ";\n", to);
	if (write)
		fprintf(to, "\t%s_ORDER;\n", script_upper(upper, prefix(s)));
	fputs("}\n\n", to);
}

static void put_access(FILE *to, const struct scripts *s,
		       const struct catalog_register *r, bool write)
{
	const struct space *space = &spaces[r->reg.space];
	const char *type = word_type(r->reg.bits);
	char name[SCRIPT_NAME];

	if (!space->read) {
		put_mapped(to, s, r, write);
		return;
	}
	script_lower(name, r->name);
	put_state(to, s->script);
	if (write)
		fprintf(to,
			"static inline void %s_write_%s(%s value)\n"
			"{\n",
			prefix(s), name, type);
	else
		fprintf(to,
			"static inline %s %s_read_%s(void)\n"
			"{\n\t%s value;\n\n",
			type, prefix(s), name, type);
	fputs("\t__asm__ volatile(\"", to);
	(write ? space->write : space->read)(to, r->reg);
	if (write)
		fputs("\"\n\t\t\t : : \"r\"(value) : \"memory\");\n}\n\n", to);
	else
		fputs("\"\n\t\t\t : \"=r\"(value) : : \"memory\");\n"
		      "\treturn value;\n}\n\n",
		      to);
}

static void put_accesses(FILE *to, const struct scripts *s)
{
	const struct catalog_monitor *m = s->script->request->monitor;

	for (unsigned i = 0; i < m->regs; i++) {
		if (!scripts_write(s, &m->reg[i]) &&
		    !scripts_read(s, &m->reg[i]))
			continue;
		fprintf(to, "/* %s: %s. */\n", m->reg[i].name, m->reg[i].title);
		if (scripts_write(s, &m->reg[i]))
			put_access(to, s, &m->reg[i], true);
		if (scripts_read(s, &m->reg[i]))
			put_access(to, s, &m->reg[i], false);
	}
}

enum { USE_WIDTH = 32 };

static void put_use(FILE *to, const char *name, const char *function,
		    const char *does)
{
	char call[SCRIPT_NAME + 16];

	snprintf(call, sizeof call, "%s_%s", name, function);
	fprintf(to, " *\t%-*s%s%s\n", *does ? USE_WIDTH : 0, call,
		*does ? " " : "", does);
}

static void put_head(FILE *to, const struct scripts *s)
{
	const char *name = s->script->name;

	fputs("/*\n", to);
	script_origin(to, " * ", s);
	fputs(" *\n", to);
	put_use(to, name, "configure();", "stopped, flags clear, counters 0");
	put_use(to, name, "start();", "one write");
	fprintf(to, " *\t%-*s what is measured\n", USE_WIDTH, "...");
	put_use(to, name, "stop();", "one write");
	put_use(to, name, "read(values);", "");
	fputs(" *\n", to);
	if (s->count > 1)
		script_wrapped(to, " * ", " * ",
			       "Run what is measured once per pass; the "
			       "functions of each have its number.");
	script_wrapped(to, " * ", " * ", space_of(s->script)->who);
	fputs(" *\n", to);
	script_remarks(to, " * ", s);
	fputs(" */\n"
	      "#include <stdint.h>\n"
	      "\n",
	      to);
}

/* What functions of mapped registers are made of. */
static void put_base(FILE *to, const struct scripts *s)
{
	char upper[SCRIPT_NAME];

	if (!script_mapped(s->script))
		return;
	script_upper(upper, prefix(s));
	fprintf(to,
		"#ifndef %s_%s\n"
		"#error \"define %s_%s: where it is mapped, as a number\"\n"
		"#endif\n"
		"#define %s_AT(offset) \\\n"
		"\t(*(volatile uint32_t *)(uintptr_t)(%s_%s + (offset)))\n"
		"/* One write after another. */\n"
		"#ifdef __powerpc__\n"
		"#define %s_ORDER __asm__ volatile(\"sync\" : : : "
		"\"memory\")\n"
		"#else\n"
		"#define %s_ORDER __asm__ volatile(\"\" : : : \"memory\")\n"
		"#endif\n"
		"\n",
		upper, script_base(s->script), upper, script_base(s->script),
		upper, upper, script_base(s->script), upper, upper);
}

static void put_states(FILE *to, const struct scripts *s)
{
	char upper[SCRIPT_NAME];

	if (!space_of(s->script)->states)
		return;
	fprintf(to,
		"/* Before Thumb-2, only ARM state has coprocessor "
		"instructions. */\n"
		"#if defined(__thumb__) && !defined(__thumb2__)\n"
		"#define %s_STATE __attribute__((target(\"arm\")))\n"
		"#else\n"
		"#define %s_STATE\n"
		"#endif\n"
		"\n",
		script_upper(upper, prefix(s)), upper);
}

static void put_names(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME];

	script_upper(pass, s->name);
	fprintf(to, "/* Pass %u: the places in values[]. */\nenum {\n",
		s->pass + 1);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct catalog_event *e = script_event(s, i);
		char text[512];

		snprintf(text, sizeof text, "%s: %s%s",
			 script_counter(s, i)->name,
			 s->wishes->options & TALLY_DIVIDE &&
					 e->code == TALLY_EVENT_CYCLES
				 ? "every 64th "
				 : "",
			 e->title);
		script_comment(to, "\t", text);
		fprintf(to, "\t%s_%s,\n", pass, script_upper(name, e->name));
	}
	fprintf(to, "\t%s_VALUES,\n", pass);
	if (s->saves)
		fprintf(to, "\t%s_SAVED = %u /* registers */\n", pass,
			s->saves);
	fputs("};\n\n", to);
}

static bool has_flags(const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			return true;
	return false;
}

static void put_prototypes(FILE *to, const struct script *s)
{
	const char *value = word_type(count_bits(s));
	const char *save = word_type(saved_bits(s));
	char pass[SCRIPT_NAME];

	script_upper(pass, s->name);
	for (unsigned i = 0; i < SCRIPT_PARTS; i++)
		if (s->part[i].count)
			fprintf(to, "void %s_%s(void);\n", s->name,
				script_part_word(i));
	fprintf(to, "void %s_read(%s values[%s_VALUES]);\n", s->name, value,
		pass);
	if (has_flags(s))
		fprintf(to,
			"/* Bit i: values[i] has wrapped; ask before the "
			"release. */\n"
			"uint32_t %s_overflowed(void);\n",
			s->name);
	if (!s->saves) {
		fputc('\n', to);
		return;
	}
	fprintf(to,
		"/* Before configure, and after release: the monitor as it "
		"was. */\n"
		"void %s_save(%s saved[%s_SAVED]);\n"
		"void %s_restore(const %s saved[%s_SAVED]);\n"
		"\n",
		s->name, save, pass, s->name, save, pass);
}

static bool put_step(FILE *to, const struct script *s,
		     const struct tally_step *step)
{
	const struct catalog_monitor *m = s->request->monitor;
	const struct catalog_register *r = script_register(m, step->reg);
	char *fields = NULL, lower[SCRIPT_NAME];
	size_t size;
	FILE *text = open_memstream(&fields, &size);

	if (!text)
		return false;
	script_fields(text, "", m, r->name, step->value);
	if (!fclose(text) && *fields)
		script_comment(to, "\t", fields);
	free(fields);
	fprintf(to, "\t%s_write_%s(", s->wishes->name,
		script_lower(lower, r->name));
	put_value(to, step->value, r->reg.bits);
	fputs(");\n", to);
	return true;
}

static void open_function(FILE *to, const struct script *s, const char *type,
			  const char *what)
{
	put_state(to, s);
	fprintf(to, "%s %s_%s", type, s->name, what);
}

static bool put_parts(FILE *to, const struct script *s)
{
	for (unsigned i = 0; i < SCRIPT_PARTS; i++) {
		if (!s->part[i].count)
			continue;
		open_function(to, s, "void", script_part_word(i));
		fputs("(void)\n{\n", to);
		for (unsigned k = 0; k < s->part[i].count; k++)
			if (!put_step(to, s, &s->part[i].step[k]))
				return false;
		fputs("}\n\n", to);
	}
	return true;
}

static void put_value_of(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *upper = script_upper_half(s, slot);
	uint64_t mask = script_count_mask(s, slot);
	char reg[SCRIPT_NAME];

	fputs(mask || script_other_word(s, slot) ? "\n\t\t" : " ", to);
	if (upper)
		fprintf(to, "%s_read_%s() << 32 |\n\t\t", s->wishes->name,
			script_lower(reg, upper->name));
	else if (mask == 0xFFFFFFFF && count_bits(s) <= 32)
		fputs("(uint32_t)", to);
	fprintf(to, upper ? "(%s_read_%s()" : "%s_read_%s()", s->wishes->name,
		script_lower(reg, script_count(s, slot)->name));
	if (script_other_word(s, slot))
		fprintf(to, " | %s_read_%s()", s->wishes->name,
			script_lower(reg, script_other_word(s, slot)->name));
	if (mask && (upper || mask < 0xFFFFFFFF || count_bits(s) > 32))
		fprintf(to, " & 0x%" PRIx64 "u", mask);
	fputs(upper ? ");\n" : ";\n", to);
}

static void put_read(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME];

	script_upper(pass, s->name);
	open_function(to, s, "void", "read");
	fprintf(to, "(%s values[%s_VALUES])\n{\n", word_type(count_bits(s)),
		pass);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		fprintf(to, "\tvalues[%s_%s] =", pass,
			script_upper(name, script_event(s, i)->name));
		put_value_of(to, s, i);
	}
	fputs("}\n\n", to);
}

static void put_overflowed(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME], reg[SCRIPT_NAME];

	if (!has_flags(s))
		return;
	script_upper(pass, s->name);
	open_function(to, s, "uint32_t", "overflowed");
	fputs("(void)\n{\n\tuint32_t overflowed = 0;\n\n", to);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!s->flag[i].reg)
			continue;
		fprintf(to,
			"\tif (%s_read_%s() >> %u & 1u)\n"
			"\t\toverflowed |= 1u << %s_%s;\n",
			s->wishes->name,
			script_lower(reg, s->flag[i].reg->name), s->flag[i].bit,
			pass, script_upper(name, script_event(s, i)->name));
	}
	fputs("\treturn overflowed;\n}\n\n", to);
}

static unsigned place_of(const struct script *s, struct tally_reg reg)
{
	unsigned i = 0;

	while (!tally_reg_same(s->saved[i]->reg, reg))
		i++;
	return i;
}

static void put_restore(FILE *to, const struct script *s)
{
	const char *type = word_type(saved_bits(s));
	char pass[SCRIPT_NAME], reg[SCRIPT_NAME];

	if (!s->saves)
		return;
	script_upper(pass, s->name);
	open_function(to, s, "void", "save");
	fprintf(to, "(%s saved[%s_SAVED])\n{\n", type, pass);
	for (unsigned i = 0; i < s->saves; i++)
		fprintf(to, "\tsaved[%u] = %s_read_%s();\n", i, s->wishes->name,
			script_lower(reg, s->saved[i]->name));
	fputs("}\n\n", to);
	open_function(to, s, "void", "restore");
	fprintf(to, "(const %s saved[%s_SAVED])\n{\n", type, pass);
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct tally_step *step = &s->restore.step[i];
		unsigned place = place_of(s, step->reg);

		fprintf(to, "\t%s_write_%s(saved[%u] & ", s->wishes->name,
			script_lower(reg, s->saved[place]->name), place);
		put_value(to, step->value, s->saved[place]->reg.bits);
		fputs(");\n", to);
	}
	fputs("}\n", to);
}

bool script_c(FILE *to, const struct scripts *s, struct error *err)
{
	put_head(to, s);
	put_states(to, s);
	put_base(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		put_names(to, &s->script[i]);
		put_prototypes(to, &s->script[i]);
	}
	put_accesses(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		if (i)
			fputc('\n', to);
		if (!put_parts(to, &s->script[i]))
			return error_set(err, "out of memory");
		put_read(to, &s->script[i]);
		put_overflowed(to, &s->script[i]);
		put_restore(to, &s->script[i]);
	}
	return true;
}
