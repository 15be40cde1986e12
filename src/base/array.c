/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "base/array.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

bool array_grow(void *array, size_t count, size_t *room, size_t each)
{
	const size_t more = *room ? 2 * *room : FIRST;
	void *grown;

	if (count < *room)
		return true;
	memcpy(&grown, array, sizeof grown);
	grown = reallocarray(grown, more, each);
	if (!grown)
		return false;
	memcpy(array, &grown, sizeof grown);
	*room = more;
	return true;
}
