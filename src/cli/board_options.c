/* SPDX-License-Identifier: MIT */

/*
 * The arguments of `tally board`.
 */
#include "cli/board_options.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"

const char board_help[] =
	"Usage: tally board                          the simulated boards\n"
	"       tally board NAME                     facts of one\n"
	"       tally board NAME --cc [FILE.c]       how to build for it\n"
	"       tally board NAME PROG.elf [OPTION]   run a program\n"
	"\n"
	"The program's console goes to standard output, how it ended to\n"
	"standard error.  Its own exit status is told, never given back.\n"
	"\n"
	"  --truth        the board's own count of every event, afterwards\n"
	"  --json, --csv  for programs; the console moves to standard error\n"
	"  --args TEXT    the program's command line\n"
	"  --timeout S    end it after so many seconds of your time\n"
	"  --max-insn N   end it after so many instructions\n"
	"  --cold         start as after reset, not as a boot loader leaves "
	"it\n"
	"  --flat         one cycle per instruction\n"
	"  --jitter SEED  vary start state and memory latency\n"
	"  --strict       where the manual leaves a rule open, be harsh\n"
	"  --poison       unpredictable bits and reset values are junk\n"
	"  --inject etmextout0=HIGH/PERIOD   signal up HIGH cycles of PERIOD\n"
	"\n"
	"Exit status: 0 it ended by itself, 1 it did not, 2 wrong usage.\n"
	"\n"
	"Examples:\n"
	"  tally board pb1176 matmul.elf --truth\n"
	"  $(tally board lubbock --cc crc32.c)\n";

enum {
	OPT_ARGS = 256,
	OPT_CC,
	OPT_COLD,
	OPT_CSV,
	OPT_FLAT,
	OPT_INJECT,
	OPT_JITTER,
	OPT_JSON,
	OPT_MAX_INSN,
	OPT_POISON,
	OPT_STRICT,
	OPT_TIMEOUT,
	OPT_TRUTH,
};

static const struct option known[] = {
	{ "args", required_argument, NULL, OPT_ARGS },
	{ "cc", no_argument, NULL, OPT_CC },
	{ "cold", no_argument, NULL, OPT_COLD },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "flat", no_argument, NULL, OPT_FLAT },
	{ "help", no_argument, NULL, 'h' },
	{ "inject", required_argument, NULL, OPT_INJECT },
	{ "jitter", required_argument, NULL, OPT_JITTER },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "max-insn", required_argument, NULL, OPT_MAX_INSN },
	{ "poison", no_argument, NULL, OPT_POISON },
	{ "strict", no_argument, NULL, OPT_STRICT },
	{ "timeout", required_argument, NULL, OPT_TIMEOUT },
	{ "truth", no_argument, NULL, OPT_TRUTH },
	{ 0 },
};

static bool take_number(const char *option, const char *text, uint64_t *value,
			struct error *err)
{
	return cli_number(text, value, err) || error_within(err, "%s", option);
}

static bool take_limit(const char *text, uint64_t *value, struct error *err)
{
	if (!take_number("--max-insn", text, value, err))
		return false;
	return *value > 0 ||
	       error_set(err, "--max-insn: it takes at least one instruction");
}

static bool take_timeout(const char *text, double *value, struct error *err)
{
	char *end;

	*value = strtod(text, &end);
	return (end > text && !*end && isfinite(*value) && *value > 0) ||
	       error_set(err,
			 "--timeout: '%s' is not a number of seconds above 0",
			 text);
}

/* etmextoutN=HIGH/PERIOD */
static bool take_inject(const char *text, struct board_inject *inject,
			struct error *err)
{
	static const char name[] = "etmextout";
	size_t n = sizeof name - 1;
	const char *slash = strchr(text, '/');
	uint64_t high_cycles, period;
	struct error why;
	char high[32];
	unsigned signal;
	size_t length;

	error_set(err,
		  "--inject: '%s' is not like etmextout0=3/10, for 3 cycles "
		  "of each 10; the signals are etmextout0 and etmextout1",
		  text);
	if (!slash || strncmp(text, name, n) != 0 || text[n] < '0' ||
	    text[n] > '1' || text[n + 1] != '=')
		return false;
	signal = (unsigned)(text[n] - '0');
	length = (size_t)(slash - text) - (n + 2);
	if (length >= sizeof high)
		return false;
	memcpy(high, text + n + 2, length);
	high[length] = '\0';
	if (!cli_number(high, &high_cycles, &why) ||
	    !cli_number(slash + 1, &period, &why) || period == 0 ||
	    high_cycles > period)
		return false;
	inject->high[signal] = high_cycles;
	inject->period[signal] = period;
	return true;
}

/* Options with an argument that may be wrong; true for all others. */
static bool take_value(int got, struct board_options *o, struct error *err)
{
	switch (got) {
	case OPT_INJECT:
		return take_inject(optarg, &o->inject, err);
	case OPT_JITTER:
		o->jitter = true;
		return take_number("--jitter", optarg, &o->seed, err);
	case OPT_MAX_INSN:
		return take_limit(optarg, &o->max_instructions, err);
	case OPT_TIMEOUT:
		return take_timeout(optarg, &o->timeout_s, err);
	default:
		return true;
	}
}

/* false: it is none of ours. */
static bool take_switch(int got, struct board_arguments *a)
{
	switch (got) {
	case OPT_ARGS:
		a->machine.command_line = optarg;
		return true;
	case OPT_CC:
		a->cc = true;
		return true;
	case OPT_COLD:
		a->machine.cold = true;
		return true;
	case OPT_CSV:
		a->format = ROWS_CSV;
		return true;
	case OPT_FLAT:
		a->machine.flat = true;
		return true;
	case OPT_JSON:
		a->format = ROWS_JSON;
		return true;
	case OPT_POISON:
		a->machine.poison = true;
		return true;
	case OPT_STRICT:
		a->machine.strict = true;
		return true;
	case OPT_TRUTH:
		a->truth = true;
		return true;
	case 'h':
		a->help = true;
		return true;
	default:
		return got == OPT_INJECT || got == OPT_JITTER ||
		       got == OPT_MAX_INSN || got == OPT_TIMEOUT;
	}
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
	return CLI_GOOD;
}

int board_arguments_parse(int argc, char **argv, struct board_arguments *a)
{
	struct error err;
	int got;

	*a = (struct board_arguments){ 0 };
	opterr = 0;
	while ((got = getopt_long(argc, argv, ":h", known, NULL)) != -1) {
		if (!take_switch(got, a))
			return cli_bad_option("board", got, argv, known);
		if (!take_value(got, &a->machine, &err))
			return cli_error_set(CLI_USAGE, "board", &err);
		if (a->help)
			return CLI_GOOD;
	}
	return take_names(argc, argv, a);
}
