/* SPDX-License-Identifier: MIT */
/* `tally core`: a list of events to begin with, of a core that is not here. */
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "user/new.h"

struct core_options {
	const char *name, *like;
	bool helped;
};

#define AT(member) offsetof(struct core_options, member)

static const struct option_row rows[] = {
	ROW_TEXT(0, "new", AT(name), "NAME",
		 "         the new core, in small letters: cortex-x99\n"),
	ROW_TEXT(
		0, "like", AT(like), "MONITOR",
		"     begin with the events of this one; pmuv3, unless said\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words core_words = {
	"core",
	"Usage: tally core --new NAME [--like MONITOR] >FILE.json\n"
	"\n"
	"A list of a core's events to begin with, for a core that Tally does "
	"not have.\n"
	"Take out what it lacks, put in what it has; then `tally --core "
	"FILE.json VERB`\n"
	"knows it as user/NAME.  Arm's own lists and Linux's are read as they "
	"are and\n"
	"need none of this.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Examples:\n"
	"  tally core --new cortex-x99 --like cortex-x4 >cortex-x99.json\n"
	"  tally core --new mine >mine.json\n",
};

int verb_core(int argc, char **argv)
{
	struct core_options o = { .like = "pmuv3" };
	const struct catalog_monitor *m;
	struct error err = { "" };
	int status = cli_take(&core_words, argc, argv, &o);

	if (status == CLI_GOOD && o.helped)
		cli_help(&core_words);
	if (status != CLI_GOOD || o.helped)
		return status;
	if (optind < argc)
		return cli_error(CLI_USAGE, "core",
				 "'%s' is one argument too many; the list goes "
				 "to standard output, >FILE.json",
				 argv[optind]);
	if (!o.name)
		return cli_error(CLI_USAGE, "core",
				 "say what the core is called: --new "
				 "cortex-x99");
	m = catalog_monitor(o.like, &err);
	if (!m || !user_core_new(stdout, o.name, m, &err))
		return cli_error_set(CLI_USAGE, "core", &err);
	return CLI_GOOD;
}
