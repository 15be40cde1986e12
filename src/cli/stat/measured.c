/* SPDX-License-Identifier: MIT */
/* A program is measured, once or several times: what is counted, and that. */
#include "cli/stat/measured.h"

#include <stdlib.h>
#include <string.h>

#include "boards/src/board.h"
#include "cli/cli.h"
#include "cli/linux/on_linux.h"
#include "cli/options/stat.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/stat/meanwhile.h"
#include "gather/whose.h"
#include "report/report.h"
#include "target/simulated/board.h"

/* Records how a simulated machine was set up; nothing of other targets. */
static void keep_machine(struct record *r, const struct target *target)
{
	const struct board_info *info = target_board_info(target);
	const struct board_options *o = target_board_options(target);
	char *title;

	if (!info || !o)
		return;
	title = machine_title(o, info->title);
	r->target.title = record_text(r, title);
	r->failed |= !title;
	free(title);
	r->target.superset = info->simulated_superset;
	record_keep_machine(r, o);
	if (!board_capture_sha256(o))
		return;
	r->capture.file = record_text(r, o->pcap);
	r->capture.sha256 = record_text(r, board_capture_sha256(o));
}

void stat_keep(struct record *r, const struct stat_options *o)
{
	struct error err;

	keep_machine(r, o->run.target);
	if (o->label)
		(void)record_keep_label(r, o->label, &err);
	whose_keep(r, o->run.target, &o->on_linux.wish,
		   !o->metrics && !o->events && !o->groups);
}

/* A measurement on the screen, with its rows. */
struct telling {
	struct screen screen;
	const struct stat_options *o;
	struct report_rows *rows; /* NULL: they are not printed */
	struct meanwhile meanwhile;
};

/* A pipe's reader gets a row at once. */
static bool on_row(void *ctx, const struct series_row *row)
{
	struct telling *t = (struct telling *)ctx;

	screen_wipe(&t->screen);
	if (!row->number)
		stat_keep(row->record, t->o);
	meanwhile_row(&t->meanwhile, row);
	return !t->rows || (report_row(t->rows, row->record, row->begin) &&
			    fflush(stdout) == 0);
}

struct record *stat_measure(const char *verb, struct stat_options *o,
			    const struct request *q, struct report_rows *rows)
{
	const struct linux_wish *w = &o->on_linux.wish;
	struct telling t = { .o = o,
			     .rows = rows,
			     .meanwhile = { .path = o->openmetrics } };
	struct record *record;
	struct error err;

	if (!w->command && !o->run.target->counts &&
	    !target_load(o->run.target, o->elf, &err)) {
		cli_error_set(CLI_FAILED, verb, &err);
		return NULL;
	}
	screen_begin(&t.screen, "measuring", o->quiet_program);
	/* A command of this computer says by itself what it has to say. */
	t.screen.bar &= !w->command || w->quiet;
	if (rows || o->openmetrics)
		t.screen.sink.row = on_row;
	o->run.sink = &t.screen.sink;
	record = run_measure(q, &o->run, &err);
	screen_wipe(&t.screen);
	o->run.sink = NULL;
	o->unwritten = meanwhile_end(&t.meanwhile, verb) != CLI_GOOD;
	/* Printing would block where nobody reads the program's output. */
	if (!record && !console_is_lost(&t.screen.console))
		cli_error_set(CLI_FAILED, verb, &err);
	if (!record)
		return NULL;
	stat_keep(record, o);
	if (cli_sign(record))
		return record;
	cli_no_memory(verb);
	record_free(record);
	return NULL;
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
	const struct request_wish wish = { o->metrics,  o->events,
					   o->groups,   o->max_passes,
					   o->overview, o->in_common };

	struct request *q;

	*status = o->dry_run ? CLI_GOOD : stat_ask_limits(verb, o);
	if (*status != CLI_GOOD)
		return NULL;
	q = o->run.target->counts
		    ? on_linux_request(o, &wish, status)
		    : cli_request(verb, &o->members, &wish, status);
	if (q)
		*status = limits_check(verb, &o->budgets, q);
	if (*status == CLI_GOOD)
		return q;
	request_free(q);
	return NULL;
}
