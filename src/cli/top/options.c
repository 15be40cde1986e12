/* SPDX-License-Identifier: MIT */
/* The arguments of `tally top`. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/option_rows.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/window.h"
#include "cli/top/top.h"

extern char **environ;

static bool take_hz(const char *text, void *to, struct error *err)
{
	uint64_t *hz = &((struct top_options *)to)->hz;

	if (!number_read(text, hz, err))
		return error_within(err, "-F");
	return (*hz && *hz <= 10000) ||
	       error_set(err, "-F: %s is not one of 1 to 10000", text);
}

static bool top_take_pid(const char *text, void *to, struct error *err)
{
	struct linux_arguments *a = &((struct top_options *)to)->stat.on_linux;

	a->said = true;
	return linux_pid(text, &a->wish.pid, err);
}

#define AT(member)   offsetof(struct top_options, member)
#define WISH(member) AT(stat.on_linux.wish.member)
#define SAID         (1 + AT(stat.on_linux.said))

static const struct option_row what[] = {
	ROW_SAYS("What (an overview if nothing is said):\n"),
	ROW_METRICS(AT(stat.metrics), "   metrics or formulas     "),
	ROW_EVENTS(AT(stat.events), "   events     "),
	ROW_GROUPS(AT(stat.groups), "   groups\n"),
	ROW_TEXT('I', "interval", AT(stat.interval), "1s",
		 "     a row each; of a board 10ms of its clock, or 10000c\n"),
	ROW_OWN('F', "frequency", take_hz, "HZ",
		"     samples a second (99; behind a debug server 20 halts)\n"),
	ROW_SAYS("Whom:\n"),
	ROW_TARGET(AT(stat.target), "TARGET", NULL),
	ROW_MONITOR(AT(stat.monitor_name), "MONITOR", "   of the board's   "),
	ROW_OWN('p', "pid", top_take_pid, "PID", "  a process   "),
	ROW_ALL_CPUS(WISH(all), SAID, ", "),
	ROW_WHOM("cpu", WISH(cpus), SAID, "LIST", "  tasks there\n"),
	ROW_WHOM("cgroup", WISH(cgroup), SAID, "NAME",
		 "   the tasks of a control group\n"),
	ROW_FLAG(0, "log", AT(log),
		 "   functions by the log that firmware keeps, read every two "
		 "seconds\n"),
	ROW_SAYS("  --max-insn N (10000000000)   --timeout S (none)   "
		 "--max-console MIB (64)\n"),
	ROWS_END,
};

static const struct option_row result[] = {
	ROW_SAYS("Result:\n"),
	ROW_TEXT('o', "output", AT(name), "NAME",
		 "   the key w writes NAME-1.json, NAME-2.json "
		 "(tally-top)\n"),
	ROW_HELP(AT(stat.help)),
	ROWS_END,
};

const struct cli_words top_words = {
	"top",
	"Usage: tally top -t board:NAME [WHAT] PROG.elf [-- ARGUMENTS]\n"
	"       tally top [-p PID | -a | --cpu LIST | --cgroup NAME] [WHAT]\n"
	"       tally top [WHAT] -- COMMAND [ARGUMENT ...]\n"
	"       tally top -t gdb|openocd:HOST:PORT,MONITOR,... PROG.elf\n"
	"Draws on the terminal how numbers move, and which functions are "
	"hottest.\n"
	"Keys: m, up and down choose a value, space freezes, w writes a "
	"record, q quits.\n",
	{ { .row = what },
	  MACHINE_SET(AT(stat.machine), machine_list),
	  { .row = result } },
	"Exit status: 0 good, 1 not measured, 2 wrong usage.\n"
	"Examples:\n"
	"  tally top -t board:pb1176 -M cpi,dcache_miss_rate app.elf\n"
	"  tally top -p 1234 -e task-clock,page-faults,cs\n",
};

/* ---- whom ---------------------------------------------------------------- */

/* The command has a group of its own, so that it can be ended with its
 * children, and Ctrl-C is for the screen. */
