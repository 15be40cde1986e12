/* SPDX-License-Identifier: MIT */
/* Which table of a profile is shown.  See view.h. */
#include "cli/options/view.h"

#include <string.h>

#include "base/number.h"
#include "cli/cli.h"

bool view_option(int got)
{
	return got >= OPT_ANNOTATE && got <= OPT_TASK;
}

static int take_by(const char *verb, const char *text, struct profile_view *v)
{
	static const char *const names[] = {
		[SAMPLE_FUNCTIONS] = "function", [SAMPLE_LINES] = "line",
		[SAMPLE_INSNS] = "insn",         [SAMPLE_FILES] = "file",
		[SAMPLE_INLINED] = "inlined",    [SAMPLE_TASKS] = "task",
	};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(text, names[i]) == 0) {
			v->by = (enum sample_by)i;
			return CLI_GOOD;
		}
	return cli_error(CLI_USAGE, verb,
			 "--by: '%s' is not one of function, line, insn, file, "
			 "inlined, task",
			 text);
}

static int take_rows(const char *verb, const char *text, struct profile_view *v)
{
	struct error err;
	uint64_t n;

	if (!number_read(text, &n, &err))
		return cli_error(CLI_USAGE, verb, "--max-rows: %s", err.text);
	v->max_rows = n < 1000000 ? (unsigned)n : 0;
	return CLI_GOOD;
}

int view_option_take(const char *verb, int got, const char *argument,
		     struct profile_view *v)
{
	switch (got) {
	case OPT_ANNOTATE:
		v->annotate = argument;
		return CLI_GOOD;
	case OPT_ASM:
		v->assembly = true;
		return CLI_GOOD;
	case OPT_SOURCE:
		v->sources = argument;
		return CLI_GOOD;
	case OPT_TASK:
		v->task = argument;
		return CLI_GOOD;
	case OPT_BY:
		return take_by(verb, argument, v);
	case OPT_MAX_ROWS:
		return take_rows(verb, argument, v);
	case OPT_CALLEES:
		v->callees = argument;
		return CLI_GOOD;
	case OPT_CALLERS:
		v->callers = argument;
		return CLI_GOOD;
	case OPT_NO_DEMANGLE:
		v->as_linked = true;
		return CLI_GOOD;
	case OPT_INCLUSIVE:
	default:
		v->inclusive = true;
		return CLI_GOOD;
	}
}

static int check_annotate(const char *verb, const struct profile_view *v,
			  bool json)
{
	if (!v->annotate)
		return v->assembly || v->sources || v->program
			       ? cli_error(CLI_USAGE, verb,
					   "--asm, --source and --program are "
					   "of a function: say which with "
					   "--annotate")
			       : CLI_GOOD;
	if (v->inclusive || v->callers || v->callees ||
	    v->by != SAMPLE_FUNCTIONS)
		return cli_error(CLI_USAGE, verb,
				 "--annotate is in place of a table; leave out "
				 "--by, --inclusive, --callers and --callees");
	if (json)
		return cli_error(CLI_USAGE, verb,
				 "--json has the whole profile; leave out "
				 "--annotate, or take --csv");
	return CLI_GOOD;
}

int view_check(const char *verb, const struct profile_view *v, bool json)
{
	if (v->inclusive && v->by != SAMPLE_FUNCTIONS)
		return cli_error(
			CLI_USAGE, verb,
			"--inclusive is for functions; leave out --by");
	if ((v->callers || v->callees) &&
	    (v->inclusive || v->by != SAMPLE_FUNCTIONS ||
	     (v->callers && v->callees)))
		return cli_error(CLI_USAGE, verb,
				 "--callers and --callees are tables of their "
				 "own; give one of them, without --by and "
				 "--inclusive");
	return check_annotate(verb, v, json);
}
