/* SPDX-License-Identifier: MIT */

/*
 * The arguments of `tally board`.
 */
#include "cli/options/board.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/machine.h"

static void machine(FILE *out)
{
	for (unsigned i = 0; i < machine_row_count; i++)
		if (machine_rows[i].help &&
		    strcmp(machine_rows[i].name, MACHINE_OF_REPEATS) != 0)
			option_help(&machine_rows[i], out);
}

#define AT(member) offsetof(struct board_arguments, member)

static const struct option_row how[] = {
	ROW_FLAG(0, "truth", AT(truth),
		 "        the board's own count of every event, afterwards\n"),
	ROW_TEXT(0, "gdb", AT(gdb), "PORT",
		 "     wait for GDB on this port of this machine (0: a free "
		 "one), for\n"
		 "                 one after the other, until the program ends "
		 "or Ctrl-C\n"),
	ROW_TEXT(0, "konata", AT(window.path), "FILE",
		 "  instructions of a window, cycle by cycle, for Konata, a "
		 "viewer\n"
		 "                 of pipelines\n"),
	ROW_TEXT(0, "from", AT(window.from), "WHERE",
		 "   it begins there: a function (main, if not said), an "
		 "address\n"
		 "                 (0x...) or a cycle\n"),
	ROW_COUNT(0, "steps", AT(window.steps), BOARD_TRACE_MOST,
		  "      and is so long (1000), an instruction or exception "
		  "each\n"),
	ROW_JSON(AT(format), ROWS_JSON, ", "),
	ROW_CSV(AT(format), ROWS_CSV,
		"  for programs; the console moves to standard error\n"),
	ROW_TEXT(0, "args", AT(machine.command_line), "TEXT",
		 "    the program's command line\n"),
	ROWS_END,
};

static const struct option_row build[] = {
	ROW_SAYS("\n"),
	ROW_FLAG(0, "cc", AT(cc),
		 " [WORD...]   the compiler's command line; all that follows "
		 "goes\n"
		 "                 into it: sources, -I, -D, -O3, -lm, -o "
		 "NAME.elf\n"),
	ROW_FLAG(0, "run", AT(run),
		 "          carry that command out instead of printing it\n"),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words board_words = {
	"board",
	"Usage: tally board                          the simulated boards\n"
	"       tally board NAME                     facts of one\n"
	"       tally board NAME [--run] --cc [WORD...]   how to build for it\n"
	"       tally board NAME PROG.elf [OPTION]   run a program\n"
	"\n"
	"The program's console goes to standard output, how it ended to\n"
	"standard error.  Its own exit status is told, never given back.\n"
	"Its standard input is closed: what it reads there is the end of "
	"file.\n"
	"\n",
	{ { .row = how }, MACHINE_SET(AT(machine), machine), { .row = build } },
	"\n"
	"Exit status: 0 it ended by itself, 1 it did not, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally board pb1176 matmul.elf --truth\n"
	"  tally board lubbock --run --cc main.c crc32.c -O3 -o main.elf\n",
};

static int take_port(struct board_arguments *a)
{
	uint64_t port;
	struct error err;

	if (!a->file)
		return cli_error(
			CLI_USAGE, "board",
			"--gdb: say which program to run, an ELF file");
	if (!number_read(a->gdb, &port, &err)) {
		error_within(&err, "--gdb");
		return cli_error_set(CLI_USAGE, "board", &err);
	}
	if (port > UINT16_MAX)
		return cli_error(CLI_USAGE, "board",
				 "--gdb %s: ports go from 0, any that is free, "
				 "to %d",
				 a->gdb, UINT16_MAX);
	a->port = (unsigned)port;
	return CLI_GOOD;
}

static int take_names(int argc, char **argv, struct board_arguments *a)
{
	if (optind < argc)
		a->board = argv[optind++];
	if (optind < argc)
		a->file = argv[optind++];
	if (optind < argc)
		return cli_error(CLI_USAGE, "board",
				 "'%s' is one argument too many; what the "
				 "program shall get is given as --args \"...\"",
				 argv[optind]);
	if (a->run && !a->cc)
		return cli_error(
			CLI_USAGE, "board",
			"--run carries out what --cc prints; a program "
			"is run by naming it: tally board NAME "
			"PROG.elf");
	if (a->cc && a->file)
		return cli_error(
			CLI_USAGE, "board",
			"'%s': sources come behind --cc, with all else "
			"that the compiler shall get",
			a->file);
	if (a->cc && !a->board)
		return cli_error(CLI_USAGE, "board",
				 "--cc: say for which board; `tally board` has "
				 "their names");
	if (a->truth && (a->cc || !a->file))
		return cli_error(CLI_USAGE, "board",
				 "--truth: say which program to run, an ELF "
				 "file");
	if (a->format == ROWS_CSV && a->board && !a->truth)
		return cli_error(CLI_USAGE, "board",
				 "--csv is for the list of boards and for "
				 "--truth");
	if (a->gdb && a->window.path)
		return cli_error(CLI_USAGE, "board",
				 "--konata: GDB has the run with --gdb; leave "
				 "out one of the two");
	return a->gdb ? take_port(a) : CLI_GOOD;
}

/*
 * All words after --cc go to the compiler, also those that look like options of
 * `tally board`.
 */
static int words_for_compiler(int argc, char **argv, struct board_arguments *a)
{
	for (int i = 1; i < argc; i++) {
		if (strcmp(argv[i], "--cc") != 0)
			continue;
		a->word = argv + i + 1;
		a->words = argc - i - 1;
		return i + 1;
	}
	return argc;
}

int board_arguments_parse(int argc, char **argv, struct board_arguments *a)
{
	int status;

	*a = (struct board_arguments){ 0 };
	a->machine = machine_plain;
	argc = words_for_compiler(argc, argv, a);
	status = cli_take(&board_words, argc, argv, a);
	return status == CLI_GOOD && !a->help ? take_names(argc, argv, a)
					      : status;
}
