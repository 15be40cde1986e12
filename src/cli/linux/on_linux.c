/* SPDX-License-Identifier: MIT */
/* `tally stat` where an operating system counts. */
#include "cli/linux/on_linux.h"

#include <string.h>

#include "cli/cli.h"
#include "run/system.h"

/* The kernel's own monitor has names that only the system knows. */
static const struct catalog_event *named(void *ctx, const char *name)
{
	struct target *t = ctx;

	return t->counts->named(t, (unsigned)target_monitor(t, "kernel"), name);
}

int on_linux_members(const char *verb, struct target *t,
		     struct members *members, struct tally_limits *limits)
{
	struct error err;

	for (unsigned i = 0; i < members->count; i++) {
		struct request_member *p = &members->member[i];
		const int monitor = target_monitor(t, p->monitor->name);

		if (!t->counts->limits(t, (unsigned)monitor, &limits[i], &err))
			return cli_error_set(CLI_FAILED, verb, &err);
		p->limits = &limits[i];
		if (strcmp(p->monitor->name, "kernel") == 0) {
			p->named = named;
			p->ctx = t;
		}
	}
	return CLI_GOOD;
}

/* An event that cannot be counted may be missing for a reason that holds for
 * all. */
static int refuse(const struct stat_options *o, const struct request_wish *wish,
		  const struct error *err)
{
	const bool known =
		request_known(o->members.member, o->members.count, wish);
	const char *lacks = known ? o->run.target->counts->lacks(o->run.target)
				  : target_linux_untold(o->run.target);

	if (lacks)
		return cli_error(known ? CLI_FAILED : CLI_USAGE, "stat",
				 "%s; %s", err->text, lacks);
	return cli_error_set(known ? CLI_FAILED : CLI_USAGE, "stat", err);
}

/*
 * Each pass is a run of its own.  A process that is there cannot be run again,
 * and without a command nobody says when a run ends: what two passes count
 * would be two times of it.
 */
static bool can_be_repeated(const struct stat_options *o,
			    const struct request *q, struct error *err)
{
	const struct linux_wish *w = &o->on_linux.wish;

	if (q->plan->passes < 2 || w->shared)
		return true;
	if (o->run.interval)
		return error_set(
			err,
			"intervals are of one run, and this takes %u "
			"passes; --multiplex counts in one, or ask for "
			"less",
			q->plan->passes);
	if (w->by)
		return error_set(err,
				 "--per-%s is of one run, and this takes %u "
				 "passes; --multiplex counts in one, or ask "
				 "for less",
				 w->by == LINUX_BY_THREAD ? "thread" : "core",
				 q->plan->passes);
	if (w->command && !w->pid)
		return true;
	return error_set(err,
			 "this takes %u passes, each of which would count "
			 "another time of %s; --multiplex counts in one, or "
			 "ask for less",
			 q->plan->passes,
			 w->pid ? "the process" : "these processors");
}

struct request *on_linux_request(struct stat_options *o,
				 const struct request_wish *wish, int *status)
{
	enum system_fit fit = SYSTEM_FEWER;
	struct request *q = NULL;
	struct error err;

	while (fit == SYSTEM_FEWER) {
		request_free(q);
		q = request_make(o->members.member, o->members.count, wish,
				 &err);
		if (!q) {
			*status = refuse(o, wish, &err);
			return NULL;
		}
		fit = system_fit(&o->run, q, o->limits, &err);
	}
	*status = CLI_GOOD;
	if (fit == SYSTEM_FIT && can_be_repeated(o, q, &err))
		return q;
	request_free(q);
	*status = cli_error_set(CLI_FAILED, "stat", &err);
	return NULL;
}
