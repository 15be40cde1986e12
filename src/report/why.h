/* SPDX-License-Identifier: MIT */
#ifndef REPORT_WHY_H
#define REPORT_WHY_H

#include <stdio.h>

#include "record/why.h"

/* Prints what was asked for people, on a screen or with all answers; and as a
 * document.  False: no memory. */
void why_text(FILE *to, const struct why *w, bool all, bool colour);
bool why_json(FILE *to, const struct why *w);

#endif
