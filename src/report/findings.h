/* SPDX-License-Identifier: MIT */
#ifndef REPORT_FINDINGS_H
#define REPORT_FINDINGS_H

#include <jansson.h>
#include <stdio.h>

#include "record/why.h"

/* Prints the so-manieth finding: how much, where, what a run without it took,
 * and what people do about it. */
void findings_print(FILE *to, const struct why *w, unsigned which);
/* The two that were left out together, where that is not their sum. */
void findings_print_pair(FILE *to, const struct why *w);
/* Prints what became of an older result's causes, if there is one. */
void findings_print_against(FILE *to, const struct why *w);
/* Members of a document; NULL: no memory. */
json_t *findings_json(const struct why *w);
json_t *findings_pair_json(const struct why *w);
json_t *findings_against_json(const struct why *w);

#endif
