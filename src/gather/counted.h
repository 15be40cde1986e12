/* SPDX-License-Identifier: MIT */
#ifndef GATHER_COUNTED_H
#define GATHER_COUNTED_H

#include "gather/taken.h"
#include "record/record.h"

/* Has the log intervals, regions or overflows? */
bool counted_any(const struct dump *d);
/*
 * The record of what firmware counted itself, judged: of each interval and
 * region an addend of its pass, a part for each region and task, and the
 * intervals over time.  NULL and `err`: there is nothing that has a name, or no
 * memory is left.
 */
struct record *counted_record(const struct dump *d,
			      const struct taken_from *from, struct error *err);

#endif
