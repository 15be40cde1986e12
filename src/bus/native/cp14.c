/* SPDX-License-Identifier: MIT */
/*
 * CP14 of the first XScale.  Use MRC and MCR only: whether LDC and STC reach
 * these registers, the manuals disagree. [80200] 7.1, 12.2
 */
#include <tally/library.h>

#include <tally/native.h>

#ifdef TALLY_COPROCESSORS

#define SPACE TALLY_CP14
#define OWN(EACH)                                                              \
	EACH(14, 0, 0, 0, 0) /* PMNC */                                        \
	EACH(14, 0, 1, 0, 0) /* CCNT */                                        \
	EACH(14, 0, 2, 0, 0) /* PMN0 */                                        \
	EACH(14, 0, 3, 0, 0) /* PMN1 */

#define READS(EACH) EACH(15, 0, 0, 0, 0) /* main ID */
#include "coprocessor.h"

TALLY_BUS_TABLE(tally_cp14_ops) = {
	.read = read, .write = write, .get = native_get, .put = native_put
};

#endif
