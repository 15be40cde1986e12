/* SPDX-License-Identifier: MIT */
#include "failing_memory.h"

#include <stddef.h>

/* The linker names them: --wrap. */
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static unsigned left; /* calls until the one that fails; 0: none does */
static bool failed;

void memory_fails_at(unsigned nth)
{
	left = nth;
	failed = false;
}

bool memory_failed(void)
{
	left = 0;
	return failed;
}

static bool fails(void)
{
	if (!left || --left)
		return false;
	failed = true;
	return true;
}

void *__wrap_calloc(size_t count, size_t size)
{
	return fails() ? NULL : __real_calloc(count, size);
}

void *__wrap_realloc(void *old, size_t size)
{
	return fails() ? NULL : __real_realloc(old, size);
}
