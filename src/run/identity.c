/* SPDX-License-Identifier: MIT */
/*
 * What must hold of the counts of a monitor.  An identity that has one of the
 * events that were asked for is checked, and its others are counted where
 * counters are left: on a monitor of fixed counters, always.
 */
#include <stdlib.h>

#include "run/build.h"

/* Does the formula name an event among the first `asked` of the request? */
static bool concerns(const struct request *r, const struct formula *f,
		     unsigned asked)
{
	size_t count;
	const char *const *name = formula_names(f, &count);

	for (size_t i = 0; i < count; i++) {
		struct error ignored;
		const struct catalog_event *e =
			catalog_event(r->monitor, name[i], &ignored);

		for (unsigned k = 0; k < asked; k++)
			if (r->event[k] == e)
				return true;
	}
	return false;
}

/* Its events, and those that were not there before as riders. */
static bool take_events(struct request *r, struct request_identity *q,
			struct error *err)
{
	struct storage *s = r->storage;
	size_t count;
	const char *const *name = formula_names(q->formula, &count);

	q->index = calloc(count + 1, sizeof *q->index);
	if (!q->index)
		return error_set(err, "out of memory");
	for (size_t i = 0; i < count; i++) {
		const struct catalog_event *e =
			catalog_event(r->monitor, name[i], err);
		unsigned before = r->events;
		uint16_t *more;

		if (!e || !request_add_event(r, e, &q->index[i], err))
			return false;
		if (r->events == before)
			continue;
		more = grown(s->along, s->alongs, sizeof *s->along, err);
		if (!more)
			return false;
		s->along = more;
		s->along[s->alongs++] = q->index[i];
	}
	return true;
}

static bool add(struct request *r, const struct catalog_identity *identity,
		unsigned asked, struct error *err)
{
	struct request_identity *more =
		grown(r->identity, r->identities, sizeof *more, err);
	struct request_identity *q;

	if (!more)
		return false;
	r->identity = more;
	q = &r->identity[r->identities];
	*q = (struct request_identity){ .identity = identity };
	q->formula = formula_parse(identity->formula, err);
	if (!q->formula)
		return error_within(err, "%s", identity->id);
	if (!concerns(r, q->formula, asked)) {
		formula_free(q->formula);
		return true;
	}
	r->identities++;
	return take_events(r, q, err);
}

bool request_add_identities(struct request *r, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	struct storage *s = r->storage;
	unsigned asked = r->events;

	for (unsigned i = 0; i < m->identities; i++)
		if (!add(r, &m->identity[i], asked, err))
			return false;
	/* A monitor has instructions to ride along, or identities. */
	if (s->alongs && !r->problem.riders) {
		r->problem.rider = s->along;
		r->problem.riders = (uint16_t)s->alongs;
	}
	return true;
}

void request_free_identities(struct request *r)
{
	struct storage *s = r->storage;

	for (unsigned i = 0; i < r->identities; i++) {
		formula_free(r->identity[i].formula);
		free(r->identity[i].index);
	}
	free(r->identity);
	free(s->along);
}
