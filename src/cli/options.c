/* SPDX-License-Identifier: MIT */
/*
 * One mechanism for the options of all verbs: see options.h.
 */
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/lists.h"
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

/* The options that name a file or a folder to be written. */
static const char places[] = "output html";

static int refuse_nameless(const struct cli_options *o,
			   const struct option *row)
{
	cli_error(CLI_USAGE, o->verb,
		  "--%s: the name is empty; say what to write", row->name);
	return CLI_OPTION_REFUSED;
}

static int check(struct cli_options *o, unsigned at)
{
	const struct option *row = &o->known[at];

	if (row->has_arg != no_argument && !*optarg &&
	    catalog_has_word(places, row->name))
		return refuse_nameless(o, row);
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

int cli_options_take(struct cli_options *o, int argc, char **argv,
		     cli_take *take, void *to)
{
	int got, status = CLI_GOOD;

	opterr = 0;
	while (status == CLI_GOOD && (got = cli_option(o, argc, argv)) != -1) {
		status = take(got, to, argv);
		if (got == 'h')
			break;
	}
	return status;
}

int cli_take_list(const char *verb, char **list, const char *more)
{
	return cli_list_append(list, more, ',') ? CLI_GOOD
						: cli_no_memory(verb);
}

int cli_take_number(const char *verb, const char *option, const char *text,
		    uint64_t low, uint64_t high, uint64_t *value)
{
	struct error err;

	if (!number_read(text, value, &err))
		error_within(&err, "%s", option);
	else if (*value < low || *value > high)
		error_set(&err, "%s: %s is not one of %llu to %llu", option,
			  text, (unsigned long long)low,
			  (unsigned long long)high);
	else
		return CLI_GOOD;
	return cli_error_set(CLI_USAGE, verb, &err);
}

int cli_take_small(const char *verb, const char *option, const char *text,
		   unsigned high, unsigned *value)
{
	uint64_t n;
	int status = cli_take_number(verb, option, text, 1, high, &n);

	if (status == CLI_GOOD)
		*value = (unsigned)n;
	return status;
}
