/* SPDX-License-Identifier: MIT */
/* Places of the kernel's that it counts passing by: tracefs has their numbers
 * [Linux Documentation/trace/events.rst]. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "kernel/perf.h"

static const char *const folder[] = { "/sys/kernel/tracing/events",
				      "/sys/kernel/debug/tracing/events" };
enum { FOLDERS = sizeof folder / sizeof folder[0] };

/* "sched:sched_switch": two words of which no path can be made but one. */
static bool is_pair(const char *name)
{
	unsigned colons = 0;

	for (const char *at = name; *at; at++) {
		colons += *at == ':';
		if (*at == ':' ? at == name || !at[1] || colons > 1
			       : !isalnum((unsigned char)*at) &&
					 !strchr("_-", *at))
			return false;
	}
	return colons == 1;
}

bool perf_tracepoint(const struct tally_linux_doors *k, const char *name,
		     struct perf_name *to)
{
	const char *colon = strchr(name, ':');

	if (!is_pair(name))
		return false;
	for (unsigned i = 0; i < FOLDERS; i++) {
		char path[PATH_MAX], text[32];

		snprintf(path, sizeof path, "%s/%.*s/%s/id", folder[i],
			 (int)(colon - name), name, colon + 1);
		if (!perf_file(k, path, text, sizeof text))
			continue;
		to->type = PERF_TYPE_TRACEPOINT;
		to->config[0] = strtoull(text, NULL, 10);
		snprintf(to->title, sizeof to->title,
			 "the kernel passed its tracepoint %.100s", name);
		return true;
	}
	return false;
}

const char *perf_tracepoint_lacks(const struct tally_linux_doors *k,
				  const char *name)
{
	bool hidden = false;

	if (!is_pair(name))
		return NULL;
	for (unsigned i = 0; i < FOLDERS; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s%s/header_page", k->root,
			 folder[i]);
		if (access(path, R_OK) == 0)
			return NULL;
		hidden |= errno == EACCES;
	}
	return hidden ? "if it is a tracepoint of the kernel: root alone may "
			"read /sys/kernel/tracing, which has their numbers"
		      : "if it is a tracepoint of the kernel: `mount -t "
			"tracefs none /sys/kernel/tracing` shows their "
			"numbers";
}
