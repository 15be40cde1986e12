/* SPDX-License-Identifier: MIT */
#ifndef BASE_ARRAY_H
#define BASE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Room for one more in an array that grows: `array` is the address of the
 * pointer to it (NULL at first), which has `count` items of `each` bytes, and
 * `room` for so many (0 at first).  False: out of memory; the array stays.
 */
bool array_grow(void *array, size_t count, size_t *room, size_t each);

#endif
