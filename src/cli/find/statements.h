/* SPDX-License-Identifier: MIT */
#ifndef CLI_FIND_STATEMENTS_H
#define CLI_FIND_STATEMENTS_H

#include <jansson.h>

#include "catalog/catalog.h"

/*
 * Statements about a monitor: its rules and notes, as rows with a name (what
 * kind of statement it is), a title (the statement) and a description (what it
 * is about, and its source).  The caller's to release; NULL: no memory.
 */
extern const char statements_kind[];
json_t *statements_rows(const struct catalog_monitor *m);

#endif
