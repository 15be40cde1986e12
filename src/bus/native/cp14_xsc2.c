/* SPDX-License-Identifier: MIT */
/*
 * CP14 of the second XScale generation. [CORE] 8; [IXP42X] 3.7, table 28
 *
 * Not run: no board has a second XScale generation.
 */
#include <tally/library.h>

#include <tally/native.h>

#ifdef TALLY_COPROCESSORS

#define SPACE TALLY_CP14
#define OWN(EACH)                                                              \
	EACH(14, 0, 0, 1, 0) /* PMNC */                                        \
	EACH(14, 0, 1, 1, 0) /* CCNT */                                        \
	EACH(14, 0, 4, 1, 0) /* INTEN */                                       \
	EACH(14, 0, 5, 1, 0) /* FLAG */                                        \
	EACH(14, 0, 8, 1, 0) /* EVTSEL */                                      \
	EACH(14, 0, 0, 2, 0) /* PMN0 */                                        \
	EACH(14, 0, 1, 2, 0) /* PMN1 */                                        \
	EACH(14, 0, 2, 2, 0) /* PMN2 */                                        \
	EACH(14, 0, 3, 2, 0) /* PMN3 */

#define READS(EACH) EACH(15, 0, 0, 0, 0) /* main ID */
#include "coprocessor.h"

TALLY_BUS_TABLE(tally_cp14_xsc2_ops) = {
	.read = read, .write = write, .get = native_get, .put = native_put
};

#endif
