/* SPDX-License-Identifier: MIT */
#ifndef BASE_MEMORY_H
#define BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/*
 * Memory that ran out where nobody can do about it, as in the middle of a text,
 * is remembered: the command looks once at its end, so that what is printed and
 * not whole is never taken for a result.
 */
void memory_lost(void);
bool memory_ran_out(void);

/*
 * A stream into a text that grows, like open_memstream(), of which a write that
 * finds no memory is told at its end.  `*text` and `*size` are what has been
 * flushed, and the text is always ended by a 0.  NULL: no memory.
 */
FILE *memory_stream(char **text, size_t *size);
/* Ends it, like fclose(); not 0: no memory, and `*text` is NULL. */
int memory_stream_end(FILE *stream, char **text);

#endif
