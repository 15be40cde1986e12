/* SPDX-License-Identifier: MIT */
/*
 * How C reaches a register: a function for each that is read or written.
 */
#include <inttypes.h>
#include <string.h>

#include "script/as_c.h"

/*
 * The instruction that makes an access take effect, by a monitor's usual native
 * bus; "" if none is needed.
 */
static const char *fence_of(const struct catalog_monitor *m)
{
	static const struct {
		const char *way, *fence;
	} ways[] = {
#define NATIVE(WORD, word, macro, fence, control) { #WORD, fence },
#include <tally/native.def>
	};
	const char *list = m->native;
	char way[SCRIPT_NAME];

	if (catalog_word(&list, way, sizeof way))
		for (unsigned i = 0; i < sizeof ways / sizeof ways[0]; i++)
			if (strcmp(way, ways[i].way) == 0)
				return ways[i].fence;
	return "";
}

/*
 * How the registers of the script's space are reached.  The accesses open and
 * close the window, so they are written such that compilers move nothing across
 * them.
 */
static const struct space_access *access_of(const struct script *s)
{
	return &space_of(script_count(s, 0)->reg.space)->c;
}

const char *script_c_type(unsigned bits)
{
	return bits > 32 ? "uint64_t" : "uint32_t";
}

/* The prefix of all functions' names. */
static const char *prefix(const struct scripts *s)
{
	return s->script->wishes->name;
}

/* "TALLY_AT(0xE1038u)"; "TALLY_AT64(0x18u)" */
static void put_place(FILE *to, const struct scripts *s,
		      const struct catalog_register *r)
{
	char upper[SCRIPT_NAME];

	fprintf(to, "%s_AT%s(0x%Xu)", script_upper(upper, prefix(s)),
		r->reg.bits > 32 ? "64" : "",
		(unsigned)(s->script->monitor->offset +
			   tally_reg_offset(r->reg)));
}

static void put_mapped(FILE *to, const struct scripts *s,
		       const struct catalog_register *r, bool write)
{
	const char *type = script_c_type(r->reg.bits);
	char name[SCRIPT_NAME], upper[SCRIPT_NAME];

	script_lower(name, r->name);
	if (write)
		fprintf(to,
			"static inline void %s_write_%s(%s value)\n"
			"{\n\t",
			prefix(s), name, type);
	else
		fprintf(to,
			"static inline %s %s_read_%s(void)\n"
			"{\n\treturn ",
			type, prefix(s), name);
	put_place(to, s, r);
	if (write && tally_reg_shared(r->reg)) {
		fputs(" =\n\t\t(", to);
		put_place(to, s, r);
		fprintf(to, " & ~0x%" PRIx32 "u) | (value & 0x%" PRIx32 "u);\n",
			tally_reg_bit(r->reg), tally_reg_bit(r->reg));
	} else {
		fputs(write ? " = value;\n" : ";\n", to);
	}
	if (write)
		fprintf(to, "\t%s_ORDER;\n", script_upper(upper, prefix(s)));
	fputs("}\n\n", to);
}

/* One behind a select register, which is put back. */
static void put_behind(FILE *to, const struct scripts *s,
		       const struct catalog_register *r,
		       const struct script_behind *b, bool write)
{
	const char *type = script_c_type(r->reg.bits), *name = prefix(s);
	char reg[SCRIPT_NAME], select[SCRIPT_NAME], window[SCRIPT_NAME];

	script_lower(reg, r->name);
	script_lower(select, b->select->name);
	script_lower(window, b->window->name);
	script_c_state(to, s->script);
	fprintf(to, "static inline %s %s_%s_%s(%s%s)\n{\n",
		write ? "void" : type, name, write ? "write" : "read", reg,
		write ? type : "void", write ? " value" : "");
	fprintf(to, "\t%s held = %s_read_%s()%s;\n\n",
		script_c_type(b->select->reg.bits), name, select,
		write ? "" : ", value");
	fprintf(to, "\t%s_write_%s(%uu);\n", name, select, b->number);
	if (write)
		fprintf(to, "\t%s_write_%s(value);\n", name, window);
	else
		fprintf(to, "\tvalue = %s_read_%s();\n", name, window);
	fprintf(to, "\t%s_write_%s(held);\n%s}\n\n", name, select,
		write ? "" : "\treturn value;\n");
}

