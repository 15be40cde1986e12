/* SPDX-License-Identifier: MIT */
#ifndef CLI_FAULT_WORDS_H
#define CLI_FAULT_WORDS_H

#include <jansson.h>
#include <stdio.h>

#include "evidence/proof.h"

/* The names of faults that a result looks like; NULL: of none. */
json_t *fault_names(const struct proof *p, const struct proof_row *row);

/* A line for each fault that something of it looks like: never that it is. */
void fault_tell(FILE *to, const struct proof *p);

#endif
