/* SPDX-License-Identifier: MIT */
/*
 * Passes and repeats as runs on the target, several at a time where it can, in
 * one poll(2) loop.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/seconds.h"
#include "run/measurement.h"
#include "run/system.h"

/* Nobody but the clock says when a core is to be halted for a look. */
enum { TICK_MS = 100, LOOK_MS = 1, JOBS_MAX = 64 };

/* Which events the target can count at all, by its ledger if it keeps one. */
static bool read_classes(struct measurement *m, struct job *job,
			 struct error *err)
{
	struct target_truth *row = m->truth->row;
	unsigned rows;

	if (!job->on->target->ops->truth) {
		memset(m->samples.modelled, true, m->request->events);
		if (job->on->target->facts.simulated)
			memset(m->samples.class, TARGET_UNTOLD,
			       m->request->events);
		return true;
	}
	if (!job_truth_read(job, row, &rows, err))
		return false;
	for (unsigned i = 0; i < m->request->events; i++)
		for (unsigned k = 0; k < rows; k++)
			if (row[k].monitor == m->request->origin[i].member &&
			    row[k].code == m->request->event[i]->code) {
				m->samples.class[i] = row[k].class;
				m->samples.modelled[i] =
					row[k].class != TARGET_NOT_MODELLED;
			}
	return true;
}

/* A want that can be met in this pass, or partly where it is split. */
static bool wanted_in(const struct measurement *m, unsigned want, unsigned pass)
{
	const struct plan_want *w = &m->request->problem.want[want];
	unsigned where = m->request->plan->want_pass[want];

	if (where != pass && where != PLAN_SPLIT)
		return false;
	for (unsigned i = 0; i < w->events; i++)
		if (!m->samples.modelled[w->event[i]])
			return false;
	return true;
}

/* A pass that would count nothing of use is not run, but for the first. */
static void choose_passes(struct measurement *m)
{
	for (unsigned p = 0; p < m->request->plan->passes; p++) {
		m->worth[p] = p == 0;
		for (unsigned w = 0; w < m->request->problem.wants; w++)
			if (wanted_in(m, w, p))
				m->worth[p] = true;
		m->planned += m->worth[p];
	}
	m->planned *= m->options->repeats * (1 + m->parts.count);
}

static unsigned pass_of(const struct measurement *m, unsigned run)
{
	return run % m->request->plan->passes;
}

/* The error of one of several passes says which. */
static bool in_pass(const struct measurement *m, unsigned run,
		    struct error *err)
{
	if (m->together == 1 &&
	    (m->request->plan->passes > 1 || m->options->repeats > 1))
		(void)error_within(err, "pass %u", pass_of(m, run) + 1);
	return false;
}

static struct job_counts counts_of(const struct measurement *m, unsigned run)
{
	const size_t base = (size_t)run * m->request->events;

	return (struct job_counts){ .count = m->samples.count + base,
				    .have = m->samples.have + base,
				    .empty = m->samples.bias + base,
				    .least = m->samples.least + base,
				    .most = m->samples.most + base,
				    .entry = m->samples.entry + base };
}

/* The number of the next run that is worth it; the number of all: there is
 * none. */
static unsigned next_run(const struct measurement *m, unsigned run)
{
	while (run > 0 && run < m->samples.runs && !m->worth[pass_of(m, run)])
		run++;
	return run;
}

/* The passes of the job's run of the program: all of one repeat. */
static bool take_passes(struct measurement *m, struct job *job,
			struct error *err)
{
	const unsigned each = of_repeat(m);
	const unsigned end = (m->next / each + 1) * each;

	job->pass = calloc(m->together, sizeof *job->pass);
	if (!job->pass)
		return error_no_memory(err);
	while (m->next < end && job->passes < m->together) {
		job->pass[job->passes] = (struct job_pass){
			.number = pass_of(m, m->next),
			.part = m->next % each / m->request->plan->passes,
			.run = m->next,
			.instance = job->passes,
			.counts = counts_of(m, m->next),
		};
		job->passes++;
		m->next = next_run(m, m->next + 1);
	}
	return true;
}

/*
 * The number that makes a target vary: of the run, or, if passes share a run of
 * the program, of that.  Parts vary as the whole does.
 */
static unsigned number_of(const struct measurement *m)
{
	const unsigned repeat = m->next / of_repeat(m);

	if (m->together > 1)
		return m->parts.count ? repeat : m->started;
	return repeat * m->request->plan->passes + pass_of(m, m->next);
}

