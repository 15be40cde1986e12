/* SPDX-License-Identifier: MIT */
/*
 * Scripts as a C file that stands alone and keeps 64-bit counts: a program of
 * tally/fixed.h, with the text of that.
 */
#include <inttypes.h>
#include <string.h>

#include <tally/counting.h>

#include "catalog/names.h"
#include "script/as_c.h"
#include "script/folded.h"

/* May its counters stop at their top? */
static bool stops(const struct script *s)
{
	return s->monitor->monitor->counting == &tally_saturating;
}

/* May an event counter wrap without its flag? */
static bool misses(const struct script *s)
{
	const struct tally_counting *c = s->monitor->monitor->counting;

	return c->flagged && c->poll;
}

static void put_lines(FILE *to, const char *const *line)
{
	while (*line)
		fputs(*line++, to);
}

static void put_calls(FILE *to, const struct script *s)
{
	const char *name = s->name;

	script_c_use(to, name, "open(false);", "takes it and sets it up: 0");
	script_c_use(to, name, "start();", "one write");
	fprintf(to, " *\t%-*s what is measured\n", 32, "...");
	script_c_use(to, name, "stop();", "one write");
	script_c_use(to, name, "count(value);", "64 bits, running or stopped");
	if (misses(s))
		script_c_use(to, name, "at_least();",
			     "counts are the least they can be");
	script_c_use(to, name, "close();", "as it was found");
	script_c_use(to, name, "overflow();", "in the interrupt's handler");
}

static void put_head(FILE *to, const struct scripts *s)
{
	const struct script *first = s->script;

	fputs("/* SPDX-License-Identifier: MIT */\n/*\n", to);
	script_origin(to, " * ", s);
	fputs(" *\n", to);
	put_calls(to, first);
	fputs(" *\n", to);
	script_wrapped(
		to, " * ", " * ",
		stops(first)
			? "Call overflow() from time to time, before a counter "
			  "can reach its top, where it stops: count() gives "
			  "UINT64_MAX from then on.  While the monitor is not "
			  "open it does nothing.  What interrupts it must not "
			  "count.  force: take a monitor that somebody uses."
			: "Without an interrupt call overflow() from time to "
			  "time, before a counter can wrap twice.  While the "
			  "monitor is not open it does nothing.  What "
			  "interrupts it must not count.  force: take a "
			  "monitor that somebody uses.");
	if (misses(first))
		script_wrapped(to, " * ", " * ",
			       "Up to r2 of this core an event counter may "
			       "overflow without a flag or an interrupt: "
			       "overflow() has to be called before 2^31 cycles "
			       "have gone by since it was called last.  While "
			       "it is, counts are whole; else, or where no "
			       "value is the cycles, they are the least they "
			       "can be, and at_least() is true.");
	if (first->monitor->monitor->counting == &tally_read_only)
		script_wrapped(to, " * ", " * ",
			       "No document says that a counter goes on past "
			       "its top: one that overflowed and stands there "
			       "gives UINT64_MAX.");
	if (s->count > 1)
		script_wrapped(to, " * ", " * ",
			       "Run what is measured once per pass; the "
			       "functions of each have its number, and one is "
			       "open at a time.");
	script_wrapped(to, " * ", " * ", script_c_who(s));
	fputs(" *\n", to);
	script_remarks(to, " * ", s);
	fputs(" */\n", to);
}

/* A pass's prototypes. */
static void put_prototypes(FILE *to, const struct script *s)
{
	const char *name = s->name;

	if (misses(s))
		fprintf(to, "bool %s_at_least(void);\n", name);
	fprintf(to,
		"enum tally_status %s_open(bool force);\n"
		"void %s_start(void);\n"
		"void %s_stop(void);\n"
		"uint64_t %s_count(unsigned value);\n"
		"void %s_overflow(void);\n"
		"enum tally_status %s_close(void);\n"
		"\n",
		name, name, name, name, name, name);
}

/* Prints what a program calls, and by which names. */
static void put_interface(FILE *to, const struct scripts *s)
{
	fputs("#include <stdbool.h>\n#include <stdint.h>\n", to);
	put_lines(to, folded_status);
	fputs("\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", to);
	for (unsigned i = 0; i < s->count; i++) {
		char of[SCRIPT_NAME + 16];

		snprintf(of, sizeof of, "%.40s_count()", s->script[i].name);
		script_c_names(to, &s->script[i], of);
		put_prototypes(to, &s->script[i]);
	}
	fputs("#ifdef __cplusplus\n}\n#endif\n\n", to);
}

