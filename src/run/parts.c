/* SPDX-License-Identifier: MIT */
/*
 * Several regions in one run.  Each has instances of the monitors for itself,
 * and the target opens and closes its windows: so one may lie within another,
 * and each is counted as if it were alone.
 */
#include <stdlib.h>

#include "run/job.h"

/* Which of the target's monitors a session is on. */
static unsigned monitor_of(const struct job *job, const struct job_pass *p,
			   const struct tally_session *s)
{
	unsigned i = 0;

	while (&p->member[i].session != s)
		i++;
	return job->monitor[i];
}

void parts_steps(const struct job *job, const struct job_pass *p,
		 struct target_step *open, struct target_step *close)
{
	for (unsigned i = 0; i < p->together.sessions; i++) {
		const struct tally_session *s = p->together.session[i];
		const unsigned monitor = monitor_of(job, p, s);

		*open++ =
			(struct target_step){ monitor, p->instance, s->start };
		*close++ =
			(struct target_step){ monitor, p->instance, s->stop };
	}
}

/* A part's window while it is put together. */
struct handing {
	const struct job *job;
	unsigned part;
	struct target_step *open, *close; /* of one array */
	unsigned steps;
	struct target_counter *counter;
	unsigned counters;
};

/* Of a counter that is more than one register no entry is known. */
static bool is_read(const struct tally_total *t)
{
	return t->value.bits != 0;
}

/* How many of a window's counters a slot is. */
static unsigned counters_of(const struct job_member *m, unsigned slot)
{
	return is_read(&m->total[slot]) ? 1 : runs_on_words(m, slot);
}

static void add_counters(struct handing *h, const struct job_pass *p,
			 unsigned member)
{
	const struct job_member *m = &p->member[member];

	for (unsigned i = 0; m->used && i < m->setup.slots; i++) {
		const struct tally_total *t = &m->total[i];

		if (is_read(t))
			h->counter[h->counters++] = (struct target_counter){
				.monitor = h->job->monitor[member],
				.instance = p->instance,
				.reg = t->value,
				.mask = t->top ? t->top : UINT64_MAX,
			};
		else
			h->counters += runs_on_counters(
				h->job, p, member, i, h->counter + h->counters);
	}
}

static void add_pass(struct handing *h, const struct job_pass *p)
{
	parts_steps(h->job, p, h->open + h->steps, h->close + h->steps);
	h->steps += p->together.sessions;
	for (unsigned i = 0; i < h->job->request->members; i++)
		add_counters(h, p, i);
}

static bool hand_over(struct handing *h, struct error *err)
{
	const struct job *job = h->job;
	const struct region_at *at = &job->parts->at[h->part - 1];

	for (unsigned i = 0; i < job->passes; i++)
		if (job->pass[i].part == h->part)
			add_pass(h, &job->pass[i]);
	return job->on->target->control->window(
		job->on,
		&(struct target_window){
			.from = at->from,
			.to = at->to,
			.own_to = job->options->parts.self ? at->own_to : 0,
			.returns = at->kind == REGION_SYMBOL,
			.skip = job->warmup,
			.ledger = job->part_truth && job->options->truth,
			.opens = h->steps,
			.closes = h->steps,
			.counters = h->counters,
		},
		h->open, h->counter, err);
}

static unsigned count_counters(const struct job_pass *p, unsigned members)
{
	unsigned count = 0;

	for (unsigned i = 0; i < members; i++) {
		const struct job_member *m = &p->member[i];

		for (unsigned k = 0; m->used && k < m->setup.slots; k++)
			count += counters_of(m, k);
	}
	return count;
}

/* Sessions of a part's passes, and what their slots are counted by. */
static void measure(const struct job *job, unsigned part, unsigned *steps,
		    unsigned *slots)
{
	*steps = *slots = 0;
	for (unsigned i = 0; i < job->passes; i++) {
		if (job->pass[i].part != part)
			continue;
		*steps += job->pass[i].together.sessions;
		*slots += count_counters(&job->pass[i], job->request->members);
	}
}

static bool hand_over_part(struct job *job, unsigned part, struct error *err)
{
	struct handing h = { .job = job, .part = part };
	unsigned steps, slots;
	bool good;

	measure(job, part, &steps, &slots);
	h.open = calloc(2 * steps + 1u, sizeof *h.open);
	h.counter = calloc(slots + 1u, sizeof *h.counter);
	if (h.open)
		h.close = h.open + steps;
	good = h.open && h.counter ? hand_over(&h, err) : error_no_memory(err);
	free(h.open);
	free(h.counter);
	return good;
}

