/* SPDX-License-Identifier: MIT */
/*
 * `tally export`: makes of a profile that was kept what other people's viewers
 * read.
 */
#include "export/export.h"

#include <stdlib.h>

#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/records.h"

static const char help[] =
	"Usage: tally export [callgrind|csv|folded|markdown|speedscope] FILE\n"
	"\n"
	"Makes of a profile that `tally profile --json -o FILE` kept what "
	"other viewers\n"
	"read; - is standard input.  All events are in it, and what no "
	"instruction did.\n"
	"\n"
	"  callgrind    for callgrind_annotate, KCachegrind: instructions, "
	"lines, calls\n"
	"  csv          a sheet: a row for each instruction\n"
	"  folded       for flamegraph.pl: a line for each path of calls, of "
	"one event\n"
	"  markdown     a table of the functions\n"
	"  speedscope   for www.speedscope.app, JSON: paths of calls\n"
	"\n"
	"  -e EVENT     folded, speedscope: this event (folded: the first; "
	"else all)\n"
	"  -o FILE      write the result there\n"
	"  --no-demangle   functions as they are linked: _ZN4Grid4walkEi\n"
	"\n"
	"Exit status: 0 good, 1 no profile, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally export callgrind app.json -o callgrind.out && "
	"callgrind_annotate callgrind.out\n"
	"  tally export folded -e dcache_miss app.json | flamegraph.pl "
	">app.svg\n";

struct arguments {
	const char *event, *output;
	bool as_linked;
};

enum { OPT_NO_DEMANGLE = 256 };

static const struct option options[] = {
	{ "event", required_argument, NULL, 'e' },
	{ "output", required_argument, NULL, 'o' },
	{ "help", no_argument, NULL, 'h' },
	{ "no-demangle", no_argument, NULL, OPT_NO_DEMANGLE },
	{ 0 },
};

static int write_format(const struct export_format *format,
			const struct sample *s, uint32_t column,
			const char *path)
{
	char *text = NULL;
	size_t size = 0;
	FILE *to = open_memstream(&text, &size);
	bool good = to && format->write(to, s, column);
	int status;

	if (to && fclose(to))
		good = false;
	status = good ? deliver_text("export", path, text, size)
		      : cli_no_memory("export");
	free(text);
	return status;
}

static int export_file(const char *name, const char *path,
		       const struct arguments *a)
{
	struct error err;
	const struct export_format *format = export_format(name, &err);
	uint32_t column = SAMPLE_NONE;
	struct sample *s;
	int status;

	if (!format)
		return cli_error_set(CLI_USAGE, "export", &err);
	if (a->event && !format->chosen)
		return cli_error(CLI_USAGE, "export",
				 "%s has all events of the profile; leave out "
				 "-e",
				 format->name);
	if (a->output && output_same(a->output, path))
		return deliver_refuse("export", a->output, "the profile");
	s = profile_of_path(path, &err);
	if (s && a->event)
		column = export_column(s, a->event, &err);
	if (s && a->as_linked)
		sample_as_linked(s);
	if (!s || (a->event && column == SAMPLE_NONE))
		status = cli_error_set(CLI_FAILED, "export", &err);
	else
		status = write_format(format, s, column, a->output);
	sample_free(s);
	return status;
}

int verb_export(int argc, char **argv)
{
	struct arguments a = { 0 };
	struct cli_options given = { .verb = "export",
				     .letters = ":e:o:h",
				     .known = options,
				     .adding = "" };
	int got;

	opterr = 0;
	while ((got = cli_option(&given, argc, argv)) != -1)
		switch (got) {
		case 'e':
			a.event = optarg;
			break;
		case 'o':
			a.output = optarg;
			break;
		case OPT_NO_DEMANGLE:
			a.as_linked = true;
			break;
		case 'h':
			fputs(help, stdout);
			return CLI_GOOD;
		default:
			return cli_bad_option("export", got, argv, options);
		}
	if (optind + 2 != argc)
		return cli_error(CLI_USAGE, "export",
				 "say what to make, and of which profile: "
				 "tally export callgrind FILE");
	return export_file(argv[optind], argv[optind + 1], &a);
}
