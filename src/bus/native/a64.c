/* SPDX-License-Identifier: MIT */
/*
 * The system registers of AArch64, by MRS and MSR.  The register is part of the
 * instruction, hence one case per register; by number, so that an assembler
 * need not know their names.  [DDI0487 D24.5]
 *
 * PMCR opens and closes the window: what comes before the write is done before
 * it, and what comes after finds it done.  [DDI0487 D24.1.2.2]
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/native.h>
#include <tally/only.h>

#if defined(__aarch64__)

/*
 * The counters that there can be, and whether one may be behind PMSELR_EL0: in
 * a library for one monitor (tally/only.h) as that one has them.
 */
#define COUNTERS TALLY_KNOWN(TALLY_ONLY_MONITOR.counters - 1u, 31u)
#define SELECTS                                                                \
	TALLY_KNOWN(tally_reg_behind(TALLY_ONLY_MONITOR.counter[0].reg), true)

/* Registers that EL0 may reach once PMUSERENR.EN is 1; op1 is 3, reads and
 * writes. */
#define PLAIN_REGISTERS(EACH)                                                  \
	EACH(3, 9, 12, 1)  /* PMCNTENSET_EL0 */                                \
	EACH(3, 9, 12, 2)  /* PMCNTENCLR_EL0 */                                \
	EACH(3, 9, 12, 3)  /* PMOVSCLR_EL0 */                                  \
	EACH(3, 9, 12, 5)  /* PMSELR_EL0 */                                    \
	EACH(3, 9, 13, 0)  /* PMCCNTR_EL0 */                                   \
	EACH(3, 9, 13, 1)  /* PMXEVTYPER_EL0 */                                \
	EACH(3, 9, 13, 2)  /* PMXEVCNTR_EL0 */                                 \
	EACH(3, 9, 14, 3)  /* PMOVSSET_EL0 */                                  \
	EACH(3, 14, 15, 7) /* PMCCFILTR_EL0 */

/*
 * PMEVCNTR<n>_EL0 and PMEVTYPER<n>_EL0: n is 8 times CRm - 8 or 12, plus op2,
 * so it is the address's bits 4:0, and bit 5 tells them apart.  The last type
 * would be PMCCFILTR_EL0.
 */
#define EIGHT_REGISTERS(EACH, n, crm)                                          \
	SEVEN_REGISTERS(EACH, n, crm)                                          \
	EACH((n) + 7, crm, 7)
#define SEVEN_REGISTERS(EACH, n, crm)                                          \
	EACH((n) + 0, crm, 0)                                                  \
	EACH((n) + 1, crm, 1)                                                  \
	EACH((n) + 2, crm, 2)                                                  \
	EACH((n) + 3, crm, 3)                                                  \
	EACH((n) + 4, crm, 4)                                                  \
	EACH((n) + 5, crm, 5)                                                  \
	EACH((n) + 6, crm, 6)
#define COUNTS(EACH)                                                           \
	EIGHT_REGISTERS(EACH, 0, 8)                                            \
	EIGHT_REGISTERS(EACH, 8, 9)                                            \
	EIGHT_REGISTERS(EACH, 16, 10)                                          \
	SEVEN_REGISTERS(EACH, 24, 11)
#define TYPES(EACH)                                                            \
	EIGHT_REGISTERS(EACH, 0, 12)                                           \
	EIGHT_REGISTERS(EACH, 8, 13)                                           \
	EIGHT_REGISTERS(EACH, 16, 14)                                          \
	SEVEN_REGISTERS(EACH, 24, 15)

