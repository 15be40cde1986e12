/* SPDX-License-Identifier: MIT */
/*
 * Scripts as a C file that stands alone and keeps 64-bit counts: what
 * tally/fixed.h makes of a setup, written out.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <tally/counting.h>

#include "script/as_c.h"
#include "script/exact.h"

static bool put_body(FILE *to, const struct script *s)
{
	exact_state(to, s);
	for (unsigned i = 0; i < SCRIPT_PHASES; i++) {
		bool ours = i == TALLY_CONFIGURE || i == TALLY_RELEASE;

		if (!script_c_phase(to, s, i, ours ? "static " : ""))
			return false;
	}
	script_c_keep(to, s, "static ");
	fputc('\n', to);
	exact_opening(to, s);
	exact_counting(to, s);
	return true;
}

bool exact_make(struct script *s, struct error *err)
{
	size_t size;
	FILE *to;
	bool good;

	s->exact = calloc(1, sizeof *s->exact);
	if (!s->exact)
		return error_no_memory(err);
	if (!exact_kind(s, &s->exact->kind, err))
		return false;
	exact_ask(s);
	to = open_memstream(&s->exact->body, &size);
	if (!to)
		return error_no_memory(err);
	good = put_body(to, s);
	return !fclose(to) && good ? true : error_no_memory(err);
}

void exact_free(struct exact *exact)
{
	if (exact)
		free(exact->body);
	free(exact);
}

static void put_head(FILE *to, const struct scripts *s)
{
	const char *name = s->script->name;
	unsigned cycles;

	fputs("/*\n", to);
	script_origin(to, " * ", s);
	fputs(" *\n", to);
	script_c_use(to, name, "open(false);", "takes it and sets it up: 0");
	script_c_use(to, name, "start();", "one write");
	fprintf(to, " *\t%-*s what is measured\n", 32, "...");
	script_c_use(to, name, "stop();", "one write");
	script_c_use(to, name, "count(value);", "64 bits, running or stopped");
	if (exact_misses(s->script, &cycles))
		script_c_use(to, name, "at_least();",
			     "counts are the least they can be");
	script_c_use(to, name, "close();", "as it was found");
	script_c_use(to, name, "overflow();", "in the interrupt's handler");
	fputs(" *\n", to);
	script_wrapped(
		to, " * ", " * ",
		s->script->exact->kind->counting == EXACT_STOPS
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
	if (exact_misses(s->script, &cycles))
		script_wrapped(to, " * ", " * ",
			       "Up to r2 of this core an event counter may "
			       "overflow without a flag or an interrupt: "
			       "overflow() has to be called before 2^31 cycles "
			       "have gone by since it was called last.  While "
			       "it is, counts are whole; else they are the "
			       "least they can be, and at_least() is true.");
	if (s->script->exact->kind->counting == EXACT_STANDS)
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

static const char includes[] = "#include <stdbool.h>\n"
			       "#include <stdint.h>\n"
			       "\n";

/* The words that do what tally/general.h does for the library. */
static const char general[] =
	"/* General registers only: handlers seldom save any others. */\n"
	"#if defined(__clang__) && defined(__aarch64__)\n"
	"#pragma clang attribute push(__attribute__((target( \\\n"
	"\t\"no-neon,no-fp-armv8\"))), apply_to = function)\n"
	"#elif defined(__clang__) && defined(__ARM_NEON)\n"
	"#pragma clang attribute push(__attribute__((target( \\\n"
	"\t\"no-neon\"))), apply_to = function)\n"
	"#elif defined(__clang__) && defined(__SPE__)\n"
	"#pragma clang attribute push(__attribute__((target( \\\n"
	"\t\"no-spe\"))), apply_to = function)\n"
	"#elif defined(__aarch64__) || defined(__ARM_FP)\n"
	"#pragma GCC target(\"general-regs-only\")\n"
	"#elif defined(__SPE__)\n"
	"#error \"compile this file with -mno-spe\"\n"
	"#endif\n"
	"\n";
