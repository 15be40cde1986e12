/* SPDX-License-Identifier: MIT */
/*
 * `tally diff`: what changed between records that were kept, and whether it is
 * more than chance.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/diff/folders.h"
#include "cli/diff/profiles.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/verbs.h"
#include "cli/writing.h"
#include "html/diff.h"
#include "report/diff.h"

struct arguments {
	struct diff_wish wish;
	const char *results; /* the folder of labels; NULL: the usual one */
	struct limits limits;
	double noise;
	bool helped;
};

/* Both sides' files, in one list, which are all of one kind. */
struct sides {
	struct kept *kept;
	unsigned count;
	struct record **record;
	struct diff_side side[DIFF_SIDES];
};

static bool take_limit(const char *text, void *to, struct error *err)
{
	return limits_take(text, &((struct arguments *)to)->limits, err);
}

static bool take_noise(const char *text, void *to, struct error *err)
{
	return noise_take(text, &((struct arguments *)to)->noise, err);
}

static bool take_page(const char *text, void *to, struct error *err)
{
	struct diff_wish *wish = &((struct arguments *)to)->wish;

	(void)err;
	wish->form = FORM_PAGE;
	wish->page = text;
	return true;
}

#define AT(member) offsetof(struct arguments, member)

static const struct option_row rows[] = {
	ROW_FLAG('a', "all", AT(wish.all),
		 "            rows without a change, too\n      "),
	ROW_MORE(
		0, "fail-if", take_limit, "LIMIT",
		"  exit 3 where a change is beyond it: 'cycles > +2%'\n      "),
	ROW_OWN(0, "noise", take_noise, "PERCENT",
		"  what changed by less is not rated (0.1)\n      "),
	ROW_TEXT(0, "results", AT(results), "FOLDER",
		 " of labels and commits (tally-results)\n      "),
	ROW_FLAG(0, "force", AT(wish.force),
		 "          compare what differs in target, options, region "
		 "or\n"
		 "                       arguments, or is not to be trusted, "
		 "and say so\n      "),
	ROW_VALUE("markdown", AT(wish.form), FORM_MARKDOWN, ", "),
	ROW_VALUE("github", AT(wish.form), FORM_GITHUB,
		  "  a table for a pull request; annotations\n      "),
	ROW_CSV(AT(wish.form), FORM_CSV, ", "),
	ROW_JSON(AT(wish.form), FORM_JSON,
		 "    for programs: every row\n      "),
	ROW_OWN(0, "html", take_page, "PAGE",
		"      a page with pictures, for a browser; -: here\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words diff_words = {
	"diff",
	"Usage: tally diff [OPTION ...] BEFORE AFTER\n"
	"       tally diff [OPTION ...] BEFORE ... -- AFTER ...\n"
	"\n"
	"What changed between two records of `tally stat --json -o FILE`, or "
	"two sets;\n"
	"profiles of `tally profile --json -o FILE`; folders, labels "
	"and\n"
	"commits of `tally bench`.\n"
	"Where no repeat differs there is no spread; else a t-test (by pairs "
	"of "
	"the same\n"
	"seeds, or Welch's) over all rows (Holm) tells it from chance: "
	"-r 3 or more.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Exit status: 0 good, 1 not comparable or judged, 2 wrong usage, 3 by "
	"--fail-if.\n"
	"\n"
	"Examples:\n"
	"  tally diff --markdown old1.json old2.json -- new1.json new2.json\n"
	"  tally diff --fail-if 'cycles > +2%' HEAD~1 HEAD\n",
	.both = true,
};

static int print_page(const struct arguments *a, const struct diff *d,
		      const struct diff_print *how)
{
	struct delivery page;
	const bool good = deliver_begin(&page) && html_diff(page.to, d, how);

	return deliver_end(&page, "diff",
			   strcmp(a->wish.page, "-") ? a->wish.page : NULL,
			   good);
}

static int print_text(const struct diff *d, const struct diff_print *how)
{
	struct delivery text;
	const bool good = deliver_begin(&text);

	if (good)
		diff_text(text.to, d, how);
	if (!how->all)
		text.rest = "--all has all";
	return deliver_end(&text, "diff", NULL, good);
}

static int print(const struct arguments *a, const struct diff *d,
		 const char *forced)
{
	struct diff_print how = { forced, a->wish.all, cli_colour(stdout) };
	bool good = true;

	switch (a->wish.form) {
	case FORM_TEXT:
		return print_text(d, &how);
	case FORM_GITHUB: /* never of two records */
	case FORM_MARKDOWN:
		diff_markdown(stdout, d, &how);
		break;
	case FORM_CSV:
		diff_csv(stdout, d);
		break;
	case FORM_JSON:
		good = diff_json(stdout, d, forced);
		break;
	case FORM_PAGE:
		return print_page(a, d, &how);
	}
	return good ? CLI_GOOD : cli_no_memory("diff");
}

static int compare(const struct arguments *a, const struct sides *s)
{
	char *obstacles = diff_obstacles(s->side);
	struct diff *d = diff_make(s->side, a->noise);
	int status;

	if (!obstacles || !d)
		status = cli_no_memory("diff");
	else if (*obstacles && !a->wish.force)
		status = cli_error(CLI_FAILED, "diff",
				   "not comparable: %s; --force compares all "
				   "the same",
				   obstacles);
	else
		status = print(a, d, obstacles);
	if (status == CLI_GOOD)
		status = limits_judge_change("diff", &a->limits, d, NULL);
	diff_free(d);
	free(obstacles);
	return status;
}

static int read_all(struct sides *s, char **path, unsigned count)
{
	s->kept = calloc(count, sizeof *s->kept);
	s->record = calloc(count, sizeof(struct record *));
	if (!s->kept || !s->record)
		return cli_no_memory("diff");
	for (; s->count < count; s->count++) {
		struct kept *k = &s->kept[s->count];
		struct error err;

		if (!kept_of_path(path[s->count], k, &err))
			return cli_error_set(CLI_FAILED, "diff", &err);
		s->record[s->count] = k->record;
		if (!k->record == !s->kept[0].record)
			continue;
		s->count++;
		return cli_error(
			CLI_USAGE, "diff",
			"%s is a %s, and %s a %s; compare two of one "
			"kind",
			path[0], s->kept[0].record ? "record" : "profile",
			path[s->count - 1], k->record ? "record" : "profile");
	}
	return CLI_GOOD;
}

static int compare_profiles(const struct arguments *a, const struct sides *s)
{
	if (s->count != DIFF_SIDES)
		return cli_error(CLI_USAGE, "diff",
				 "sets are of records; of profiles two are "
				 "compared: tally diff BEFORE AFTER");
	if (a->limits.count)
		return cli_error(CLI_USAGE, "diff",
				 "--fail-if is of records, which have all that "
				 "happened; leave it out");
	return diff_profiles(s->kept[DIFF_BEFORE].profile,
			     s->kept[DIFF_AFTER].profile, &a->wish);
}

/* Refuses a page in place of what is read. */
static int check_page(const struct arguments *a, char **path, unsigned count)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; status == CLI_GOOD && i < count; i++)
		status = writing_check(
			"diff", "--html", a->wish.page, WRITTEN_PAGE,
			&(struct writing_input){ path[i], "what is read" }, 1);
	return status;
}

