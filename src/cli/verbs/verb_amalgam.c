/* SPDX-License-Identifier: MIT */
/*
 * `tally amalgam`: the library with one monitor or several as one .c and one
 * .h, for projects that do not use Tally's build.
 */
#include <errno.h>
#include <stdlib.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "amalgam/amalgam.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/members.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/verbs.h"
#include "cli/writing.h"

enum { PATH_ROOM = 4096, WAY_ROOM = 16 };

struct amalgam_options {
	const char *monitors;
	const char *bus; /* NULL: every way that the monitors have */
	char way[WAY_ROOM];
	char name[AMALGAM_NAME]; /* of the files, behind "tally_" */
	const char *folder;
	bool force;
	bool helped;
};

#define AT(member) offsetof(struct amalgam_options, member)

static const struct option_row rows[] = {
	ROW_MONITOR(AT(monitors), "NAME",
		    "   whose monitor; up to four, between commas\n"),
	ROW_TEXT('b', "bus", AT(bus), "WAY",
		 "        for one monitor over that bus alone, such as CP15 "
		 "for\n"
		 "                       TALLY_BUS_CP15: less code, and fewer "
		 "instructions\n"),
	ROW_OUTPUT(AT(folder), "FOLDER",
		   "  where the files go; here, unless said\n"),
	ROW_FLAG('f', "force", AT(force),
		 "          overwrite what an earlier one wrote\n"),
	ROW_HELP(AT(helped)),
	ROWS_END,
};

const struct cli_words amalgam_words = {
	"amalgam",
	"Usage: tally amalgam -m MONITOR[,MONITOR] [--bus WAY] [-o FOLDER]\n"
	"                     [--force]\n"
	"\n"
	"Writes tally_MONITOR.c and tally_MONITOR.h: the freestanding library "
	"with that\n"
	"monitor and its way to the registers.  Nothing else is needed, no "
	"build system\n"
	"and no libc: compile the one with the rest of a firmware, include "
	"the other.\n"
	"Several monitors are in one pair, tally_MONITOR_MONITOR.c and .h, "
	"and one window\n"
	"of them is what tally_together_open() makes.\n"
	"\n",
	{ { .row = rows } },
	"\n"
	"The same command gives the same bytes, so the files can be checked "
	"in.\n"
	"\n"
	"Examples:\n"
	"  tally amalgam -m arm1176,l220\n"
	"  tally amalgam -m pxa250 -o firmware/tally --force\n",
	.both = true,
};

static int parse(int argc, char **argv, struct amalgam_options *o)
{
	struct error ignored;
	int status = cli_take(&amalgam_words, argc, argv, o);

	if (status == CLI_GOOD && o->helped)
		cli_help(&amalgam_words);
	if (status != CLI_GOOD || o->helped)
		return status;
	if (optind < argc && catalog_monitor(argv[optind], &ignored))
		return cli_error(CLI_USAGE, "amalgam",
				 "%s is a monitor: tally amalgam -m %s",
				 argv[optind], argv[optind]);
	if (optind < argc)
		return cli_error(CLI_USAGE, "amalgam",
				 "'%s' is one argument too many; the folder "
				 "goes behind -o",
				 argv[optind]);
	return CLI_GOOD;
}

/* Writes one of the two files. */
static bool begin(struct output *to, const struct amalgam_options *o,
		  const char *end, struct error *err)
{
	char path[PATH_ROOM];
	int n = snprintf(path, sizeof(path), "%s/tally_%s.%s", o->folder,
			 o->name, end);
	const char *what;

	if (n < 0 || (size_t)n >= sizeof(path))
		return error_set(err,
				 "%.60s...: the name is too long; choose "
				 "another folder",
				 o->folder);
	what = writing_treasure(path, WRITTEN_AMALGAM);
	if (what)
		return error_set(err,
				 "%s is there already, and it is %s; choose "
				 "another folder",
				 path, what);
	if (!o->force && access(path, F_OK) == 0)
		return error_set(err, "%s is there already; --force overwrites",
				 path);
	return output_begin(to, path, err);
}

