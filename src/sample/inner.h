/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_INNER_H
#define SAMPLE_INNER_H

#include "sample/sample.h"

/* Code that the tables share: inside of this room only. */

/* tasks.c: a row for each task.  False: out of memory. */
bool sample_task_rows(const struct sample *s, struct sample_table *t);

#endif
