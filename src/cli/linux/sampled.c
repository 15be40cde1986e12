/* SPDX-License-Identifier: MIT */
/* `tally record -- COMMAND`: samples of a command of this computer. */
#include "cli/linux/sampled.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "catalog/kernel.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/linux/on_linux.h"
#include "cli/linux/places.h"
#include "cli/lists.h"
#include "cli/options.h"
#include "cli/options/machine.h"
#include "cli/options/on_target.h"
#include "cli/options/profile.h"
#include "cli/options/view.h"
#include "cli/running.h"
#include "cli/writing.h"
#include "kernel/perf.h"
#include "program/program.h"
#include "record/record.h"
#include "run/system.h"

enum {
	OPT_CSV = 256,
	OPT_JSON,
	OPT_QUIET_PROGRAM,
	OPT_EVEN,
	OPT_CPU,

	CLOCK_LEAST = 10000, /* ns: a shorter period is that long */
	OFTEN = 10000,       /* events, */
	SELDOM =
		1000000 /* ... and cycles or nanoseconds from one to the next */
};

static const struct option known[] = {
	{ "target", required_argument, NULL, 't' },
	{ "monitor", required_argument, NULL, 'm' },
	{ "events", required_argument, NULL, 'e' },
	{ "count", required_argument, NULL, 'c' },
	{ "output", required_argument, NULL, 'o' },
	{ "pid", required_argument, NULL, 'p' },
	{ "all-cpus", no_argument, NULL, 'a' },
	{ "cpu", required_argument, NULL, OPT_CPU },
	{ "help", no_argument, NULL, 'h' },
	{ "csv", no_argument, NULL, OPT_CSV },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "quiet-program", no_argument, NULL, OPT_QUIET_PROGRAM },
	{ "even", no_argument, NULL, OPT_EVEN },
	{ "frequency", required_argument, NULL, 'F' },
	MACHINE_OPTION_ROWS,
	VIEW_OPTION_ROWS,
	{ 0 },
};

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
	bool help;
	struct target_count *count;
	unsigned *which; /* of the request's events */
	uint64_t *periods, *total;
	unsigned counts;
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

