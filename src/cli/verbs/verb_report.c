/* SPDX-License-Identifier: MIT */
/*
 * `tally report`: prints a record or a profile from its file just as `stat`,
 * `compute` or `profile` printed it.
 */
#include <sys/stat.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/view.h"
#include "cli/records.h"
#include "cli/stat/columns.h"
#include "cli/verbs.h"
#include "cli/writing.h"
#include "html/html.h"
#include "report/beside.h"
#include "report/report.h"
#include "suite/results.h"

struct arguments {
	enum report_form form;
	struct profile_view view;
	bool viewed; /* one of the options of a profile was given */
	bool judge, schema, helped;
	const char *page; /* NULL: none is written */
	const char *svg;  /* NULL: no picture is printed */
	enum html_picture which;
};

static bool take_picture(const char *text, void *to, struct error *err)
{
	struct arguments *a = to;

	a->svg = text;
	for (unsigned i = 0; html_picture_name(i); i++)
		if (strcmp(text, html_picture_name(i)) == 0) {
			a->which = (enum html_picture)i;
			return true;
		}
	return error_set(err, "--svg: '%s' is not one of kiviat, gantt, bars",
			 text);
}

static bool take_view(const struct option_row *row, const char *text, void *to,
		      struct error *err)
{
	struct arguments *a = to;

	a->viewed = true;
	return option_take(row, text, &a->view, err);
}

#define AT(member) offsetof(struct arguments, member)