static bool start_run(struct measurement *m, unsigned place, struct error *err)
{
	struct job *job = &m->job[place];

	*job = (struct job){
		.request = m->request,
		.options = m->options,
		.region = &m->region,
		.parts = &m->parts,
		.modelled = m->samples.modelled,
		.part_truth = m->samples.truth,
		.number = number_of(m),
		.first = m->started == 0,
		/* A target that goes on is warm after the first time. */
		.warmup = m->started && m->options->target->facts.goes_on
				  ? 0
				  : m->options->warmup,
	};
	if (job->first &&
	    (m->options->truth ||
	     (m->options->causes && m->options->target->ops->truth))) {
		job->truth = m->truth;
		job->truth->events = m->options->truth;
	}
	if (job->first && m->options->interval)
		job->series = &m->series;
	m->started++;
	m->busy[place] = true;
	if (!job_start(job, err))
		return in_pass(m, m->next, err);
	if (job->first) {
		if (!read_classes(m, job, err))
			return false;
		choose_passes(m);
	}
	return take_passes(m, job, err) &&
	       (job_go(job, err) || in_pass(m, job->pass[0].run, err));
}

/* Fill the free places with runs that are worth it. */
static bool start_runs(struct measurement *m, struct error *err)
{
	for (unsigned i = 0; i < m->jobs; i++) {
		if (m->next == m->samples.runs)
			return true;
		if (!m->busy[i] && !start_run(m, i, err))
			return false;
	}
	return true;
}

/* Causes in windows that the target closed by itself are there apart. */
static void take_truth(struct run_facts *facts, const struct job_truth *truth)
{
	unsigned causes = 0;

	for (unsigned i = 0; truth && i < truth->count; i++) {
		struct target_truth *to = &facts->truth[facts->truths];
		const bool is_cause = truth->row[i].code == TARGET_CAUSE;

		if (!truth->events && !is_cause)
			continue;
		*to = truth->row[i];
		if (is_cause && causes < TARGET_CAUSES)
			to->count += truth->cause[causes++];
		facts->truths++;
	}
}

/* The facts that one run stands for all. */
static void take_facts(struct measurement *m, const struct job *job)
{
	struct run_facts *facts = &m->facts;
	struct catalog_state *state = &facts->conditions;

	memcpy(state->holds, job->conditions, sizeof job->conditions);
	memcpy(state->known, job->conditions_known,
	       sizeof job->conditions_known);
	memcpy(facts->main_id, job->main_id, sizeof job->main_id);
	facts->layers = job->window.layers;
	state->holds[WHEN_BURST_BROKEN] = job->window.layers != 0;
	for (unsigned i = WHEN_ALWAYS; i <= WHEN_DOCUMENTED; i++)
		state->known[i] = true;
	state->holds[WHEN_ALWAYS] = true;
	state->holds[WHEN_MEASURED] = true;
	state->holds[WHEN_DIVIDED] = m->options->divide;
	facts->program_exited = job->exited;
	facts->program_status = job->status;
	facts->unfinished = job->unfinished;
	facts->windows = job->window.count;
	facts->instructions = job->instructions;
	facts->frames = job->frames;
	take_truth(facts, job->truth);
}

/* The record has those of the first run that has any. */
static void take_writes(struct run_facts *facts, const struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++)
		if (!facts->writes[i].count)
			facts->writes[i] = job->spoiled[i];
}

static void take_run(struct measurement *m, const struct job *job)
{
	take_writes(&m->facts, job);
	for (unsigned i = 0; i < job->passes; i++) {
		m->samples.late[job->pass[i].run] = job->window.late;
		m->samples.ran[job->pass[i].run] = job->instructions;
		m->samples.entered[job->pass[i].run] = job->pass[i].entered;
	}
	m->facts.runs++;
	m->facts.together |= job->passes > 1;
	m->finished += job->passes;
	if (job->first)
		take_facts(m, job);
}

static bool step_run(struct measurement *m, unsigned place, struct error *err)
{
	struct job *job = &m->job[place];
	struct target_stop stop = { 0 };

	if (!job->going || !job_wait(job, &stop))
		return true;
	if (!job_step(job, &stop, err))
		return in_pass(m, job->pass[0].run, err);
	if (job->series &&
	    !rows_tell(&m->rows, &m->samples, &m->facts, &stop, err))
		return false;
	if (!job->done)
		return true;
	take_run(m, job);
	if (!m->facts.unguarded)
		m->facts.unguarded = job->on->unguarded;
	job_close(job);
	m->busy[place] = false;
	return true;
}

static uint64_t progress_of(const struct job *job)
{
	const struct target_control *c = job->on->target->control;

	return c->progress ? c->progress(job->on) : 0;
}

/* All runs are about as long as the first one was. */
static struct run_done done_of(const struct measurement *m)
{
	double length = (double)m->facts.instructions;
	double done = m->finished;
	uint64_t most = 0;

	for (unsigned i = 0; i < m->jobs; i++) {
		uint64_t n;

		if (!m->busy[i] || !m->job[i].on)
			continue;
		n = progress_of(&m->job[i]);
		most = n > most ? n : most;
		done += m->job[i].passes *
			((double)n < length ? (double)n / length : 1);
	}
	return (struct run_done){ length > 0 ? done / m->planned : -1, most };
}

