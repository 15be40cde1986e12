/* SPDX-License-Identifier: MIT */
/* The meaning of the names of -e: events, and groups of them in braces. */
#include <stdlib.h>
#include <string.h>

#include "request/inner.h"
#include "request/list.h"

static bool find_event(struct request *r, const char *name, struct named *n,
		       struct error *err)
{
	if (request_event(r, ANY_MEMBER, name, n, err))
		return true;
	if (request_metric_member(r, name) != ANY_MEMBER)
		error_set(err,
			  "'%s' is a metric, not an event; ask for it with -M",
			  name);
	return false;
}

static bool ask_event(struct request *r, const struct named *n,
		      enum asking asked, uint16_t *index, struct error *err)
{
	if (!request_add_event(r, n, index, err))
		return false;
	if (r->asked[*index] < asked)
		r->asked[*index] = (uint8_t)asked;
	return true;
}

static bool single_event(struct request *r, const struct named *n,
			 enum asking asked, struct error *err)
{
	uint16_t index;
	uint16_t *set;

	if (!ask_event(r, n, asked, &index, err))
		return false;
	set = calloc(1, sizeof *set);
	if (!set)
		return error_no_memory(err);
	set[0] = index;
	return request_add_want(r, r->event[index]->name, set, 1, false, err);
}

/* The names of a braced group, into `set`, which has room for them all. */
static bool braced_names(struct request *r, const char *inside, uint16_t *set,
			 uint16_t *events, struct error *err)
{
	const char *at = inside;
	char *name;

	*events = 0;
	while ((name = list_next(&at, err))) {
		struct named n;
		uint16_t index = 0;
		bool good = find_event(r, name, &n, err) &&
			    ask_event(r, &n, ASKED_BY_NAME, &index, err);
		bool seen = false;

		free(name);
		if (!good)
			return false;
		for (uint16_t k = 0; k < *events; k++)
			seen |= set[k] == index;
		if (!seen)
			set[(*events)++] = index;
	}
	return list_done(at);
}

/* "{a,b}": these share a pass, or the request is refused. */
static bool braced_events(struct request *r, const char *item,
			  struct error *err)
{
	const char *name = request_keep(r, item, err);
	size_t length = strlen(item);
	uint16_t *set = calloc(length, sizeof *set);
	char *inside = strndup(item + 1, length - 2);
	uint16_t events = 0;
	bool good = name && set && inside;

	if (!good)
		error_no_memory(err);
	else if (item[length - 1] != '}')
		good = error_set(err, "'%s': nothing may follow the '}'", item);
	else
		good = braced_names(r, inside, set, &events, err);
	free(inside);
	if (!good) {
		free(set);
		return false;
	}
	return request_add_want(r, name, set, events, true, err);
}

static bool all_events(struct request *r, unsigned member, struct error *err)
{
	const struct catalog_monitor *m = r->member[member].monitor;

	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];
		const struct named n = { .row = e,
					 .member = member,
					 .code = e->code,
					 .said = e->name };

		if (request_countable(r, member, e) &&
		    !single_event(r, &n, ASKED_AMONG, err))
			return false;
	}
	return true;
}

bool request_event_item(struct request *r, const char *item, struct error *err)
{
	const char *name = item;
	struct error ignored;
	struct named n;
	int member;

	if (item[0] == '{')
		return braced_events(r, item, err);
	member = request_qualifier(r, &name, &ignored);
	if (strcmp(name, "all") != 0 || member == NO_MEMBER)
		return find_event(r, item, &n, err) &&
		       single_event(r, &n, ASKED_BY_NAME, err);
	for (unsigned i = 0; i < r->members; i++)
		if ((member < 0 || member == (int)i) && !all_events(r, i, err))
			return false;
	return true;
}