/* Passes of a part follow each other. */
static bool begins_part(const struct job *job, unsigned pass)
{
	const unsigned part = job->pass[pass].part;

	return part && (pass == 0 || job->pass[pass - 1].part != part);
}

bool parts_hand_over(struct job *job, struct error *err)
{
	for (unsigned i = 0; i < job->passes; i++)
		if (begins_part(job, i) &&
		    !hand_over_part(job, job->pass[i].part, err))
			return false;
	return true;
}

/* The count of one entry, less that of an empty one. */
static uint64_t net(const struct tally_total *t, uint64_t raw)
{
	const uint64_t count = raw << t->shift;

	return count > t->empty ? count - t->empty : 0;
}

static unsigned take_member(const struct job *job, struct job_pass *p,
			    unsigned member, const struct target_counted *to)
{
	const struct job_member *m = &p->member[member];
	unsigned taken = 0;

	for (unsigned i = 0; m->used && i < m->setup.slots; i++) {
		const struct tally_total *t = &m->total[i];
		const unsigned event = m->event[i];

		if (is_read(t)) {
			p->counts.least[event] = net(t, to[taken].least);
			p->counts.most[event] = net(t, to[taken].most);
			/* Of entries that are over: one that is not is none. */
			p->counts.entry[event] = p->entered.times >
						 (p->entered.inside ? 1u : 0u);
		} else if (runs_on_words(m, i)) {
			runs_on_take(job, p, member, i, to + taken);
		}
		taken += counters_of(m, i);
	}
	return taken;
}

/* The passes of a part are those from `first` up to `end`. */
struct taking {
	struct job *job;
	unsigned first, end;
	unsigned number; /* of the target's windows */
	struct target_counted *counted;
	unsigned counters;
};

static bool ask(const struct taking *t, struct error *err)
{
	struct job *job = t->job;
	struct target_told told;
	unsigned at = 0;

	if (!job->on->target->control->told(job->on, t->number, &told,
					    t->counted, t->counters, err))
		return false;
	for (unsigned i = t->first; i < t->end; i++) {
		struct job_pass *p = &job->pass[i];

		p->entered = (struct job_entered){ told.entered, told.within };
		for (unsigned k = 0; k < job->request->members; k++)
			at += take_member(job, p, k, t->counted + at);
	}
	return true;
}

/* The ledger is the same in all runs: the first pass that counts the part tells
 * it. */
static bool tells_truth(const struct job *job, const struct job_pass *p)
{
	return job->part_truth &&
	       p->run == p->part * job->request->plan->passes;
}

/* Rows of events are those that the whole's ledger has, where it is wanted. */
static bool ask_truth(const struct taking *t, struct error *err)
{
	struct job *job = t->job;
	const struct job_pass *p = &job->pass[t->first];
	uint64_t *to;
	struct target_truth *row;
	unsigned rows = 0;
	bool good;

	if (!tells_truth(job, p))
		return true;
	row = calloc(JOB_TRUTHS, sizeof *row);
	if (!row)
		return error_no_memory(err);
	to = job->part_truth + (size_t)(p->part - 1) * JOB_TRUTHS;
	good = job_truth_of(job, t->number, row, &rows, err);
	for (unsigned i = 0; i < rows; i++)
		to[i] = row[i].count;
	free(row);
	return good;
}

static bool take_part(struct job *job, unsigned first, unsigned number,
		      struct error *err)
{
	struct taking t = {
		.job = job, .first = first, .end = first, .number = number
	};
	bool good = false;

	while (t.end < job->passes &&
	       job->pass[t.end].part == job->pass[first].part)
		t.counters += count_counters(&job->pass[t.end++],
					     job->request->members);
	t.counted = calloc(t.counters + 1u, sizeof *t.counted);
	if (t.counted)
		good = ask(&t, err) && ask_truth(&t, err);
	else
		error_no_memory(err);
	free(t.counted);
	return good;
}

bool parts_look(struct job *job, struct error *err)
{
	return !runs_on_count(job) || parts_take(job, err);
}

bool parts_take(struct job *job, struct error *err)
{
	unsigned number = 0;

	for (unsigned i = 0; i < job->passes; i++)
		if (begins_part(job, i) && !take_part(job, i, number++, err))
			return false;
	return true;
}
