/* SPDX-License-Identifier: MIT */
#ifndef REPORT_STACK_H
#define REPORT_STACK_H

#include <jansson.h>
#include <stdio.h>

#include "record/stack.h"

/* Prints a row for each of the largest causes, `most` of them, or for all there
 * are, and their sum. */
enum { STACK_ALL = 0 };
void stack_print(FILE *to, const struct stack *s, unsigned most);
/* Prints the causes of a record whose ledger was asked for nothing else; false:
 * it was. */
bool stack_print_alone(FILE *to, const struct record *r);
/* All of them, as a member of a document; NULL: no memory. */
json_t *stack_json(const struct stack *s);

#endif
