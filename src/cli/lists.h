/* SPDX-License-Identifier: MIT */
#ifndef CLI_LISTS_H
#define CLI_LISTS_H

#include <stdbool.h>

/*
 * Appends to an allocated text, NULL at first, with `between` where something
 * was there: an option given twice adds to its list.  False: no memory.
 */
bool cli_list_append(char **list, const char *more, char between);

#endif
