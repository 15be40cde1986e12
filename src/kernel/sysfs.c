/* SPDX-License-Identifier: MIT */
/* Events that the kernel names in files, of the processor's counters
 * [Linux Documentation/ABI/testing/sysfs-bus-event_source-devices-events]. */
#include "kernel/sysfs.h"

#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DEVICES "/sys/bus/event_source/devices"

bool linux_same(const char *text, size_t length, const char *name)
{
	size_t i = 0;

	for (; i < length && name[i]; i++) {
		const int a = text[i] == '-' ? '_' : text[i];
		const int b = name[i] == '-' ? '_' : name[i];

		if (tolower(a) != tolower(b))
			return false;
	}
	return i == length && !name[i];
}

/* "event=0x2e,umask=0x41" of x86, "event=0x0011" of Arm. */
static bool code_of(const char *text, uint16_t *code)
{
	unsigned long event = 0, umask = 0;
	char *end;

	if (strncmp(text, "event=", 6) != 0)
		return false;
	event = strtoul(text + 6, &end, 16);
	if (strncmp(end, ",umask=", 7) == 0)
		umask = strtoul(end + 7, &end, 16);
	*code = (uint16_t)(umask << 8 | event);
	return (*end == '\n' || !*end) && event <= UINT16_MAX &&
	       (!umask || (event <= 0xff && umask <= 0xff));
}

static bool read_code(const char *path, uint16_t *code)
{
	FILE *from = fopen(path, "re");
	char text[80] = "";
	bool good = from && fgets(text, sizeof text, from);

	if (from)
		(void)fclose(from);
	return good && code_of(text, code);
}

/* The file in the folder that is called so. */
static bool find_in(const char *folder, const char *name, size_t length,
		    uint16_t *code)
{
	DIR *d = opendir(folder);
	bool found = false;

	for (const struct dirent *e; d && !found && (e = readdir(d));) {
		char path[PATH_MAX + sizeof e->d_name];

		if (!linux_same(name, length, e->d_name))
			continue;
		snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
		found = read_code(path, code);
	}
	if (d)
		(void)closedir(d);
	return found;
}

/* A processor's: "cpu", "cpu_core", "armv8_cortex_a57". */
static bool is_processor(const char *pmu)
{
	return strcmp(pmu, "cpu") == 0 || strncmp(pmu, "cpu_", 4) == 0 ||
	       strncmp(pmu, "armv", 4) == 0;
}

bool linux_sysfs_code(const char *root, const char *name, uint16_t *code)
{
	const size_t pmu = strcspn(name, "/:");
	const char *event = name[pmu] ? name + pmu + 1 : name;
	size_t length = strlen(event);
	char path[PATH_MAX];
	bool found = false;
	DIR *d;

	if (name[pmu] == '/' && length && event[length - 1] == '/')
		length--;
	snprintf(path, sizeof path, "%s" DEVICES, root);
	d = opendir(path);
	for (const struct dirent *e; d && !found && (e = readdir(d));) {
		if (!is_processor(e->d_name) ||
		    (name[pmu] && !linux_same(name, pmu, e->d_name)))
			continue;
		snprintf(path, sizeof path, "%s" DEVICES "/%s/events", root,
			 e->d_name);
		found = find_in(path, event, length, code);
	}
	if (d)
		(void)closedir(d);
	return found;
}

const char *const linux_points[] = { "/sys/kernel/tracing/events",
				     "/sys/kernel/debug/tracing/events", NULL };

/* A pair of words of which no path can be made but one. */
bool linux_is_point(const char *name)
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

static bool read_id(const char *path, uint64_t *id)
{
	FILE *from = fopen(path, "re");
	char text[32], *end = text;

	if (from && fgets(text, sizeof text, from))
		*id = strtoull(text, &end, 10);
	if (from)
		(void)fclose(from);
	return end > text;
}

bool linux_point_id(const char *root, const char *name, uint64_t *id)
{
	const int first = (int)strcspn(name, ":");
	bool found = false;

	if (!linux_is_point(name))
		return false;
	for (unsigned i = 0; !found && linux_points[i]; i++) {
		char path[PATH_MAX];

		snprintf(path, sizeof path, "%s%s/%.*s/%s/id", root,
			 linux_points[i], first, name, name + first + 1);
		found = read_id(path, id);
	}
	return found;
}
