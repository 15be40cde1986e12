/* SPDX-License-Identifier: MIT */
/*
 * PMUv3 from AArch32: CP15 by MRC and MCR, the cycle counter by MRRC and MCRR.
 * The register numbers are part of the instruction, hence one case per
 * register.  [DDI0487 G8.4]
 */
#include <tally/native.h>

#if defined(__arm__)

#include "arm_state.h"

/* PMCR, which opens and closes the window, is apart. */
#define REGISTERS(EACH)                                                        \
	EACH(9, 12, 1)  /* PMCNTENSET */                                       \
	EACH(9, 12, 2)  /* PMCNTENCLR */                                       \
	EACH(9, 12, 3)  /* PMOVSR */                                           \
	EACH(9, 12, 5)  /* PMSELR */                                           \
	EACH(9, 13, 1)  /* PMXEVTYPER */                                       \
	EACH(9, 13, 2)  /* PMXEVCNTR */                                        \
	EACH(9, 14, 0)  /* PMUSERENR */                                        \
	EACH(9, 14, 1)  /* PMINTENSET */                                       \
	EACH(9, 14, 2)  /* PMINTENCLR */                                       \
	EACH(9, 14, 3)  /* PMOVSSET */                                         \
	EACH(14, 15, 7) /* PMCCFILTR */

/* PMEVCNTR<n> and PMEVTYPER<n>: n is 8 times CRm - 8 or 12, plus opc2. */
#define EIGHT_REGISTERS(EACH, crm)                                             \
	SEVEN_REGISTERS(EACH, crm)                                             \
	EACH(14, crm, 7)
#define SEVEN_REGISTERS(EACH, crm)                                             \
	EACH(14, crm, 0)                                                       \
	EACH(14, crm, 1)                                                       \
	EACH(14, crm, 2)                                                       \
	EACH(14, crm, 3)                                                       \
	EACH(14, crm, 4)                                                       \
	EACH(14, crm, 5)                                                       \
	EACH(14, crm, 6)
#define COUNTER_REGISTERS(EACH)                                                \
	EIGHT_REGISTERS(EACH, 8)                                               \
	EIGHT_REGISTERS(EACH, 9)                                               \
	EIGHT_REGISTERS(EACH, 10)                                              \
	SEVEN_REGISTERS(EACH, 11)                                              \
	EIGHT_REGISTERS(EACH, 12)                                              \
	EIGHT_REGISTERS(EACH, 13)                                              \
	EIGHT_REGISTERS(EACH, 14)                                              \
	SEVEN_REGISTERS(EACH, 15)

#define MRC(crn, crm, opc2)                                                    \
	case TALLY_CP(0, crn, crm, opc2):                                      \
		__asm__ volatile("mrc p15, 0, %0, c" #crn ", c" #crm           \
				 ", " #opc2                                    \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define MCR(crn, crm, opc2)                                                    \
	case TALLY_CP(0, crn, crm, opc2):                                      \
		__asm__ volatile("mcr p15, 0, %0, c" #crn ", c" #crm           \
				 ", " #opc2                                    \
				 :                                             \
				 : "r"(v)                                      \
				 : "memory");                                  \
		break;

/* Compiled for an older core, the assembler has no ISB, but this is one. */
#if __ARM_ARCH >= 7
#define ISB "isb"
#else
#define ISB "mcr p15, 0, r0, c7, c5, 4"
#endif

ARM_STATE static enum tally_status sync(struct tally_bus *bus)
{
	(void)bus;
	__asm__ volatile(ISB : : : "memory");
	return TALLY_OK;
}

/* PMCCNTR, all of its 64 bits. */
ARM_STATE static uint64_t read_cycles(void)
{
	uint32_t low, high;

	__asm__ volatile("mrrc p15, 0, %0, %1, c9"
			 : "=r"(low), "=r"(high)
			 :
			 : "memory");
	return (uint64_t)high << 32 | low;
}

ARM_STATE static void write_cycles(uint64_t value)
{
	__asm__ volatile("mcrr p15, 0, %0, %1, c9"
			 :
			 : "r"((uint32_t)value), "r"((uint32_t)(value >> 32))
			 : "memory");
}

ARM_STATE static enum tally_status
read(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	uint32_t v;

	(void)bus;
	if (reg->space != TALLY_CP15)
		return TALLY_E_NOREG;
	switch (reg->addr) {
	case TALLY_CP64(0, 9):
		*value = read_cycles();
		return TALLY_OK;
		MRC(9, 12, 0) /* PMCR */
		MRC(9, 12, 6) /* PMCEID0 */
		MRC(9, 12, 7) /* PMCEID1 */
		MRC(9, 14, 4) /* PMCEID2, from p1 */
		MRC(9, 14, 5) /* PMCEID3, from p1 */
		MRC(9, 14, 6) /* PMMIR, from p4 */
		MRC(0, 0, 0)  /* MIDR */
		MRC(0, 1, 2)  /* ID_DFR0 */
		REGISTERS(MRC)
		COUNTER_REGISTERS(MRC)
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
	case TALLY_CP64(0, 9):
		write_cycles(value);
		break;
	case TALLY_CP(0, 9, 12, 0): /* PMCR: see a64.c */
		__asm__ volatile(ISB "\n\tmcr p15, 0, %0, c9, c12, 0\n\t" ISB
				 :
				 : "r"(v)
				 : "memory");
		break;
		MCR(9, 12, 4) /* PMSWINC */
		REGISTERS(MCR)
		COUNTER_REGISTERS(MCR)
	default:
		return TALLY_E_NOREG;
	}
	return TALLY_OK;
}

/* MPIDR: Aff2 to Aff0 in bits 23:0. */
ARM_STATE static uint32_t core(struct tally_bus *bus)
{
	uint32_t v;

	(void)bus;
	__asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(v));
	return v & 0xFFFFFF;
}

const struct tally_bus_ops tally_a32_ops = {
	.read = read, .write = write, .sync = sync, .core = core
};

#endif
