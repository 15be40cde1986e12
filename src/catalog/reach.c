/* SPDX-License-Identifier: MIT */
/* Modes of a core, and what they may do with a monitor. */
#include "catalog/reach.h"

#include <stdio.h>
#include <string.h>

const char *catalog_reach_text(const struct catalog_reach *r, char text[256])
{
	static const char *const does[] = {
		[REACH_NOTHING] = "may not reach it",
		[REACH_READ] = "may read it",
		[REACH_ALL] = "may read and write it",
	};
	size_t at = (size_t)snprintf(text, 256, "%s %s%s", r->mode,
				     does[r->may], *r->by ? " where " : "");
	const char *rest = r->by;

	while (*rest && at < 256) {
		const size_t length = strcspn(rest, " ");
		const char *next = rest + length + strspn(rest + length, " ");

		at += (size_t)snprintf(text + at, 256 - at, "%.*s%s",
				       (int)length, rest,
				       *next                ? " and "
				       : strchr(r->by, ' ') ? " are 1"
							    : " is 1");
		rest = next;
	}
	return text;
}
