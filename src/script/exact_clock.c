/* SPDX-License-Identifier: MIT */
/*
 * The C of `--exact` for a counter that is a clock in two words: which word is
 * low is found out, and it is counted by difference, as it may run on while the
 * others are stopped.  The reasoning is that of src/monitors/fslpm_clock.c and
 * src/core/runs_on.c.
 */
#include <string.h>

#include "script/as_c.h"
#include "script/exact.h"

static bool has_clock(const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (script_other_word(s, i))
			return true;
	return false;
}

void exact_clock_state(FILE *to, const struct script *s)
{
	if (!has_clock(s))
		return;
	fprintf(to,
		"/* The clock's low word: 1, 2; 0: not known. */\n"
		"static uint32_t %s_low;\n"
		"/* Its total while it is held; else the clock is so far "
		"from it. */\n"
		"static volatile uint64_t %s_stood, %s_apart;\n"
		"static volatile bool %s_held;\n"
		"/* It was found standing, at these. */\n"
		"static bool %s_still;\n"
		"static uint32_t %s_words[2];\n"
		"static void %s_clock_goes(void);\n"
		"static void %s_clock_stands(void);\n",
		s->name, s->name, s->name, s->name, s->name, s->name, s->name,
		s->name);
}

void exact_clock_restore(FILE *to, const struct script *s)
{
	char first[SCRIPT_NAME], second[SCRIPT_NAME];

	if (!has_clock(s))
		return;
	fprintf(to,
		"\tif (%s_still) {\n"
		"\t\t%s_write_%s(%s_words[0]);\n"
		"\t\t%s_write_%s(%s_words[1]);\n"
		"\t}\n",
		s->name, s->wishes->name, script_lower(first, "PMC0"), s->name,
		s->wishes->name, script_lower(second, "PMC0_WORD1"), s->name);
}

void exact_clock_look(FILE *to, const struct script *s)
{
	if (has_clock(s))
		fprintf(to, "\t%s_find_low();\n", s->name);
}

void exact_clock_begin(FILE *to, const struct script *s)
{
	const char *name = s->name;

	if (!has_clock(s))
		return;
	fprintf(to,
		"\t%s_stood = 0;\n"
		"\t%s_apart = 0;\n"
		"\t%s_held = true;\n",
		name, name, name);
}

void exact_opens(FILE *to, const struct script *s)
{
	if (has_clock(s))
		fprintf(to, "\t%s_clock_goes();\n", s->name);
}

void exact_closed(FILE *to, const struct script *s)
{
	if (has_clock(s))
		fprintf(to, "\t%s_clock_stands();\n", s->name);
}

/* Two looks, one after the other, at which the same word alone has changed. */
static void put_clock_watching(FILE *to, const struct script *s)
{
	fprintf(to,
		"/* While it runs: the word that alone changes, look after "
		"look. */\n"
		"static bool %s_watch(void)\n{\n"
		"\tuint32_t last = 0;\n",
		s->name);
	exact_print(to, s,
		    "\tuint32_t first = {r PMC0};\n"
		    "\tuint32_t second = {r PMC0_WORD1};\n"
		    "\n"
		    "\tfor (unsigned look = 0; look < 64; look++) {\n"
		    "\t\tuint32_t a = {r PMC0};\n"
		    "\t\tuint32_t b = {r PMC0_WORD1};\n"
		    "\t\tuint32_t moved = (a != first) | (b != second) * 2u;\n"
		    "\n");
	fprintf(to,
		"\t\tif (moved && moved == last && moved < 3) {\n"
		"\t\t\t%s_low = moved;\n"
		"\t\t\treturn true;\n"
		"\t\t}\n"
		"\t\tlast = moved ? moved : last;\n"
		"\t\tfirst = a;\n"
		"\t\tsecond = b;\n"
		"\t}\n"
		"\treturn false;\n}\n\n",
		s->name);
}

/*
 * A device's clock is two words, and no document says which one is low.  One
 * that stands still alone counts from 0 for a moment while the monitor is
 * opened, for less than 2^32 clocks, so that it is the one that is not 0; and
 * is put back in the end.  One that stood still even then is looked at again
 * when it is read.
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
		"static void %s_find_low(void)\n{\n"
		"\t%s_low = 0;\n"
		"\t%s_still = !%s_watch();\n"
		"\tif (!%s_still)\n"
		"\t\treturn;\n",
		name, name, name, name, name);
	fprintf(to, "\t%s_words[0] = ", name);
	exact_print(to, s, "{r PMC0};\n");
	fprintf(to, "\t%s_words[1] = ", name);
	exact_print(to, s, "{r PMC0_WORD1};\n");
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

/*
 * The clock may run on while the counters are stopped, and may be somebody's:
 * it is never written, and counted by what it moves between two reads.
 */
static void put_clock_beside(FILE *to, const struct script *s)
{
	const char *n = s->name;

	fprintf(to,
		"/* Right before the window opens. */\n"
		"static void %s_clock_goes(void)\n{\n"
		"\tif (!%s_held)\n"
		"\t\treturn;\n"
		"\t%s_apart = %s_clock() - %s_stood;\n"
		"\t%s_held = false;\n}\n\n",
		n, n, n, n, n, n);
	fprintf(to,
		"/* Right after it was closed. */\n"
		"static void %s_clock_stands(void)\n{\n"
		"\tif (%s_held)\n"
		"\t\treturn;\n"
		"\t%s_stood = %s_clock() - %s_apart;\n"
		"\t%s_held = true;\n}\n\n",
		n, n, n, n, n, n);
	fprintf(to,
		"static uint64_t %s_clock_total(void)\n{\n"
		"\treturn %s_held ? %s_stood : %s_clock() - %s_apart;\n}\n\n",
		n, n, n, n, n);
}

void exact_clock(FILE *to, const struct script *s)
{
	const char *name = s->name;

	if (!has_clock(s))
		return;
	put_clock_watching(to, s);
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
	put_clock_beside(to, s);
}
