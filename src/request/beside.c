/* SPDX-License-Identifier: MIT */
/*
 * Events that tell how much too much is in another one's count: they ride with
 * it where a counter is left.
 */
#include "catalog/errata.h"
#include "request/inner.h"

/* Rides, unless somebody counts it anyway; the core may not have it. */
static bool ride(struct request *r, unsigned member, const char *name,
		 struct error *err)
{
	const unsigned before = r->events;
	struct error ignored;
	struct named n;
	uint16_t index;

	if (!request_event_on(r, member, name, &n, &ignored) ||
	    !request_add_event(r, &n, &index, &ignored))
		return true;
	if (r->events == before)
		return true;
	r->besides++;
	return request_add_rider(r, index, err);
}

bool request_add_besides(struct request *r, struct error *err)
{
	const unsigned events = r->events;

	for (unsigned i = 0; i < events; i++) {
		const struct request_origin from = r->origin[i];
		const struct catalog_erratum *e;
		unsigned at = 0;

		while (from.row &&
		       (e = catalog_erratum(r->member[from.member].monitor,
					    from.row->name, &at)))
			if (*e->beside && !ride(r, from.member, e->beside, err))
				return false;
	}
	return true;
}
