/* SPDX-License-Identifier: MIT */
/* Options of `tally stat` for this computer. */
#include "cli/options/linux.h"

#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "cli/cli.h"
#include "cli/options/machine.h"
#include "cli/options/stat.h"

bool linux_meant(const struct stat_options *o, bool words)
{
	if (o->target)
		return strncmp(o->target, "linux", 5) == 0 &&
		       (!o->target[5] || o->target[5] == ':');
	return !o->monitor_name && (o->on_linux.said || (words && !o->elf));
}

bool linux_pid(const char *text, pid_t *pid, struct error *err)
{
	uint64_t n;

	if (!number_read(text, &n, err))
		return error_within(err, "-p");
	if (n < 1 || n > INT32_MAX)
		return error_set(err, "-p: %s is not one of 1 to %d", text,
				 INT32_MAX);
	*pid = (pid_t)n;
	return true;
}

bool linux_command(struct linux_arguments *a, const char *name, char **words,
		   int count)
{
	const size_t all = (size_t)count + (name ? 1 : 0);
	size_t at = 0;

	if (!all)
		return true;
	a->words = calloc(all + 1, sizeof *a->words);
	if (!a->words)
		return false;
	if (name)
		a->words[at++] = (char *)(uintptr_t)name;
	for (int i = 0; i < count; i++)
		a->words[at++] = words[i];
	a->wish.command = a->words;
	return true;
}

/* Options of boards, of which there are as many as one likes. */
static const char *for_boards(const struct stat_options *o)
{
	if (o->run.truth || o->run.causes)
		return o->run.truth ? "--truth: only boards have a ledger; "
				      "leave it out"
				    : "--causes: only boards have a ledger; "
				      "leave it out";
	if (o->passes_said)
		return "--passes: here each pass is a run of the command, "
		       "unless they take turns: --multiplex of -t linux";
	if (o->run.jobs)
		return "-j: runs of a command come one after the other here; "
		       "leave it out";
	return NULL;
}

static const char *out_of_place(const struct stat_options *o)
{
	if (o->run.region.kind != REGION_WHOLE || o->regions || o->globs)
		return "--region: the kernel counts from the start to the end; "
		       "leave it out";
	if (o->run.divide || o->map || o->dry_run)
		return "--divide, --map and --dry-run are about registers, "
		       "which the kernel keeps; leave them out";
	return for_boards(o);
}

/* The name of what is counted where there is no command to name it. */
static const char *without_command(const struct stat_options *o)
{
	const struct linux_wish *w = &o->on_linux.wish;

	if (!w->command && !w->pid && !w->all && !w->cpus && !w->cgroup)
		return "say what to run: tally stat -- COMMAND; or whom to "
		       "count: -p PID, -a, --cpu LIST, --cgroup NAME";
	return NULL;
}

bool linux_beside(const struct stat_options *o)
{
	return target_takes_command(o->target);
}

/* The way in which counts are told apart that has no meaning there. */
static const char *wrong_apart(const struct stat_options *o)
{
	const struct linux_wish *w = &o->on_linux.wish;

	if (w->by == LINUX_BY_THREAD && (!w->pid || w->all || w->cpus))
		return "--per-thread is of a process that is there: name it "
		       "with -p PID";
	if (w->by == LINUX_BY_CORE && !w->all && !w->cpus && !w->cgroup)
		return "--per-core is of whole processors: -a, or --cpu LIST";
	if (w->by && o->run.repeats > 1)
		return "--per-thread and --per-core are of one run, and -r of "
		       "several; leave out one";
	if (w->by && o->run.warmup)
		return "--per-thread and --per-core are of one run, and "
		       "--warmup makes another before it; leave out one";
	if (w->by && o->interval)
		return "-I is of all together, and --per-thread and --per-core "
		       "tell apart what came of it; leave out one";
	return NULL;
}

/* Nothing but a command says from when to when it counts. */
static const char *wrong_beside(const struct stat_options *o)
{
	if (!o->on_linux.wish.command && !o->dry_run)
		return "say what runs meanwhile: -- COMMAND, as in -- sleep 1";
	if (o->on_linux.said || o->on_linux.wish.shared)
		return "-p, -a, --cpu, --cgroup and --multiplex are for -t "
		       "linux; leave them out";
	if (o->run.region.kind != REGION_WHOLE || o->regions || o->globs)
		return "--region: its counters are not stopped inside of a "
		       "command; leave it out";
	return for_boards(o);
}

int linux_beside_set(struct stat_options *o)
{
	const char *wrong = wrong_beside(o);
	struct error err;

	if (wrong)
		return cli_error(CLI_USAGE, "stat", "%s", wrong);
	if (!machine_is_plain(&o->machine, &err))
		return cli_error_set(CLI_USAGE, "stat", &err);
	o->run.target->ops->command(o->run.target, o->on_linux.wish.command,
				    o->quiet_program);
	return CLI_GOOD;
}

int linux_options_set(struct stat_options *o)
{
	const char *wrong = out_of_place(o);
	struct error err;

	if (!wrong)
		wrong = without_command(o);
	if (!wrong)
		wrong = wrong_apart(o);
	if (wrong)
		return cli_error(CLI_USAGE, o->verb, "%s", wrong);
	o->on_linux.wish.quiet = o->quiet_program;
	if (!machine_is_plain(&o->machine, &err) ||
	    !target_linux_set(o->run.target, &o->on_linux.wish, &err))
		return cli_error_set(CLI_USAGE, o->verb, &err);
	return CLI_GOOD;
}