static int top_start_command(struct top_options *o, char **word)
{
	posix_spawn_file_actions_t to;
	posix_spawnattr_t how;
	int status;

	posix_spawn_file_actions_init(&to);
	posix_spawnattr_init(&how);
	posix_spawn_file_actions_addopen(&to, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addopen(&to, 1, "/dev/null", O_WRONLY, 0);
	posix_spawn_file_actions_addopen(&to, 2, "/dev/null", O_WRONLY, 0);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETPGROUP);
	posix_spawnattr_setpgroup(&how, 0);
	status = posix_spawnp(&o->command, word[0], &to, &how, word, environ);
	posix_spawn_file_actions_destroy(&to);
	posix_spawnattr_destroy(&how);
	if (!status)
		return CLI_GOOD;
	o->command = 0;
	return cli_error(CLI_FAILED, "top", "%s: %s", word[0],
			 strerror(status));
}

static int take_linux(struct top_options *o, char **words, int count)
{
	struct linux_wish *w = &o->stat.on_linux.wish;
	int status = CLI_GOOD;

	if (o->stat.elf)
		return cli_error(CLI_USAGE, "top",
				 "'%s': a command of this computer comes after "
				 "--; a program for a board wants -t "
				 "board:NAME",
				 o->stat.elf);
	if (count && w->pid)
		return cli_error(CLI_USAGE, "top",
				 "-p is a process that is there, and a command "
				 "would be another one; leave out one");
	if (!count && !w->pid && !w->all && !w->cpus && !w->cgroup)
		return cli_error(CLI_USAGE, "top",
				 "say whom to watch: -p PID, -a, --cpu LIST, "
				 "--cgroup NAME, or a command behind --");
	if (count)
		status = top_start_command(o, words);
	if (o->command && !w->all && !w->cpus && !w->cgroup)
		w->pid = o->command;
	w->shared = true; /* there is one run */
	return status;
}

static int top_take_program(struct top_options *o, char **words, int count)
{
	int status = CLI_GOOD;

	if (!o->stat.target)
		return cli_error(CLI_USAGE, "top",
				 "say whom to watch: -t board:NAME and a "
				 "program, -p PID, -a, or a command behind --");
	if (!o->stat.elf)
		return cli_error(CLI_USAGE, "top",
				 "say which program it is, an ELF file");
	if (target_takes_command(o->stat.target))
		return cli_error(CLI_USAGE, "top",
				 "-t %s: of monitors in memory there are rows, "
				 "tally stat -I 1s -t %s ... -- COMMAND",
				 o->stat.target, o->stat.target);
	if (count)
		status = on_target_arguments("top", words, count,
					     &o->stat.command_line);
	o->stat.machine.command_line = o->stat.command_line;
	return status;
}

static int top_find_target(struct top_options *o)
{
	const struct on_target on = {
		o->stat.target,
		o->stat.monitor_name,
		{ o->stat.metrics, o->stat.events, o->stat.groups, 0 },
	};

	return on_target("top", &on, &o->stat.machine, &o->stat.run.target,
			 &o->stat.members);
}

/* ---- samples beside ------------------------------------------------------ */

static char *constant_word(const char *text)
{
	return (char *)(uintptr_t)text;
}

/* The process that samples gets words of this command. */
static int top_beside(struct top_options *o, bool here)
{
	const struct linux_wish *w = &o->stat.on_linux.wish;
	unsigned users;
	const char *const *of_users = cli_users_words(&users);
	char **to = calloc(users + 24, sizeof *to);

	if (!to)
		return cli_no_memory("top");
	o->beside = to;
	snprintf(o->number[0], sizeof o->number[0], "%llu",
		 (unsigned long long)(o->hz  ? o->hz
				      : here ? 99
					     : 20));
	snprintf(o->number[1], sizeof o->number[1], "%d", (int)w->pid);
	*to++ = constant_word("tally");
	for (unsigned i = 0; i < users; i++)
		*to++ = constant_word(of_users[i]);
	*to++ = constant_word(o->log ? "collect" : "record");
	*to++ = constant_word("-o");
	o->beside_file = to++;
	*to++ = constant_word("-t");
	*to++ = constant_word(o->stat.target);
	if (!o->log) {
		*to++ = constant_word("-F");
		*to++ = o->number[0];
	}
	if (here && w->pid) {
		*to++ = constant_word("-p");
		*to++ = o->number[1];
	}
	if (here && w->all)
		*to++ = constant_word("-a");
	if (here && w->cpus) {
		*to++ = constant_word("--cpu");
		*to++ = constant_word(w->cpus);
	}
	if (here && w->cgroup) {
		*to++ = constant_word("--cgroup");
		*to++ = constant_word(w->cgroup);
	}
	if (here) {
		*to++ = constant_word("--");
		*to++ = constant_word("sleep");
		*to++ = constant_word("2");
	} else {
		if (!o->log) {
			*to++ = constant_word("--timeout");
			*to++ = constant_word("2");
		}
		*to++ = constant_word(o->stat.elf);
	}
	return CLI_GOOD;
}

