/* SPDX-License-Identifier: MIT */
#ifndef CLI_WHY_APART_H
#define CLI_WHY_APART_H

#include "cli/members.h"
#include "record/why.h"

/* Plans what would separate the causes that counts leave together.  Where the
 * target cannot count it, there is nothing to ask. */
void apart_plan(const struct members *members, struct why *w);

#endif
