/* SPDX-License-Identifier: MIT */
#ifndef USER_NEW_H
#define USER_NEW_H

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "catalog/catalog.h"

/*
 * Prints a list of events to begin with, for user_core_add(): those of `m`,
 * under the name of another core.  False and `err`: the name is none, or no
 * file can have a core like `m`; nothing has been printed then.
 */
bool user_core_new(FILE *to, const char *name, const struct catalog_monitor *m,
		   struct error *err);

#endif
