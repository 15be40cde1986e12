/* SPDX-License-Identifier: MIT */
#include "request_fixture.h"

#include <string.h>

/* `monitors`: names with blanks between. */
struct request *wished(const char *monitors, const struct request_wish *wish,
		       struct error *err)
{
	struct request_member member[REQUEST_MEMBERS + 1] = { { 0 } };
	char name[64];
	unsigned count = 0;

	*err = (struct error){ "" };
	while (catalog_word(&monitors, name, sizeof name)) {
		assert_in_range(count, 0, REQUEST_MEMBERS);
		member[count++].monitor = catalog_monitor(name, err);
		assert_non_null(member[count - 1].monitor);
	}
	return request_make(member, count, wish, err);
}

struct request *made(const char *monitors, const char *metrics,
		     const char *events, struct error *err)
{
	const struct request_wish wish = { metrics, events, NULL, 0 };

	return wished(monitors, &wish, err);
}

struct request *ask(const char *monitors, const char *metrics,
		    const char *events)
{
	struct error err;
	struct request *r = made(monitors, metrics, events, &err);

	if (!r)
		fail_msg("%s", err.text);
	return r;
}

void refused(const struct refusal *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct error err;

		assert_null(made(list[i].monitors, NULL, list[i].events, &err));
		assert_string_equal(err.text, list[i].said);
	}
}

unsigned event_of(const struct request *r, const char *name)
{
	for (unsigned i = 0; i < r->events; i++)
		if (strcmp(r->event[i]->name, name) == 0)
			return i;
	fail_msg("there is no %s", name);
	return 0;
}
