/* SPDX-License-Identifier: MIT */
/*
 * What of a request concerns one of its monitors, as if it had no other: for
 * those who do not care about the rest.
 */
#include <stdlib.h>

#include "request/request.h"

enum { ELSEWHERE = UINT8_MAX };

static void restrict_pass(const struct request *r, unsigned member,
			  const struct plan_pass *from, struct plan_pass *to)
{
	for (unsigned i = 0; i < from->assigns; i++) {
		struct plan_assignment a = from->assign[i];

		if (r->origin[a.event].member != member)
			continue;
		a.counter = (uint16_t)(a.counter - r->member[member].counter);
		to->assign[to->assigns++] = a;
	}
}

static bool restrict_plan(struct request *v, const struct request *r,
			  unsigned member)
{
	struct plan *plan = calloc(1, sizeof *plan);

	if (!plan)
		return false;
	v->plan = plan;
	*plan = *r->plan;
	plan->pass = calloc(plan->passes + 1u, sizeof *plan->pass);
	if (!plan->pass)
		return false;
	for (unsigned p = 0; p < plan->passes; p++) {
		const struct plan_pass *from = &r->plan->pass[p];

		plan->pass[p].assign =
			calloc(from->assigns + 1u, sizeof *from->assign);
		if (!plan->pass[p].assign)
			return false;
		restrict_pass(r, member, from, &plan->pass[p]);
	}
	return true;
}

/* Its own metrics; a formula of the user's goes with the first monitor. */
static bool restrict_metrics(struct request *v, const struct request *r,
			     unsigned member)
{
	v->metrics = 0;
	v->metric = calloc(r->metrics + 1u, sizeof *v->metric);
	if (!v->metric)
		return false;
	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].member == member) {
			v->metric[v->metrics] = r->metric[i];
			v->metric[v->metrics++].member = 0;
		}
	return true;
}

static bool restrict_events(struct request *v, const struct request *r,
			    unsigned member)
{
	v->origin = calloc(r->events + 1u, sizeof *v->origin);
	v->asked = calloc(r->events + 1u, sizeof *v->asked);
	if (!v->origin || !v->asked)
		return false;
	for (unsigned i = 0; i < r->events; i++) {
		bool own = r->origin[i].member == member;

		v->origin[i].row = r->origin[i].row;
		v->origin[i].member = own ? 0 : ELSEWHERE;
		v->asked[i] = own ? r->asked[i] : (uint8_t)ASKED_NOT;
	}
	return true;
}

struct request *request_view(const struct request *r, unsigned member,
			     struct error *err)
{
	struct request *v = calloc(1, sizeof *v);

	if (!v) {
		error_set(err, "out of memory");
		return NULL;
	}
	*v = *r;
	v->member[0] = r->member[member];
	v->member[0].counter = 0;
	v->members = 1;
	v->monitor = v->member[0].monitor;
	v->identities = 0;
	v->problem.counters = v->monitor->monitor->counters;
	v->plan = NULL;
	v->metric = NULL;
	v->origin = NULL;
	v->asked = NULL;
	if (restrict_plan(v, r, member) && restrict_metrics(v, r, member) &&
	    restrict_events(v, r, member))
		return v;
	request_view_free(v);
	error_set(err, "out of memory");
	return NULL;
}

void request_view_free(struct request *v)
{
	if (!v)
		return;
	for (unsigned p = 0; v->plan && v->plan->pass && p < v->plan->passes;
	     p++)
		free(v->plan->pass[p].assign);
	if (v->plan)
		free(v->plan->pass);
	free(v->plan);
	free(v->metric);
	free(v->origin);
	free(v->asked);
	free(v);
}
