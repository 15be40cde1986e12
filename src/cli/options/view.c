/* SPDX-License-Identifier: MIT */
/* Which table of a profile is shown.  See view.h. */
#include "cli/options/view.h"

#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/option_rows.h"

static bool take_by(const char *text, void *to, struct error *err)
{
	static const char *const names[] = {
		[SAMPLE_FUNCTIONS] = "function", [SAMPLE_LINES] = "line",
		[SAMPLE_INSNS] = "insn",         [SAMPLE_FILES] = "file",
		[SAMPLE_INLINED] = "inlined",    [SAMPLE_TASKS] = "task",
	};
	struct profile_view *v = to;

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(text, names[i]) == 0) {
			v->by = (enum sample_by)i;
			return true;
		}
	return error_set(err,
			 "--by: '%s' is not one of function, line, insn, file, "
			 "inlined, task",
			 text);
}

static bool take_rows(const char *text, void *to, struct error *err)
{
	struct profile_view *v = to;
	uint64_t n;

	if (!number_read(text, &n, err))
		return error_within(err, "--max-rows");
	v->max_rows = n < 1000000 ? (unsigned)n : 0;
	v->rows_typed = true;
	return true;
}

#define AT(member) offsetof(struct profile_view, member)

const struct option_row view_rows[] = {
	ROW_OWN(0, "by", take_by, "function|line|insn|file|inlined|task",
		"   what a row is (function)\n"),
	ROW_TEXT(0, "task", AT(task), "NAME", "  of its samples alone   "),
	ROW_OWN(0, "max-rows", take_rows, "N", "  of text (20); 0: all\n"),
	ROW_FLAG(0, "inclusive", AT(inclusive), "  with all that they call   "),
	ROW_FLAG(0, "no-demangle", AT(as_linked), "  names as linked\n"),
	ROW_TEXT(0, "callers", AT(callers), "FUNCTION", ", "),
	ROW_TEXT(0, "callees", AT(callees), "FUNCTION",
		 "   who calls it, whom it calls\n"),
	ROW_TEXT(0, "annotate", AT(annotate), "FUNCTION", " ["),
	ROW_FLAG(0, "asm", AT(assembly), "] ["),
	ROW_TEXT(0, "source", AT(sources), "FOLDER",
		 "]   its source, instructions\n"),
	ROWS_END,
};

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
