/* SPDX-License-Identifier: MIT */
#ifndef REQUEST_LIST_H
#define REQUEST_LIST_H

#include <stdbool.h>

#include "base/error.h"

/*
 * Lists as people type them: items between commas, blanks around them do not
 * count.  A comma inside {}, () or backquotes belongs to its item.
 */

/*
 * The next item, to be freed, or NULL: at the end (`err` untouched and true
 * given back by list_done()), or because the list is malformed.  `*at` starts
 * as the list.
 */
char *list_next(const char **at, struct error *err);

/* Whether the list has been read to its end without a failure. */
bool list_done(const char *at);

#endif
