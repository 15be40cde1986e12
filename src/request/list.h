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
 * Returns the next item, which the caller frees.  NULL: the list is at its end,
 * and list_done() is then true; or it is malformed, and `err` says how.  `*at`
 * is the list before the first call.
 */
char *list_next(const char **at, struct error *err);

/* Whether the list has been read to its end without a failure. */
bool list_done(const char *at);

/* Is a name in front of a formula, "mine = a / b"? */
bool list_is_named(const char *item);

/*
 * "mine = a / b": the formula, and its name in `name`, which has LIST_NAME
 * characters of room and stays "" where none is given.  NULL and `err`: what
 * stands before the sign is no name, or nothing behind it.
 */
enum { LIST_NAME = 48 };
const char *list_named(const char *item, char *name, struct error *err);

#endif
