/* SPDX-License-Identifier: MIT */
/*
 * `tally list`: the catalogue as tables.
 */
#include <string.h>
#include <unistd.h>

#include "base/nearest.h"
#include "catalog/names.h"
#include "cli/cli.h"
#include "cli/list/entries.h"
#include "cli/list/pager.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/rows.h"
#include "cli/verbs.h"
#include "explain/kinds.h"

static const struct option_row options[] = {
	ROWS_OPTIONS("  of this monitor only; MONITOR,MONITOR: of these\n",
		     "          every column; text shows the first few\n"),
};

const struct cli_words list_words = {
	"list",
	"Usage: tally list [monitors|events|metrics|groups|registers|boards]\n"
	"                  [GLOB] [-m MONITOR] [--json|--csv]\n"
	"\n"
	"What is known: monitors if nothing is said.  GLOB ('*' and '?', case\n"
	"is ignored) is matched with names and, for events, aliases.\n"
	"\n",
	{ { .row = options } },
	"\n"
	"On a terminal it is laid out by topic, and $PAGER (less) pages it.\n"
	"\n"
	"Evidence tells how far a row was checked: transcribed from one\n"
	"source, or agreed between two independent ones.  code goes into the\n"
	"event field; it is empty for cycles, which need none.\n"
	"\n"
	"Examples:\n"
	"  tally list events '*tlb*' -m arm1176\n"
	"  tally list metrics --json\n",
	.both = true,
};

static const struct kind *find_kind(const char *name)
{
	struct nearest near = { 0 };
	unsigned i;

	for (i = 0; i < kind_count; i++) {
		if (name_same(kinds[i].name, name))
			return &kinds[i];
		nearest_offer(&near, name, kinds[i].name);
	}
	if (near.best)
		cli_error(CLI_USAGE, "list", "cannot list %s; did you mean %s?",
			  name, near.best);
	else
		cli_error(CLI_USAGE, "list",
			  "cannot list %s; monitors, events, metrics, groups, "
			  "registers and boards can be",
			  name);
	return NULL;
}

/* Takes the reference. */
static int print_on_terminal(const struct kind *kind, json_t *rows)
{
	struct pager p;
	bool good = pager_begin(&p);

	if (good) {
		entries_print(p.to, kind, rows, pager_width(),
			      cli_colour(stdout));
		good = pager_end(&p);
	}
	json_decref(rows);
	return good ? CLI_GOOD : cli_no_memory("list");
}

static int print(const struct kind *kind, const struct filter *f,
		 enum rows_format format)
{
	unsigned i, count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);
	json_t *rows = json_array();
	struct error ignored;
	bool none;

	for (i = 0; i < count; i++)
		if (filter_has(f, all[i]))
			kind->rows(all[i], f, rows);
	/* A monitor without registers is listed where it is asked for. */
	for (i = 0; f->of && i < f->members; i++)
		if (!f->of[i].monitor->regs)
			kind->rows(f->of[i].monitor, f, rows);
	none = !json_array_size(rows);
	if (none && f->glob && !f->of && catalog_monitor(f->glob, &ignored)) {
		json_decref(rows);
		return cli_error(CLI_USAGE, "list",
				 "%s is a monitor: tally list %s -m %s",
				 f->glob, kind->name, f->glob);
	}
	if (format == ROWS_TEXT && !none && isatty(STDOUT_FILENO))
		return print_on_terminal(kind, rows);
	rows_print(stdout, format, json_pack("{s:i}", "schema", 1), kind->name,
		   rows, kind->column, kind->columns);
	if (none)
		return cli_error(
			CLI_FAILED, "list",
			"no %s match %s; `tally list %s` has all of them%s",
			kind->name, f->glob ? f->glob : "that", kind->name,
			f->glob && !strpbrk(f->glob, "*?[")
				? ", and '*' stands for the rest of a name"
				: "");
	return CLI_GOOD;
}

int verb_list(int argc, char **argv)
{
	struct rows_arguments a = { 0 };
	struct filter f = { 0 };
	const struct kind *kind = &kinds[0];
	struct members of;
	int status = rows_arguments_parse(argc, argv, &list_words, &a);

	if (status >= 0)
		return status;
	if (a.monitor) {
		if (!cli_members("list", a.monitor, &of))
			return CLI_USAGE;
		f.of = of.member;
		f.members = of.count;
	}
	if (optind < argc) {
		kind = find_kind(argv[optind++]);
		if (!kind)
			return CLI_USAGE;
	}
	if (optind < argc)
		f.glob = argv[optind++];
	if (optind < argc)
		return cli_error(CLI_USAGE, "list",
				 "one GLOB, please: %s is too many (quote the "
				 "GLOB so that the shell leaves it alone)",
				 argv[optind]);
	if (!TALLY_BOARDS && kind->boards)
		return cli_error(CLI_FAILED, "list",
				 "this build has no simulated boards");
	return print(kind, &f, a.format);
}
