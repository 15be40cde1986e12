/* SPDX-License-Identifier: MIT */
/* Events that can be sampled, and the passes of them.  See sampler.h. */
#include <stdlib.h>

#include <tally/counting.h>

#include "gather/sampler.h"

enum { TRUTHS = 1024 };

/* ---- can it be? ---------------------------------------------------------- */

/* Why a monitor's overflow tells nobody. */
static const char *why_silent(const struct tally_monitor *m)
{
	if (m->counting == &tally_difference ||
	    m->counting == &tally_free_running)
		return "its counters wrap and tell nobody";
	if (m->counting == &tally_saturating)
		return "its counters stop at their top";
	if (m->counting == &tally_read_only)
		return "its counters can only be read, so that no period can "
		       "be loaded";
	return "its counters cannot interrupt";
}

bool sampler_monitor(struct sampler *s, struct error *err)
{
	const struct request *q = s->wish->request;
	const struct target *t = s->wish->target;
	const struct catalog_monitor *m = q->member[0].monitor;
	int which;

	if (q->members > 1)
		return error_set(err, "one monitor is sampled at a time; name "
				      "it with -m");
	which = target_monitor(t, m->name);
	if (which < 0)
		return error_set(err, "%s has no %s", t->facts.title, m->name);
	s->which = (unsigned)which;
	s->monitor = m->monitor;
	if (m->monitor->silent || !tally_counting_tells(m->monitor->counting))
		return error_set(err,
				 "%s cannot be sampled by overflow: %s; tally "
				 "stat counts with it",
				 m->name, why_silent(m->monitor));
	if (t->facts.monitor[which].reach != TARGET_BY_CORE)
		return error_set(err,
				 "%s cannot be sampled: it is outside of the "
				 "core, and what it counts is no "
				 "instruction's; tally stat counts with it",
				 m->name);
	if (!t->control || !t->control->watch || !t->registers ||
	    !t->registers->instance)
		return error_set(
			err,
			"%s cannot be sampled from outside, as nothing "
			"stops it where a counter runs over; let the "
			"program fill a log, and use tally collect, or halt it "
			"now and then, -F 100",
			t->facts.title);
	return true;
}

/* Does the target model the event?  One that keeps no ledger counts all. */
static bool modelled(const struct sampler *s, const struct target_truth *row,
		     unsigned rows, uint16_t code)
{
	for (unsigned i = 0; i < rows; i++)
		if (row[i].monitor == s->which && row[i].code == code)
			return row[i].class != TARGET_NOT_MODELLED;
	return !rows;
}

static void add_column(struct sampler *s, unsigned event)
{
	const struct request *q = s->wish->request;
	struct sample *p = s->profile;

	p->column[p->columns++] = (struct sample_column){
		.name = sample_text(p, q->event[event]->name),
		.monitor = sample_text(p, request_event_monitor(q, event)),
		.class = "sampled",
		.code = q->event[event]->code,
		.asked = true,
		.period = s->wish->period,
	};
}

/* Chooses what was asked for, in its order, each once; cycles and instructions
 * that would only ride along are left out. */
static bool choose(struct sampler *s, uint32_t *column,
		   const struct target_truth *row, unsigned rows,
		   struct error *err)
{
	const struct request *q = s->wish->request;

	for (unsigned i = 0; i < q->events; i++)
		column[i] = SAMPLE_NONE;
	for (unsigned i = 0; i < q->problem.wants; i++) {
		const struct plan_want *w = &q->problem.want[i];

		for (unsigned k = 0; k < w->events; k++) {
			const unsigned e = w->event[k];

			if (q->asked[e] == ASKED_NOT ||
			    column[e] != SAMPLE_NONE ||
			    s->profile->columns == SAMPLE_COLUMNS)
				continue;
			if (modelled(s, row, rows, q->event[e]->code)) {
				column[e] = s->profile->columns;
				add_column(s, e);
			} else if (q->asked[e] == ASKED_BY_NAME) {
				return error_set(
					err,
					"%s: the simulated board does not "
					"model it; tally board NAME PROG.elf "
					"--truth has what it does",
					q->event[e]->name);
			}
		}
	}
	return s->profile->columns ||
	       error_set(err, "nothing to sample; name events with -e");
}

/* The pass's slots whose events no pass before it has. */
static void take_slots(struct sampler *s, struct sampling *p, unsigned number,
		       uint32_t *column)
{
	const struct request *q = s->wish->request;
	unsigned kept = 0;

	request_setup(q, 0, number, 0, p->slot, p->event, &p->setup);
	for (unsigned i = 0; i < p->setup.slots; i++) {
		uint32_t *of = &column[p->event[i]];

		if (*of == SAMPLE_NONE)
			continue;
		p->slot[kept] = p->slot[i];
		p->slot[kept].period = s->wish->period;
		p->slot[kept].interrupt = TALLY_IRQ;
		p->column[kept++] = *of;
		*of = SAMPLE_NONE;
	}
	p->setup.slots = (uint8_t)kept;
}

static bool make_pass(struct sampler *s, struct sampling *p, unsigned number,
		      uint32_t *column, struct error *err)
{
	const struct tally_monitor *m = s->monitor;
	const size_t counters = m->counters + 1u;

	p->slot = calloc(counters, sizeof *p->slot);
	p->total = calloc(counters, sizeof *p->total);
	p->event = calloc(counters, sizeof *p->event);
	p->column = calloc(counters, sizeof *p->column);
	p->seen = calloc(counters, sizeof *p->seen);
	p->step = calloc(m->steps + 1u, sizeof *p->step);
	if (!p->slot || !p->total || !p->event || !p->column || !p->seen ||
	    !p->step)
		return error_no_memory(err);
	take_slots(s, p, number, column);
	return true;
}

bool sampler_passes(struct sampler *s, struct error *err)
{
	const struct request *q = s->wish->request;
	const struct target *t = s->wish->target;
	struct target_truth *row = calloc(TRUTHS, sizeof *row);
	uint32_t *column = calloc(q->events + 1u, sizeof *column);
	struct sample *p = s->profile;
	unsigned rows = 0;
	bool good;

	p->column = sample_room(p, SAMPLE_COLUMNS, sizeof *p->column);
	s->pass = calloc(q->plan->passes + 1u, sizeof *s->pass);
	good = row && column && s->pass && p->column;
	if (!good)
		error_no_memory(err);
	if (good && t->ops->truth)
		good = t->ops->truth(s->on, row, TRUTHS, &rows, err);
	good = good && choose(s, column, row, rows, err);
	for (unsigned i = 0; good && i < q->plan->passes; i++) {
		struct sampling *pass = &s->pass[s->passes++];

		good = make_pass(s, pass, i, column, err);
	}
	free(row);
	free(column);
	return good;
}