/* Tells how far it is, now and then.  False: nobody wants it any more. */
static bool goes_on(const struct measurement *m, double *told)
{
	const bool tells = seconds_now() - *told >= TICK_MS / 1000.0;
	struct run_done done;

	if (!tells)
		return sink_goes_on(m->options->sink, NULL);
	*told = seconds_now();
	done = done_of(m);
	return sink_goes_on(m->options->sink, &done);
}

static int fd_of(const struct job *job)
{
	return job->on->target->control->fd(job->on);
}

/* Wait until one of the runs has something to say, or a moment is over. */
static void wait_for_runs(const struct measurement *m)
{
	struct pollfd fd[JOBS_MAX];
	nfds_t fds = 0;
	int most = TICK_MS;

	for (unsigned i = 0; i < m->jobs; i++)
		if (m->busy[i] && m->job[i].going) {
			fd[fds++] = (struct pollfd){
				.fd = fd_of(&m->job[i]),
				.events = POLLIN,
			};
			if (job_is_halted(&m->job[i]) &&
			    (m->job[i].series ||
			     m->options->target->facts.timed))
				most = LOOK_MS;
		}
	(void)poll(fd, fds, most);
}

static bool run_all(struct measurement *m, struct error *err)
{
	double told = seconds_now();

	for (;;) {
		if (!goes_on(m, &told))
			return rows_interrupted(&m->rows, err);
		if (!start_runs(m, err))
			return false;
		if (m->finished == m->planned)
			return true;
		wait_for_runs(m);
		for (unsigned i = 0; i < m->jobs; i++)
			if (m->busy[i] && !step_run(m, i, err))
				return false;
	}
}

/* After a failure, too: ends all runs, with the target as it was found. */
static void close_all(struct measurement *m)
{
	for (unsigned i = 0; m->job && m->busy && i < m->jobs; i++)
		if (m->busy[i])
			job_close(&m->job[i]);
}

/* A run counts one pass alone if the target has but one of each monitor. */
static unsigned passes_together(const struct measurement *m)
{
	const struct run_options *o = m->options;
	unsigned instances = o->target->facts.instances;

	if (o->separate || instances < 2 || !o->target->registers->instance)
		return 1;
	return of_repeat(m) < instances ? of_repeat(m) : instances;
}

static unsigned job_count(const struct run_options *o, unsigned runs)
{
	long cores = sysconf(_SC_NPROCESSORS_ONLN);
	unsigned jobs = o->jobs;

	if (!o->target->facts.many)
		return 1;
	if (jobs == 0)
		jobs = cores > 0 ? (unsigned)cores : 1;
	if (jobs > JOBS_MAX)
		jobs = JOBS_MAX;
	return jobs < runs ? jobs : runs;
}

static bool allocate(struct measurement *m, struct error *err)
{
	m->together = passes_together(m);
	m->jobs = job_count(m->options, m->samples.runs);
	m->job = calloc(m->jobs, sizeof *m->job);
	m->busy = calloc(m->jobs, sizeof *m->busy);
	m->worth = calloc(m->request->plan->passes, sizeof *m->worth);
	m->truth = calloc(1, sizeof *m->truth);
	m->facts.truth = calloc(JOB_TRUTHS, sizeof(struct target_truth));
	if (m->job && m->busy && m->worth && m->truth && m->facts.truth &&
	    samples_make(&m->samples))
		return true;
	return error_no_memory(err);
}

static void release(struct measurement *m)
{
	free(m->job);
	free(m->busy);
	free(m->worth);
	free(m->truth);
	free(m->facts.truth);
	series_free(&m->series);
	rows_free(&m->rows);
	samples_free(&m->samples);
}

static bool measure(struct measurement *m, struct error *err)
{
	return measurement_begin(m, err) && allocate(m, err) &&
	       intervals_fit(m, err) && run_all(m, err) &&
	       parts_were_entered(m, err);
}

/* NULL: out of memory. */
static struct record *judged(struct measurement *m, double began)
{
	struct record *r;

	m->facts.seconds = seconds_now() - began;
	r = run_keep(&m->samples, &m->facts);
	if (r && record_judge(r))
		return r;
	record_free(r);
	return NULL;
}

struct record *run_measure(const struct request *request,
			   const struct run_options *options, struct error *err)
{
	struct measurement m = {
		.request = request,
		.options = options,
		.samples = {
			.request = request,
			.options = options,
			.parts = &m.parts,
			.series = &m.series,
		},
	};
	double began = seconds_now();
	struct record *record;
	bool good;

	if (options->target->counts)
		return system_measure(request, options, err);
	good = measure(&m, err);
	close_all(&m);
	record = good ? judged(&m, began) : NULL;
	if (good && !record)
		error_no_memory(err);
	release(&m);
	return record;
}
