/* SPDX-License-Identifier: MIT */
#include "other.h"

/* FACTOR comes from the command line of the compiler. */
int other(int number)
{
	return number * FACTOR;
}