struct word {
	unsigned bits;
	const char *name;
};

/* "TALLY_EL0 | TALLY_EL1", or "0". */
static void put_bits(FILE *to, unsigned bits, const struct word *word,
		     unsigned words)
{
	const char *before = "";

	for (unsigned i = 0; i < words; i++)
		if (bits & word[i].bits) {
			fprintf(to, "%s%s", before, word[i].name);
			before = " | ";
		}
	if (!*before)
		fputc('0', to);
}

static void put_levels(FILE *to, unsigned levels)
{
	static const struct word words[] = {
#define LEVEL(word, letter, common, what) { TALLY_##word, "TALLY_" #word },
#include "catalog/text/levels.def"
	};

	put_bits(to, levels, words, sizeof words / sizeof words[0]);
}

static void put_options(FILE *to, unsigned options)
{
	static const struct word words[] = {
		{ TALLY_DIVIDE, "TALLY_DIVIDE" },
		{ TALLY_EXPORT, "TALLY_EXPORT" },
		{ TALLY_USER, "TALLY_USER" },
		{ TALLY_WIDE, "TALLY_WIDE" },
		{ TALLY_FREEZE, "TALLY_FREEZE" },
	};

	put_bits(to, options, words, sizeof words / sizeof words[0]);
}

static void put_refinement(FILE *to, const struct script *s, unsigned i)
{
	const struct tally_refine *r = s->slot[i].refine;

	if (r)
		fprintf(to,
			"/* Threshold, distance, burst, gap, start, stop, "
			"word. */\n"
			"static const struct tally_refine %s_refine%u = {\n"
			"\t%u, %u, %u, %u, 0x%x, 0x%x, 0x%" PRIx64 "\n"
			"};\n",
			s->name, i, r->threshold, r->distance, r->burst, r->gap,
			r->start, r->stop, r->word);
}

static void put_slot(FILE *to, const struct script *s, unsigned i)
{
	static const char *const interrupts[] = {
#define INTERRUPT(kind, word, what) [TALLY_##kind] = "TALLY_" #kind,
#include "catalog/text/interrupts.def"
	};
	const struct tally_slot *slot = &s->slot[i];
	char text[256];

	snprintf(text, sizeof text, "%s: %s", script_counter(s, i)->name,
		 script_event(s, i)->name);
	script_comment(to, "\t", text);
	fprintf(to, "\t{ %u, %s, ", slot->counter, interrupts[slot->interrupt]);
	if (slot->event == TALLY_EVENT_CYCLES)
		fputs("TALLY_EVENT_CYCLES", to);
	else
		fprintf(to, "0x%02x", slot->event);
	fprintf(to, ", %" PRIu64 ", ", slot->period);
	put_levels(to, slot->levels);
	fprintf(to, ", %s, ", slot->pair ? "true" : "false");
	if (slot->refine)
		fprintf(to, "&%s_refine%u },\n", s->name, i);
	else
		fputs("0 },\n", to);
}

/* The setup, by the one line that makes all functions of it. */
static void put_setup(FILE *to, const struct script *s, const char *kind)
{
	const char *all = s->wishes->name;
	char upper[SCRIPT_NAME];

	fprintf(to, "\n/* Pass %u. */\n", s->pass + 1);
	for (unsigned i = 0; i < s->setup.slots; i++)
		put_refinement(to, s, i);
	fprintf(to,
		"/* Counter, interrupt, event, period, levels, pair, "
		"refinement. */\n"
		"static const struct tally_slot %s_slot[] = {\n",
		s->name);
	for (unsigned i = 0; i < s->setup.slots; i++)
		put_slot(to, s, i);
	fprintf(to, "};\nTALLY_FIXED_PASS%s(%s_folded, %s, ",
		script_anywhere(s) ? "_AT" : "", s->name, kind);
	if (script_anywhere(s))
		fprintf(to, "%s_%s + 0x%Xu, ", script_upper(upper, all),
			script_base(s), (unsigned)s->monitor->offset);
	fprintf(to, "%s_slot, ", s->name);
	put_options(to, s->setup.options);
	fputs(");\n", to);
}

/* Of several passes: is one of them open? */
static void put_is_open(FILE *to, const struct scripts *s)
{
	if (s->count < 2)
		return;
	fprintf(to, "\nstatic bool %s_is_open(void)\n{\n\treturn ",
		s->script->wishes->name);
	for (unsigned i = 0; i < s->count; i++)
		fprintf(to, "%s%s_folded_is_open()", i ? " ||\n\t       " : "",
			s->script[i].name);
	fputs(";\n}\n", to);
}

