/* SPDX-License-Identifier: MIT */
/* Jansson's memory, whose end is remembered.  See memory.h. */
#include "json/memory.h"

#include <jansson.h>
#include <stdlib.h>

#include "base/memory.h"

static void *take(size_t size)
{
	void *memory = malloc(size);

	if (!memory && size)
		memory_lost();
	return memory;
}

void json_memory_watch(void)
{
	json_set_alloc_funcs(take, free);
}
