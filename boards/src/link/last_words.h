/* SPDX-License-Identifier: MIT */
#ifndef BOARD_LINK_LAST_WORDS_H
#define BOARD_LINK_LAST_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/*
 * A board's process prints its last words on its standard error, a file that it
 * may still write; where it writes stays as it is.  Lines come without what a
 * terminal obeys.
 */

/* The last line; empty: it has printed nothing. */
void last_words(int fd, char *line, size_t size);

/*
 * The line in which a sanitizer says what it has found; false: none has found
 * anything.  Not each of them ends the process.
 */
bool last_words_report(int fd, char *line, size_t size);

#endif
