/* SPDX-License-Identifier: MIT */
#ifndef BOARD_IEEE_HOST_H
#define BOARD_IEEE_HOST_H

#include "boards/src/ieee/inner.h"

/*
 * The host's arithmetic, which rounds to nearest, for the ordinary: where
 * inexact has been raised, so that nothing has to be asked, and where operands
 * and result are normal and not at the range's end.  False: it is another case.
 */
bool host_add(const struct ieee *e, enum ieee_size size, uint64_t a, uint64_t b,
	      uint64_t *result);
bool host_subtract(const struct ieee *e, enum ieee_size size, uint64_t a,
		   uint64_t b, uint64_t *result);
bool host_multiply(const struct ieee *e, enum ieee_size size, uint64_t a,
		   uint64_t b, uint64_t *result);
bool host_divide(const struct ieee *e, enum ieee_size size, uint64_t a,
		 uint64_t b, uint64_t *result);

#endif
