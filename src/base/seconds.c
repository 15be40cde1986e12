/* SPDX-License-Identifier: MIT */
#include "base/seconds.h"

#include <time.h>

double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}