static const char general_end[] =
	"\n"
	"#if defined(__clang__) && (defined(__aarch64__) || \\\n"
	"\tdefined(__ARM_NEON) || defined(__SPE__))\n"
	"#pragma clang attribute pop\n"
	"#endif\n";

static void put_shared(FILE *to, const struct scripts *s)
{
	const char *name = s->script->wishes->name;
	char upper[SCRIPT_NAME];

	script_upper(upper, name);
	fprintf(to,
		"enum %s_status {\n"
		"\t%s_OK,\n"
		"\t%s_E_STATE,   /* open already; or not open */\n"
		"\t%s_E_ABSENT,  /* it is not there, or does not hold what is "
		"written */\n"
		"\t%s_E_BUSY,    /* somebody uses it */\n"
		"\t%s_E_COUNTER, /* the core has fewer counters */\n"
		"\t%s_E_EVENT,   /* the core has not that event */\n"
		"\t%s_E_CORE     /* another core opened it */\n"
		"};\n\n",
		name, upper, upper, upper, upper, upper, upper, upper);
}

static void put_prototypes(FILE *to, const struct script *s)
{
	unsigned cycles;

	if (exact_misses(s, &cycles))
		fprintf(to, "bool %s_at_least(void);\n", s->name);
	fprintf(to,
		"enum %s_status %s_open(bool force);\n"
		"void %s_start(void);\n"
		"void %s_stop(void);\n"
		"uint64_t %s_count(unsigned value);\n"
		"void %s_overflow(void);\n"
		"enum %s_status %s_close(void);\n"
		"\n",
		s->wishes->name, s->name, s->name, s->name, s->name, s->name,
		s->wishes->name, s->name);
}

/* The interface: what a program calls, and by which names. */
static void put_interface(FILE *to, const struct scripts *s)
{
	put_shared(to, s);
	for (unsigned i = 0; i < s->count; i++) {
		char of[SCRIPT_NAME + 16];

		snprintf(of, sizeof of, "%.40s_count()", s->script[i].name);
		script_c_names(to, &s->script[i], of);
		put_prototypes(to, &s->script[i]);
	}
}

static void put_header(FILE *to, const struct scripts *s)
{
	char guard[SCRIPT_NAME];

	script_upper(guard, s->script->wishes->name);
	put_head(to, s);
	fprintf(to, "#ifndef %s_EXACT_H\n#define %s_EXACT_H\n\n%s", guard,
		guard, includes);
	fputs("#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n", to);
	put_interface(to, s);
	fputs("#ifdef __cplusplus\n}\n#endif\n\n#endif\n", to);
}

static void put_functions(FILE *to, const struct scripts *s)
{
	const char *name = s->script->wishes->name;
	const char *core = s->script->exact->kind->core;

	script_c_accesses(to, s);
	fprintf(to,
		"/* The pass that is open; 0: none. */\n"
		"static volatile uint32_t %s_opened;\n",
		name);
	if (core)
		fprintf(to,
			"/* The core that opened it. */\n"
			"static %s %s_core;\n",
			script_c_type(s->script->exact->kind->space ==
						      TALLY_SYSREG
					      ? 64
					      : 32),
			name);
	fputc('\n', to);
	for (unsigned i = 0; i < s->count; i++)
		fprintf(to, "%s%s", i ? "\n" : "", s->script[i].exact->body);
	fputs(general_end, to);
}

bool script_c_exact(FILE *to, const struct scripts *s, struct error *err)
{
	(void)err;
	switch (s->script->wishes->part) {
	case SCRIPT_HEADER:
		put_header(to, s);
		return true;
	case SCRIPT_SOURCE:
		fputs("/*\n", to);
		script_origin(to, " * ", s);
		fprintf(to, " */\n%s#include \"%s\"\n\n", general,
			s->script->wishes->header);
		script_c_macros(to, s);
		break;
	case SCRIPT_WHOLE:
		put_head(to, s);
		fprintf(to, "%s%s", includes, general);
		script_c_macros(to, s);
		put_interface(to, s);
		break;
	}
	put_functions(to, s);
	return true;
}
