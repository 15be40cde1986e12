/* SPDX-License-Identifier: MIT */
/*
 * This file writes the plan down: the passes in the order of the wants that
 * they serve, riders where counters are left, and every event with its counter.
 */
#include <stdlib.h>

#include "plan/inner.h"

static struct event_set want_set(const struct facts *f,
				 const struct plan_want *want)
{
	struct event_set set = { { 0 } };

	for (unsigned i = 0; i < want->events; i++)
		set_put(&set, f->own[want->event[i]]);
	return set;
}

/*
 * Does the pass do something for the want: does it have all of it, or a part if
 * it is split?
 */
static bool serves(const struct facts *f, const struct pass *p,
		   const struct event_set *want, bool split)
{
	struct event_set rest = *want;

	if (!split)
		return set_within(f, want, &p->events);
	for (unsigned i = 0; i < f->words; i++)
		rest.word[i] &= ~f->anchors.word[i];
	return set_meets(f, &rest, &p->events);
}

/* Sorts the passes by the first want that they serve. */
static bool order_passes(const struct facts *f, const bool *split,
			 const struct packing *packing, uint16_t *order)
{
	const struct plan_problem *p = f->problem;
	bool *placed = calloc(packing->passes + 1u, sizeof(*placed));
	uint16_t count = 0;

	if (!placed)
		return false;
	for (unsigned i = 0; i <= p->wants && count < packing->passes; i++) {
		struct event_set set = { { 0 } };
		bool last = i == p->wants; /* whatever is left */

		if (!last)
			set = want_set(f, &p->want[i]);
		for (uint16_t k = 0; k < packing->passes; k++) {
			if (!serves(f, &packing->pass[k], &set,
				    !last && split[i]))
				continue;
			if (!placed[k])
				order[count++] = k;
			placed[k] = true;
			if (!last && !split[i])
				break;
		}
	}
	free(placed);
	return true;
}

static void add_riders(const struct facts *f, struct pass *p)
{
	for (unsigned i = 0; i < f->problem->riders; i++) {
		struct event_set one = { { 0 } };

		set_put(&one, f->own[f->problem->rider[i]]);
		if (pass_fits(f, p, &one))
			pass_add(f, p, &one);
	}
}

static bool write_pass(const struct facts *f, const struct pass *p,
		       struct plan_pass *out)
{
	unsigned counters = f->problem->counters;

	out->assign = calloc(counters + 1u, sizeof(*out->assign));
	if (!out->assign)
		return false;
	for (unsigned c = 0; c < counters; c++) {
		struct plan_assignment *a = &out->assign[out->assigns];

		if (counters_has(&p->free, c))
			continue;
		if (out->assigns > 0 && a[-1].event == f->origin[p->at[c]])
			continue; /* the second counter of a pair */
		a->event = f->origin[p->at[c]];
		a->counter = (uint16_t)c;
		out->assigns++;
	}
	return true;
}

static bool write_passes(const struct facts *f, const bool *split,
			 const struct packing *packing, struct pass *pass,
			 struct plan *plan)
{
	uint16_t *order = calloc(packing->passes + 1u, sizeof(*order));

	if (!order || !order_passes(f, split, packing, order)) {
		free(order);
		return false;
	}
	for (unsigned k = 0; k < plan->passes; k++) {
		/*
		 * A plan of anchors alone has one pass, into which nothing was
		 * packed.
		 */
		pass[k] = k < packing->passes ? packing->pass[order[k]]
					      : f->start;
		add_riders(f, &pass[k]);
	}
	free(order);
	for (unsigned k = 0; k < plan->passes; k++)
		if (!write_pass(f, &pass[k], &plan->pass[k]))
			return false;
	return true;
}

static void write_wants(const struct facts *f, const bool *split,
			const struct pass *pass, struct plan *plan)
{
	for (unsigned i = 0; i < f->problem->wants; i++) {
		struct event_set set = want_set(f, &f->problem->want[i]);
		uint16_t k = 0;

		while (!split[i] && k < plan->passes &&
		       !set_within(f, &set, &pass[k].events))
			k++;
		plan->want_pass[i] = split[i] ? PLAN_SPLIT : k;
	}
}

struct plan *plan_write(const struct facts *f, const bool *split,
			const struct packing *packing)
{
	struct plan *plan = calloc(1, sizeof(*plan));
	struct pass *pass;
	uint16_t passes = packing->passes;
	bool good;

	if (!plan)
		return NULL;
	if (!passes && f->problem->wants)
		passes = 1;
	plan->passes = passes;
	plan->at_least = packing->passes ? packing->at_least : passes;
	plan->nodes = packing->nodes;
	plan->pass = calloc(passes + 1u, sizeof(*plan->pass));
	plan->want_pass =
		calloc(f->problem->wants + 1u, sizeof(*plan->want_pass));
	pass = calloc(passes + 1u, sizeof(*pass));
	good = plan->pass && plan->want_pass && pass &&
	       write_passes(f, split, packing, pass, plan);
	if (good)
		write_wants(f, split, pass, plan);
	free(pass);
	if (!good) {
		plan_free(plan);
		return NULL;
	}
	return plan;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	for (unsigned k = 0; plan->pass && k < plan->passes; k++)
		free(plan->pass[k].assign);
	free(plan->pass);
	free(plan->want_pass);
	free(plan);
}
