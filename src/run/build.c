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

static bool there(const struct request *r, const struct catalog_event *e,
		  struct error *err)
{
	if (!r->limits || tally_limits_event(r->limits, e->code))
		return true;
	return error_set(err,
			 "%s: this core does not have the event %s; it says so "
			 "itself",
			 r->monitor->name, e->name);
}

bool request_add_event(struct request *r, const struct catalog_event *e,
		       uint16_t *index, struct error *err)
{
	const struct catalog_event **event;
	bool *asked;

	if (!there(r, e, err))
		return false;
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

/* The one made before, or NULL. */
static const struct catalog_event *
made_before(const struct storage *s, unsigned code, unsigned levels, bool pair)
{
	for (unsigned i = 0; i < s->mades; i++)
		if (s->made[i]->code == code && s->made[i]->levels == levels &&
		    s->made[i]->pair == pair)
			return s->made[i];
	return NULL;
}

/* Of the counters that take any code, those that take this one. */
static uint32_t raw_counters(const struct catalog_monitor *m, unsigned code)
{
	uint32_t counters = 0;

	for (unsigned i = 0; i < m->monitor->counters; i++) {
		const struct tally_slot slot = { .counter = (uint8_t)i,
						 .event = (uint16_t)code };
		const struct tally_setup setup = { &slot, 1, 0 };

		if (m->monitor->raw >> i & 1 &&
		    !tally_setup_check(m->monitor, &setup, NULL))
			counters |= UINT32_C(1) << i;
	}
	return counters;
}

const struct catalog_event *
request_variant(struct request *r, const struct catalog_event *e, unsigned code,
		unsigned levels, bool pair, const char *name, struct error *err)
{
	struct storage *s = r->storage;
	const struct catalog_event *known = made_before(s, code, levels, pair);
	const char *kept;
	struct catalog_event *made;
	struct catalog_event **more;

	if (known)
		return known;
	kept = request_keep(r, name, err);
	more = kept ? grown(s->made, s->mades, sizeof(void *), err) : NULL;
	if (!more)
		return NULL;
	s->made = more;
	made = calloc(1, sizeof(*made));
	if (!made) {
		error_set(err, "out of memory");
		return NULL;
	}
	if (e)
		*made = *e;
	else
		*made = (struct catalog_event){
			.code = (uint16_t)code,
			.kind = EVENT_KIND_UNKNOWN,
			.evidence = EVIDENCE_NOT_ESTABLISHED,
			.counters = raw_counters(r->monitor, code),
			.title = "a code that no table has, unchecked",
			.source = "",
			.aliases = "",
			.note = "what it counts here is the core's own matter",
		};
	made->name = kept;
	made->levels = (uint8_t)levels;
	made->pair = pair;
	s->made[s->mades++] = made;
	return made;
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