/* Of whom samples are that no command is: -p, -a, --cpu. */
static bool names_others(int ours, char **argv)
{
	static const char *const words[] = { "-p", "-a", "--pid", "--all-cpus",
					     "--cpu" };
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

static int take_period(struct sampled *o, const char *text)
{
	struct error err;

	if (!number_read(text, &o->period, &err))
		return cli_error(CLI_USAGE, "record", "-c: %s", err.text);
	return o->period ? CLI_GOOD
			 : cli_error(CLI_USAGE, "record",
				     "-c 0: a period is at least 1 event");
}

static int take_pid(struct sampled *o)
{
	uint64_t pid;
	const int status =
		cli_take_number("record", "-p", optarg, 1, INT32_MAX, &pid);

	o->wish.pid = (pid_t)pid;
	return status;
}

static int take(int got, struct sampled *o, char **argv)
{
	if (machine_option(got))
		return cli_error(CLI_USAGE, "record",
				 "--jitter, --cold, --inject, --timeout and "
				 "the like are for simulated boards; leave "
				 "them out");
	if (view_option(got))
		return view_option_take("record", got, optarg, &o->view);
	switch (got) {
	case 't':
		o->what.target = optarg;
		return CLI_GOOD;
	case 'm':
		o->what.monitors = optarg;
		return CLI_GOOD;
	case 'o':
		o->output = optarg;
		return CLI_GOOD;
	case 'e':
		return cli_list_append(&o->events, optarg, ',')
			       ? CLI_GOOD
			       : cli_no_memory("record");
	case 'p':
		return take_pid(o);
	case 'a':
		o->wish.all = true;
		return CLI_GOOD;
	case OPT_CPU:
		o->wish.cpus = optarg;
		return CLI_GOOD;
	case 'c':
		return take_period(o, optarg);
	case 'h':
		o->help = true;
		return CLI_GOOD;
	case OPT_CSV:
	case OPT_JSON:
		o->form = got == OPT_CSV ? REPORT_CSV : REPORT_JSON;
		return CLI_GOOD;
	case OPT_QUIET_PROGRAM:
		o->wish.quiet = true;
		return CLI_GOOD;
	case OPT_EVEN: /* as it is */
		return CLI_GOOD;
	case 'F':
		return cli_error(CLI_USAGE, "record",
				 "-F is for a core behind a debug server, -t "
				 "gdb:...; a command is sampled by events, -e "
				 "and -c: leave out -F");
	default:
		return cli_bad_option("record", got, argv, known);
	}
}

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
	struct cli_options given = { .verb = "record",
				     .letters = ":t:m:e:c:o:p:F:ah",
				     .known = known,
				     .adding = "events inject traffic" };
	int got, status;

	opterr = 0;
	while ((got = cli_option(&given, ours, argv)) != -1) {
		status = take(got, o, argv);
		if (status != CLI_GOOD || o->help)
			return status;
	}
	if (optind < ours)
		return cli_error(CLI_USAGE, "record",
				 "'%s': a command of this computer comes after "
				 "--; a program for a board wants -t "
				 "board:NAME",
				 argv[optind]);
	if (ours + 1 < argc)
		o->wish.command = argv + ours + 1;
	else if (!o->wish.pid && !o->wish.all && !o->wish.cpus)
		return cli_error(CLI_USAGE, "record",
				 "say what to run: tally record -- COMMAND; or "
				 "whom to sample: -p PID, -a, --cpu LIST");
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

static uint64_t period_of(const struct sampled *o,
			  const struct catalog_event *event)
{
	if (o->period)
		return o->period;
	return event && event->kind == EVENT_DURATION ? (uint64_t)SELDOM
						      : (uint64_t)OFTEN;
}

/* Cycles and instructions that would only ride along are left out. */
static void keep_asked(struct sampled *o, const struct request *q)
{
	unsigned kept = 0;

	for (unsigned i = 0; i < o->counts; i++) {
		if (q->asked[o->which[i]] == ASKED_NOT)
			continue;
		o->count[kept] = o->count[i];
		o->which[kept++] = o->which[i];
	}
	o->counts = kept;
}

/* Is it one that a timer of the kernel's makes the samples of? */
static bool is_clock(const struct target *t, const struct target_count *c)
{
	return c->event && !c->raw &&
	       strcmp(t->facts.monitor[c->monitor].name, "kernel") == 0 &&
	       (c->event->code == KERNEL_SOFTWARE + PERF_COUNT_SW_CPU_CLOCK ||
		c->event->code == KERNEL_SOFTWARE + PERF_COUNT_SW_TASK_CLOCK);
}

static bool list(struct sampled *o, const struct request *q, struct error *err)
{
	size_t most = 1;

	for (unsigned i = 0; i < q->plan->passes; i++)
		most += q->plan->pass[i].assigns;
	o->count = calloc(most, sizeof *o->count);
	o->which = calloc(most, sizeof *o->which);
	o->periods = calloc(most, sizeof *o->periods);
	o->total = calloc(most, sizeof *o->total);
	if (!o->count || !o->which || !o->periods || !o->total)
		return error_no_memory(err);
	for (unsigned i = 0; i < q->plan->passes; i++)
		o->counts += system_pass(o->target, q, i, o->count + o->counts,
					 o->which + o->counts);
	keep_asked(o, q);
	for (unsigned i = 0; i < o->counts; i++) {
		o->periods[i] = period_of(o, o->count[i].event);
		if (is_clock(o->target, &o->count[i]) &&
		    o->periods[i] < CLOCK_LEAST)
			return error_set(err,
					 "-c %llu: the kernel's clocks give a "
					 "sample each %d ns at most; choose at "
					 "least that",
					 (unsigned long long)o->periods[i],
					 CLOCK_LEAST);
	}
	return true;
}

/* ---- what came of it --------------------------------------------------------
 */

/* How far samples are from what they are of, and what there is none of. */
static const char *skid_of(const struct sampled *o, struct sample *s,
			   const struct perf_taking *t)
{
	static const char skid[] =
		"A sample is where the kernel found the program when it was "
		"told, some instructions behind what made the counter run "
		"over; callers are found by frame pointers.";
	const char *missing = t->kernel.lacks;
	char held[256] = "", kernel[512] = "", text[1024];

	if (t->held)
		snprintf(held, sizeof held,
			 " The kernel held samples back %llu times, as they "
			 "came too often, and what was counted meanwhile is "
			 "with what came after the last one: choose a longer "
			 "-c.",
			 (unsigned long long)t->held);
	if (target_linux_user_only(o->target))
		missing = o->target->counts->lacks(o->target);
	if (missing)
		snprintf(kernel, sizeof kernel, " The kernel is %s: %s.",
			 t->kernel.lacks ? "one row" : "left out", missing);
	snprintf(text, sizeof text, "%s%s%s", skid, held, kernel);
	return sample_text(s, text);
}

static bool fill(struct sampled *o, const struct request *q, struct sample *s,
		 struct perf_taking *t, const struct target_stop *end,
		 struct error *err)
{
	struct sample_sampling *how = sample_room(s, 1, sizeof *how);
	char hash[PROGRAM_HASH], text[64];
	const char *whose = on_linux_whose(&o->wish, text, sizeof text);
	char *file = whose == text ? NULL : on_linux_file(whose);

	s->target = "linux";
	s->title = sample_text(s, o->target->facts.title);
	s->program = sample_text(s, whose);
	if (file && program_hash(file, hash))
		s->sha256 = sample_text(s, hash);
	free(file);
	s->clock_hz = record_real(0);
	s->clock_ratio = record_real(0);
	s->status = end->status;
	s->column = sample_room(s, o->counts, sizeof *s->column);
	if (!how || !s->column)
		return error_no_memory(err);
	for (unsigned i = 0; i < o->counts; i++) {
		const struct target_count *c = &o->count[i];
		const unsigned m = q->origin[o->which[i]].member;

		s->column[i] = (struct sample_column){
			.name = sample_text(s, c->event->name),
			.monitor = q->member[m].monitor->name,
			.class = "sampled",
			.code = c->event->code,
			.asked = true,
			.period = o->periods[i],
		};
	}
	s->columns = o->counts;
	s->monitors = s->column[0].monitor;
	how->samples = t->takens;
	how->lost = t->lost + t->damaged;
	how->skid = skid_of(o, s, t);
	s->sampling = how;
	/* The rest, for which samples do not account. */
	for (size_t i = 0; i < t->takens; i++) {
		uint64_t *left = &o->total[t->taken[i].event];

		*left -=
			t->taken[i].weight < *left ? t->taken[i].weight : *left;
	}
	return places_fill(s, t, o->total, err);
}

static bool measure(struct sampled *o, const struct request *q,
		    struct sample *s, struct error *err)
{
	struct perf_taking taking = { 0 };
	struct target_stop end;
	bool good = list(o, q, err);

	if (good) {
		const struct target_sampled how = { o->periods, o->total,
						    o->counts,
						    &running_interrupted };

		good = o->target->counts->sample(o->target, o->count, &how,
						 &taking, &end, err) &&
		       fill(o, q, s, &taking, &end, err);
	}
	perf_taking_free(&taking);
	return good;
}

static int sample_with(struct sampled *o, const struct request *q)
{
	const bool whole = o->output && o->form == REPORT_TEXT;
	struct sample *s = sample_new();
	struct error err;
	int status;

	if (!s)
		return cli_no_memory("record");
	running_catch_signals();
	if (measure(o, q, s, &err))
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
		fputs(record_help, stdout);
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
	free(o.count);
	free(o.which);
	free(o.periods);
	free(o.total);
	return status;
}
