/* SPDX-License-Identifier: MIT */
#ifndef RUN_CONDITIONS_H
#define RUN_CONDITIONS_H

#include "run/job.h"

/*
 * Adds to job->conditions what holds on the stopped target now.  If the target
 * cannot reach a register, its conditions stay unknown.  False and `err`: a
 * read failed for another reason.
 */
bool conditions_read(struct job *job, struct error *err);

#endif
