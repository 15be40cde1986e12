/* SPDX-License-Identifier: MIT */
#ifndef RUN_CONDITIONS_H
#define RUN_CONDITIONS_H

#include "run/job.h"

/*
 * Adds what holds on the stopped target now to job->conditions.  A register
 * that the target does not reach leaves its conditions unknown; any other
 * failure is one.
 */
bool conditions_read(struct job *job, struct error *err);

#endif
