/* SPDX-License-Identifier: MIT */
/*
 * Scripts as a C file that stands alone: GNU C, freestanding.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "script/as_c.h"

#include "base/memory.h"

unsigned script_c_count_bits(const struct script *s)
{
	const struct tally_monitor *m = s->monitor->monitor;
	unsigned bits = 0;

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (tally_slot_bits(m, &s->setup, i) > bits)
			bits = tally_slot_bits(m, &s->setup, i);
	return bits;
}

unsigned script_c_save_bits(const struct script *s)
{
	unsigned bits = 0;

	for (unsigned i = 0; i < s->saves; i++)
		if (s->saved[i]->reg.bits > bits)
			bits = s->saved[i]->reg.bits;
	return bits;
}

const char *script_c_save_type(const struct script *s)
{
	return script_c_type(script_c_save_bits(s));
}

enum { USE_WIDTH = 32 };

void script_c_use(FILE *to, const char *name, const char *function,
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
	if (script_differs(s->script)) {
		script_c_use(to, name, "configure();", "events chosen");
		script_c_use(to, name, "start(values);", "first reads");
	} else {
		script_c_use(to, name, "configure();",
			     "stopped, flags clear, counters 0");
		script_c_use(to, name, "start();", "one write");
	}
	fprintf(to, " *\t%-*s what is measured\n", USE_WIDTH, "...");
	if (script_differs(s->script)) {
		script_c_use(to, name, "stop(values);", "the counts");
	} else {
		script_c_use(to, name, "stop();", "one write");
		script_c_use(to, name, "read(values);", "");
	}
	fputs(" *\n", to);
	if (s->count > 1)
		script_wrapped(to, " * ", " * ",
			       "Run what is measured once per pass; the "
			       "functions of each have its number.");
	script_wrapped(to, " * ", " * ", script_c_who(s));
	fputs(" *\n", to);
	script_remarks(to, " * ", s);
	fputs(" */\n"
	      "#include <stdint.h>\n"
	      "\n",
	      to);
}

void script_c_names(FILE *to, const struct script *s, const char *of)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME];

	script_upper(pass, s->name);
	fprintf(to, "/* Pass %u: the places in %s. */\nenum {\n", s->pass + 1,
		of);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		const struct catalog_event *e = script_event(s, i);
		/* The event's settings, which cannot stand in an identifier. */
		const char *set = strchr(e->name, '=') ? e->name : NULL;
		bool counted = !s->wishes->exact &&
			       s->wishes->options & TALLY_DIVIDE &&
			       e->code == TALLY_EVENT_CYCLES;
		char text[512];

		snprintf(text, sizeof text, "%s: %s%s%s%s",
			 script_counter(s, i)->name, set ? set : "",
			 set ? ": " : "", counted ? "every 64th " : "",
			 e->title);
		script_comment(to, "\t", text);
		fprintf(to, "\t%s_%s,\n", pass, script_upper(name, e->name));
	}
	fprintf(to, "\t%s_VALUES,\n", pass);
	if (s->saves && !s->wishes->exact)
		fprintf(to, "\t%s_SAVED = %u /* registers */\n", pass,
			s->saves);
	fputs("};\n\n", to);
}

bool script_c_flags(const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->flag[i].reg)
			return true;
	return false;
}

static void put_prototypes(FILE *to, const struct script *s)
{
	const char *value = script_c_type(script_c_count_bits(s));
	const char *save = script_c_save_type(s);
	char pass[SCRIPT_NAME];

	script_upper(pass, s->name);
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		if (s->phase[i].count)
			fprintf(to, "void %s_%s(void);\n", s->name,
				script_phase_word(i));
	for (unsigned i = TALLY_START; i <= TALLY_STOP; i++)
		if (script_differs(s))
			fprintf(to, "void %s_%s(%s values[%s_VALUES]);\n",
				s->name, script_phase_word(i), value, pass);
	if (!script_differs(s))
		fprintf(to, "void %s_read(%s values[%s_VALUES]);\n", s->name,
			value, pass);
	if (script_c_flags(s))
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
	const struct catalog_monitor *m = s->monitor;
	const struct catalog_register *r = catalog_register_at(m, step->reg);
	char *fields = NULL, lower[SCRIPT_NAME];
	size_t size;
	FILE *text = memory_stream(&fields, &size);

	if (!text)
		return false;
	script_fields(text, "", m, r->name, step->value);
	if (!memory_stream_end(text, &fields) && *fields)
		script_comment(to, "\t", fields);
	free(fields);
	fprintf(to, "\t%s_write_%s(", s->wishes->name,
		script_lower(lower, r->name));
	script_c_value(to, step->value, r->reg.bits);
	fputs(");\n", to);
	return true;
}

