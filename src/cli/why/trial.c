/* SPDX-License-Identifier: MIT */
/* Trials: a board runs as if some causes cost nothing. */
#include "cli/why/trial.h"

#include "base/seconds.h"
#include "cli/cli.h"
#include "cli/screen.h"
#include "target/simulated/board.h"

/* A place with nearly all of a cause tells what everywhere does. */
#define NEARLY_ALL 0.98

struct trials {
	struct stat_options *o;
	struct why *w;
	struct request *request;
	double before; /* cycles */
};

/* The cause's bit in a trial: the catalogue has the ledger's order. */
static uint32_t bit_of(const struct why_finding *f)
{
	unsigned count;

	return UINT32_C(1) << (f->row.cause - catalog_causes(&count));
}

/* Once is enough, for others mostly fail likewise. */
static void say_failed(struct why *w, const char *reason)
{
	if (!w->trial_failed)
		(void)cli_error(CLI_FAILED, "why",
				"a run as if a cause cost nothing could not be "
				"had: %s; what it would have told is left out",
				reason);
	w->trial_failed = true;
}

/* A plain run with that; false: there was none.  `*change`: of all cycles. */
static bool run(const struct trials *t, const struct board_trial *trial,
		double *change)
{
	struct run_options options = t->o->run;
	struct screen screen;
	struct record *r;
	struct stack s;
	struct error err;
	bool good;

	screen_begin(&screen, "trying", true);
	options.repeats = 1;
	options.causes = true;
	options.sink = &screen.sink;
	target_board_try(options.target, trial);
	r = run_measure(t->request, &options, &err);
	target_board_try(options.target, NULL);
	screen_wipe(&screen);
	good = r && stack_of(r, &s);
	if (good)
		*change = (double)s.cycles / t->before - 1;
	if (r)
		t->w->board_runs += r->board_runs;
	if (!good)
		say_failed(t->w,
			   r ? "it ended before it told its cycles" : err.text);
	record_free(r);
	return good;
}

static void try_one(const struct trials *t, struct why_finding *f)
{
	const struct board_trial everywhere = { .without = bit_of(f) };

	f->tried = run(t, &everywhere, &f->without);
	f->at.without = everywhere.without;
	if (f->tried && f->at.ranges && f->here < NEARLY_ALL)
		f->tried_here = run(t, &f->at, &f->without_here);
}

/* The two that are worth most, if there are two. */
static void try_pair(const struct trials *t)
{
	struct why *w = t->w;
	struct why_pair *p = &w->pair;
	unsigned tried = 0;

	for (unsigned i = 0; i < w->findings; i++) {
		if (!w->finding[i].tried)
			continue;
		if (tried < 2)
			p->finding[tried] = i;
		tried++;
	}
	if (tried >= 2) {
		const struct board_trial both = {
			.without = bit_of(&w->finding[p->finding[0]]) |
				   bit_of(&w->finding[p->finding[1]]),
		};

		p->tried = run(t, &both, &p->without);
	}
}

void trial_all(struct stat_options *o, struct why *w)
{
	const struct catalog_monitor *m = w->answers.monitor;
	const struct request_wish wish = {
		.events = m->cycles ? m->cycles : m->event[0].name
	};
	struct trials t = { .o = o, .w = w };
	const double began = seconds_now();
	struct error err;
	struct stack s;

	if (!stack_of(w->first, &s))
		return;
	t.before = (double)s.cycles;
	t.request =
		request_make(o->members.member, o->members.count, &wish, &err);
	for (unsigned i = 0; t.request && i < w->findings; i++)
		if (why_can_try(&w->finding[i]))
			try_one(&t, &w->finding[i]);
	if (t.request)
		try_pair(&t);
	request_free(t.request);
	w->host_seconds += seconds_now() - began;
}
