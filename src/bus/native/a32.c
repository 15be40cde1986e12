/* SPDX-License-Identifier: MIT */
/*
 * PMUv3 from AArch32, and PMUv2: CP15 by MRC and MCR, the cycle counter of 64
 * bits by MRRC and MCRR; event counters by their own registers, which PMUv3
 * has, or behind PMSELR.  [DDI0487 G8.4; DDI0406 C12.8]
 */
#include <tally/library.h>

#include <tally/native.h>
#include <tally/only.h>

#ifdef TALLY_COPROCESSORS

/* PMCR, which opens and closes the window, is apart. */
#define REGISTERS(EACH)                                                        \
	EACH(15, 0, 9, 12, 1)  /* PMCNTENSET */                                \
	EACH(15, 0, 9, 12, 2)  /* PMCNTENCLR */                                \
	EACH(15, 0, 9, 12, 3)  /* PMOVSR */                                    \
	EACH(15, 0, 9, 12, 5)  /* PMSELR */                                    \
	EACH(15, 0, 9, 13, 0)  /* PMCCNTR, its low 32 bits */                  \
	EACH(15, 0, 9, 13, 1)  /* PMXEVTYPER */                                \
	EACH(15, 0, 9, 13, 2)  /* PMXEVCNTR */                                 \
	EACH(15, 0, 9, 14, 0)  /* PMUSERENR */                                 \
	EACH(15, 0, 9, 14, 1)  /* PMINTENSET */                                \
	EACH(15, 0, 9, 14, 2)  /* PMINTENCLR */                                \
	EACH(15, 0, 9, 14, 3)  /* PMOVSSET */                                  \
	EACH(15, 0, 14, 15, 7) /* PMCCFILTR */                                 \
	COUNTER_REGISTERS(EACH)

/* PMEVCNTR<n> and PMEVTYPER<n>: n is 8 times CRm - 8 or 12, plus opc2. */
#define EIGHT_REGISTERS(EACH, crm)                                             \
	SEVEN_REGISTERS(EACH, crm)                                             \
	EACH(15, 0, 14, crm, 7)
#define SEVEN_REGISTERS(EACH, crm)                                             \
	EACH(15, 0, 14, crm, 0)                                                \
	EACH(15, 0, 14, crm, 1)                                                \
	EACH(15, 0, 14, crm, 2)                                                \
	EACH(15, 0, 14, crm, 3)                                                \
	EACH(15, 0, 14, crm, 4)                                                \
	EACH(15, 0, 14, crm, 5)                                                \
	EACH(15, 0, 14, crm, 6)
#define COUNTER_REGISTERS(EACH)                                                \
	EIGHT_REGISTERS(EACH, 8)                                               \
	EIGHT_REGISTERS(EACH, 9)                                               \
	EIGHT_REGISTERS(EACH, 10)                                              \
	SEVEN_REGISTERS(EACH, 11)                                              \
	EIGHT_REGISTERS(EACH, 12)                                              \
	EIGHT_REGISTERS(EACH, 13)                                              \
	EIGHT_REGISTERS(EACH, 14)                                              \
	SEVEN_REGISTERS(EACH, 15)

#define SPACE TALLY_CP15
#define READS(EACH)                                                            \
	EACH(15, 0, 9, 12, 0) /* PMCR */                                       \
	EACH(15, 0, 9, 12, 6) /* PMCEID0 */                                    \
	EACH(15, 0, 9, 12, 7) /* PMCEID1 */                                    \
	EACH(15, 0, 9, 14, 4) /* PMCEID2, from p1 */                           \
	EACH(15, 0, 9, 14, 5) /* PMCEID3, from p1 */                           \
	EACH(15, 0, 9, 14, 6) /* PMMIR, from p4 */                             \
	EACH(15, 0, 0, 0, 0)  /* MIDR */                                       \
	EACH(15, 0, 0, 1, 2)  /* ID_DFR0 */                                    \
	REGISTERS(EACH)
#define WRITES(EACH)                                                           \
	EACH(15, 0, 9, 12, 4) /* PMSWINC */                                    \
	REGISTERS(EACH)