static const struct option_row rows[] = {
	ROW_JSON(AT(form), REPORT_JSON, ", "),
	ROW_CSV(AT(form), REPORT_CSV, "   for programs   "),
	ROW_NOTES(AT(form), "   text, with the notes in full\n"),
	ROW_PAGE(AT(page),
		 "     write it as a page with pictures, for a browser; -: "
		 "here\n"),
	ROW_OWN(0, "svg", take_picture, "PICTURE",
		"   print a record's kiviat, gantt or bars alone\n"
		"Several records are columns, or rows of a page, as of one "
		"program on several\nboards; a FOLDER is what bench made.\n"),
	ROW_FLAG(0, "judge", AT(judge), "   judge counts anew   "),
	ROW_FLAG(0, "schema", AT(schema),
		 "   records' JSON Schema; no FILE\n"
		 "Of a profile, as `tally profile` has them:\n"),
	{ .name = "program",
	  .kind = OPTION_TEXT,
	  .place = AT(view.program),
	  .said = 1 + AT(viewed),
	  .argument = "FILE",
	  .help = "   where the program is now\n" },
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words report_words = {
	"report",
	"Usage: tally report [OPTION ...] FILE\n"
	"       tally report [--csv|--json|--html PAGE] FILE|FOLDER ...\n"
	"Prints what `stat --json -o FILE`, `compute --json -o FILE`, `profile "
	"--json -o`\n"
	"or `record -o` kept, as it was printed when it was made; - is "
	"standard "
	"input.\n",
	{ { .row = rows }, { .row = view_rows, .take = take_view } },
	"\n"
	"Exit status: 0 good, 1 not to be trusted, or no record, 2 wrong "
	"usage.\n"
	"\n"
	"Examples:\n"
	"  tally report --html run.html run.json\n"
	"  tally report --by line profile.json\n",
};

static int print_picture(const char *path, const struct arguments *a,
			 const struct record *r)
{
	struct error err;

	if (html_picture(stdout, r, a->which, &err))
		return CLI_GOOD;
	error_within(&err, "%s: --svg %s", path, a->svg);
	return cli_error_set(CLI_FAILED, "report", &err);
}

static int print_record(const char *path, const struct arguments *a,
			struct record *r)
{
	if (a->svg)
		return print_picture(path, a, r);
	if (a->page)
		return deliver_page("report", &(struct kept){ .record = r },
				    NULL, a->page);
	return deliver_record("report", r, a->form, NULL, "--notes has all");
}

static int report_record(const char *path, const struct arguments *a,
			 struct record *r)
{
	int status;

	if (a->viewed)
		return cli_error(CLI_USAGE, "report",
				 "%s is a record, and --annotate, --by, "
				 "--inclusive, --callers, --callees, "
				 "--max-rows and --no-demangle are of "
				 "profiles; leave them out",
				 path);
	if (a->judge && !r->counts)
		return cli_error(CLI_FAILED, "report",
				 "%s has no counts that could be judged anew, "
				 "as no file of schema 1 or 2 has; leave out "
				 "--judge",
				 path);
	if (a->judge && !record_judge_again(r, stderr))
		return cli_no_memory("report");
	status = print_record(path, a, r);
	if (status == CLI_GOOD && !r->trusted)
		return cli_error(CLI_FAILED, "report", "not to be trusted: %s",
				 r->verdict.why);
	return status;
}

/* Records that are columns, of one file or several. */
struct beside {
	struct record **record;
	char **job; /* of each its name in a suite; NULL: it is of none */
	unsigned count;
};

static int print_beside(const struct beside *b, const struct arguments *a)
{
	if (a->viewed || a->judge || a->svg || a->form == REPORT_NOTES)
		return cli_error(CLI_USAGE, "report",
				 "several records are printed beside each "
				 "other, as text, or with --csv, --json or "
				 "--html; leave out the other options");
	if (a->page)
		return columns_page("report", b->record, b->count, b->job,
				    a->page);
	return columns_deliver("report", b->record, b->count, a->form, NULL);
}

/* `job`: its name in a suite; NULL: it is of none. */
static bool add_all(struct beside *b, const char *path, struct kept *kept,
		    const char *job, struct error *err)
{
	const unsigned more = kept->record ? 1 : kept->records;
	struct record **all;
	char **jobs;

	if (!more)
		return error_set(err,
				 "%s is a profile; several records are "
				 "printed beside each other, and 'tally diff' "
				 "compares two profiles",
				 path);
	all = realloc(b->record, (b->count + more) * sizeof(struct record *));
	b->record = all ? all : b->record;
	jobs = realloc(b->job, (b->count + more) * sizeof *jobs);
	b->job = jobs ? jobs : b->job;
	if (!all || !jobs)
		return error_no_memory(err);
	for (unsigned i = 0; i < more; i++) {
		jobs[b->count] = job ? strdup(job) : NULL;
		all[b->count++] = kept->record ? kept->record : kept->list[i];
	}
	/* The runs are here now. */
	kept->record = NULL;
	kept->records = 0;
	return true;
}

static bool add_file(const char *path, const char *job, struct beside *b,
		     struct error *err)
{
	struct kept kept;
	bool good;

	if (!kept_of_any(path, &kept, err))
		return false;
	good = add_all(b, path, &kept, job, err);
	kept_free(&kept);
	return good;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* The records of a suite, which `tally bench` put there. */
static bool add_folder(const char *path, struct beside *b, struct error *err)
{
	struct results r;
	bool good = results_read(path, &r, err);

	if (good && !r.count)
		good = error_set(err, "%s: no record of 'tally bench' is in it",
				 path);
	for (unsigned i = 0; good && i < r.count; i++)
		good = add_file(r.result[i].path, r.result[i].job, b, err);
	results_free(&r);
	return good;
}

static bool read_all(char **path, unsigned paths, struct beside *b,
		     struct error *err)
{
	bool good = true;

	for (unsigned i = 0; good && i < paths; i++)
		good = is_folder(path[i]) ? add_folder(path[i], b, err)
					  : add_file(path[i], NULL, b, err);
	return good;
}

/* A column for each. */
static int report_several(char **path, unsigned paths,
			  const struct arguments *a)
{
	struct beside b = { 0 };
	struct error err;
	int status;

	if (read_all(path, paths, &b, &err))
		status = print_beside(&b, a);
	else
		status = cli_error_set(CLI_FAILED, "report", &err);
	for (unsigned i = 0; i < b.count; i++) {
		record_free(b.record[i]);
		free(b.job[i]);
	}
	free(b.record);
	free(b.job);
	return status;
}

static int report(const char *path, struct arguments *a)
{
	char *none[KEPT_RECORDS] = { NULL };
	struct error err;
	struct kept kept;
	int status;

	a->view.kept = true;
	if (!kept_of_any(path, &kept, &err))
		return cli_error_set(CLI_FAILED, "report", &err);
	if (kept.records)
		status = print_beside(
			&(struct beside){ kept.list, none, kept.records }, a);
	else if (kept.record)
		status = report_record(path, a, kept.record);
	else if (a->judge)
		status = cli_error(CLI_USAGE, "report",
				   "%s is a profile, which is exact and has "
				   "nothing to be judged; leave out --judge",
				   path);
	else if (a->svg)
		status = cli_error(CLI_USAGE, "report",
				   "%s is a profile, and --svg is of records; "
				   "--html has its functions and lines",
				   path);
	else if (a->page)
		status = deliver_page("report", &kept, &a->view, a->page);
	else
		status = deliver_profile("report", kept.profile, &a->view,
					 a->form, NULL);
	kept_free(&kept);
	return status;
}

/* A page has lines of its own, with sources. */
static int check_view(const struct arguments *a)
{
	struct profile_view view = a->view;

	if (a->page && !view.annotate) {
		view.sources = NULL;
		view.program = NULL;
	}
	return view_check("report", &view, a->form == REPORT_JSON);
}

static int check_page(const char *page, char **path, unsigned paths)
{
	int status = CLI_GOOD;

	for (unsigned i = 0; status == CLI_GOOD && i < paths; i++) {
		const struct writing_input input = { path[i], "what is read" };

		status = writing_check("report", "--html", page, WRITTEN_PAGE,
				       &input, 1);
	}
	return status;
}

int verb_report(int argc, char **argv)
{
	struct arguments a = { .view = VIEW_DEFAULT };
	int status = cli_take(&report_words, argc, argv, &a);

	if (status != CLI_GOOD)
		return status;
	if (a.helped) {
		cli_help(&report_words);
		return CLI_GOOD;
	}
	if (a.schema)
		return record_schema(stdout) ? CLI_GOOD
					     : cli_no_memory("report");
	if (optind == argc && a.page)
		return cli_error(CLI_USAGE, "report",
				 "--html is followed by the page that it "
				 "writes, and then comes the record: tally "
				 "report --html PAGE.html FILE");
	if (optind == argc)
		return cli_error(CLI_USAGE, "report",
				 "say which record: tally report FILE");
	status = check_page(a.page, argv + optind, (unsigned)(argc - optind));
	if (status == CLI_GOOD &&
	    (optind + 1 < argc || is_folder(argv[optind])))
		return report_several(argv + optind, (unsigned)(argc - optind),
				      &a);
	if (status == CLI_GOOD)
		status = check_view(&a);
	return status == CLI_GOOD ? report(argv[optind], &a) : status;
}
