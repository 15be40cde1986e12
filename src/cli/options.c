/* SPDX-License-Identifier: MIT */
/*
 * One mechanism for the options of all verbs: see options.h.
 */
#include <getopt.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

enum { OPTIONS = 64 };

/* A command line. */
struct given {
	const char *verb;
	char letters[2 * OPTIONS + 2];  /* for getopt_long() ... */
	struct option all[OPTIONS + 1]; /* ... and of each: */
	const struct option_row *row[OPTIONS];
	const struct cli_set *of[OPTIONS];
	unsigned count;
	uint64_t seen; /* bit i: all[i] */
};

/* The options that choose the form of the result: at most one may be given. */
static const char forms[] = "json json-lines csv notes as markdown html svg";

static bool is_form(const struct option *o)
{
	return catalog_has_word(forms, o->name);
}

static bool refuse_again(const struct given *o, const struct option *row)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s is given twice, and means one thing; leave one out",
		  row->name);
	return false;
}

static bool refuse_both(const struct given *o, const struct option *a,
			const struct option *b)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s and --%s: the result has one form; leave one out",
		  a->name, b->name);
	return false;
}

/* The options that name a file or a folder to be written. */
static const char places[] = "output html openmetrics";

static bool refuse_nameless(const struct given *o, const struct option *row)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s: the name is empty; say what to write", row->name);
	return false;
}

static bool check(struct given *o, unsigned at)
{
	const struct option *row = &o->all[at];

	if (row->has_arg != no_argument && !*optarg &&
	    catalog_has_word(places, row->name))
		return refuse_nameless(o, row);
	if (o->seen >> at & 1 && row->has_arg != no_argument &&
	    !o->row[at]->adds)
		return refuse_again(o, row);
	for (unsigned i = 0; is_form(row) && i < o->count; i++)
		if (i != at && o->seen >> i & 1 && is_form(&o->all[i]))
			return refuse_both(o, &o->all[i], row);
	o->seen |= UINT64_C(1) << at;
	return true;
}

/* Behind what getopt_long() returns of letters. */
enum { FIRST_ROW = 0x10000 };

static void gather_row(struct given *o, const struct cli_set *set,
		       const struct option_row *row)
{
	const size_t used = strlen(o->letters);

	o->row[o->count] = row;
	o->of[o->count] = set;
	o->all[o->count] = (struct option){
		.name = row->name,
		.has_arg = row->argument ? required_argument : no_argument,
		.val = row->letter ? row->letter : FIRST_ROW + (int)o->count,
	};
	o->count++;
	if (row->letter)
		snprintf(o->letters + used, sizeof o->letters - used, "%c%s",
			 row->letter, row->argument ? ":" : "");
}

const struct option_row *cli_row(const struct cli_set *set,
				 const struct option_row *row)
{
	row = row ? row + 1 : set->row;
	while (set->without && row->name && !strcmp(row->name, set->without))
		row++;
	return option_ends(row) || (set->first && row >= set->row + set->first)
		       ? NULL
		       : row;
}

static void gather(struct given *o, const struct cli_words *words)
{
	const struct cli_set *set = words->set;

	for (; set < words->set + CLI_SETS && set->row; set++)
		for (const struct option_row *row = NULL;
		     (row = cli_row(set, row)) && o->count < OPTIONS;)
			if (row->name)
				gather_row(o, set, row);
}

static int take(struct given *o, int got, char **argv, void *to)
{
	const struct cli_set *set;
	struct error err;
	unsigned at = 0;

	while (at < o->count && o->all[at].val != got)
		at++;
	if (at == o->count)
		return cli_bad_option(o->verb, got, argv, o->all);
	if (!check(o, at))
		return CLI_USAGE;
	set = o->of[at];
	if ((set->take ? set->take : option_take)(o->row[at], optarg,
						  (char *)to + set->at, &err))
		return CLI_GOOD;
	return cli_error_set(CLI_USAGE, o->verb, &err);
}

int cli_take(const struct cli_words *words, int argc, char **argv, void *to)
{
	struct given o = { .verb = words->verb, .letters = ":" };
	int got = 0, status = CLI_GOOD;

	gather(&o, words);
	opterr = 0;
	while (status == CLI_GOOD && got != 'h' &&
	       (got = getopt_long(argc, argv, o.letters, o.all, NULL)) != -1)
		status = take(&o, got, argv, to);
	return status;
}

static void print_set(const struct cli_set *set, bool both)
{
	const struct option_row *row = NULL;
	bool begins = true;

	if (set->help)
		set->help(stdout);
	else
		while ((row = cli_row(set, row)))
			option_line(row, both, &begins, stdout);
}

void cli_help(const struct cli_words *words)
{
	fputs(words->usage, stdout);
	for (unsigned i = 0; i < CLI_SETS && words->set[i].row; i++)
		print_set(&words->set[i], words->both);
	if (words->behind)
		fputs(words->behind, stdout);
}
