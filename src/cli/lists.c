/* SPDX-License-Identifier: MIT */
/*
 * Lists that grow with every use of their option.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/lists.h"

bool cli_list_append(char **list, const char *more, char between)
{
	size_t old = *list ? strlen(*list) : 0;
	size_t length = strlen(more);
	char *joined = realloc(*list, old + length + 2);

	if (!joined)
		return false;
	if (*list)
		joined[old++] = between;
	memcpy(joined + old, more, length + 1);
	*list = joined;
	return true;
}
