/* SPDX-License-Identifier: MIT */
/*
 * Identities must hold of a monitor's counts.  An identity is checked if the
 * user asked for two of its events; its other events are counted where counters
 * are left.  On a monitor of fixed counters that is always.
 */
#include <stdlib.h>

#include "request/inner.h"

/*
 * Does the formula name at least two of the first `asked` events of the
 * request?  One would not do: many formulas name cycles.
 */
static bool concerns(const struct request *r, unsigned member,
		     const struct formula *f, unsigned asked)
{
	size_t count;
	const char *const *name = formula_names(f, &count);
	unsigned found = 0;

	for (size_t i = 0; i < count; i++) {
		struct error ignored;
		const struct catalog_event *e = catalog_event(
			r->member[member].monitor, name[i], &ignored);

		for (unsigned k = 0; k < asked; k++)
			found += r->origin[k].row == e &&
				 r->origin[k].member == member;
	}
	return found >= 2;
}

/* Take the identity's events; those that the request does not have yet ride. */
static bool take_events(struct request *r, unsigned member,
			struct request_identity *q, struct error *err)
{
	size_t count;
	const char *const *name = formula_names(q->formula, &count);

	q->index = calloc(count + 1, sizeof *q->index);
	if (!q->index)
		return error_no_memory(err);
	for (size_t i = 0; i < count; i++) {
		unsigned before = r->events;
		struct named n;

		if (!request_event_on(r, member, name[i], &n, err) ||
		    !request_add_event(r, &n, &q->index[i], err))
			return false;
		if (r->events > before &&
		    !request_add_rider(r, q->index[i], err))
			return false;
	}
	return true;
}

static bool add(struct request *r, unsigned member,
		const struct catalog_identity *identity, unsigned asked,
		struct error *err)
{
	struct request_identity *more =
		grown(r->identity, r->identities, sizeof *more, err);
	struct request_identity *q;

	if (!more)
		return false;
	r->identity = more;
	q = &r->identity[r->identities];
	*q = (struct request_identity){ .identity = identity,
					.member = (uint8_t)member };
	q->formula = formula_parse(identity->formula, err);
	if (!q->formula)
		return error_within(err, "%s", identity->id);
	if (!concerns(r, member, q->formula, asked)) {
		formula_free(q->formula);
		return true;
	}
	r->identities++;
	return take_events(r, member, q, err);
}

bool request_add_identities(struct request *r, struct error *err)
{
	unsigned asked = r->events;

	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;

		for (unsigned k = 0; k < m->identities; k++)
			if (!add(r, i, &m->identity[k], asked, err))
				return false;
	}
	return true;
}

void request_free_identities(struct request *r)
{
	for (unsigned i = 0; i < r->identities; i++) {
		formula_free(r->identity[i].formula);
		free(r->identity[i].index);
	}
	free(r->identity);
}
