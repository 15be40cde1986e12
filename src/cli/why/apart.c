/* SPDX-License-Identifier: MIT */
/* Causes that counts of a whole program leave together, and what is next. */
#include "cli/why/apart.h"

#include <stdlib.h>
#include <string.h>

#include "base/text.h"

/* A part of a core's cycles is what to look for; these are all of them. */
static bool is_all(const struct catalog_monitor *m, const char *event)
{
	return strcmp(event, "cycles") == 0 ||
	       (m->cycles && strcmp(event, m->cycles) == 0) ||
	       (m->instructions && strcmp(event, m->instructions) == 0);
}

/* Events that are too many to be typed are none that anybody would count. */
static bool name_events(const struct catalog_monitor *m,
			const struct request *q, struct why_apart *to)
{
	size_t used = 0;

	for (unsigned i = 0; i < q->events; i++) {
		const char *name = q->event[i]->name;
		const size_t room = sizeof to->events - used;

		if (is_all(m, name))
			continue;
		if (strlen(name) + 2 > room)
			return false;
		used += (size_t)snprintf(to->events + used, room, "%s%s",
					 used ? "," : "", name);
	}
	return used > 0;
}

static char *metrics_of(const struct why *w)
{
	unsigned which[QUESTIONS_MAX];
	const unsigned count = why_together(w, which);
	char *list = NULL;

	for (unsigned i = 0; i < count; i++) {
		const struct answer *a = &w->answers.answer[which[i]];

		if (!text_append(&list, a->question->metric, ',')) {
			free(list);
			return NULL;
		}
	}
	return list;
}

void apart_plan(const struct members *members, struct why *w)
{
	char *list = metrics_of(w);
	const struct request_wish metrics = { .metrics = list };
	struct why_apart apart = { .events = "" };
	struct request_wish events = { .events = apart.events };
	struct request *q = NULL;
	struct error err;

	if (list)
		q = request_make(members->member, members->count, &metrics,
				 &err);
	if (q && name_events(w->answers.monitor, q, &apart)) {
		request_free(q);
		q = request_make(members->member, members->count, &events,
				 &err);
		apart.passes = q ? q->plan->passes : 0;
	}
	if (apart.passes)
		w->apart = apart;
	request_free(q);
	free(list);
}