/* Options of samples beside, and of rows, where there are none. */
static int check_useless(const struct top_options *o)
{
	if (o->hz && o->log)
		return cli_error(CLI_USAGE, "top",
				 "-F: firmware keeps the log at its own rate; "
				 "leave it out");
	if (o->hz && !o->beside)
		return cli_error(CLI_USAGE, "top",
				 o->points ? "-F: %s stands still at the end "
					     "of each interval, and nowhere "
					     "else is looked; leave it out and "
					     "say -I"
					   : "-F: %s is never halted, so there "
					     "are no samples; leave it out",
				 o->stat.target);
	if (!o->counts && o->stat.interval)
		return cli_error(CLI_USAGE, "top",
				 "-I is of counts, and nothing is counted from "
				 "outside here; leave it out");
	return CLI_GOOD;
}

/* Rows of counts, and places, as the target lets one have them. */
static int choose_ways(struct top_options *o, bool here)
{
	const struct target *t = o->stat.run.target;
	int status = CLI_GOOD;
	const bool stops = !here && t->control && t->control->go_until &&
			   !t->facts.never_halted && !t->facts.goes_on;

	o->counts = (here || stops || t->facts.never_halted) && !o->log;
	o->points = stops && o->counts;
	if (here || o->log || !o->counts)
		status = top_beside(o, here);
	if (status != CLI_GOOD)
		return status;
	if (o->log && here)
		return cli_error(CLI_USAGE, "top",
				 "--log is of firmware; leave it out");
	if (!o->counts && (o->stat.metrics || o->stat.events || o->stat.groups))
		return cli_error(CLI_USAGE, "top",
				 "%s is halted to see where it is, and nothing "
				 "is counted meanwhile; leave out -M, -e and "
				 "-g%s",
				 o->stat.target,
				 o->log ? "" : ", or name it with live");
	status = check_useless(o);
	if (status != CLI_GOOD || !o->counts)
		return status;
	if (!o->stat.interval)
		o->stat.interval = o->points ? "10ms" : "1s";
	return window_interval(&o->stat);
}

int top_options_parse(int argc, char **argv, struct top_options *o)
{
	int ours = 1, words;
	int status;
	bool here;

	*o = (struct top_options){
		.stat = { .run = { .repeats = 1, .drift_limit = 0.02 },
			  .verb = "top",
			  .quiet_program = true },
		.name = "tally-top",
	};
	o->stat.machine = machine_plain;
	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	words = ours < argc ? argc - ours - 1 : 0;
	status = cli_take(&top_words, ours, argv, o);
	if (status != CLI_GOOD || o->stat.help)
		return status;
	if (strlen(o->name) > TOP_NAME)
		return cli_error(CLI_USAGE, "top",
				 "-o: a name of %zu letters is too long; "
				 "choose one of at most %d",
				 strlen(o->name), (int)TOP_NAME);
	if (optind < ours)
		o->stat.elf = argv[optind++];
	if (optind < ours)
		return cli_error(CLI_USAGE, "top",
				 "'%s' is one argument too many; what the "
				 "program shall get comes after --",
				 argv[optind]);
	here = linux_meant(&o->stat, words > 0);
	if (here && !o->stat.target)
		o->stat.target = "linux";
	status = here ? take_linux(o, argv + ours + 1, words)
		      : top_take_program(o, argv + ours + 1, words);
	if (status == CLI_GOOD)
		status = top_find_target(o);
	if (status == CLI_GOOD && here)
		status = linux_options_set(&o->stat);
	return status == CLI_GOOD ? choose_ways(o, here) : status;
}

/* Asks the command to end, and makes it after a while. */
static void end_command(pid_t command)
{
	const struct timespec moment = { .tv_nsec = 20000000 };
	unsigned left = 100;

	kill(-command, SIGTERM);
	while (left-- && waitpid(command, NULL, WNOHANG) == 0)
		(void)nanosleep(&moment, NULL);
	kill(-command, SIGKILL);
	while (waitpid(command, NULL, 0) < 0 && errno == EINTR)
		;
}

void top_options_free(struct top_options *o)
{
	if (o->command)
		end_command(o->command);
	free(o->beside);
	stat_options_free(&o->stat);
}
