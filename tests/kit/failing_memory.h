/* SPDX-License-Identifier: MIT */
#ifndef TESTS_FAILING_MEMORY_H
#define TESTS_FAILING_MEMORY_H

#include <stdbool.h>

/*
 * In a test program with failing_memory_dep, one call of calloc(), realloc(),
 * reallocarray(), strdup() or strndup() can be made to find no memory: the
 * `nth` from now on, 1 being the next.
 */
void memory_fails_at(unsigned nth);
/* Has it?  From here on there is memory again. */
bool memory_failed(void);

#endif
