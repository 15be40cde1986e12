/* SPDX-License-Identifier: MIT */
/*
 * `tally export`: makes of a profile or a record that was kept what other
 * people's viewers read.
 */
#include "export/export.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/records.h"
#include "cli/verbs.h"
#include "cli/writing.h"

struct arguments {
	const char *event, *output, *task;
	bool as_linked, helped;
};

#define AT(member) offsetof(struct arguments, member)

static const struct option_row rows[] = {
	ROW_TEXT('e', "event", AT(event), "EVENT",
		 "     folded, gcc (else the first), pprof, speedscope (else "
		 "all)\n"),
	ROW_OUTPUT(AT(output), "FILE", "      write the result there\n"),
	ROW_TEXT(0, "task", AT(task), "NAME", "   its samples alone   "),
	ROW_FLAG(0, "no-demangle", AT(as_linked),
		 "   functions as they are linked\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

/* The formats of profiles, of records or of both, or those of times alone. */
static void print_formats(FILE *out, bool profiles, bool records,
			  bool over_time)
{
	const struct export_format *f;

	for (unsigned i = 0; (f = export_format_at(i)); i++)
		if (f->over_time == over_time && profiles == !!f->write &&
		    records == !!f->record)
			fprintf(out, "  %-11s  %s\n", f->name, f->about);
}

static void formats(FILE *out)
{
	fputs("Of profiles:\n", out);
	print_formats(out, true, false, false);
	fputs("Of both:\n", out);
	print_formats(out, true, true, false);
	fputs("Of records:\n", out);
	print_formats(out, false, true, false);
	fputs("Of counts over time (stat -I 100us), a track for each, and its "
	      "phases;\n"
	      "of calls over time (profile --timeline 10000), a track for each "
	      "task or handler;\n"
	      "of samples of this computer (record), a track for each task:\n",
	      out);
	print_formats(out, true, true, true);
	fputc('\n', out);
}

static const struct option_row no_rows[] = { ROWS_END };

const struct cli_words export_words = {
	"export",
	"Usage: tally export FORMAT [OPTION ...] FILE\n"
	"\n"
	"Makes of what `tally profile --json -o FILE` or `tally stat --json -o "
	"FILE`\n"
	"kept what others read; - is standard input.  All events are in it; of "
	"a profile\n"
	"also what no instruction did.\n"
	"\n",
	{ { .row = no_rows, .help = formats }, { .row = rows } },
	"\n"
	"Exit status: 0 good, 1 not to be read, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally export callgrind app.json -o cg.out && callgrind_annotate "
	"cg.out\n"
	"  tally export folded -e dcache_miss app.json | flamegraph.pl "
	">app.svg\n"
	"  tally export pprof app.json -o app.pb.gz && go tool pprof -top "
	"app.pb.gz\n",
};

/* Checks the words, before the file is read. */
static int check(const struct export_format *format, const char *path,
		 const struct arguments *a)
{
	const struct writing_input input = { path, "what is read" };
	int status;

	if (a->event && !format->chosen)
		return cli_error(CLI_USAGE, "export",
				 "%s has all events; leave out -e",
				 format->name);
	status = writing_check("export", "-o", a->output,
			       deliver_written(format), &input, 1);
	return status == CLI_GOOD
		       ? deliver_format_check("export", format, a->output)
		       : status;
}

static int export_kept(const struct export_format *format, const char *path,
		       const struct arguments *a, struct kept *kept)
{
	uint32_t column = SAMPLE_NONE;
	struct error err;

	if (!export_can(format, kept->record, kept->profile))
		return cli_error(CLI_FAILED, "export", "%s: %s %s", path,
				 format->name, format->otherwise);
	if (a->task && !kept->profile)
		return cli_error(CLI_USAGE, "export",
				 "%s is a record, and --task is of samples; "
				 "leave it out",
				 path);
	if (kept->profile) {
		const int status = deliver_tasks(
			"export", kept->profile,
			&(struct profile_view){ .task = a->task });

		if (status != CLI_GOOD)
			return status;
	}
	if (kept->profile && a->as_linked)
		sample_as_linked(kept->profile);
	if (a->event) {
		column = export_column(kept->profile, a->event, &err);
		if (column == SAMPLE_NONE)
			return cli_error_set(CLI_FAILED, "export", &err);
	}
	return deliver_format("export", kept, format, column, path, a->output);
}

static int export_file(const char *name, const char *path,
		       const struct arguments *a)
{
	struct error err;
	const struct export_format *format = export_format(name, &err);
	struct kept kept;
	int status;

	if (!format)
		return cli_error_set(CLI_USAGE, "export", &err);
	status = check(format, path, a);
	if (status != CLI_GOOD)
		return status;
	if (!kept_of_path(path, &kept, &err))
		return cli_error_set(CLI_FAILED, "export", &err);
	status = export_kept(format, path, a, &kept);
	kept_free(&kept);
	return status;
}

int verb_export(int argc, char **argv)
{
	struct arguments a = { 0 };
	int status = cli_take(&export_words, argc, argv, &a);

	if (status == CLI_GOOD && a.helped)
		cli_help(&export_words);
	if (status != CLI_GOOD || a.helped)
		return status;
	if (optind + 2 != argc)
		return cli_error(CLI_USAGE, "export",
				 "say what to make, and of which file: "
				 "tally export callgrind FILE");
	return export_file(argv[optind], argv[optind + 1], &a);
}
