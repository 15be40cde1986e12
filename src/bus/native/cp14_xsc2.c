/* SPDX-License-Identifier: MIT */
/*
 * CP14 of the second XScale generation, by MRC and MCR.  The coprocessor and
 * register numbers are part of the instruction, hence one case per register.
 * [CORE] 8; [IXP42X] 3.7, table 28
 */
#include <tally/native.h>

#include "arm_state.h"

/* PMNC, CCNT, INTEN, FLAG, EVTSEL, PMN0 to PMN3: CRn, CRm. */
#define REGISTERS(EACH)                                                        \
	EACH(0, 1)                                                             \
	EACH(1, 1)                                                             \
	EACH(4, 1)                                                             \
	EACH(5, 1)                                                             \
	EACH(8, 1)                                                             \
	EACH(0, 2)                                                             \
	EACH(1, 2)                                                             \
	EACH(2, 2)                                                             \
	EACH(3, 2)

#define READ(crn, crm)                                                         \
	case TALLY_CP(0, crn, crm, 0):                                         \
		__asm__ volatile("mrc p14, 0, %0, c" #crn ", c" #crm ", 0"     \
				 : "=r"(v));                                   \
		break;
#define WRITE(crn, crm)                                                        \
	case TALLY_CP(0, crn, crm, 0):                                         \
		__asm__ volatile("mcr p14, 0, %0, c" #crn ", c" #crm           \
				 ", 0" ::"r"(v));                              \
		break;

ARM_STATE static enum tally_status
read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	uint32_t v;

	(void)bus;
	if (reg->space == TALLY_CP15 && reg->addr == TALLY_CP(0, 0, 0, 0)) {
		__asm__ volatile("mrc p15, 0, %0, c0, c0, 0" : "=r"(v));
		*value = v;
		return TALLY_OK;
	}
	if (reg->space != TALLY_CP14)
		return TALLY_E_NOREG;
	switch (reg->addr) {
		REGISTERS(READ)
	default:
		return TALLY_E_NOREG;
	}
	*value = v;
	return TALLY_OK;
}

ARM_STATE static enum tally_status
write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	(void)bus;
	if (reg->space != TALLY_CP14)
		return TALLY_E_NOREG;
	switch (reg->addr) {
		REGISTERS(WRITE)
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

const struct tally_bus_ops tally_cp14_xsc2_ops = { .read = read,
						   .write = write };
