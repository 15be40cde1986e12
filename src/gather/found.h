/* SPDX-License-Identifier: MIT */
#ifndef GATHER_FOUND_H
#define GATHER_FOUND_H

#include "record/why.h"
#include "sample/sample.h"

/*
 * Finds the place of each finding in a profile that has causes as columns: the
 * line with most of it, or where no lines are known the function.  `within`:
 * as behind_of() has it.  False: no memory.
 */
bool found_places(const struct sample *s, const char *within, struct why *w);

#endif