static void open_function(FILE *to, const struct script *s, const char *type,
			  const char *what)
{
	script_c_state(to, s);
	fprintf(to, "%s %s_%s", type, s->name, what);
}

static bool put_phase(FILE *to, const struct script *s, unsigned phase)
{
	const struct tally_script *steps = &s->phase[phase];

	if (!steps->count)
		return true;
	open_function(to, s, "void", script_phase_word(phase));
	fputs("(void)\n{\n", to);
	for (unsigned k = 0; k < steps->count; k++)
		if (!put_step(to, s, &steps->step[k]))
			return false;
	fputs("}\n\n", to);
	return true;
}

static bool put_parts(FILE *to, const struct script *s)
{
	for (unsigned i = 0; i < SCRIPT_PHASES; i++)
		if (!put_phase(to, s, i))
			return false;
	return true;
}

/* "values[TALLY_EVENT] = tally_read_counter();", on one line or not. */
static bool is_long(const struct script *s, unsigned slot)
{
	return 2 * strlen(s->name) + strlen(script_event(s, slot)->name) +
		       strlen(script_count(s, slot)->name) >
	       40;
}

static void put_value_of(FILE *to, const struct script *s, unsigned slot)
{
	const struct catalog_register *upper = script_upper_half(s, slot);
	uint64_t mask = script_count_mask(s, slot);
	char reg[SCRIPT_NAME];

	fputs(mask || script_other_word(s, slot) || is_long(s, slot) ? "\n\t\t"
								     : " ",
	      to);
	if (upper)
		fprintf(to, "%s_read_%s() << 32 |\n\t\t", s->wishes->name,
			script_lower(reg, upper->name));
	else if (mask == 0xFFFFFFFF && script_c_count_bits(s) <= 32)
		fputs("(uint32_t)", to);
	fprintf(to, upper ? "(%s_read_%s()" : "%s_read_%s()", s->wishes->name,
		script_lower(reg, script_count(s, slot)->name));
	if (script_other_word(s, slot))
		fprintf(to, " | %s_read_%s()", s->wishes->name,
			script_lower(reg, script_other_word(s, slot)->name));
	if (mask && (upper || mask < 0xFFFFFFFF || script_c_count_bits(s) > 32))
		fprintf(to, " & 0x%" PRIx64 "u", mask);
	fputs(upper ? ");\n" : ";\n", to);
}

/* Values read where a window opens, and less these where it closes. */
static void put_difference(FILE *to, const struct script *s, bool closes)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME], reg[SCRIPT_NAME];

	script_upper(pass, s->name);
	open_function(to, s, "void", closes ? "stop" : "start");
	fprintf(to, "(%s values[%s_VALUES])\n{\n",
		script_c_type(script_c_count_bits(s)), pass);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		script_upper(name, script_event(s, i)->name);
		fprintf(to, "\tvalues[%s_%s] =\n\t\t%s%s_read_%s()", pass, name,
			closes ? "(" : "", s->wishes->name,
			script_lower(reg, script_count(s, i)->name));
		if (closes)
			fprintf(to, " - values[%s_%s]) &\n\t\t0x%" PRIx64 "u",
				pass, name, script_difference_mask(s, i));
		fputs(";\n", to);
	}
	fputs("}\n\n", to);
}

static void put_read(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME], name[SCRIPT_NAME];

	if (script_differs(s)) {
		put_difference(to, s, false);
		put_difference(to, s, true);
		return;
	}
	script_upper(pass, s->name);
	open_function(to, s, "void", "read");
	fprintf(to, "(%s values[%s_VALUES])\n{\n",
		script_c_type(script_c_count_bits(s)), pass);
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

	if (!script_c_flags(s))
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

static void put_keep(FILE *to, const struct script *s)
{
	const char *type = script_c_save_type(s);
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

		fprintf(to, "\t%s_write_%s(%ssaved[%u] & ", s->wishes->name,
			script_lower(reg, s->saved[place]->name),
			s->always[i] ? "(" : "", place);
		script_c_value(to, step->value, s->saved[place]->reg.bits);
		if (s->always[i]) {
			fputs(") | ", to);
			script_c_value(to, s->always[i],
				       s->saved[place]->reg.bits);
		}
		fputs(");\n", to);
	}
	fputs("}\n", to);
}

bool script_c(FILE *to, const struct scripts *s, struct error *err)
{
	put_head(to, s);
	script_c_macros(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		script_c_names(to, &s->script[i], "values[]");
		put_prototypes(to, &s->script[i]);
	}
	script_c_accesses(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		if (i)
			fputc('\n', to);
		if (!put_parts(to, &s->script[i]))
			return error_no_memory(err);
		put_read(to, &s->script[i]);
		put_overflowed(to, &s->script[i]);
		put_keep(to, &s->script[i]);
	}
	return true;
}
