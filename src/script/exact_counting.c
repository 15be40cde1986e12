/* SPDX-License-Identifier: MIT */
/*
 * The C of `--exact`: 64-bit counts, and the handler of overflows.  The
 * reasoning is that of tally/fixed_counting.inc and tally/fixed_fslpm.inc.
 */
#include "script/as_c.h"
#include "script/exact.h"

/* After how many bits, which all that wrap have in common. */
static unsigned wrap_bits(const struct script *s)
{
	return exact_flagged(s) ? 32 : 31;
}

static bool has_pair(const struct script *s)
{
	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->slot[i].pair)
			return true;
	return false;
}

/* Counts of a divided cycle counter are cycles. */
static void put_scale(FILE *to, const struct script *s)
{
	char value[2 * SCRIPT_NAME];

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (s->setup.options & TALLY_DIVIDE &&
		    s->slot[i].event == TALLY_EVENT_CYCLES)
			fprintf(to,
				"\t/* It counts every 64th cycle. */\n"
				"\tif (value == %s)\n\t\ttotal *= 64;\n",
				exact_enumerator(value, s, i));
}

static const char *low_of_value(const struct script *s,
				char text[2 * SCRIPT_NAME])
{
	snprintf(text, 2 * (size_t)SCRIPT_NAME, "%s_low[value]", s->name);
	return text;
}

/*
 * An event counter that may wrap without a flag: a total that is behind the one
 * of the last look has wrapped once, if there was no time for two.
 */
static void put_unflagged(FILE *to, const struct script *s, unsigned cycles)
{
	char value[2 * SCRIPT_NAME];

	exact_enumerator(value, s, cycles);
	fprintf(to,
		"\t/* One that has fallen has wrapped, and set no flag. */\n"
		"\tif (value != %s && (total - low) >> 63)\n"
		"\t\ttotal += (uint64_t)1 << 32;\n",
		value);
}

/* Two in a cycle is the most; and a divided counter has up to 64 more. */
static void put_proof(FILE *to, const struct script *s, unsigned cycles)
{
	char value[2 * SCRIPT_NAME];

	exact_enumerator(value, s, cycles);
	fprintf(to,
		"\tif (value != %s &&\n"
		"\t    %s_count(%s) - %s_low[%s]%s >= 0x80000000u",
		value, s->name, value, s->name, value,
		s->setup.options & TALLY_DIVIDE ? " + 64" : "");
	exact_print(to, s, " &&\n\t    ({r MIDR} >> 20 & 0xFu) < 3)\n");
	fprintf(to, "\t\t%s_late = true;\n", s->name);
}

/*
 * Prints a look at what each counts now, and a wrap that was found so is an
 * overflow that was handled.  The cycles come first: what goes by meanwhile is
 * counted twice.
 */
static void put_look(FILE *to, const struct script *s, unsigned cycles)
{
	char value[2 * SCRIPT_NAME];

	exact_enumerator(value, s, cycles);
	fprintf(to, "\tcycles = %s_count(%s);\n", s->name, value);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (i == cycles)
			continue;
		exact_enumerator(value, s, i);
		fprintf(to,
			"\ttotal = %s_count(%s);\n"
			"\tif ((uint32_t)(total >> 32) != %s_wraps[%s] &&\n",
			s->name, value, s->name, value);
		exact_print(to, s, "\t    !({r PMOVSR}");
		fprintf(to,
			" & %s_flag[%s]))\n"
			"\t\t%s_wraps[%s] = %s_wraps[%s] + 1;\n"
			"\t%s_low[%s] = total;\n",
			s->name, value, s->name, value, s->name, value, s->name,
			value);
	}
	exact_enumerator(value, s, cycles);
	fprintf(to, "\t%s_low[%s] = cycles;\n", s->name, value);
}

/*
 * Nothing is lost between the count and what is known of its overflows: the
 * flag is the same before and after, and no handler came in between.
 */
static void put_count(FILE *to, const struct script *s)
{
	const bool flags = exact_flagged(s);
	const struct exact_kind *kind = s->exact->kind;
	unsigned cycles = 0;
	const bool misses = exact_misses(s, &cycles);
	char read[2 * SCRIPT_NAME], lower[SCRIPT_NAME], pass[SCRIPT_NAME];
	char low[2 * SCRIPT_NAME];

	script_upper(pass, s->name);
	snprintf(read, sizeof read, "%s%s_read_%s()",
		 kind->space == TALLY_SYSREG ? "(uint32_t)" : "",
		 s->wishes->name, script_lower(lower, kind->owner));
	exact_open_function(to, s, "uint64_t", "count", "unsigned value");
	fputs("\tuint64_t total = 0;\n\tuint32_t wraps;\n", to);
	if (misses)
		fputs("\tuint64_t low;\n", to);
	if (flags)
		fputs("\tuint32_t flag, before, after;\n", to);
	if (has_pair(s))
		fputs("\tuint32_t upper, again;\n", to);
	fprintf(to, "\n\tif (value >= %s_VALUES)\n\t\treturn 0;\n", pass);
	if (flags)
		fprintf(to, "\tflag = %s_flag[value];\n", s->name);
	fprintf(to, "\tdo {\n\t\twraps = %s_wraps[value];\n", s->name);
	if (misses)
		fprintf(to, "\t\tlow = %s_low[value];\n", s->name);
	if (flags)
		fprintf(to, "\t\tbefore = %s & flag;\n", read);
	exact_raws(to, s);
	if (flags)
		fprintf(to, "\t\tafter = %s & flag;\n", read);
	fprintf(to,
		"\t} while (wraps != %s_wraps[value]%s%s%s);\n"
		"%s",
		s->name, flags ? " || before != after" : "",
		misses ? " ||\n\t\t low != " : "",
		misses ? low_of_value(s, low) : "",
		flags ? "\tif (before)\n\t\twraps++;\n" : "");
	if (exact_loses(s))
		fputs("\t/* It may have stopped at its top. */\n"
		      "\tif (wraps && total == 0xFFFFFFFFu)\n"
		      "\t\treturn UINT64_MAX;\n",
		      to);
	fprintf(to, "\ttotal += (uint64_t)wraps << %u;\n", wrap_bits(s));
	if (exact_loses(s))
		fprintf(to, "\ttotal -= %s_base[value];\n", s->name);
	if (misses)
		put_unflagged(to, s, cycles);
	put_scale(to, s);
	if (misses)
		put_proof(to, s, cycles);
	fputs("\treturn total;\n}\n\n", to);
}