#define CYCLES IN(TALLY_CP15, TALLY_CP64(0, 9)) /* PMCCNTR, all 64 bits */
#define MORE_READS                                                             \
	case CYCLES:                                                           \
		*value = read_cycles();                                        \
		return TALLY_OK;
#define MORE_WRITES                                                            \
	case CYCLES:                                                           \
		write_cycles(value);                                           \
		break;                                                         \
	case AT(15, 0, 9, 12, 0): /* PMCR: see a64.c */                        \
		tally_a32_control((uint32_t)value);                            \
		break;

#include "arm_state.h"

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

/* tally_control_A32(), which Thumb code of cores before Thumb-2 has not. */
ARM_STATE static void tally_a32_control(uint32_t v)
{
	__asm__ volatile(TALLY_A32_ISB
			 "\n\tmcr p15, 0, %0, c9, c12, 0\n\t" TALLY_A32_ISB
			 :
			 : "r"(v)
			 : "memory");
}

#include "coprocessor.h"

ARM_STATE static enum tally_status sync(struct tally_bus *bus)
{
	(void)bus;
	__asm__ volatile(TALLY_A32_ISB : : : "memory");
	return TALLY_OK;
}

/* PMSELR; what comes after it finds it written. */
ARM_STATE static void select(uint32_t n)
{
	__asm__ volatile("mcr p15, 0, %0, c9, c12, 5\n\t" TALLY_A32_ISB
			 :
			 : "r"(n)
			 : "memory");
}

ARM_STATE static uint32_t selected(void)
{
	uint32_t v;

	__asm__ volatile("mrc p15, 0, %0, c9, c12, 5" : "=r"(v) : : "memory");
	return v;
}

/* Behind PMSELR, and not behind anything else? */
static bool selects(const struct tally_reg *reg)
{
	return tally_reg_select(*reg).addr == TALLY_CP(0, 9, 12, 5);
}

ARM_STATE static enum tally_status
read_any(struct tally_bus *bus, const struct tally_reg *reg, uint64_t *value)
{
	const struct tally_reg window = tally_reg_window(*reg);
	enum tally_status status;
	uint32_t held;

	if (!tally_reg_behind(*reg))
		return read(bus, reg, value);
	if (!selects(reg))
		return TALLY_E_NOREG;
	held = selected();
	select(tally_reg_number(*reg));
	status = read(bus, &window, value);
	select(held);
	return status;
}

ARM_STATE static enum tally_status
write_any(struct tally_bus *bus, const struct tally_reg *reg, uint64_t value)
{
	const struct tally_reg window = tally_reg_window(*reg);
	enum tally_status status;
	uint32_t held;

	if (!tally_reg_behind(*reg))
		return write(bus, reg, value);
	if (!selects(reg))
		return TALLY_E_NOREG;
	held = selected();
	select(tally_reg_number(*reg));
	status = write(bus, &window, value);
	select(held);
	return status;
}

/* The short ways. */
static uint64_t get_any(struct tally_bus *bus, const struct tally_reg *reg)
{
	uint64_t value = 0;
	enum tally_status status;

	(void)sync(bus);
	status = read_any(bus, reg, &value);
	if (status)
		bus->status = status;
	return value;
}

static void put_any(struct tally_bus *bus, const struct tally_reg *reg,
		    uint64_t value)
{
	const enum tally_status status = write_any(bus, reg, value);

	if (status)
		bus->status = status;
}

/* MPIDR: Aff2 to Aff0 in bits 23:0. */
ARM_STATE static uint32_t core(struct tally_bus *bus)
{
	uint32_t v;

	(void)bus;
	__asm__ volatile("mrc p15, 0, %0, c0, c0, 5" : "=r"(v));
	return v & 0xFFFFFF;
}

TALLY_BUS_TABLE(tally_a32_ops) = {
	.read = read_any,
	.write = write_any,
	.sync = sync,
	.core = core,
	.get = get_any,
	.put = put_any,
};

#endif
