/* SPDX-License-Identifier: MIT */
/* A request's lists grow. */
#include "request/inner.h"

#include <stdlib.h>

void *grown(void *array, unsigned count, size_t size, struct error *err)
{
	void *more;

	if (count & (count - 1))
		return array;
	more = reallocarray(array, count ? 2u * count : 1u, size);
	if (!more)
		error_no_memory(err);
	return more;
}

bool request_add_rider(struct request *r, uint16_t event, struct error *err)
{
	struct storage *s = r->storage;
	uint16_t *more = grown(s->rider, r->problem.riders, sizeof *more, err);

	if (!more)
		return false;
	s->rider = more;
	s->rider[r->problem.riders++] = event;
	r->problem.rider = s->rider;
	return true;
}
