/* SPDX-License-Identifier: MIT */
/*
 * `tally why`: follows the questions of a monitor, measuring, until none is
 * left that could explain more.
 */
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/deliver.h"
#include "cli/options/why.h"
#include "cli/running.h"
#include "cli/screen.h"
#include "cli/stat/measured.h"
#include "cli/why/against.h"
#include "cli/why/apart.h"
#include "cli/why/trial.h"
#include "gather/behind.h"
#include "gather/found.h"
#include "gather/profile.h"
#include "report/why.h"

/* Judges what is there: not all that was asked for can be. */
static bool judge_what_is_there(struct record *r)
{
	for (unsigned i = 0; i < r->metrics; i++)
		r->metric[i].asked = ASKED_AMONG;
	return record_judge(r);
}

/* Can the target count what the metric is made of? */
static bool can_count(const struct members *members, const char *metric,
		      struct error *err)
{
	const struct request_wish wish = { .metrics = metric };
	struct request *q =
		request_make(members->member, members->count, &wish, err);

	request_free(q);
	return q != NULL;
}

/* The metrics of the next step, as a list; NULL: none of them can be counted.
 * `any`: was there a question at all? */
static int next_step(const struct members *members, struct why *w, char **list,
		     bool *any)
{
	unsigned step = w->steps + 1;
	struct error err;

	*any = false;
	for (unsigned i = 0; i < w->answers.count; i++)
		w->row[i].next = why_asks(w, i);
	for (unsigned i = 0; i < w->answers.count; i++) {
		const char *metric = w->answers.answer[i].question->metric;

		if (!w->row[i].next)
			continue;
		*any = true;
		w->steps = step;
		w->row[i].step = step;
		if (!can_count(members, metric, &err))
			snprintf(w->row[i].untold, sizeof w->row[i].untold,
				 "%.250s", err.text);
		else if (!text_append(list, metric, ','))
			return cli_no_memory("why");
	}
	return CLI_GOOD;
}

/* Measures a step; the first one's record is kept. */
static int take_step(struct stat_options *o, struct why *w, const char *list,
		     struct record **first)
{
	const struct request_wish wish = { .metrics = list };
	int status = CLI_GOOD;
	struct request *q = cli_request("why", &o->members, &wish, &status);
	struct record *r;

	o->run.causes = !*first; /* a board tells them once */
	r = q ? stat_measure("why", o, q, NULL) : NULL;
	request_free(q);
	if (!r)
		return status == CLI_GOOD ? CLI_FAILED : status;
	if (!judge_what_is_there(r) || !why_add(w, r))
		status = cli_no_memory("why");
	o->quiet_program = true; /* it says the same again */
	if (*first)
		record_free(r);
	else
		*first = r;
	return status;
}

static int walk(struct stat_options *o, struct why *w, struct record **first)
{
	bool any = true;

	while (any && w->trusted) {
		char *list = NULL;
		int status = next_step(&o->members, w, &list, &any);

		if (status == CLI_GOOD && list)
			status = take_step(o, w, list, first);
		free(list);
		if (status != CLI_GOOD)
			return status;
	}
	return CLI_GOOD;
}

/* A profile of the same run has the cycles of each path of calls. */
static struct sample *profile(struct stat_options *o, const struct request *q)
{
	struct screen screen;
	const struct profile_wish wish = { .target = o->run.target,
					   .request = q,
					   .causes = true,
					   .sink = &screen.sink };
	struct sample *s = NULL;
	struct error err;

	screen_begin(&screen, "profiling", true);
	if (target_load(o->run.target, o->elf, &err))
		s = profile_run(&wish, &err);
	screen_wipe(&screen);
	return s;
}

/*
 * Looks where a board's cycles went by, and what software is behind them.  It
 * is no harm if that cannot be known, as between two addresses, or of a program
 * that does not end.
 */
static int look_behind(struct stat_options *o, struct why *w)
{
	const struct catalog_monitor *m = w->answers.monitor;
	const struct request_wish wish = {
		.events = m->cycles ? m->cycles : m->event[0].name
	};
	const char *within = o->run.region.text;
	struct request *q;
	struct sample *s;
	struct error err;
	double began = seconds_now();
	bool good = true;

	if (o->run.region.kind == REGION_RANGE)
		return CLI_GOOD;
	q = request_make(o->members.member, o->members.count, &wish, &err);
	s = q ? profile(o, q) : NULL;
	if (s && !s->unfinished)
		good = (!m->cycles || behind_of(s, within, w)) &&
		       found_places(s, within, w);
	w->board_runs += s != NULL;
	sample_free(s);
	request_free(q);
	w->host_seconds += seconds_now() - began;
	return good ? CLI_GOOD : cli_no_memory("why");
}

/* A board alone can tell where each cause is, and what it costs; of counts what
 * they leave together is asked next. */
static int look_deeper(struct stat_options *o, struct why *w)
{
	struct stack stack;
	int status;

	if (!w->first || !headline_by_cause(w->first, &stack)) {
		apart_plan(&o->members, w);
		return CLI_GOOD;
	}
	why_find(w, &stack);
	status = look_behind(o, w);
	if (status == CLI_GOOD && !o->no_trial)
		trial_all(o, w);
	return status;
}

static int print(const struct stat_options *o, const struct why *w)
{
	struct delivery d;
	bool good = deliver_begin(&d);
	int status;

	if (good && o->format == REPORT_JSON)
		good = why_json(d.to, w);
	else if (good)
		why_text(d.to, w, o->all, !o->output && cli_colour(stdout));
	status = deliver_end(&d, "why", o->output, good);
	if (status == CLI_GOOD && !w->trusted)
		return cli_error(CLI_FAILED, "why", "not to be trusted: %s",
				 w->doubt);
	return status == CLI_GOOD && w->trial_failed ? CLI_FAILED : status;
}

static int why(struct stat_options *o)
{
	struct why w = { .trusted = true };
	struct record *first = NULL;
	const struct catalog_monitor *m = o->members.member[0].monitor;
	struct error err;
	int status;

	if (m->unasked)
		return cli_error(CLI_USAGE, "why",
				 "%s does not tell where time goes: %s",
				 m->name, m->unasked);
	if (o->against && !against_read(o->against, o->run.target->facts.name,
					&w.against, &err))
		return cli_error_set(CLI_USAGE, "why", &err);
	status = stat_ask_limits("why", o);
	if (status != CLI_GOOD)
		return status;
	answers_begin(&w.answers, m);
	status = walk(o, &w, &first);
	w.first = first;
	if (status == CLI_GOOD && w.trusted)
		status = look_deeper(o, &w);
	if (status == CLI_GOOD)
		status = first ? print(o, &w)
			       : cli_error(CLI_FAILED, "why",
					   "nothing that %s would be asked can "
					   "be counted there: %s",
					   m->name, w.row[0].untold);
	record_free(first);
	return status;
}

int verb_why(int argc, char **argv)
{
	struct stat_options o;
	int status = why_options_parse(argc, argv, &o);

	if (status == CLI_GOOD && o.help)
		cli_help(&why_words);
	else if (status == CLI_GOOD)
		status = why(&o);
	status = running_left("why", o.run.target, status);
	stat_options_free(&o);
	return status;
}
