/* SPDX-License-Identifier: MIT */
/* The verbs, as main() told them.  See verbs.h. */
#include "cli/verbs.h"

#include <stddef.h>

static const struct verb *known;
static unsigned known_count;

void verbs_know(const struct verb *rows, unsigned count)
{
	known = rows;
	known_count = count;
}

const struct verb *verbs_known(unsigned *count)
{
	*count = known_count;
	return known;
}
