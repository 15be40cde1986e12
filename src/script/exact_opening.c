/* SPDX-License-Identifier: MIT */
/*
 * The C of `--exact`: opening a monitor, which looks whether it is there and
 * free and reads back, and closing it, which puts back what was found.
 */
#include <inttypes.h>

#include "script/as_c.h"
#include "script/exact.h"

static const char *wish_upper(char *text, const struct script *s)
{
	return script_upper(text, s->wishes->name);
}

void exact_state(FILE *to, const struct script *s)
{
	char pass[SCRIPT_NAME];
	unsigned cycles;

	script_upper(pass, s->name);
	fprintf(to,
		"/* Overflows that were handled. */\n"
		"static volatile uint32_t %s_wraps[%s_VALUES];\n",
		s->name, pass);
	if (exact_misses(s, &cycles))
		fprintf(to,
			"/* The totals at the last look; it came too late. */\n"
			"static volatile uint64_t %s_low[%s_VALUES];\n"
			"static volatile bool %s_late;\n",
			s->name, pass, s->name);
	exact_cache_state(to, s);
	if (s->saves)
		fprintf(to,
			"/* What open() found. */\n"
			"static %s %s_saved[%s_SAVED];\n",
			script_c_save_type(s), s->name, pass);
	exact_clock_state(to, s);
	if (exact_flagged(s)) {
		fprintf(to,
			"/* The overflow flag of each value; 0: 64 bits do not "
			"overflow. */\n"
			"static const uint32_t %s_flag[%s_VALUES] = {",
			s->name, pass);
		for (unsigned i = 0; i < s->setup.slots; i++)
			fprintf(to, "%s0x%" PRIx32 "u", i ? ", " : " ",
				exact_wraps(s, i)
					? UINT32_C(1) << s->flag[i].bit
					: 0);
		fputs(" };\n", to);
	}
	fputc('\n', to);
}

static void put_busy(FILE *to, const struct script *s)
{
	fputs("/* It runs, or an overflow of somebody's interrupts. */\n", to);
	exact_open_function(to, s, "static bool", "busy", "void");
	exact_busy(to, s);
	fputs("}\n\n", to);
}

/* "(tally_read_pmnc() & 0x7f1u) != 0x1u" */
static void put_differs(FILE *to, const struct script *s,
			const struct exact_held *h)
{
	char lower[SCRIPT_NAME];

	fprintf(to, "(%s_read_%s() & ", s->wishes->name,
		script_lower(lower, h->reg->name));
	script_c_value(to, h->mask, h->reg->reg.bits);
	fputs(") != ", to);
	script_c_value(to, h->value, h->reg->reg.bits);
}

static void put_holds(FILE *to, const struct script *s)
{
	fputs("/* After configure: does it hold what was written? */\n", to);
	exact_open_function(to, s, "static bool", "holds", "void");
	for (unsigned i = 0; i < s->exact->holds; i++) {
		fputs("\tif (", to);
		put_differs(to, s, &s->exact->held[i]);
		fputs(")\n\t\treturn false;\n", to);
	}
	fputs("\treturn true;\n}\n\n", to);
}

static void put_core(FILE *to, const struct script *s, bool close)
{
	const char *name = s->exact->kind->core;
	char lower[SCRIPT_NAME], upper[SCRIPT_NAME];

	if (!name)
		return;
	script_lower(lower, name);
	if (close)
		fprintf(to,
			"\tif (%s_core != %s_read_%s())\n"
			"\t\treturn %s_E_CORE;\n",
			s->wishes->name, s->wishes->name, lower,
			wish_upper(upper, s));
	else
		fprintf(to, "\t%s_core = %s_read_%s();\n", s->wishes->name,
			s->wishes->name, lower);
}

static void put_status_function(FILE *to, const struct script *s,
				const char *what, const char *arguments)
{
	char type[SCRIPT_NAME + 16];

	snprintf(type, sizeof type, "enum %.40s_status", s->wishes->name);
	exact_open_function(to, s, type, what, arguments);
}

static void put_open(FILE *to, const struct script *s)
{
	unsigned cycles;
	const char *name = s->name, *all = s->wishes->name;
	char upper[SCRIPT_NAME], pass[SCRIPT_NAME];
	bool version = s->exact->kind->space == TALLY_SYSREG;

	wish_upper(upper, s);
	script_upper(pass, s->name);
	put_status_function(to, s, "open", "bool force");
	fprintf(to, "%s\tif (%s_opened)\n\t\treturn %s_E_STATE;\n",
		version ? "\tunsigned version;\n\n" : "", all, upper);
	if (s->exact->there.reg && s->exact->there.mask) {
		fputs("\tif (", to);
		put_differs(to, s, &s->exact->there);
		fprintf(to, ")\n\t\treturn %s_E_ABSENT;\n", upper);
	}
	exact_looks(to, s);
	fprintf(to, "\tif (!force && %s_busy())\n\t\treturn %s_E_BUSY;\n", name,
		upper);
	if (s->saves)
		fprintf(to, "\t%s_save(%s_saved);\n", name, name);
	exact_clock_look(to, s);
	put_core(to, s, false);
	fprintf(to,
		"\t%s_opened = %u;\n"
		"\t%s_configure();\n"
		"\tfor (unsigned i = 0; i < %s_VALUES; i++)\n"
		"\t\t%s_wraps[i] = 0;\n",
		all, s->pass + 1, name, pass, name);
	exact_clock_begin(to, s);
	if (exact_misses(s, &cycles))
		fprintf(to,
			"\tfor (unsigned i = 0; i < %s_VALUES; i++)\n"
			"\t\t%s_low[i] = 0;\n"
			"\t%s_late = false;\n",
			pass, name, name);
	exact_cache_begin(to, s);
	fprintf(to,
		"\tif (%s_holds())\n"
		"\t\treturn %s_OK;\n"
		"\t(void)%s_close();\n"
		"\treturn %s_E_ABSENT;\n"
		"}\n\n",
		name, upper, name, upper);
}

static void put_close(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	wish_upper(upper, s);
	put_status_function(to, s, "close", "void");
	fprintf(to, "\tif (%s_opened != %u)\n\t\treturn %s_E_STATE;\n",
		s->wishes->name, s->pass + 1, upper);
	put_core(to, s, true);
	fprintf(to, "\t%s_release();\n\t%s_opened = 0;\n", s->name,
		s->wishes->name);
	exact_clock_restore(to, s);
	if (s->saves)
		fprintf(to, "\t%s_restore(%s_saved);\n", s->name, s->name);
	fprintf(to, "\treturn %s_OK;\n}\n\n", upper);
}

void exact_opening(FILE *to, const struct script *s)
{
	exact_clock(to, s);
	put_busy(to, s);
	put_holds(to, s);
	put_close(to, s);
	put_open(to, s);
}
