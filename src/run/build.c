/* SPDX-License-Identifier: MIT */
/*
 * The growing arrays behind a request.
 */
#include <stdlib.h>
#include <string.h>

#include "run/build.h"

void *grown(void *array, unsigned count, size_t size, struct error *err)
{
	void *more;

	if (count & (count - 1))
		return array;
	more = reallocarray(array, count ? 2u * count : 1u, size);
	if (!more)
		error_set(err, "out of memory");
	return more;
}

bool request_add_event(struct request *r, const struct catalog_event *e,
		       uint16_t *index, struct error *err)
{
	const struct catalog_event **event;
	bool *asked;

	for (unsigned i = 0; i < r->events; i++)
		if (r->event[i] == e) {
			*index = (uint16_t)i;
			return true;
		}
	if (r->events == PLAN_EVENTS_MAX)
		return error_set(err, "more than %d events were asked for",
				 PLAN_EVENTS_MAX);
	event = grown(r->event, r->events, sizeof(void *), err);
	if (!event)
		return false;
	r->event = event;
	asked = grown(r->asked, r->events, sizeof *r->asked, err);
	if (!asked)
		return false;
	r->asked = asked;
	r->event[r->events] = e;
	r->asked[r->events] = false;
	*index = (uint16_t)r->events++;
	return true;
}

bool request_add_want(struct request *r, const char *name, uint16_t *set,
		      uint16_t events, bool must_share, struct error *err)
{
	struct storage *s = r->storage;
	struct plan_want *want = grown(s->want, s->wants, sizeof *s->want, err);

	if (!want) {
		free(set);
		return false;
	}
	s->want = want;
	s->want[s->wants++] = (struct plan_want){
		.name = name,
		.event = set,
		.events = events,
		.must_share = must_share,
	};
	return true;
}

const char *request_keep(struct request *r, const char *text, struct error *err)
{
	struct storage *s = r->storage;
	char **texts = grown(s->text, s->texts, sizeof *s->text, err);
	char *copy;

	if (!texts)
		return NULL;
	s->text = texts;
	copy = strdup(text);
	if (!copy) {
		error_set(err, "out of memory");
		return NULL;
	}
	s->text[s->texts++] = copy;
	return copy;
}
