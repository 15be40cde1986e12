/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_ADDED_H
#define CATALOG_ADDED_H

#include "catalog/catalog.h"

/* Monitors beside those of the list: cores of which a user has a file. */
enum { CATALOG_ADDED_MAX = 64 };

/* A monitor that is added stays, and is told apart by its name, "user/NAME". */
bool catalog_add(const struct catalog_monitor *m, struct error *err);
/* Tests add anew. */
void catalog_forget_added(void);
/* Has the monitor an event, a metric or a group of that name? */
bool catalog_is_taken(const struct catalog_monitor *m, const char *name);
/* A monitor with more metrics is there instead of the one that has fewer. */
void catalog_put_instead(const struct catalog_monitor *of,
			 const struct catalog_monitor *with);

/* Somebody who may add the monitor of a name that is not known yet. */
enum catalog_find {
	CATALOG_NONE,
	CATALOG_FOUND, /* it is added now */
	CATALOG_BAD,   /* it is there, and `err` says why it cannot be had */
};
typedef enum catalog_find catalog_finder(const char *name, struct error *err);
void catalog_find_others(catalog_finder *find);

#endif