/* Calls from other files, by the script's own names. */
static void put_functions(FILE *to, const struct script *s, bool several)
{
	const char *name = s->name;

	fprintf(to, "\nTALLY_CODE enum tally_status %s_open(bool force)\n{\n",
		name);
	if (several)
		fprintf(to, "\tif (%s_is_open())\n\t\treturn TALLY_E_STATE;\n",
			s->wishes->name);
	fprintf(to, "\treturn %s_folded_open(force);\n}\n", name);
	fprintf(to,
		"\nTALLY_CODE void %s_start(void)\n{\n"
		"\t%s_folded_start();\n}\n"
		"\nTALLY_CODE void %s_stop(void)\n{\n"
		"\t%s_folded_stop();\n}\n"
		"\nTALLY_CODE uint64_t %s_count(unsigned value)\n{\n"
		"\treturn %s_folded_count(value);\n}\n"
		"\nTALLY_CODE void %s_overflow(void)\n{\n"
		"\t(void)%s_folded_overflow();\n}\n"
		"\nTALLY_CODE enum tally_status %s_close(void)\n{\n"
		"\treturn %s_folded_close();\n}\n",
		name, name, name, name, name, name, name, name, name, name);
	if (misses(s))
		fprintf(to,
			"\nTALLY_CODE bool %s_at_least(void)\n{\n"
			"\treturn %s_folded_at_least();\n}\n",
			name, name);
}

/* The place of a monitor in memory is the program's to say. */
static void put_base(FILE *to, const struct script *s)
{
	char upper[SCRIPT_NAME];

	if (!script_anywhere(s))
		return;
	script_upper(upper, s->wishes->name);
	fprintf(to,
		"#ifndef %s_%s\n"
		"#error \"define %s_%s: where it is mapped, as a number\"\n"
		"#endif\n",
		upper, script_base(s), upper, script_base(s));
}

static void put_program(FILE *to, const struct scripts *s,
			const struct folded *f)
{
	put_base(to, s->script);
	/* Clang looks for what nobody calls in all but headers. */
	fputs("#ifdef __clang__\n#pragma clang diagnostic push\n"
	      "#pragma clang diagnostic ignored \"-Wunused-function\"\n"
	      "#pragma clang diagnostic ignored \"-Wunused-const-variable\"\n"
	      "#endif\n\n",
	      to);
	put_lines(to, folded_common);
	put_lines(to, f->line);
	fputs("\n#endif\n\n"
	      "#ifdef __clang__\n#pragma clang diagnostic pop\n#endif\n\n"
	      "/* ---- The passes ---- */\n",
	      to);
	for (unsigned i = 0; i < s->count; i++)
		put_setup(to, &s->script[i], f->kind);
	put_is_open(to, s);
	for (unsigned i = 0; i < s->count; i++)
		put_functions(to, &s->script[i], s->count > 1);
}

static void put_header(FILE *to, const struct scripts *s)
{
	char guard[SCRIPT_NAME];

	script_upper(guard, s->script->wishes->name);
	put_head(to, s);
	fprintf(to, "#ifndef %s_EXACT_H\n#define %s_EXACT_H\n\n", guard, guard);
	put_interface(to, s);
	fputs("#endif\n", to);
}

/* The monitor's folded form; NULL: there is none. */
static const struct folded *find_folded(const struct script *s)
{
	char kind[SCRIPT_NAME];
	const struct folded *f = folded;

	name_word(s->monitor->name, kind, sizeof kind);
	while (f->kind && strcmp(f->kind, kind) != 0)
		f++;
	return f->kind ? f : NULL;
}

bool script_c_exact(FILE *to, const struct scripts *s, struct error *err)
{
	const struct folded *f = find_folded(s->script);

	if (!f)
		return error_set(err,
				 "--exact: not for %s, whose counters have no "
				 "flags and no end that could be seen; a "
				 "session keeps its counts exact",
				 s->script->monitor->name);
	switch (s->script->wishes->part) {
	case SCRIPT_HEADER:
		put_header(to, s);
		return true;
	case SCRIPT_SOURCE:
		fputs("/* SPDX-License-Identifier: MIT */\n/*\n", to);
		script_origin(to, " * ", s);
		fprintf(to, " */\n#include \"%s\"\n\n",
			s->script->wishes->header);
		break;
	case SCRIPT_WHOLE:
		put_head(to, s);
		put_interface(to, s);
		break;
	}
	put_program(to, s, f);
	return true;
}