#define NAME(op1, crn, crm, op2) "S3_" #op1 "_C" #crn "_C" #crm "_" #op2
#define MRS_OF(place, op1, crn, crm, op2)                                      \
	case place:                                                            \
		__asm__ volatile("mrs %0, " NAME(op1, crn, crm, op2)           \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define MSR_OF(place, op1, crn, crm, op2)                                      \
	case place:                                                            \
		__asm__ volatile("msr " NAME(op1, crn, crm, op2) ", %0"        \
				 :                                             \
				 : "r"(v)                                      \
				 : "memory");                                  \
		break;
/* An address as a place: small for the monitor's own registers, side by side.
 */
#define PLACE(addr) ((addr) ^ TALLY_SYS(3, 3, 9, 12, 0))
#define MRS(op1, crn, crm, op2)                                                \
	MRS_OF(PLACE(TALLY_SYS(3, op1, crn, crm, op2)), op1, crn, crm, op2)
#define MSR(op1, crn, crm, op2)                                                \
	MSR_OF(PLACE(TALLY_SYS(3, op1, crn, crm, op2)), op1, crn, crm, op2)
#define MRS_NTH(n, crm, op2) MRS_OF(n, 3, 14, crm, op2)
#define MSR_NTH(n, crm, op2) MSR_OF(n, 3, 14, crm, op2)

static void synchronise(void)
{
	__asm__ volatile("isb" : : : "memory");
}

/* Is it a count or a type, and of which counter? */
static bool is_nth(uint32_t addr, unsigned *n)
{
	*n = addr & 31;
	return (addr & ~UINT32_C(63)) == TALLY_SYS(3, 3, 14, 8, 0) &&
	       *n < COUNTERS;
}

/*
 * A library for one monitor has a function for each register that is read
 * often; for all monitors they would be many.
 */
#ifdef TALLY_ONLY_MONITOR
#define GETTER(name, op1, crn, crm, op2)                                       \
	static uint64_t name(struct tally_bus *bus,                            \
			     const struct tally_reg *reg)                      \
	{                                                                      \
		uint64_t v;                                                    \
                                                                               \
		(void)bus;                                                     \
		(void)reg;                                                     \
		__asm__ volatile("isb\n\tmrs %0, " NAME(op1, crn, crm, op2)    \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		return v;                                                      \
	}
#define COUNT_GETTER(n, crm, op2) GETTER(get_##crm##_##op2, 3, 14, crm, op2)
#define COUNT_CASE(n, crm, op2)                                                \
	case n:                                                                \
		return (n) < COUNTERS ? get_##crm##_##op2 : NULL;

COUNTS(COUNT_GETTER)
GETTER(get_flags, 3, 9, 12, 3)
GETTER(get_cycles, 3, 9, 13, 0)

static tally_bus_getter *count_getter(unsigned number)
{
	switch (number) {
		COUNTS(COUNT_CASE)
	default:
		return NULL;
	}
}

static tally_bus_getter *getter(const struct tally_reg *reg)
{
	unsigned n;

	if (reg->addr == TALLY_SYS(3, 3, 9, 12, 3))
		return get_flags;
	if (reg->addr == TALLY_SYS(3, 3, 9, 13, 0))
		return get_cycles;
	return is_nth(reg->addr, &n) && !(reg->addr & 32) ? count_getter(n)
							  : NULL;
}

#define ONE_GETTER getter

static uint64_t mrs_count(unsigned number)
{
	return count_getter(number)(NULL, NULL);
}
#else
#define ONE_GETTER NULL

static uint64_t mrs_count(unsigned number)
{
	uint64_t v = 0;

	switch (number) {
		COUNTS(MRS_NTH)
	}
	return v;
}
#endif

static uint64_t mrs_nth(uint32_t addr, unsigned number)
{
	uint64_t v = 0;

	if (!(addr & 32))
		return mrs_count(number);
	switch (number) {
		TYPES(MRS_NTH)
	}
	return v;
}

static void msr_nth(uint32_t addr, unsigned n, uint64_t v)
{
	if (addr & 32)
		switch (n) {
			TYPES(MSR_NTH)
		}
	else
		switch (n) {
			COUNTS(MSR_NTH)
		}
}

/* From EL0, with PMUSERENR.EN; PMUSERENR itself it may read in any case. */
static uint64_t get_plain(struct tally_bus *bus, const struct tally_reg *reg)
{
	unsigned n;
	uint64_t v;

	synchronise();
	if (is_nth(reg->addr, &n))
		return mrs_nth(reg->addr, n);
	switch (PLACE(reg->addr)) {
		MRS(3, 9, 12, 0) /* PMCR_EL0 */
		MRS(3, 9, 12, 6) /* PMCEID0_EL0 */
		MRS(3, 9, 12, 7) /* PMCEID1_EL0 */
		MRS(3, 9, 14, 0) /* PMUSERENR_EL0 */
		PLAIN_REGISTERS(MRS)
	default:
		bus->status = TALLY_E_NOREG;
		return 0;
	}
	return v;
}

static void put_plain(struct tally_bus *bus, const struct tally_reg *reg,
		      uint64_t v)
{
	unsigned n;

	if (is_nth(reg->addr, &n)) {
		msr_nth(reg->addr, n, v);
		return;
	}
	switch (PLACE(reg->addr)) {
	case PLACE(TALLY_SYS(3, 3, 9, 12, 0)):
		tally_control_A64(v);
		break;
		MSR(3, 9, 12, 4) /* PMSWINC_EL0 */
		PLAIN_REGISTERS(MSR)
	default:
		bus->status = TALLY_E_NOREG;
		break;
	}
}

/* PMSELR_EL0; what comes after it finds it written. */
static void select(uint64_t n)
{
	__asm__ volatile("msr " NAME(3, 9, 12, 5) ", %0\n\tisb"
			 :
			 : "r"(n)
			 : "memory");
}

static uint64_t selected(void)
{
	uint64_t v;

	__asm__ volatile("mrs %0, " NAME(3, 9, 12, 5) : "=r"(v) : : "memory");
	return v;
}

static uint64_t get_el0(struct tally_bus *bus, const struct tally_reg *reg)
{
	struct tally_reg window;
	uint64_t held, v;

	if (!SELECTS || !tally_reg_behind(*reg))
		return get_plain(bus, reg);
	window = tally_reg_window(*reg);
	held = selected();
	select(tally_reg_number(*reg));
	v = get_plain(bus, &window);
	select(held);
	return v;
}

static void put_el0(struct tally_bus *bus, const struct tally_reg *reg,
		    uint64_t v)
{
	struct tally_reg window;
	uint64_t held;

	if (!SELECTS || !tally_reg_behind(*reg)) {
		put_plain(bus, reg, v);
		return;
	}
	window = tally_reg_window(*reg);
	held = selected();
	select(tally_reg_number(*reg));
	put_plain(bus, &window, v);
	select(held);
}

/*
 * Not behind any select register but PMSELR_EL0?  EL0 may reach all of what is.
 */
static bool reaches(const struct tally_reg *reg)
{
	return reg->space == TALLY_SYSREG &&
	       (!SELECTS || !tally_reg_behind(*reg) ||
		tally_reg_select(*reg).addr == TALLY_SYS(3, 3, 9, 12, 5));
}

static enum tally_status read_el0(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	if (!reaches(reg))
		return TALLY_E_NOREG;
	*value = get_el0(bus, reg);
	return bus->status;
}

static enum tally_status write_el0(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t v)
{
	if (!reaches(reg))
		return TALLY_E_NOREG;
	put_el0(bus, reg, v);
	return bus->status;
}

/* Registers that only EL1 and above reach, or only they may write. */
static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	uint64_t v;

	if (reg->space != TALLY_SYSREG)
		return TALLY_E_NOREG;
	switch (PLACE(reg->addr)) {
		MRS(0, 9, 14, 1) /* PMINTENSET_EL1 */
		MRS(0, 9, 14, 2) /* PMINTENCLR_EL1 */
		MRS(0, 9, 14, 6) /* PMMIR_EL1, from p4 */
		MRS(0, 0, 5, 0)  /* ID_AA64DFR0_EL1 */
		MRS(0, 0, 0, 0)  /* MIDR_EL1 */
	default:
		return read_el0(bus, reg, value);
	}
	*value = v;
	return TALLY_OK;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t v)
{
	if (reg->space != TALLY_SYSREG)
		return TALLY_E_NOREG;
	switch (PLACE(reg->addr)) {
		MSR(0, 9, 14, 1) /* PMINTENSET_EL1 */
		MSR(0, 9, 14, 2) /* PMINTENCLR_EL1 */
		MSR(3, 9, 14, 0) /* PMUSERENR_EL0 */
	default:
		return write_el0(bus, reg, v);
	}
	return TALLY_OK;
}

static enum tally_status sync(struct tally_bus *bus)
{
	(void)bus;
	synchronise();
	return TALLY_OK;
}

/* MPIDR_EL1: Aff3 in bits 39:32, Aff2 to Aff0 in 23:0 [DDI0487 D24.2]. */
static uint32_t core(struct tally_bus *bus)
{
	uint64_t v;

	(void)bus;
	__asm__ volatile("mrs %0, mpidr_el1" : "=r"(v));
	return (uint32_t)(v >> 32 & 0xFF) << 24 | (uint32_t)(v & 0xFFFFFF);
}

TALLY_BUS_TABLE(tally_a64_ops) = { .read = read,
				   .write = write,
				   .sync = sync,
				   .core = core,
				   .get = get_el0,
				   .put = put_el0,
				   .getter = ONE_GETTER };
TALLY_BUS_TABLE(tally_a64_el0_ops) = { .read = read_el0,
				       .write = write_el0,
				       .sync = sync,
				       .get = get_el0,
				       .put = put_el0,
				       .getter = ONE_GETTER };

#endif
