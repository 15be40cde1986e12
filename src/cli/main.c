/* SPDX-License-Identifier: MIT */
/*
 * The tally command: finds the verb, and checks that all output was written.
 * SIGPIPE keeps its default, so `tally list | head` ends quietly; a full disk
 * or a closed standard output is an error.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/nearest.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/verbs.h"
#include "user/core.h"
#include "user/own.h"
#include "json/memory.h"

/* "  decode, encode   a register's value ...": what is alike has one row. */
static unsigned help_row(FILE *out, unsigned i)
{
	int width = 17 - (int)strlen(verb_rows[i].name);
	bool there = verb_rows[i].run != NULL;

	fprintf(out, "  %s", verb_rows[i].name);
	while (!verb_rows[i].title) {
		width -= fprintf(out, ", %s", verb_rows[++i].name);
		there = there && verb_rows[i].run;
	}
	fprintf(out, "%*s%s\n", width, "",
		there ? verb_rows[i].title : "(not in this build)");
	return i + 1;
}

static void help(FILE *out)
{
	unsigned i = 0;

	fputs("Usage: tally VERB [ARGUMENT ...]; in front of VERB: --core "
	      "FILE, "
	      "--metrics FILE\n"
	      "\n"
	      "Hardware performance monitors: what they count, how, and what "
	      "it means.\n"
	      "\n",
	      out);
	while (i < verb_row_count)
		i = help_row(out, i);
	fputs("\n"
	      "Results go to standard output, messages to standard error.  "
	      "`tally VERB --help`\n"
	      "tells more, as of --json and --csv.  Example: tally find cache "
	      "miss -m arm1176\n"
	      "Exit status: 0 good, 1 not measured or not to be trusted, "
	      "2 wrong usage.\n",
	      out);
}

static int unknown_verb(const char *name)
{
	struct nearest near = { 0 };
	unsigned i;

	for (i = 0; i < verb_row_count; i++)
		nearest_offer(&near, name, verb_rows[i].name);
	if (near.best)
		return cli_error(CLI_USAGE, NULL,
				 "no verb %s; did you mean %s?", name,
				 near.best);
	return cli_error(CLI_USAGE, NULL, "no verb %s; `tally --help` has them",
			 text_seen(name));
}

static int run_verb(const char *name, int argc, char **argv)
{
	struct error err = { "" };

	for (unsigned i = 0; i < verb_row_count; i++) {
		if (strcmp(name, verb_rows[i].name) != 0)
			continue;
		if (verb_rows[i].run && !user_metrics_of_folder(&err))
			return cli_error_set(CLI_USAGE, NULL, &err);
		if (verb_rows[i].run)
			return verb_rows[i].run(argc, argv);
		return cli_error(CLI_FAILED, NULL,
				 "built without simulated boards, which this "
				 "needs: %s",
				 name);
	}
	return unknown_verb(name);
}

static int option_first(const char *typed)
{
	struct nearest near = { 0 };

	nearest_offer(&near, typed, "--version");
	nearest_offer(&near, typed, "--help");
	if (near.best)
		return cli_error(CLI_USAGE, NULL,
				 "no option %s; did you mean %s?", typed,
				 near.best);
	return cli_error(CLI_USAGE, NULL, "the verb comes first, before %s",
			 typed);
}

/* Files of a user come before the verb, as `--core FILE` and
 * `--core=FILE`: cores first, since metrics may be of their events. */
static const struct users_file {
	const char *word;
	bool (*add)(const char *path, struct error *err);
	const char *takes;
} users_files[] = {
	{ "--core", user_core_add,
	  "--core takes a file: Arm's list of a core's events, or Linux's" },
	{ "--metrics", user_metrics_add,
	  "--metrics takes a file of metrics and groups" },
};

enum { USERS_FILES = sizeof users_files / sizeof *users_files };

