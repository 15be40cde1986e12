/* SPDX-License-Identifier: MIT */
/*
 * `tally stat`: measure a program on a target.  The result goes to standard
 * output, what the program says to standard error.
 */
#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"
#include "cli/cli.h"
#include "cli/columns/columns.h"
#include "cli/deliver.h"
#include "cli/linux/on_linux.h"
#include "cli/options/stat.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "gather/whose.h"
#include "report/report.h"
#include "script/script.h"
#include "target/simulated/board.h"

/* The page is besides, unless it goes where the result would. */
static int report(const struct stat_options *o, struct record *r)
{
	const struct kept kept = { .record = r };
	int status = CLI_GOOD;

	if (!o->page || strcmp(o->page, "-") != 0 || o->output)
		status = deliver_record("stat", r, o->format, o->output);
	if (o->page && deliver_page("stat", &kept, NULL, o->page) != CLI_GOOD)
		status = CLI_FAILED;
	if (status == CLI_GOOD && !r->trusted)
		return cli_error(CLI_FAILED, "stat", "not to be trusted: %s",
				 r->verdict.why);
	return status;
}

/* Records how a simulated machine was set up; nothing of other targets. */
static void keep_machine(struct record *r, const struct target *target)
{
	const struct board_info *info = target_board_info(target);
	const struct board_options *o = target_board_options(target);

	if (!info || !o)
		return;
	r->target.title = record_text(r, info->title);
	r->target.superset = info->simulated_superset;
	record_keep_machine(r, o);
	if (!board_capture_sha256(o))
		return;
	r->capture.file = record_text(r, o->pcap);
	r->capture.sha256 = record_text(r, board_capture_sha256(o));
}

struct record *stat_measure(const char *verb, struct stat_options *o,
			    const struct request *q)
{
	const struct linux_wish *w = &o->on_linux.wish;
	struct record *record;
	struct screen screen;
	struct error err;

	if (!w->command && !o->run.target->counts &&
	    !target_load(o->run.target, o->elf, &err)) {
		cli_error_set(CLI_FAILED, verb, &err);
		return NULL;
	}
	screen_begin(&screen, "measuring", o->quiet_program);
	/* A command of this computer says by itself what it has to say. */
	screen.bar &= !w->command || w->quiet;
	o->run.sink = &screen.sink;
	record = run_measure(q, &o->run, &err);
	screen_wipe(&screen);
	o->run.sink = NULL;
	/* Printing would block where nobody reads the program's output. */
	if (!record && !console_is_lost(&screen.console))
		cli_error_set(CLI_FAILED, verb, &err);
	if (!record)
		return NULL;
	keep_machine(record, o->run.target);
	whose_keep(record, o->run.target, w,
		   !o->metrics && !o->events && !o->groups);
	if (cli_sign(record))
		return record;
	cli_no_memory(verb);
	record_free(record);
	return NULL;
}

static int dry_run(const struct stat_options *o, const struct request *q)
{
	const struct script_wishes w = {
		.options = o->run.divide ? TALLY_DIVIDE : 0,
		.name = "tally",
	};
	struct error err;

	if (!script_print(stdout, q, &w, &err))
		return cli_error_set(CLI_FAILED, "stat", &err);
	return CLI_GOOD;
}

/* Only what nobody has chosen is left out. */
static int ask_unmodelled(const char *verb, struct stat_options *o)
{
	const bool modelled = o->run.target->ops->truth != NULL;
	struct error err;

	for (unsigned i = 0; modelled && i < o->members.count; i++) {
		struct request_member *p = &o->members.member[i];
		struct run_unmodelled *u = &o->unmodelled[i];

		if (!target_load(o->run.target, o->elf, &err) ||
		    !run_unmodelled(o->run.target, p->monitor, u, &err))
			return cli_error_set(CLI_FAILED, verb, &err);
		p->unmodelled = u->code;
		p->unmodelleds = u->codes;
	}
	return CLI_GOOD;
}

int stat_ask_limits(const char *verb, struct stat_options *o)
{
	const bool chosen =
		(o->metrics || o->events || o->groups) && !o->overview;
	struct error err;

	running_catch_signals(); /* the target may be halted for it */
	if (o->run.target->counts)
		return on_linux_members(verb, o->run.target, &o->members,
					o->limits);
	for (unsigned i = 0; i < o->members.count; i++) {
		struct request_member *p = &o->members.member[i];

		if (!p->monitor->monitor->ops->limits)
			continue;
		if (!target_load(o->run.target, o->elf, &err) ||
		    !run_limits(o->run.target, p->monitor, &o->limits[i], &err))
			return cli_error_set(CLI_FAILED, verb, &err);
		p->limits = &o->limits[i];
	}
	return chosen ? CLI_GOOD : ask_unmodelled(verb, o);
}

/* A dry run does not touch the target, so it asks for no limits. */
struct request *stat_request(const char *verb, struct stat_options *o,
			     int *status)
{
	const struct request_wish wish = { o->metrics, o->events, o->groups,
					   o->max_passes, o->overview };

	*status = o->dry_run ? CLI_GOOD : stat_ask_limits(verb, o);
	if (*status != CLI_GOOD)
		return NULL;
	return o->run.target->counts
		       ? on_linux_request(o, &wish, status)
		       : cli_request(verb, &o->members, &wish, status);
}

static int stat_dry(struct stat_options *o)
{
	int status;
	struct request *q = stat_request("stat", o, &status);

	if (q)
		status = dry_run(o, q);
	request_free(q);
	return status;
}

static int stat_with(struct stat_options *o)
{
	int status;
	struct request *q = stat_request("stat", o, &status);
	struct record *r = q ? stat_measure("stat", o, q) : NULL;

	if (q)
		status = r ? report(o, r) : CLI_FAILED;
	record_free(r);
	request_free(q);
	return status;
}

int verb_stat(int argc, char **argv)
{
	struct stat_options o;
	int status = stat_options_parse(argc, argv, 0, &o);

	if (status == CLI_GOOD && o.help)
		cli_help(&stat_help);
	else if (status == CLI_GOOD && o.target_count > 1)
		status = columns_stat(argc, argv, o.target_count);
	else if (status == CLI_GOOD)
		status = o.dry_run ? stat_dry(&o) : stat_with(&o);
	status = running_left("stat", o.run.target, status);
	stat_options_free(&o);
	return status;
}
