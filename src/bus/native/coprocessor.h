/* SPDX-License-Identifier: MIT */
/*
 * Coprocessor registers by MRC and MCR.  The numbers are part of the
 * instruction, hence one case per register.  Not an ordinary header: a bus
 * includes it once, after defining
 *
 *	SPACE		the space of most
 *	OWN(EACH)	the monitor's own registers, in the space SPACE, as rows
 *			EACH(coprocessor, opc1, CRn, CRm, opc2); better in one
 *			piece, as native_get() and native_put() access them
 *	READS(EACH)	what else can be read
 *	WRITES(EACH)	and what written
 *	MORE_READS, MORE_WRITES	further cases, if there are any; of AT(), with
 *			`v` or, of 64 bits, `*value`, and `value`
 *
 * and gets read(), write(), native_get() and native_put(), as a bus has them.
 * Without OWN() it gets neither of these two.
 */
#include <tally/native.h>
#include <tally/only.h>

#include "arm_state.h"

/*
 * A place among all spaces, small numbers in this bus's own: no coprocessor's
 * address reaches bit 28.
 */
#define IN(space, addr) (((uint32_t)(space) ^ SPACE) << 28 | (addr))
#define AT(cp, opc1, crn, crm, opc2)                                           \
	IN(TALLY_CP##cp, TALLY_CP(opc1, crn, crm, opc2))

#define MRC(cp, opc1, crn, crm, opc2)                                          \
	case AT(cp, opc1, crn, crm, opc2):                                     \
		__asm__ volatile("mrc p" #cp ", " #opc1 ", %0, c" #crn         \
				 ", c" #crm ", " #opc2                         \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define MCR(cp, opc1, crn, crm, opc2)                                          \
	case AT(cp, opc1, crn, crm, opc2):                                     \
		__asm__ volatile("mcr p" #cp ", " #opc1 ", %0, c" #crn         \
				 ", c" #crm ", " #opc2                         \
				 :                                             \
				 : "r"((uint32_t)value)                        \
				 : "memory");                                  \
		break;

#ifndef MORE_READS
#define MORE_READS
#endif
#ifndef MORE_WRITES
#define MORE_WRITES
#endif

#ifndef WRITES
#define WRITES(EACH)
#endif

#ifdef OWN
ARM_STATE static uint64_t native_get(struct tally_bus *bus,
				     const struct tally_reg *reg)
{
	uint32_t v;

	switch (reg->addr) {
		OWN(MRC)
	default:
		bus->status = TALLY_E_NOREG;
		return 0;
	}
	return v;
}

ARM_STATE static void native_put(struct tally_bus *bus,
				 const struct tally_reg *reg, uint64_t value)
{
	switch (reg->addr) {
		OWN(MCR)
	default:
		bus->status = TALLY_E_NOREG;
		break;
	}
}
#endif

ARM_STATE static enum tally_status
read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	uint32_t v;

	(void)bus;
	switch (IN(reg->space, reg->addr)) {
		MORE_READS
		READS(MRC)
	default:
#ifdef OWN
		if (reg->space == SPACE) {
			*value = native_get(bus, reg);
			return bus->status;
		}
#endif
		return TALLY_E_NOREG;
	}
	*value = v;
	return TALLY_OK;
}

ARM_STATE static enum tally_status
write(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	switch (IN(reg->space, reg->addr)) {
		MORE_WRITES
		WRITES(MCR)
	default:
#ifdef OWN
		if (reg->space == SPACE) {
			native_put(bus, reg, value);
			return bus->status;
		}
#endif
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}
