/* SPDX-License-Identifier: MIT */
/*
 * One mechanism for the options of all verbs: see options.h.
 */
#include <string.h>

#include "cli/cli.h"
#include "cli/options.h"

/* The options that choose the form of the result: at most one may be given. */
static const char forms[] = "json csv notes as markdown html svg";

static bool is_form(const struct option *o)
{
	return catalog_has_word(forms, o->name);
}

static int refuse_again(const struct cli_options *o, const struct option *row)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s is given twice, and means one thing; leave one out",
		  row->name);
	return CLI_OPTION_REFUSED;
}

static int refuse_both(const struct cli_options *o, const struct option *a,
		       const struct option *b)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s and --%s: the result has one form; leave one out",
		  a->name, b->name);
	return CLI_OPTION_REFUSED;
}

static int check(struct cli_options *o, unsigned at)
{
	const struct option *row = &o->known[at];

	if (o->seen >> at & 1 && row->has_arg != no_argument &&
	    !catalog_has_word(o->adding, row->name))
		return refuse_again(o, row);
	for (unsigned i = 0; is_form(row) && i < 64 && o->known[i].name; i++)
		if (i != at && o->seen >> i & 1 && is_form(&o->known[i]))
			return refuse_both(o, &o->known[i], row);
	o->seen |= UINT64_C(1) << at;
	return row->val;
}

int cli_option(struct cli_options *o, int argc, char **argv)
{
	int got = getopt_long(argc, argv, o->letters, o->known, NULL);

	for (unsigned i = 0; i < 64 && o->known[i].name; i++)
		if (o->known[i].val == got)
			return check(o, i);
	return got;
}
