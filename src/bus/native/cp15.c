/* SPDX-License-Identifier: MIT */
/* CP15 of the ARM11. [DDI0301H 3.2.51-56] */
#include <tally/library.h>

#include <tally/native.h>

#ifdef TALLY_COPROCESSORS

#define SPACE TALLY_CP15
#define OWN(EACH)                                                              \
	EACH(15, 0, 15, 12, 0) /* PMNC */                                      \
	EACH(15, 0, 15, 12, 1) /* CCNT */                                      \
	EACH(15, 0, 15, 12, 2) /* PMN0 */                                      \
	EACH(15, 0, 15, 12, 3) /* PMN1 */

#define WRITES(EACH) EACH(15, 0, 15, 9, 0) /* access validation control */
#define READS(EACH)                                                            \
	WRITES(EACH)                                                           \
	EACH(15, 0, 0, 0, 0) /* main ID */
#include "coprocessor.h"

TALLY_BUS_TABLE(tally_cp15_ops) = {
	.read = read, .write = write, .get = native_get, .put = native_put
};

#endif
