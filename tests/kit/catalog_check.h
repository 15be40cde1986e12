/* SPDX-License-Identifier: MIT */
#ifndef TESTS_CATALOG_CHECK_H
#define TESTS_CATALOG_CHECK_H

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "test.h"

enum { ROOM = 96 }; /* for any name */

/* A failure tells what went wrong, with the row, and ends the test. */
#define check(condition, ...)                                                  \
	do {                                                                   \
		if (!(condition)) {                                            \
			print_error(__VA_ARGS__);                              \
			fail_msg(": %s", #condition);                          \
			abort(); /* for analysers: fail_msg() is the end */    \
		}                                                              \
	} while (0)

static inline const struct catalog_monitor *monitor(const char *name)
{
	struct error err = { "" };
	const struct catalog_monitor *m = catalog_monitor(name, &err);

	check(m, "%s", err.text);
	return m;
}

#endif
