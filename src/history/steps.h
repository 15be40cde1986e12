/* SPDX-License-Identifier: MIT */
#ifndef HISTORY_STEPS_H
#define HISTORY_STEPS_H

#include "history/history.h"

/* Puts the points of a series in order, and holds each against the one before.
 * False: no memory. */
bool history_judge(struct history_series *s, double noise);

#endif
