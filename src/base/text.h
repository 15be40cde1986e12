/* SPDX-License-Identifier: MIT */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

/*
 * Text that somebody else wrote: names of files and symbols, lines of logs and
 * maps, what a simulated board says.  It may hold anything but NUL, and goes
 * through here on its way out.
 */

/*
 * For a terminal, in place: '?' stands for each character that a terminal or a
 * reader's eye would obey (control characters, line ends among them, and those
 * that change the direction of writing) and for each byte that is no UTF-8.
 * Gives `text` back.
 */
char *text_clean(char *text);

/* Cleans a copy, which is the caller's to free; NULL: out of memory. */
char *text_cleaned(const char *text);
/* Prints a cleaned copy on a stream. */
void text_print(FILE *to, const char *text);

/* A name for a sentence: of an empty one two quotes, so that it is seen. */
const char *text_seen(const char *name);

/* The part behind the last slash of a path, if anything does; else all of it.
 */
const char *text_base_name(const char *path);

/*
 * In place: what was written in several lines, on one.  For texts whose blanks
 * mean nothing, such as formulas.  Gives `text` back.
 */
char *text_one_line(char *text);

/*
 * Appends to an allocated text, NULL at first, with `between` where something
 * was there.  False: no memory.
 */
bool text_append(char **list, const char *more, char between);

/*
 * For a document that has to be UTF-8, and escapes all else by itself: a copy
 * with U+FFFD for each byte that is no UTF-8.  The caller's to free; NULL: out
 * of memory.
 */
char *text_utf8(const char *text);

#endif
