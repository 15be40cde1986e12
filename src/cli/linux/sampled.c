/* SPDX-License-Identifier: MIT */
/* `tally record -- COMMAND`: samples of a command of this computer. */
#include "cli/linux/sampled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/linux/on_linux.h"
#include "cli/option_rows.h"
#include "cli/options.h"
#include "cli/options/linux.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/profile.h"
#include "cli/options/view.h"
#include "cli/screen.h"
#include "cli/writing.h"
#include "gather/command.h"

struct sampled {
	struct profile_view view;
	struct on_target what; /* its lists are the words' */
	struct members members;
	struct tally_limits limits[REQUEST_MEMBERS];
	struct target *target;
	struct linux_wish wish;
	char *events;
	const char *output;
	enum report_form form;
	uint64_t period; /* 0: by the kind of the event */
	uint64_t hz;     /* samples a second; 0: by periods */
	bool even;       /* they are, in any case */
	bool help;
};

/* ---- words ------------------------------------------------------------------
 */

/* The argument of -t; NULL: there is none. */
static const char *target_of(int ours, char **argv)
{
	for (int i = 1; i < ours; i++) {
		const char *word = argv[i];

		if (strcmp(word, "-t") == 0 || strcmp(word, "--target") == 0)
			return argv[i + 1] ? argv[i + 1] : "";
		if (strncmp(word, "-t", 2) == 0)
			return word + 2;
		if (strncmp(word, "--target=", 9) == 0)
			return word + 9;
	}
	return NULL;
}

static int words_of_ours(int argc, char **argv)
{
	int ours = 1;

	while (ours < argc && strcmp(argv[ours], "--") != 0)
		ours++;
	return ours;
}

/* Of whom samples are that no command is: -p, -a, --cpu, --cgroup. */
static bool names_others(int ours, char **argv)
{
	static const char *const words[] = {
		"-p", "-a", "--pid", "--all-cpus", "--cpu", "--cgroup"
	};
	bool found = false;

	for (int i = 1; i < ours; i++)
		for (size_t k = 0; k < sizeof words / sizeof *words; k++) {
			const size_t length = strlen(words[k]);

			found |= strncmp(argv[i], words[k], length) == 0 &&
				 (k == 0 || !argv[i][length] ||
				  argv[i][length] == '=');
		}
	return found;
}

bool sampled_meant(int argc, char **argv)
{
	const int ours = words_of_ours(argc, argv);
	const char *target = target_of(ours, argv);

	return target ? strncmp(target, "linux", 5) == 0
		      : ours < argc || names_others(ours, argv);
}

static bool take_period(const char *text, void *to, struct error *err)
{
	return record_take_period(text, &((struct sampled *)to)->period, err);
}

static bool take_pid(const char *text, void *to, struct error *err)
{
	return linux_pid(text, &((struct sampled *)to)->wish.pid, err);
}

static bool take_frequency(const char *text, void *to, struct error *err)
{
	uint64_t *hz = &((struct sampled *)to)->hz;

	if (!number_read(text, hz, err))
		return error_within(err, "-F");
	return (*hz && *hz <= UINT32_MAX) ||
	       error_set(err, "-F: %s is not one of 1 to %u", text, UINT32_MAX);
}

static bool refuse_machine(const struct option_row *row, const char *text,
			   void *to, struct error *err)
{
	(void)text;
	(void)to;
	return machine_elsewhere(row, err);
}

#define AT(member) offsetof(struct sampled, member)

/* Options of `record` here; its help has them in cli/options. */
static const struct option_row rows[] = {
	ROW_TARGET(AT(what.target), "TARGET", NULL),
	ROW_MONITOR(AT(what.monitors), "MONITOR", NULL),
	ROW_EVENTS(AT(events), NULL),
	ROW_OWN('c', "count", take_period, "PERIOD", NULL),
	ROW_FLAG(0, "even", AT(even), NULL),
	ROW_OWN('F', "frequency", take_frequency, "HZ", NULL),
	ROW_OWN('p', "pid", take_pid, "PID", NULL),
	ROW_FLAG('a', "all-cpus", AT(wish.all), NULL),
	ROW_TEXT(0, "cpu", AT(wish.cpus), "LIST", NULL),
	ROW_TEXT(0, "cgroup", AT(wish.cgroup), "NAME", NULL),
	ROW_OUTPUT(AT(output), "FILE", NULL),
	ROW_CSV(AT(form), REPORT_CSV, NULL),
	ROW_JSON(AT(form), REPORT_JSON, NULL),
	ROW_QUIET(AT(wish.quiet), NULL),
	ROW_HELP(AT(help)),
	ROWS_END,
};

