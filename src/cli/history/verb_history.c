/* SPDX-License-Identifier: MIT */
/*
 * `tally history`: a number of a suite's jobs over versions, and where it
 * changed.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/limit.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/verbs.h"
#include "cli/writing.h"
#include "history/print.h"
#include "html/trends.h"
#include "report/report.h"

struct arguments {
	const char *results, *job, *page;
	double noise;
	enum report_form form;
	bool steps, helped;
};

#define AT(member) offsetof(struct arguments, member)

static bool take_noise(const char *text, void *to, struct error *err)
{
	return noise_take(text, &((struct arguments *)to)->noise, err);
}

static const struct option_row rows[] = {
	ROW_TEXT(0, "results", AT(results), "FOLDER",
		 " that has the versions' folders (tally-results)\n      "),
	ROW_TEXT(0, "job", AT(job), "NAME",
		 "       only these; NAME may have * and ?\n      "),
	ROW_FLAG(0, "steps", AT(steps),
		 "          only jobs that have a step\n      "),
	ROW_OWN(0, "noise", take_noise, "PERCENT",
		"  what changed by less is no step (0.1)\n      "),
	ROW_CSV(AT(form), REPORT_CSV, ", "),
	ROW_JSON(AT(form), REPORT_JSON, "    for programs\n      "),
	ROW_TEXT(0, "html", AT(page), "PAGE",
		 "      a page with a picture of each, for a browser; -: "
		 "here\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words history_words = {
	"history",
	"Usage: tally history [OPTION ...] [ROW ...]\n"
	"\n"
	"Metrics or events (cycles) of a suite's jobs over the versions that "
	"tally bench\n"
	"measured, the oldest first.  A step is a change by more than noise "
	"and chance.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"Versions are in the order of their commits' times, or of their "
	"files'.  An index\n"
	"(.tally-index-3.sqlite) makes this quick; it may be deleted.\n"
	"\n"
	"Example: tally history --job 'sort*' cycles cpi\n",
	.both = true,
};

/* Tells the rows that there are where no job has the one. */
static int no_row(struct history *h, const char *name)
{
	char *all = history_rows(h);
	const int status = cli_error(
		CLI_FAILED, "history",
		"%s: no job that is asked for has such a row%s%s", name,
		all && *all ? "; there are " : "; nothing was measured",
		all ? all : "");

	free(all);
	return status;
}

static bool has_step(const struct history_series *s)
{
	for (unsigned i = 0; i < s->points; i++)
		if (history_is_step(&s->point[i]))
			return true;
	return false;
}

/* Series with a step come to the front; the others wait behind the list's end.
 */
static unsigned with_steps(struct history_list *list)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < list->count; i++) {
		const struct history_series it = list->series[i];

		if (!has_step(&it))
			continue;
		list->series[i] = list->series[kept];
		list->series[kept++] = it;
	}
	return kept;
}

static int deliver_trends(const struct arguments *a,
			  const struct history_list *list)
{
	struct delivery d;
	const bool good =
		deliver_begin(&d) && html_trends(d.to, list, a->noise);

	return deliver_end(&d, "history", strcmp(a->page, "-") ? a->page : NULL,
			   good);
}

static int print(const struct arguments *a, struct history_list list)
{
	if (a->steps)
		list.count = with_steps(&list);
	if (a->page)
		return deliver_trends(a, &list);
	if (a->form == REPORT_CSV)
		history_csv(stdout, &list);
	else if (a->form == REPORT_TEXT)
		history_text(stdout, &list);
	else if (!history_json(stdout, &list))
		return cli_no_memory("history");
	return CLI_GOOD;
}

static int look(const struct arguments *a, struct history *h, char **name,
		int names)
{
	char cycles[] = "cycles", *usual[] = { cycles };
	struct history_list list = { 0 };
	struct error err;
	int status = CLI_GOOD;

	if (!names) {
		name = usual;
		names = 1;
	}
	for (int i = 0; status == CLI_GOOD && i < names; i++) {
		const unsigned before = list.count;

		if (!history_find(h, a->job, name[i], a->noise, &list, &err))
			status = cli_error_set(CLI_FAILED, "history", &err);
		else if (list.count == before)
			status = no_row(h, name[i]);
	}
	if (status == CLI_GOOD)
		status = print(a, list);
	history_list_free(&list);
	return status;
}

int verb_history(int argc, char **argv)
{
	struct arguments a = { .results = HISTORY_FOLDER,
			       .job = "*",
			       .noise = DIFF_USUAL_NOISE,
			       .form = REPORT_TEXT };
	int status = cli_take(&history_words, argc, argv, &a);
	struct history *h;
	struct error err;

	if (status == CLI_GOOD && a.helped)
		cli_help(&history_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	if (a.page)
		status = writing_check(
			"history", "--html", a.page, WRITTEN_PAGE,
			&(struct writing_input){ a.results, "the results" }, 1);
	if (status != CLI_GOOD)
		return status;
	h = history_open(a.results, &err);
	if (!h)
		return cli_error_set(CLI_FAILED, "history", &err);
	status = look(&a, h, argv + optind, argc - optind);
	history_close(h);
	return status;
}
