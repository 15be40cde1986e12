/* SPDX-License-Identifier: MIT */
#include "failing_memory.h"

#include <stddef.h>

/* The linker gives them these names by --wrap. */
void *true_calloc(size_t count, size_t size) __asm__("__real_calloc");
void *true_realloc(void *old, size_t size) __asm__("__real_realloc");
void *true_reallocarray(void *old, size_t count,
			size_t size) __asm__("__real_reallocarray");
char *true_strdup(const char *text) __asm__("__real_strdup");
char *true_strndup(const char *text, size_t most) __asm__("__real_strndup");
void *our_calloc(size_t count, size_t size) __asm__("__wrap_calloc");
void *our_realloc(void *old, size_t size) __asm__("__wrap_realloc");
void *our_reallocarray(void *old, size_t count,
		       size_t size) __asm__("__wrap_reallocarray");
char *our_strdup(const char *text) __asm__("__wrap_strdup");
char *our_strndup(const char *text, size_t most) __asm__("__wrap_strndup");

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

void *our_reallocarray(void *old, size_t count, size_t size)
{
	return fails() ? NULL : true_reallocarray(old, count, size);
}

char *our_strdup(const char *text)
{
	return fails() ? NULL : true_strdup(text);
}

char *our_strndup(const char *text, size_t most)
{
	return fails() ? NULL : true_strndup(text, most);
}