/* Prints the paths of the files, for people and for scripts. */
static void print_names(const struct amalgam_options *o)
{
	char *folder = text_cleaned(o->folder);

	for (const char *end = "ch"; folder && *end; end++)
		printf("%s/tally_%s.%c\n", folder, o->name, *end);
	free(folder);
}

static int write_files(const struct amalgam_options *o, const struct amalgam *a)
{
	struct output header = { 0 }, source = { 0 };
	struct error err;
	bool good =
		begin(&header, o, "h", &err) && begin(&source, o, "c", &err);

	errno = 0;
	good = good && amalgam_write(a, header.stream, source.stream, &err);
	good = good && output_finish(&header, &err) &&
	       output_finish(&source, &err);
	good = good && output_place(&header, &err) &&
	       output_place(&source, &err);
	if (good) {
		print_names(o);
		return CLI_GOOD;
	}
	output_give_up(&header);
	output_give_up(&source);
	return cli_error_set(CLI_FAILED, "amalgam", &err);
}

/* Is `bus` one of the monitor's?  Then it is in its own spelling afterwards. */
static bool own_way(const struct catalog_monitor *m, struct amalgam_options *o)
{
	const char *ways = m->native;

	while (catalog_word(&ways, o->way, sizeof(o->way)))
		if (!strcasecmp(o->way, o->bus)) {
			o->bus = o->way;
			return true;
		}
	return false;
}

static int check_folder(const struct amalgam_options *o)
{
	struct stat there;

	if (stat(o->folder, &there) != 0 && errno == ENOENT)
		return cli_error(CLI_USAGE, "amalgam",
				 "-o %s: there is no such folder; make it "
				 "first, or leave -o out for this one",
				 o->folder);
	if (stat(o->folder, &there) == 0 && !S_ISDIR(there.st_mode))
		return cli_error(CLI_USAGE, "amalgam",
				 "-o %s: that is a file; name a folder for "
				 "tally_MONITOR.c and tally_MONITOR.h",
				 o->folder);
	return CLI_GOOD;
}

/* Is `bus`, where one is said, one that the library can be for? */
static int find_bus(const struct amalgam *a, struct amalgam_options *o)
{
	const struct catalog_monitor *m = a->monitor[0];

	if (o->bus && a->monitors > 1)
		return cli_error(
			CLI_USAGE, "amalgam",
			"--bus %s: -m names %u monitors, and a library "
			"for one bus is for one monitor; leave --bus "
			"out",
			o->bus, a->monitors);
	if (o->bus && m->reg[0].reg.space == TALLY_MMIO)
		return cli_error(CLI_USAGE, "amalgam",
				 "%s has no bus %s for --bus: it is in memory",
				 m->name, o->bus);
	if (o->bus && !own_way(m, o))
		return cli_error(CLI_USAGE, "amalgam",
				 "%s has no bus %s for --bus; it has %s",
				 m->name, o->bus, m->native);
	return CLI_GOOD;
}

int verb_amalgam(int argc, char **argv)
{
	struct amalgam_options o = { .folder = "." };
	struct amalgam a;
	struct members asked;
	struct error err;
	int status = parse(argc, argv, &o);

	if (status != CLI_GOOD || o.helped)
		return status;
	if (!cli_members("amalgam", o.monitors, &asked))
		return CLI_USAGE;
	a = (struct amalgam){ { asked.member[0].monitor }, 1, NULL };
	for (; a.monitors < asked.count; a.monitors++)
		a.monitor[a.monitors] = asked.member[a.monitors].monitor;
	if (!amalgam_fits(&a, &err))
		return cli_error_set(CLI_USAGE, "amalgam", &err);
	status = check_folder(&o);
	if (status == CLI_GOOD)
		status = find_bus(&a, &o);
	if (status != CLI_GOOD)
		return status;
	a.only = o.bus;
	amalgam_name(&a, o.name, sizeof(o.name)); /* in its own spelling */
	return write_files(&o, &a);
}
