/* SPDX-License-Identifier: MIT */
#ifndef TESTS_REQUEST_FIXTURE_H
#define TESTS_REQUEST_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "request/request.h"

/*
 * A wish is what can be typed, and a request is what comes of it.  `monitors`:
 * names with blanks between.
 */

/* NULL and `err`, if it is refused. */
struct request *wished(const char *monitors, const struct request_wish *wish,
		       struct error *err);
struct request *made(const char *monitors, const char *metrics,
		     const char *events, struct error *err);
/* The test fails, if it is refused. */
struct request *ask(const char *monitors, const char *metrics,
		    const char *events);

/* Lists of events that are refused, and what is said of each. */
struct refusal {
	const char *monitors, *events, *said;
};

void refused(const struct refusal *list, size_t count);

#define REFUSED(list) refused(list, sizeof(list) / sizeof((list)[0]))

/* The index of the event of that name in the request. */
unsigned event_of(const struct request *r, const char *name);

#endif
