/* SPDX-License-Identifier: MIT */
/*
 * A run whose time is up ends with words on how far it came, and where it is,
 * so that a program that never ends shows where it goes round.
 */
#include <stdio.h>

#include "base/digits.h"
#include "boards/src/link/child.h"

void child_late(struct target_stop *stop, double limit)
{
	char where[TARGET_PLACE];

	snprintf(where, sizeof where, "%.*s", (int)sizeof where - 1,
		 stop->text);
	snprintf(stop->text, sizeof stop->text,
		 "still running after %g s and %s instructions%s%s; allow more "
		 "with --timeout",
		 limit, digits_grouped(stop->instructions).text,
		 *where ? ", at " : "", where);
}
