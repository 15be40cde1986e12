/* SPDX-License-Identifier: MIT */
/* Sentences about a request that several printers share. */
#include "request/request.h"

const char *request_window_order(char *text, const struct request *r)
{
	uint8_t order[REQUEST_MEMBERS];
	size_t used = 0;

	*text = '\0';
	request_order(r, order);
	for (unsigned i = 0; i < r->members && used < 160; i++)
		used += (size_t)snprintf(text + used, 160 - used, "%s%s",
					 i ? ", then " : "",
					 r->member[order[i]].monitor->name);
	return text;
}

void request_print_others(FILE *to, const struct request *r)
{
	for (unsigned i = 0; i < r->metrics; i++)
		if (r->metric[i].others[0])
			fprintf(to, "%s is that of %s; there is %s\n",
				r->metric[i].name,
				r->member[r->metric[i].member].monitor->name,
				r->metric[i].others);
}

const char *request_event_monitor(const struct request *r, unsigned event)
{
	return r->member[r->origin[event].member].monitor->name;
}
