/* SPDX-License-Identifier: MIT */
/*
 * The planner refuses what cannot be, packs the rest into the fewest passes
 * that it finds, and says how few there could be.
 */
#include <stdlib.h>

#include "plan/inner.h"

enum {
	EFFORT = 8000,       /* nodes; some milliseconds on a desktop */
	SEARCH_ITEMS = 1024, /* more are packed without a search */
};

/* Puts into words the smallest conflict among these events and the anchors. */
static bool refuse(const struct facts *f, const struct event_set *events,
		   struct error *err)
{
	uint16_t event[PLAN_EVENTS_MAX], conflict[PLAN_EVENTS_MAX];
	struct event_set left = *events;
	uint16_t count = 0;
	unsigned e;

	while ((e = set_take(f, &left)) != PLAN_NONE)
		event[count++] = (uint16_t)e;
	left = f->anchors;
	while ((e = set_take(f, &left)) != PLAN_NONE)
		if (!set_has(events, e))
			event[count++] = (uint16_t)e;
	count = conflict_find(f, &f->base, event, count, conflict);
	return conflict_explain(f, conflict, count, err);
}

static bool check_anchors(const struct facts *f, struct error *err)
{
	if (set_within(f, &f->anchors, &f->start.events))
		return true;
	refuse(f, &f->anchors, err);
	return error_within(err, "what is counted in every pass");
}

/* Each event must fit alone. A want that does not fit whole is split. */
static bool check_want(const struct facts *f, const struct plan_want *want,
		       bool *split, struct error *err)
{
	struct event_set all = { { 0 } };
	struct error cause;

	for (unsigned i = 0; i < want->events; i++) {
		struct event_set one = { { 0 } };
		unsigned e = f->own[want->event[i]];

		set_put(&one, e);
		set_put(&all, e);
		if (pass_fits(f, &f->start, &one))
			continue;
		refuse(f, &one, err);
		return error_within(err, "%s", want->name);
	}
	*split = !pass_fits(f, &f->start, &all);
	if (!*split || !want->must_share)
		return true;
	refuse(f, &all, &cause);
	return error_set(err,
			 "%s must share a pass, but %s; take one of them out, "
			 "or let them be counted in several passes",
			 want->name, cause.text);
}

static void packing_free(struct packing *packing)
{
	free(packing->pass);
	*packing = (struct packing){ 0 };
}

/*
 * Looks for a plan with fewer passes than `packing` has, where `goal` of them
 * are enough.  False: out of memory.
 */
static bool improve(const struct facts *f, const struct items *items,
		    const struct bounds *b, uint32_t effort, uint16_t goal,
		    struct packing *packing)
{
	uint16_t passes = goal > b->at_least ? goal : b->at_least;
	uint16_t end = goal ? (uint16_t)(passes + 1) : packing->passes;

	for (; passes < packing->passes && passes < end; passes++) {
		uint32_t left = effort - packing->nodes;
		uint32_t share = left / (uint32_t)(end - passes);

		switch (search_run(f, items, b, passes, share, packing->pass,
				   &packing->nodes)) {
		case SEARCH_FOUND:
			packing->passes = passes;
			return true;
		case SEARCH_NONE:
			if (passes == packing->at_least)
				packing->at_least = (uint16_t)(passes + 1);
			break;
		case SEARCH_SPENT:
			break;
		case SEARCH_MEMORY:
			return false;
		}
	}
	return true;
}

/* Packs the items into the fewest passes, or into `goal` of them. */
static bool pack(const struct facts *f, const struct items *items,
		 uint32_t effort, uint16_t goal, struct packing *packing)
{
	struct bounds b = { 0 };
	struct pass *trial;
	bool good = true;

	*packing = (struct packing){ 0 };
	if (!items->count)
		return true;
	packing->pass = calloc(items->count, sizeof(*packing->pass));
	trial = calloc(items->count, sizeof(*trial));
	if (packing->pass && trial && bounds_make(f, items, &b)) {
		uint16_t enough = goal > b.at_least ? goal : b.at_least;

		packing->at_least = b.at_least;
		packing->passes =
			greedy_best(f, items, packing->pass, trial, enough);
		if (items->count <= SEARCH_ITEMS)
			good = improve(f, items, &b, effort, goal, packing);
		bounds_free(&b);
	} else {
		good = false;
	}
	free(trial);
	if (!good)
		packing_free(packing);
	return good;
}

