/* SPDX-License-Identifier: MIT */
#ifndef RECORD_EXTRACT_H
#define RECORD_EXTRACT_H

#include "record/record.h"

/*
 * An extract is what a comparison looks at of a record, diff_make() and
 * diff_obstacles(), as bytes of this computer: small, and quick to read, for
 * comparisons of thousands.  Another version of Tally, or another computer,
 * need not read it.
 */
bool record_extract(FILE *to, const struct record *r);

/* A record that can be compared and no more.  NULL: the bytes are none, or
 * there is no memory. */
struct record *record_of_extract(const void *bytes, size_t size);

#endif
