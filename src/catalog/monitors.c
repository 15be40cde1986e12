/* SPDX-License-Identifier: MIT */
/*
 * The list of monitors: a row for each of src/monitors/meson.build, and behind
 * these the ones that a user has added.
 */
#include <stdio.h>

#include "base/nearest.h"
#include "catalog/added.h"
#include "catalog/catalog.h"
#include "catalog/names.h"

#define MONITOR(name) extern const struct catalog_monitor catalog_##name;
#include "catalog/monitors.def"
#undef MONITOR

enum {
#define MONITOR(name) LISTED_##name,
#include "catalog/monitors.def"
#undef MONITOR
	LISTED,
};

static const struct catalog_monitor *monitors[LISTED + CATALOG_ADDED_MAX] = {
#define MONITOR(name) &catalog_##name,
#include "catalog/monitors.def"
#undef MONITOR
};
static unsigned monitor_count = LISTED;
static catalog_finder *finder;

/* Events of an operating system: known by name, programmed by nobody here. */
extern const struct catalog_monitor catalog_kernel;
static const struct catalog_monitor *kernel = &catalog_kernel;

const struct catalog_monitor *const *catalog_monitors(unsigned *count)
{
	*count = monitor_count;
	return monitors;
}

bool catalog_add(const struct catalog_monitor *m, struct error *err)
{
	if (monitor_count == LISTED + CATALOG_ADDED_MAX)
		return error_set(err,
				 "there are %u cores from files, and no more "
				 "can be; leave some out",
				 (unsigned)CATALOG_ADDED_MAX);
	monitors[monitor_count++] = m;
	return true;
}

void catalog_forget_added(void)
{
	monitor_count = LISTED;
}

void catalog_put_instead(const struct catalog_monitor *of,
			 const struct catalog_monitor *with)
{
	if (kernel == of)
		kernel = with;
	for (unsigned i = 0; i < monitor_count; i++)
		if (monitors[i] == of)
			monitors[i] = with;
}

void catalog_find_others(catalog_finder *find)
{
	finder = find;
}

static const struct catalog_monitor *listed(const char *name)
{
	for (unsigned i = 0; i < monitor_count; i++)
		if (name_same(monitors[i]->name, name) ||
		    name_same(name_within(monitors[i]->name), name))
			return monitors[i];
	return NULL;
}

const struct catalog_monitor *catalog_monitor(const char *name,
					      struct error *err)
{
	struct nearest near = { 0 };
	const struct catalog_monitor *m = listed(name);

	if (m)
		return m;
	if (name_same(kernel->name, name))
		return kernel;
	switch (finder ? finder(name, err) : CATALOG_NONE) {
	case CATALOG_FOUND:
		return listed(name);
	case CATALOG_BAD:
		return NULL;
	case CATALOG_NONE:
		break;
	}
	for (unsigned i = 0; i < monitor_count; i++)
		nearest_offer(&near, name, monitors[i]->name);
	if (near.best)
		error_set(err, "no monitor is called %s; did you mean %s?",
			  name, near.best);
	else
		error_set(err,
			  "no monitor is called %s; `tally list monitors` "
			  "names them",
			  name);
	return NULL;
}
