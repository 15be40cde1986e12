/* SPDX-License-Identifier: MIT */
#include "base/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST = 256 };

bool array_grow(void *array, size_t count, size_t *room, size_t each)
{
	const size_t more = *room ? 2 * *room : FIRST;
	void *old, *grown;

	if (count < *room)
		return true;
	if (*room > SIZE_MAX / 2 / each)
		return false;
	memcpy(&old, array, sizeof old);
	grown = realloc(old, more * each);
	if (!grown)
		return false;
	memcpy(array, &grown, sizeof grown);
	*room = more;
	/* The memory is where `array` points. */
	/* cppcheck-suppress memleak */
	return true;
}