/* Cuts a want into chunks that fit, in the order of its events. */
static uint16_t cut(const struct facts *f, const struct plan_want *want,
		    struct event_set *chunk)
{
	uint16_t chunks = 0;

	for (unsigned i = 0; i < want->events; i++) {
		unsigned e = f->own[want->event[i]], k = 0;

		if (set_has(&f->anchors, e))
			continue;
		for (; k < chunks; k++) {
			struct event_set with = chunk[k];

			set_put(&with, e);
			if (pass_fits(f, &f->start, &with))
				break;
		}
		if (k == chunks)
			chunk[chunks++] = (struct event_set){ { 0 } };
		set_put(&chunk[k], e);
	}
	return chunks;
}

/*
 * The events of a split want are better together, as far as they can be.  So a
 * plan that has them together is taken where it costs no further pass.
 */
static void regroup(const struct facts *f, const bool *split, uint32_t effort,
		    struct packing *packing)
{
	const struct plan_problem *p = f->problem;
	struct event_set *chunk = NULL;
	uint16_t chunks = 0;

	for (unsigned i = 0; i < p->wants; i++) {
		struct packing trial;
		struct items items;
		uint16_t more;
		void *grown;
		bool good;

		if (!split[i])
			continue;
		grown = realloc(chunk, (chunks + (size_t)p->want[i].events +
					1) * sizeof(*chunk));
		if (!grown)
			break;
		chunk = grown;
		more = (uint16_t)(chunks + cut(f, &p->want[i], chunk + chunks));
		good = items_make(f, split, chunk, more, &items);
		if (good) {
			good = pack(f, &items, effort - packing->nodes,
				    packing->passes, &trial);
			items_free(&items);
		}
		if (!good)
			break;
		trial.at_least = packing->at_least;
		trial.nodes += packing->nodes;
		if (trial.passes > packing->passes) {
			packing->nodes = trial.nodes;
			packing_free(&trial);
			continue;
		}
		packing_free(packing);
		*packing = trial;
		chunks = more;
	}
	free(chunk);
}

static bool check_limit(const struct plan_problem *p,
			const struct packing *packing, struct error *err)
{
	if (!p->max_passes || packing->passes <= p->max_passes)
		return true;
	if (packing->at_least > p->max_passes)
		return error_set(err,
				 "this needs %u passes, but at most %u are "
				 "allowed; allow %u, or ask for less",
				 packing->passes, p->max_passes,
				 packing->passes);
	return error_set(err,
			 "no plan with at most %u passes was found (the best "
			 "has %u); allow %u, or ask for less",
			 p->max_passes, packing->passes, packing->passes);
}

static bool check_sets(size_t sets, struct error *err)
{
	return sets <= PLAN_SETS_MAX ||
	       error_set(err,
			 "this makes %zu sets of events, more than the %d that "
			 "can be planned at once; ask for less",
			 sets, PLAN_SETS_MAX);
}

static struct plan *plan_ready(const struct facts *f, bool *split,
			       struct error *err)
{
	const struct plan_problem *p = f->problem;
	uint32_t effort = p->effort ? p->effort : EFFORT;
	struct packing packing;
	struct items items;
	struct plan *plan;
	bool good;

	if (!check_anchors(f, err))
		return NULL;
	for (unsigned i = 0; i < p->wants; i++)
		if (!check_want(f, &p->want[i], &split[i], err))
			return NULL;
	if (!check_sets(items_asked(f, split), err))
		return NULL;
	good = items_make(f, split, NULL, 0, &items);
	if (good) {
		good = pack(f, &items, effort, 0, &packing);
		items_free(&items);
	}
	if (!good) {
		error_no_memory(err);
		return NULL;
	}
	if (!check_limit(p, &packing, err)) {
		packing_free(&packing);
		return NULL;
	}
	regroup(f, split, effort, &packing);
	plan = plan_write(f, split, &packing);
	packing_free(&packing);
	if (!plan)
		error_no_memory(err);
	return plan;
}

struct plan *plan_make(const struct plan_problem *problem, struct error *err)
{
	struct plan *plan = NULL;
	struct facts f;
	bool *split;

	if (!facts_make(&f, problem, NULL, 0, err))
		return NULL;
	split = calloc(problem->wants + 1u, sizeof(*split));
	if (split)
		plan = plan_ready(&f, split, err);
	else
		error_no_memory(err);
	free(split);
	facts_free(&f);
	return plan;
}
