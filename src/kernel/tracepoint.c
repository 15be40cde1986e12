/* SPDX-License-Identifier: MIT */
/* Places of the kernel's that it counts passing by: tracefs has their numbers
 * [Linux Documentation/trace/events.rst]. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

#include "kernel/perf.h"
#include "kernel/sysfs.h"

bool perf_tracepoint(const struct tally_linux_doors *k, const char *name,
		     struct perf_name *to)
{
	uint64_t id;

	if (!linux_point_id(k->root, name, &id))
		return false;
	to->type = PERF_TYPE_TRACEPOINT;
	to->config[0] = id;
	snprintf(to->title, sizeof to->title,
		 "the kernel passed its tracepoint %.100s", name);
	return true;
}

const char *perf_tracepoint_lacks(const struct tally_linux_doors *k,
				  const char *name)
{
	bool hidden = false;

	if (!linux_is_point(name))
		return NULL;
	for (unsigned i = 0; linux_points[i]; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s%s/header_page", k->root,
			 linux_points[i]);
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
