/* SPDX-License-Identifier: MIT */
/* The rows of a list grow one by one. */
#include <stdlib.h>

#include "user/list.h"

struct user_event *user_list_next(struct user_list *l, struct error *err)
{
	struct user_event *more;

	if (l->events == USER_EVENTS_MAX) {
		error_set(err, "there are more than %d events in the list",
			  (int)USER_EVENTS_MAX);
		return NULL;
	}
	if ((l->events & (l->events - 1)) == 0) {
		more = realloc(l->event,
			       (l->events ? 2 * l->events : 1) * sizeof *more);
		if (!more) {
			error_no_memory(err);
			return NULL;
		}
		l->event = more;
	}
	l->event[l->events] = (struct user_event){ 0 };
	return &l->event[l->events++];
}