const struct cli_words sampled_words = {
	.verb = "record",
	.set = { { .row = rows },
		 { .row = machine_rows,
		   .take = refuse_machine,
		   .without = MACHINE_OF_REPEATS },
		 VIEW_SET(AT(view)) },
};

static int check_output(const struct sampled *o)
{
	char *const *word = o->wish.command;
	const struct writing_input command = {
		word && strchr(word[0], '/') ? word[0] : NULL, "the command"
	};

	return writing_check("record", "-o", o->output, written_kept(o->form),
			     &command, 1);
}

static int parse(int argc, char **argv, struct sampled *o)
{
	const int ours = words_of_ours(argc, argv);
	int status = cli_take(&sampled_words, ours, argv, o);

	if (status != CLI_GOOD || o->help)
		return status;
	if (optind < ours)
		return cli_error(CLI_USAGE, "record",
				 "'%s': a command of this computer comes after "
				 "--; a program for a board wants -t "
				 "board:NAME",
				 argv[optind]);
	if (ours + 1 < argc)
		o->wish.command = argv + ours + 1;
	else if (!o->wish.pid && !o->wish.all && !o->wish.cpus &&
		 !o->wish.cgroup)
		return cli_error(
			CLI_USAGE, "record",
			"say what to run: tally record -- COMMAND; or "
			"whom to sample: -p PID, -a, --cpu LIST, --cgroup "
			"NAME");
	if (o->period && o->hz)
		return cli_error(CLI_USAGE, "record",
				 "-c is a sample for each so many events, and "
				 "-F so many samples a second; leave one out");
	o->form = deliver_form(o->form, o->output);
	status = check_output(o);
	if (status != CLI_GOOD)
		return status;
	if (!o->what.target)
		o->what.target = "linux";
	return view_check("record", &o->view, o->form == REPORT_JSON);
}

/* ---- what is sampled --------------------------------------------------------
 */

static int find_target(struct sampled *o)
{
	const struct board_options none = { 0 };
	struct error err;
	int status;

	o->what.wish.events = o->events;
	status = on_target("record", &o->what, &none, &o->target, &o->members);
	if (status != CLI_GOOD)
		return status;
	if (!target_linux_set(o->target, &o->wish, &err))
		return cli_error_set(CLI_USAGE, "record", &err);
	return on_linux_members("record", o->target, &o->members, o->limits);
}

/* Cycles, or time where nobody counts them. */
static struct request *ask(struct sampled *o, int *status)
{
	struct request_wish wish = { .events = o->events };
	struct request *q;
	struct error err;

	if (o->events)
		return cli_request("record", &o->members, &wish, status);
	wish.events = "cycles";
	q = request_make(o->members.member, o->members.count, &wish, &err);
	wish.events = "cpu_clock";
	return q ? q : cli_request("record", &o->members, &wish, status);
}

static int sample_with(struct sampled *o, const struct request *q)
{
	const bool whole = o->output && o->form == REPORT_TEXT;
	struct screen screen;
	const struct command_wish wish = { .target = o->target,
					   .request = q,
					   .whose = &o->wish,
					   .period = o->period,
					   .hz = o->hz,
					   .sink = &screen.sink };
	struct error err;
	struct sample *s;
	int status;

	screen_begin(&screen, "sampling", o->wish.quiet);
	screen.bar &= !o->wish.command || o->wish.quiet;
	s = command_run(&wish, &err);
	screen_wipe(&screen);
	if (s)
		status = deliver_profile("record", s, &o->view,
					 whole ? REPORT_JSON : o->form,
					 o->output);
	else
		status = cli_error_set(CLI_FAILED, "record", &err);
	sample_free(s);
	return status;
}

int sampled_record(int argc, char **argv)
{
	struct sampled o = { .view = VIEW_DEFAULT };
	struct request *q = NULL;
	int status = parse(argc, argv, &o);

	if (status == CLI_GOOD && o.help) {
		cli_help(&record_words);
	} else if (status == CLI_GOOD) {
		status = find_target(&o);
		if (status == CLI_GOOD)
			q = ask(&o, &status);
		if (q)
			status = sample_with(&o, q);
	}
	request_free(q);
	target_close(o.target);
	free(o.events);
	return status;
}
