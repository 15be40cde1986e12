/* SPDX-License-Identifier: MIT */
#ifndef BASE_CSV_H
#define BASE_CSV_H

#include <stdio.h>

/*
 * A cell of CSV [RFC 4180] that holds text, quoted where it must be and cleaned
 * as for a terminal.  Spreadsheets calculate a cell that begins with one of
 * "=+-@", quoted or not: an apostrophe before it says that it is text.
 */
void csv_text(FILE *to, const char *text);

#endif
