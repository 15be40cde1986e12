/* SPDX-License-Identifier: MIT */
#include "failing_memory.h"

#include <stddef.h>

/* What the linker calls them: --wrap. */
void *true_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *true_realloc(void *old, size_t size) __asm__("__real_realloc");
void *our_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *our_realloc(void *old, size_t size) __asm__("__wrap_realloc");

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

void *our_calloc(size_t count, size_t size)
{
	return fails() ? NULL : true_calloc(count, size);
}

void *our_realloc(void *old, size_t size)
{
	return fails() ? NULL : true_realloc(old, size);
}
