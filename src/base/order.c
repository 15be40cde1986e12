/* SPDX-License-Identifier: MIT */
/* Orders of what a person reads.  See order.h. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE /* strverscmp() */
#include "base/order.h"

#include <string.h>

int order_of_names(const char *one, const char *other)
{
	return strverscmp(one, other);
}
