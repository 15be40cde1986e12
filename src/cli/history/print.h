/* SPDX-License-Identifier: MIT */
#ifndef CLI_HISTORY_PRINT_H
#define CLI_HISTORY_PRINT_H

#include <stdio.h>

#include "history/history.h"

/* A table for each series, the oldest version first, with its steps marked. */
void history_text(FILE *to, const struct history_list *list);
/* A line for each point. */
void history_csv(FILE *to, const struct history_list *list);
/* False: no memory, or the stream failed. */
bool history_json(FILE *to, const struct history_list *list);

#endif