static void put_access(FILE *to, const struct scripts *s,
		       const struct catalog_register *r, bool write)
{
	const struct space *space = space_of_reg(&r->reg);
	const char *type = script_c_type(r->reg.bits);
	const char *fence;
	struct script_behind behind;
	char name[SCRIPT_NAME], text[2 * SCRIPT_NAME];

	if (script_behind(s->script->monitor, r, &behind)) {
		put_behind(to, s, r, &behind, write);
		return;
	}
	if (space->memory) {
		put_mapped(to, s, r, write);
		return;
	}
	script_lower(name, r->name);
	if (space->halves[0].far && r->reg.bits > 32)
		script_c_halves(to, prefix(s), name, space, r->reg.addr, write);
	script_c_state(to, s->script);
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
	fence = write && space->c.states ? fence_of(s->script->monitor) : "";
	if (*fence)
		fprintf(to, "%s\\n\\t", fence);
	fputs(space_put(text, sizeof text,
			write ? space->c.write : space->c.read, r->reg.addr),
	      to);
	if (*fence)
		fprintf(to, "\\n\\t%s", fence);
	if (write)
		fputs("\"\n\t\t\t : : \"r\"(value) : \"memory\");\n}\n", to);
	else
		fputs("\"\n\t\t\t : \"=r\"(value) : : \"memory\");\n"
		      "\treturn value;\n}\n",
		      to);
	fputs(space->halves[0].far && r->reg.bits > 32 ? "#endif\n\n" : "\n",
	      to);
}

/* Accesses behind a select register are made of the others, which come first.
 */
static void put_accesses(FILE *to, const struct scripts *s, bool behind)
{
	const struct catalog_monitor *m = s->script->monitor;
	char text[512];

	for (unsigned i = 0; i < m->regs; i++) {
		if (tally_reg_behind(m->reg[i].reg) != behind ||
		    (!scripts_write(s, &m->reg[i]) &&
		     !scripts_read(s, &m->reg[i])))
			continue;
		snprintf(text, sizeof text, "%s: %s.", m->reg[i].name,
			 m->reg[i].title);
		script_comment(to, "", text);
		if (scripts_write(s, &m->reg[i]))
			put_access(to, s, &m->reg[i], true);
		if (scripts_read(s, &m->reg[i]))
			put_access(to, s, &m->reg[i], false);
	}
}

void script_c_accesses(FILE *to, const struct scripts *s)
{
	put_accesses(to, s, false);
	put_accesses(to, s, true);
}

/* How a register of so many bits is accessed: "TALLY_AT". */
static void put_at(FILE *to, const struct scripts *s, unsigned bits)
{
	char upper[SCRIPT_NAME];

	script_upper(upper, prefix(s));
	for (unsigned i = 0; i < s->script->monitor->regs; i++) {
		if (s->script->monitor->reg[i].reg.bits != bits)
			continue;
		fprintf(to,
			"#define %s_AT%s(offset) \\\n"
			"\t(*(volatile %s *)(uintptr_t)(%s_%s + (offset)))\n",
			upper, bits > 32 ? "64" : "", script_c_type(bits),
			upper, script_base(s->script));
		return;
	}
}

/* The base that functions of mapped registers are made of. */
static void put_base(FILE *to, const struct scripts *s)
{
	char upper[SCRIPT_NAME];

	if (!script_mapped(s->script))
		return;
	script_upper(upper, prefix(s));
	fprintf(to, "#ifndef %s_%s\n", upper, script_base(s->script));
	if (script_anywhere(s->script))
		fprintf(to,
			"#error \"define %s_%s: where it is mapped, as a "
			"number\"\n",
			upper, script_base(s->script));
	else
		fprintf(to, "#define %s_%s 0x%" PRIX64 "u\n", upper,
			script_base(s->script), s->script->monitor->at);
	fputs("#endif\n", to);
	put_at(to, s, 32);
	put_at(to, s, 64);
	fprintf(to,
		"/* One write after another. */\n"
		"#ifdef __powerpc__\n"
		"#define %s_ORDER __asm__ volatile(\"sync\" : : : "
		"\"memory\")\n"
		"#else\n"
		"#define %s_ORDER __asm__ volatile(\"\" : : : \"memory\")\n"
		"#endif\n"
		"\n",
		upper, upper);
}

static void put_states(FILE *to, const struct scripts *s)
{
	char upper[SCRIPT_NAME];

	if (!access_of(s->script)->states)
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

void script_c_macros(FILE *to, const struct scripts *s)
{
	put_states(to, s);
	put_base(to, s);
}

const char *script_c_who(const struct scripts *s)
{
	return access_of(s->script)->note;
}

void script_c_state(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	if (access_of(s)->states)
		fprintf(to, "%s_STATE\n", script_upper(upper, s->wishes->name));
}
