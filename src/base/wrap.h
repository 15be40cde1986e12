/* SPDX-License-Identifier: MIT */
#ifndef BASE_WRAP_H
#define BASE_WRAP_H

#include <stdio.h>

/*
 * Words of `text` in lines of less than `width` columns, and a newline.  The
 * first line is at `column` already; the others begin at `indent`.  A word that
 * fits no line stands out.
 */
void wrap_print(FILE *to, const char *text, int column, int indent, int width);

/*
 * A line of which blanks and colours stay as they are, but for blanks at its
 * end, and a newline.  What is beyond `width` columns goes on in the next one,
 * behind `indent` blanks; a word that fits no line stands out.
 */
void wrap_line(FILE *to, const char *line, size_t size, int indent, int width);

/* Each line of a text likewise. */
void wrap_lines(FILE *to, const char *text, int indent, int width);

#endif