/* The first `befores` of so many files are one side, the rest is the other. */
static int diff(const struct arguments *a, char **path, unsigned befores,
		unsigned count)
{
	struct sides s = { 0 };
	int status = check_page(a, path, count);

	if (a->wish.form == FORM_GITHUB)
		return cli_error(CLI_USAGE, "diff",
				 "--github is of folders, labels or commits; "
				 "of two records there is --markdown");
	if (status == CLI_GOOD)
		status = read_all(&s, path, count);
	s.side[DIFF_BEFORE] = (struct diff_side){ s.record, befores };
	if (status == CLI_GOOD)
		s.side[DIFF_AFTER] = (struct diff_side){ s.record + befores,
							 count - befores };
	if (status == CLI_GOOD && s.kept[0].profile)
		status = compare_profiles(a, &s);
	else if (status == CLI_GOOD)
		status = compare(a, &s);
	for (unsigned i = 0; i < s.count; i++)
		kept_free(&s.kept[i]);
	free(s.kept);
	free(s.record);
	return status;
}

/* The place where the files of the second side begin; 0: there is no `--`.
 * getopt_long() would not tell where it was. */
static int second_side(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], "--") == 0)
			return i + 1;
	return 0;
}

int verb_diff(int argc, char **argv)
{
	struct arguments a = { .noise = DIFF_USUAL_NOISE };
	int second = second_side(argc, argv);
	int end = second ? second - 1 : argc;
	int status = cli_take(&diff_words, end, argv, &a);
	unsigned befores, afters;

	if (status == CLI_GOOD && a.helped)
		cli_help(&diff_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	befores = (unsigned)(end - optind);
	afters = (unsigned)(argc - second);
	if (!second && befores == 2 &&
	    diff_are_results(argv[optind], argv[optind + 1], a.results))
		return diff_folders(argv[optind], argv[optind + 1], a.results,
				    &a.wish, a.noise, &a.limits);
	if (!second && befores == 2)
		return diff(&a, argv + optind, 1, 2);
	if (!second || !befores || !afters)
		return cli_error(CLI_USAGE, "diff",
				 "two records are compared, or two sets of "
				 "them: tally diff BEFORE AFTER, or tally diff "
				 "BEFORE ... -- AFTER ...");
	/* The word between the sides is not needed any more. */
	memmove(argv + second - 1, argv + second, afters * sizeof *argv);
	return diff(&a, argv + optind, befores, befores + afters);
}
