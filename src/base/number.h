/* SPDX-License-Identifier: MIT */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/*
 * Reads a whole number without sign, wherever somebody types one: decimal, 0x
 * or 0b; a 0 in front makes no octal number of it.  '_' and ' may stand between
 * any digits; commas only where documents print them, before every three
 * digits, or every four of a hexadecimal number.
 */
bool number_read(const char *text, uint64_t *value, struct error *err);

/* Reads "2.5" or "5:2": a ratio of clocks, above 0 and at most 1000. */
bool number_ratio(const char *text, double *value, struct error *err);

#endif