/* Is the word one of these?  `*taken` words are the option and its file. */
static const struct users_file *users_file(char **argv, int *taken)
{
	for (unsigned i = 0; argv[0] && i < USERS_FILES; i++) {
		const size_t n = strlen(users_files[i].word);

		if (strncmp(argv[0], users_files[i].word, n) != 0 ||
		    (argv[0][n] && argv[0][n] != '='))
			continue;
		*taken = argv[0][n] ? 1 : 2;
		return &users_files[i];
	}
	return NULL;
}

/* Adds the files of one kind; `*words` is how many words all kinds have. */
static int take_files(char **argv, const struct users_file *kind, int *words)
{
	const struct users_file *f;
	struct error err = { "" };
	int taken;

	for (*words = 0; (f = users_file(argv + 1 + *words, &taken));
	     *words += taken) {
		char *word = argv[1 + *words];

		if (taken == 2 && !argv[2 + *words])
			return cli_error(CLI_USAGE, NULL, "%s", f->takes);
		if (f == kind && !f->add(taken == 2 ? argv[2 + *words]
						    : strchr(word, '=') + 1,
					 &err))
			return cli_error_set(CLI_USAGE, NULL, &err);
	}
	return CLI_GOOD;
}

static int take_users(int *argc, char ***argv)
{
	int words = 0, bad = CLI_GOOD;

	user_cores_search();
	for (unsigned i = 0; i < USERS_FILES && !bad; i++)
		bad = take_files(*argv, &users_files[i], &words);
	if (bad)
		return bad;
	cli_remember_users((unsigned)words);
	(*argv)[words] = (*argv)[0];
	*argv += words;
	*argc -= words;
	return CLI_GOOD;
}

static int dispatch(int argc, char **argv)
{
	int bad = take_users(&argc, &argv);

	if (bad)
		return bad;
	if (argc < 2) {
		help(stderr);
		return CLI_USAGE;
	}
	if (!strcmp(argv[1], "help") && argc == 3)
		return run_verb(
			argv[2], 2,
			(char *[]){ argv[2], (char[]){ "--help" }, NULL });
	if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") ||
	    !strcmp(argv[1], "help")) {
		help(stdout);
		return CLI_GOOD;
	}
	if (!strcmp(argv[1], "--version") || !strcmp(argv[1], "version") ||
	    !strcmp(argv[1], "-V")) {
		puts("tally " TALLY_VERSION);
		return CLI_GOOD;
	}
	if (argv[1][0] == '-')
		return option_first(argv[1]);
	return run_verb(argv[1], argc - 1, argv + 1);
}

/*
 * The caller may have closed a standard stream.  The next file that is opened
 * would get its descriptor, and messages would go into that file.  So the
 * descriptor is taken here by one that fails when it is used.
 */
static void keep_streams(void)
{
	int fd;

	for (fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
		    open("/dev/null", fd ? O_RDONLY : O_WRONLY) < 0)
			return;
}

/* The caller may ignore the ends of his children, which a program inherits:
 * nobody could then tell how a command or a board ended. */
static void keep_children(void)
{
	(void)signal(SIGCHLD, SIG_DFL);
}

/*
 * Was all output written?  If a write failed earlier, errno is lost by now. One
 * more byte is written to get the reason again; the output is incomplete
 * anyway, so the byte does no harm.
 */
static bool delivered(void)
{
	bool good = !ferror(stdout);

	errno = 0;
	if (fflush(stdout))
		return false;
	if (!good && write(STDOUT_FILENO, "\n", 1) >= 0)
		errno = 0;
	return good && close(STDOUT_FILENO) == 0;
}

int main(int argc, char **argv)
{
	int status;

	keep_streams();
	keep_children();
	json_memory_watch();
	cli_remember(argc, argv);
	verbs_know(verb_rows, verb_row_count);
	status = dispatch(argc, argv);
	if (status == CLI_GOOD && memory_ran_out())
		status = cli_error(CLI_FAILED, NULL,
				   "out of memory; what was printed is not "
				   "whole, or there is nothing");
	if (delivered())
		return status;
	return cli_error(CLI_FAILED, NULL, "standard output: %s",
			 errno ? strerror(errno) : "could not be written");
}
