/* SPDX-License-Identifier: MIT */
#ifndef TALLY_WORDS_DWT_H
#define TALLY_WORDS_DWT_H

#include <tally/monitor.h>
#include <tally/words.h>

/* The words of the DWT that a measurement needs, and where its registers are.
 */

/* The fields of the rows, as constants. */
enum tally_dwt_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(DWT, reg, name, lsb, width)
#include <tally/monitors/dwt.def>
};

enum tally_dwt_register {
#define REGISTER(name, address, ...) TALLY_DWT_AT_##name = (address),
#include <tally/monitors/dwt.def>
};

#define TALLY_DWT_ENABLE TALLY_FIELD(DWT, CTRL, CYCCNTENA)
#define TALLY_DWT_TRCENA TALLY_FIELD(DWT, DEMCR, TRCENA)
#define TALLY_DWT_KEY    UINT32_C(0xC5ACCE55) /* the lock is open */
#define TALLY_DWT_LOCK   UINT32_C(0)          /* and shut */

/* All of CTRL that can be written. */
#define TALLY_DWT_KEPT UINT32_C(0x00FF1FFF)

/* ARMv7-M, or ARMv8-M with the Main Extension? */
TALLY_WORD bool tally_dwt_is(uint32_t cpuid)
{
	uint32_t mask = TALLY_FIELD(DWT, CPUID, architecture);

	return (cpuid & mask) == mask;
}

/* Has the unit its clock, a cycle counter, and does that stand still? */
TALLY_WORD bool tally_dwt_ready(uint32_t demcr, uint32_t ctrl)
{
	return demcr & TALLY_DWT_TRCENA &&
	       !(ctrl & (TALLY_DWT_ENABLE | TALLY_FIELD(DWT, CTRL, NOCYCCNT)));
}

/* Was it locked? */
TALLY_WORD bool tally_dwt_locked(uint32_t lsr)
{
	return lsr & TALLY_FIELD(DWT, LSR, present) &&
	       lsr & TALLY_FIELD(DWT, LSR, locked);
}

#endif
