/* SPDX-License-Identifier: MIT */
#ifndef SAMPLE_INNER_H
#define SAMPLE_INNER_H

#include <jansson.h>

#include "sample/sample.h"
#include "json/reader.h"

/* Code that the writer and the reader of a profile share: inside of this room
 * only. */

/* tasks.c: a row for each task.  False: out of memory. */
bool sample_task_rows(const struct sample *s, struct sample_table *t);

/* steps.c; the document has them behind its paths, where there are any. */
json_t *steps_value(const struct sample *s);
void steps_read(struct reader *in, struct sample *s, json_t *root);

/* NULL: out of memory. */
json_t *timeline_value(const struct sample_timeline *t);
/* Reads the timeline where the document has one; functions are read before. */
void timeline_read(struct reader *in, struct sample *s, json_t *root);

#endif
