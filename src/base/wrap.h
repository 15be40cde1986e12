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

#endif
