/* SPDX-License-Identifier: MIT */
#ifndef GATHER_LOSSES_H
#define GATHER_LOSSES_H

#include "base/error.h"
#include "dump/dump.h"

/* The records that a log lost: they are in no result of it. */

/* The log has the first records, and no room for what came then. */
bool losses_full(const struct dump *d);

struct losses {
	/* Sentences for people; empty: there is nothing to tell. */
	struct error damaged, lost;
	/* The records that are left are another choice than the firmware asked
	 * for. */
	bool chosen;
};
struct losses losses_of(const struct dump *d);

#endif
