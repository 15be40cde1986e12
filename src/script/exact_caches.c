/* SPDX-License-Identifier: MIT */
/*
 * The C of `--exact` for counters of a cache's controller, which cannot be
 * written, or stop at their top.  The reasoning is that of
 * tally/fixed_l210.h and tally/fixed_l2page.h.
 */
#include <stdio.h>
#include <string.h>

#include "script/as_c.h"
#include "script/exact.h"

static bool stops(const struct script *s)
{
	return s->exact->kind->counting == EXACT_STOPS;
}

void exact_cache_state(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME];

	if (!exact_loses(s))
		return;
	script_upper(pass, s->name);
	if (stops(s))
		fputs("/* What was taken out of the counters. */\n", to);
	else
		fputs("/* Where the counters stood: no write reaches them. "
		      "*/\n",
		      to);
	fprintf(to, "static %s %s_base[%s_VALUES];\n",
		stops(s) ? "volatile uint64_t" : "uint32_t", s->name, pass);
}

void exact_cache_begin(FILE *to, const struct script *s)
{
	char value[2 * SCRIPT_NAME], reg[SCRIPT_NAME];

	for (unsigned i = 0; exact_loses(s) && i < s->setup.slots; i++) {
		fprintf(to, "\t%s_base[%s] = ", s->name,
			exact_enumerator(value, s, i));
		if (stops(s))
			fputs("0;\n", to);
		else
			fprintf(to, "%s_read_%s();\n", s->wishes->name,
				script_lower(reg, script_count(s, i)->name));
	}
}

static void put_count(FILE *to, const struct script *s)
{
	const char *name = s->name;
	char pass[SCRIPT_NAME];

	script_upper(pass, name);
	exact_open_function(to, s, "uint64_t", "count", "unsigned value");
	fprintf(to,
		"\tuint64_t total = 0, base;\n"
		"\tuint32_t wraps;\n"
		"\n"
		"\tif (value >= %s_VALUES)\n"
		"\t\treturn 0;\n"
		"\tdo {\n"
		"\t\twraps = %s_wraps[value];\n"
		"\t\tbase = %s_base[value];\n",
		pass, name, name);
	exact_raws(to, s);
	fprintf(to,
		"\t} while (wraps != %s_wraps[value]);\n"
		"\t/* It stopped at its top: what came after is lost. */\n"
		"\tif (wraps == 0xFFFFFFFFu || total == 0xFFFFFFFFu)\n"
		"\t\treturn UINT64_MAX;\n"
		"\treturn base + total;\n"
		"}\n\n",
		name);
}

/* The value that configure writes last to a register, by its name. */
static uint64_t configured(const struct script *s, const char *name)
{
	const struct tally_script *script = &s->phase[TALLY_CONFIGURE];
	uint64_t value = 0;

	for (unsigned i = 0; i < script->count; i++) {
		const struct catalog_register *r =
			catalog_register_at(s->monitor, script->step[i].reg);

		if (r && strcmp(r->name, name) == 0)
			value = script->step[i].value;
	}
	return value;
}

/* A value may be written only while its counter's event is 0. */
static void put_take(FILE *to, const struct script *s, unsigned slot)
{
	const char *all = s->wishes->name, *name = s->name;
	char value[2 * SCRIPT_NAME], reg[SCRIPT_NAME], event[SCRIPT_NAME];

	snprintf(event, sizeof event, "ECFGR%u", s->slot[slot].counter);
	exact_enumerator(value, s, slot);
	fprintf(to,
		"\tcount = %s_read_%s();\n"
		"\tif (count == 0xFFFFFFFFu) {\n"
		"\t\t%s_wraps[%s] = 0xFFFFFFFFu;\n"
		"\t} else if (count > 0x7FFFFFFFu &&\n"
		"\t\t   %s_wraps[%s] != 0xFFFFFFFFu) {\n"
		"\t\t%s_base[%s] = %s_base[%s] + count;\n"
		"\t\t%s_wraps[%s] = %s_wraps[%s] + 1;\n",
		all, script_lower(reg, script_count(s, slot)->name), name,
		value, name, value, name, value, name, value, name, value, name,
		value);
	fprintf(to,
		"\t\t%s_write_ecfgr%u(0);\n"
		"\t\t%s_write_%s(0);\n"
		"\t\t%s_write_ecfgr%u(",
		all, s->slot[slot].counter, all, reg, all,
		s->slot[slot].counter);
	script_c_value(to, configured(s, event), 32);
	fputs(");\n\t}\n", to);
}

static void put_overflow(FILE *to, const struct script *s)
{
	bool interrupts = false;
	char reg[SCRIPT_NAME];

	exact_open_function(to, s, "void", "overflow", "void");
	fprintf(to,
		"\tuint32_t count, runs, full = 0;\n"
		"\n"
		"\tif (%s_opened != %u)\n"
		"\t\treturn;\n",
		s->wishes->name, s->pass + 1);
	for (unsigned i = 0; i < s->setup.slots; i++)
		interrupts |= s->slot[i].interrupt != TALLY_SILENT;
	if (interrupts)
		exact_print(to, s, "\tif ({r RISR} & 1u)\n\t\t{w ICR}(1u);\n");
	for (unsigned i = 0; i < s->setup.slots; i++)
		fprintf(to, "\tfull |= %s_read_%s();\n", s->wishes->name,
			script_lower(reg, script_count(s, i)->name));
	exact_print(to, s,
		    "\tif (full <= 0x7FFFFFFFu)\n"
		    "\t\treturn;\n"
		    "\t/* While they stand, nothing is counted in between. */\n"
		    "\truns = {r ECR} & {STARTED};\n"
		    "\t{w ECR}({STOP});\n");
	for (unsigned i = 0; i < s->setup.slots; i++)
		put_take(to, s, i);
	exact_print(to, s, "\tif (runs)\n\t\t{w ECR}({START});\n}\n");
}

void exact_cache_counting(FILE *to, const struct script *s)
{
	put_count(to, s);
	put_overflow(to, s);
}
