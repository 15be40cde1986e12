/* SPDX-License-Identifier: MIT */
#ifndef BASE_SANDBOX_FILTER_H
#define BASE_SANDBOX_FILTER_H

#include <stdbool.h>

/*
 * The filter of sandbox.h, for good.  It is made in memory that the process has
 * from its beginning: where no more is to be had it is the same filter.  False:
 * the kernel, or this machine, has none.
 */
bool sandbox_filter(int socket);

#endif
