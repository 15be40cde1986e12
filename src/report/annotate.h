/* SPDX-License-Identifier: MIT */
#ifndef REPORT_ANNOTATE_H
#define REPORT_ANNOTATE_H

#include <stdio.h>

#include "sample/annotation.h"

/*
 * For people, 80 columns wide: each line of the source with what its
 * instructions cost, and these below it; `assembly`: the instructions alone, in
 * the order of addresses.  False: out of memory.
 */
bool report_annotate_text(FILE *to, const struct annotation *a, bool assembly);
/* A row for each instruction. */
void report_annotate_csv(FILE *to, const struct annotation *a);

#endif
