/* SPDX-License-Identifier: MIT */
/*
 * CP14 of the first XScale, by MRC and MCR.  The coprocessor and register
 * numbers are part of the instruction, hence one line per register.  Use MRC
 * and MCR only: whether LDC and STC reach these registers, the manuals
 * disagree. [80200] 7.1, 12.2
 */
#include <tally/native.h>

#include "arm_state.h"

#define CP14(crn)  TALLY_CP(0, crn, 0, 0)
#define READ(crn)  __asm__ volatile("mrc p14, 0, %0, " #crn ", c0, 0" : "=r"(v))
#define WRITE(crn) __asm__ volatile("mcr p14, 0, %0, " #crn ", c0, 0" ::"r"(v))

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
	case CP14(0):
		READ(c0);
		break;
	case CP14(1):
		READ(c1);
		break;
	case CP14(2):
		READ(c2);
		break;
	case CP14(3):
		READ(c3);
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
	if (reg->space != TALLY_CP14)
		return TALLY_E_NOREG;
	switch (reg->addr) {
	case CP14(0):
		WRITE(c0);
		break;
	case CP14(1):
		WRITE(c1);
		break;
	case CP14(2):
		WRITE(c2);
		break;
	case CP14(3):
		WRITE(c3);
		break;
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

const struct tally_bus_ops tally_cp14_ops = { .read = read, .write = write };
