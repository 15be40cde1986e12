/* SPDX-License-Identifier: MIT */
#ifndef BASE_ORDER_H
#define BASE_ORDER_H

/* The order of two names, as strcmp() gives it, but numbers in them stand by
 * what they are worth: walk-3000 is before walk-27000. */
int order_of_names(const char *one, const char *other);

#endif
