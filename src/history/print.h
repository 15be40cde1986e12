/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_PRINT_H
#define HISTORY_PRINT_H

#include <stdio.h>

#include "history/history.h"

/* A table for each series, the oldest version first, with its steps marked. */
void history_text(FILE *to, const struct history_list *list);
/* A line for each point. */
void history_csv(FILE *to, const struct history_list *list);
/* False: no memory, or the stream failed. */
bool history_json(FILE *to, const struct history_list *list);

/* Cells that the forms for people share: counts have commas, all else has four
 * digits. */
void history_number_text(char *text, size_t room, double value);
/* The change from the point before: "+16.62 %", "from 0". */
void history_change_text(char *text, size_t room,
			 const struct history_point *p);
/* Better or worse; or why nobody can tell. */
const char *history_word_text(const struct history_point *p);

#endif
