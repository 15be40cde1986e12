/* SPDX-License-Identifier: MIT */
/*
 * The C of `--exact`: opening a monitor, which looks whether it is there and
 * free and reads back, and closing it, which puts back what was found.
 */
#include <inttypes.h>
#include <string.h>

#include "script/as_c.h"
#include "script/exact.h"

static const char *wish_upper(char *text, const struct script *s)
{
	return script_upper(text, s->wishes->name);
}

static bool has_clock(const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (script_other_word(s, i))
			return true;
	return false;
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
	if (has_clock(s))
		fprintf(to,
			"/* The clock's low word: 1, 2; 0: not known. */\n"
			"static uint32_t %s_low;\n",
			s->name);
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
	if (has_clock(s))
		fprintf(to, "\t%s_find_low();\n", name);
	put_core(to, s, false);
	fprintf(to,
		"\t%s_opened = %u;\n"
		"\t%s_configure();\n"
		"\tfor (unsigned i = 0; i < %s_VALUES; i++)\n"
		"\t\t%s_wraps[i] = 0;\n",
		all, s->pass + 1, name, pass, name);
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
	if (s->saves)
		fprintf(to, "\t%s_restore(%s_saved);\n", s->name, s->name);
	fprintf(to, "\treturn %s_OK;\n}\n\n", upper);
}

/*
 * A device's clock is two words, and no document says which one is low:
 * counting from 0, for less than 2^32 clocks, it is the one that is not 0.  It
 * alone counts for a moment while the monitor is opened; a clock that stood
 * still then is looked at again when it is read.
 */
static void put_clock_learning(FILE *to, const struct script *s)
{
	const char *name = s->name;

	fprintf(to,
		"/* Which word of the clock is low: the one that counts first. "
		"*/\n"
		"static bool %s_learn(void)\n{\n",
		name);
	exact_print(to, s,
		    "\tuint32_t second = {r PMC0_WORD1};\n"
		    "\tuint32_t first = {r PMC0};\n"
		    "\n");
	fprintf(to,
		"\tif (!%s_low && first && !second)\n"
		"\t\t%s_low = 1;\n"
		"\tif (!%s_low && second && !first)\n"
		"\t\t%s_low = 2;\n"
		"\treturn %s_low;\n}\n\n",
		name, name, name, name, name);
	fprintf(to,
		"/* It alone counts for a moment. */\n"
		"static void %s_find_low(void)\n{\n\t%s_low = 0;\n",
		name, name);
	exact_print(to, s, "\t{w PMGC0}(0x80000000u);\n");
	for (unsigned i = 0; i < s->restore.count; i++) {
		const struct catalog_register *r =
			catalog_register_at(s->monitor, s->restore.step[i].reg);
		char lower[SCRIPT_NAME];

		if (strncmp(r->name, "PMLCA", 5) == 0 && r->name[5] != '0')
			fprintf(to, "\t%s_write_%s(0x80000000u);\n",
				s->wishes->name, script_lower(lower, r->name));
	}
	exact_print(to, s,
		    "\t{w PMLCA0}(0);\n"
		    "\t{w PMC0}(0);\n"
		    "\t{w PMC0_WORD1}(0);\n"
		    "\t{w PMGC0}(0);\n");
	fprintf(to,
		"\tfor (unsigned look = 0; look < 64; look++)\n"
		"\t\tif (%s_learn())\n"
		"\t\t\tbreak;\n",
		name);
	exact_print(to, s, "\t{w PMGC0}(0x80000000u);\n}\n\n");
}

static void put_clock(FILE *to, const struct script *s)
{
	const char *name = s->name;

	put_clock_learning(to, s);
	fprintf(to,
		"/* The low word may wrap meanwhile.  UINT64_MAX: which one is "
		"low is not\n"
		"   known. */\n"
		"static uint64_t %s_clock(void)\n{\n"
		"\tuint32_t high, low, again;\n"
		"\tbool swapped;\n"
		"\n"
		"\tif (!%s_learn())\n",
		name, name);
	exact_print(to, s, "\t\treturn {r PMC0} ? UINT64_MAX : 0;\n");
	fprintf(to, "\tswapped = %s_low == 2;\n", name);
	exact_print(to, s,
		    "\tdo {\n"
		    "\t\thigh = swapped ? {r PMC0} : {r PMC0_WORD1};\n"
		    "\t\tlow = swapped ? {r PMC0_WORD1} : {r PMC0};\n"
		    "\t\tagain = swapped ? {r PMC0} : {r PMC0_WORD1};\n"
		    "\t} while (high != again);\n"
		    "\treturn (uint64_t)high << 32 | low;\n"
		    "}\n\n");
}

void exact_opening(FILE *to, const struct script *s)
{
	if (has_clock(s))
		put_clock(to, s);
	put_busy(to, s);
	put_holds(to, s);
	put_close(to, s);
	put_open(to, s);
}
