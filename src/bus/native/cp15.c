/* SPDX-License-Identifier: MIT */
/*
 * CP15 of the ARM11, by MRC and MCR.  The register numbers are part of the
 * instruction, hence one line per register.
 * [DDI0301H 3.2.51-56]
 */
#include <tally/native.h>

#include "arm_state.h"

#define READ(regs)  __asm__ volatile("mrc p15, 0, %0, " regs : "=r"(v))
#define WRITE(regs) __asm__ volatile("mcr p15, 0, %0, " regs ::"r"(v))

ARM_STATE static enum tally_status
read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	uint32_t v;

	(void)bus;
	if (reg->space != TALLY_CP15)
		return TALLY_E_NOREG;
	switch (reg->addr) {
	case TALLY_CP(0, 15, 12, 0):
		READ("c15, c12, 0");
		break;
	case TALLY_CP(0, 15, 12, 1):
		READ("c15, c12, 1");
		break;
	case TALLY_CP(0, 15, 12, 2):
		READ("c15, c12, 2");
		break;
	case TALLY_CP(0, 15, 12, 3):
		READ("c15, c12, 3");
		break;
	case TALLY_CP(0, 15, 9, 0):
		READ("c15, c9, 0");
		break;
	case TALLY_CP(0, 0, 0, 0):
		READ("c0, c0, 0");
		break;
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
	if (reg->space != TALLY_CP15)
		return TALLY_E_NOREG;
	switch (reg->addr) {
	case TALLY_CP(0, 15, 12, 0):
		WRITE("c15, c12, 0");
		break;
	case TALLY_CP(0, 15, 12, 1):
		WRITE("c15, c12, 1");
		break;
	case TALLY_CP(0, 15, 12, 2):
		WRITE("c15, c12, 2");
		break;
	case TALLY_CP(0, 15, 12, 3):
		WRITE("c15, c12, 3");
		break;
	case TALLY_CP(0, 15, 9, 0):
		WRITE("c15, c9, 0");
		break;
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

const struct tally_bus_ops tally_cp15_ops = { .read = read, .write = write };
