/* SPDX-License-Identifier: MIT */
#ifndef HTML_TRENDS_H
#define HTML_TRENDS_H

#include <stdio.h>

#include "history/history.h"

/* Numbers over versions as such a page; what it was made of is the document of
 * history_json().  `noise`: a part, below which nothing is a step.  False: out
 * of memory. */
bool html_trends(FILE *to, const struct history_list *list, double noise);

#endif
