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

static bool adds_up(const struct cli_options *o, unsigned at)
{
	return o->row[at] ? o->row[at]->adds
			  : catalog_has_word(o->adding, o->all[at].name);
}

static int check(struct cli_options *o, unsigned at)
{
	const struct option *row = &o->all[at];

	if (row->has_arg != no_argument && !*optarg &&
	    catalog_has_word(places, row->name))
		return refuse_nameless(o, row);
	if (o->seen >> at & 1 && row->has_arg != no_argument && !adds_up(o, at))
		return refuse_again(o, row);
	for (unsigned i = 0; is_form(row) && o->all[i].name; i++)
		if (i != at && o->seen >> i & 1 && is_form(&o->all[i]))
			return refuse_both(o, &o->all[i], row);
	o->seen |= UINT64_C(1) << at;
	return row->val;
}

/* Behind what getopt_long() returns of letters and verbs' own values. */
enum { FIRST_ROW = 0x10000 };

static void gather(struct cli_options *o)
{
	unsigned n = 0;

	for (; o->known[n].name && n < CLI_OPTIONS; n++)
		o->all[n] = o->known[n];
	for (const struct cli_set *set = o->set;
	     set < o->set + CLI_SETS && set->row; set++)
		for (unsigned i = 0; i < set->count && n < CLI_OPTIONS; i++) {
			o->row[n] = &set->row[i];
			o->of[n] = set;
			o->all[n] = (struct option){
				.name = set->row[i].name,
				.has_arg = set->row[i].argument
						   ? required_argument
						   : no_argument,
				.val = FIRST_ROW + (int)n,
			};
			n++;
		}
}

int cli_option(struct cli_options *o, int argc, char **argv)
{
	int got;

	if (!o->all[0].name)
		gather(o);
	got = getopt_long(argc, argv, o->letters, o->all, NULL);
	for (unsigned i = 0; o->all[i].name; i++)
		if (o->all[i].val == got)
			return check(o, i);
	return got;
}

static int take_row(const struct cli_options *o, unsigned at)
{
	const struct cli_set *set = o->of[at];
	struct error err;

	if ((set->take ? set->take : option_take)(o->row[at], optarg, set->to,
						  &err))
		return CLI_GOOD;
	return cli_error_set(CLI_USAGE, o->verb, &err);
}

int cli_options_take(struct cli_options *o, int argc, char **argv,
		     cli_take *take, void *to)
{
	int got, status = CLI_GOOD;

	opterr = 0;
	while (status == CLI_GOOD && (got = cli_option(o, argc, argv)) != -1) {
		if (got >= FIRST_ROW)
			status = take_row(o, (unsigned)(got - FIRST_ROW));
		else if (got == '?' || got == ':' || got == CLI_OPTION_REFUSED)
			status = cli_bad_option(o->verb, got, argv, o->all);
		else
			status = take(got, to, argv);
		if (got == 'h')
			break;
	}
	return status;
}

void cli_help(const struct cli_help *help)
{
	fputs(help->before, stdout);
	help->rows(stdout);
	fputs(help->behind, stdout);
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