static void put_flagged_overflow(FILE *to, const struct script *s)
{
	char value[2 * SCRIPT_NAME];
	unsigned cycles = 0;
	const bool misses = exact_misses(s, &cycles);

	if (misses)
		fputs("\tuint64_t total, cycles;\n", to);
	fputs("\tuint32_t seen;\n\n", to);
	fprintf(to, "\tif (%s_opened != %u)\n\t\treturn;\n", s->wishes->name,
		s->pass + 1);
	exact_print(to, s, s->exact->kind->acknowledge);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!exact_wraps(s, i))
			continue;
		exact_enumerator(value, s, i);
		fprintf(to,
			"\tif (seen & %s_flag[%s])\n"
			"\t\t%s_wraps[%s] = %s_wraps[%s] + 1;\n",
			s->name, value, s->name, value, s->name, value);
	}
	if (misses)
		put_look(to, s, cycles);
}

static void put_takes(FILE *to, const struct script *s)
{
	const char *all = s->wishes->name, *name = s->name;
	char value[2 * SCRIPT_NAME], reg[SCRIPT_NAME];

	for (unsigned i = 0; i < s->setup.slots; i++)
		if (exact_wraps(s, i))
			fprintf(to, "\tseen |= %s_read_%s();\n", all,
				script_lower(reg, script_count(s, i)->name));
	fprintf(to,
		"\tif (seen >> 31) {\n"
		"\t\tuint32_t count;\n"
		"\n"
		"\t\tif (runs)\n"
		"\t\t\t%s_stop();\n",
		name);
	for (unsigned i = 0; i < s->setup.slots; i++) {
		if (!exact_wraps(s, i))
			continue;
		exact_enumerator(value, s, i);
		script_lower(reg, script_count(s, i)->name);
		fprintf(to,
			"\t\tcount = %s_read_%s();\n"
			"\t\tif (count >> 31) {\n"
			"\t\t\t%s_wraps[%s] = %s_wraps[%s] + 1;\n"
			"\t\t\t%s_write_%s(count & 0x7FFFFFFFu);\n"
			"\t\t}\n",
			all, reg, name, value, name, value, all, reg);
	}
	fputs("\t}\n", to);
}

/*
 * A flag is its counter's top bit, so taking it off is writing the counter, and
 * for that all are frozen.  Hardware may have frozen them itself, or taken the
 * interrupt's enable off: start() is written again.
 */
static void put_digit_overflow(FILE *to, const struct script *s)
{
	const char *name = s->name;
	bool any = false;

	for (unsigned i = 0; i < s->setup.slots; i++)
		any |= exact_wraps(s, i);
	fprintf(to, "\tuint32_t control%s;\n\tbool runs;\n\n",
		any ? ", seen = 0" : "");
	fprintf(to, "\tif (%s_opened != %u)\n\t\treturn;\n", s->wishes->name,
		s->pass + 1);
	exact_print(to, s, "\tcontrol = {r PMGC0};\n");
	/* FAC, and FCECE, which an overflow freezes by. */
	fputs(s->setup.options & TALLY_FREEZE ? "\truns = !(control >> 31) || "
						"(control & 0x20000000u);\n"
					      : "\truns = !(control >> 31);\n",
	      to);
	if (any)
		put_takes(to, s);
	fprintf(to, "\tif (runs)\n\t\t%s_start();\n", name);
}

static void put_overflow(FILE *to, const struct script *s)
{
	unsigned cycles;

	if (s->exact->kind->helper)
		exact_print(to, s, s->exact->kind->helper);
	exact_open_function(to, s, "void", "overflow", "void");
	if (exact_flagged(s))
		put_flagged_overflow(to, s);
	else
		put_digit_overflow(to, s);
	fputs("}\n", to);
	if (!exact_misses(s, &cycles))
		return;
	fputc('\n', to);
	exact_open_function(to, s, "bool", "at_least", "void");
	fprintf(to, "\treturn %s_late;\n}\n", s->name);
}

void exact_counting(FILE *to, const struct script *s)
{
	if (s->exact->kind->counting == EXACT_STOPS) {
		exact_cache_counting(to, s);
		return;
	}
	put_count(to, s);
	put_overflow(to, s);
}
