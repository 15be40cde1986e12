/* SPDX-License-Identifier: MIT */
#ifndef TALLY_NATIVE_H
#define TALLY_NATIVE_H

#include <tally/bus.h>

/*
 * Buses for code that runs on the core itself: one instruction per access.
 * They reach the registers of the monitors here and the main ID register;
 * anything else is TALLY_E_NOREG.  An access from a mode that may not make it
 * raises Undefined Instruction, as any MRC or MCR would.  Any context.
 *
 *	struct tally_bus bus = TALLY_BUS_CP15;
 */
extern const struct tally_bus_ops tally_cp14_ops;      /* XScale, first */
extern const struct tally_bus_ops tally_cp14_xsc2_ops; /* second generation */
extern const struct tally_bus_ops tally_cp15_ops;      /* ARM11 */
extern const struct tally_bus_ops tally_a32_ops;       /* PMUv3, AArch32 */
extern const struct tally_bus_ops tally_a64_ops;       /* PMUv3, EL1 to EL3 */
extern const struct tally_bus_ops tally_a64_el0_ops;   /* PMUv3, EL0 */
extern const struct tally_bus_ops tally_pmr_ops;       /* e500 */
/*
 * Reads registers by the numbers that user state may read, and writes as
 * supervisor.  So a session that supervisor code opened on this bus can be
 * counted from user state.
 */
extern const struct tally_bus_ops tally_pmr_user_ops;

#define TALLY_BUS_CP14                                                         \
	{                                                                      \
		&tally_cp14_ops, TALLY_OK, 0                                   \
	}
#define TALLY_BUS_CP14_XSC2                                                    \
	{                                                                      \
		&tally_cp14_xsc2_ops, TALLY_OK, 0                              \
	}
#define TALLY_BUS_CP15                                                         \
	{                                                                      \
		&tally_cp15_ops, TALLY_OK, 0                                   \
	}
#define TALLY_BUS_A32                                                          \
	{                                                                      \
		&tally_a32_ops, TALLY_OK, 0                                    \
	}
#define TALLY_BUS_A64                                                          \
	{                                                                      \
		&tally_a64_ops, TALLY_OK, 0                                    \
	}
#define TALLY_BUS_A64_EL0                                                      \
	{                                                                      \
		&tally_a64_el0_ops, TALLY_OK, 0                                \
	}

#define TALLY_BUS_PMR                                                          \
	{                                                                      \
		&tally_pmr_ops, TALLY_OK, 0                                    \
	}
#define TALLY_BUS_PMR_USER                                                     \
	{                                                                      \
		&tally_pmr_user_ops, TALLY_OK, 0                               \
	}

/*
 * Big-endian words in memory, whatever the core: the PowerQUICC III device
 * monitor.  `base` is where the monitor's registers begin as the code sees it,
 * `bytes` how far they reach; beyond that, or in another space, it is
 * TALLY_E_NOREG.  To be mapped guarded and cache-inhibited.  Any context.
 *
 *	struct tally_bus_mmio_be device =
 *		TALLY_BUS_MMIO_BE(ccsrbar + TALLY_MPC85XX_BASE, 0x1000);
 *	tally_session_open(&s, &tally_mpc8540, &device.bus, ...);
 */
struct tally_bus_mmio_be {
	struct tally_bus bus; /* the first, so that it is the same address */
	volatile uint32_t *base;
	uint32_t bytes;
};

extern const struct tally_bus_ops tally_mmio_be_ops;

#define TALLY_BUS_MMIO_BE(base, bytes)                                         \
	{                                                                      \
		{ &tally_mmio_be_ops, TALLY_OK, 0 },                           \
			(volatile uint32_t *)(uintptr_t)(base), (bytes)        \
	}

/*
 * Memory-mapped monitors (ARM L210, L220, the ARM926PXP's AHB monitor): `base`
 * is where the monitor's registers begin, as the code sees it, `bytes` how far
 * they reach; registers are words in the byte order of the core.  An offset
 * beyond that, or in another space, is TALLY_E_NOREG.  The window must be
 * mapped as device memory (or uncached).  Any context.
 *
 *	struct tally_bus_mmio l2 = TALLY_BUS_MMIO(0x43F08000, 0x1000);
 *	tally_session_open(&s, &tally_l210, &l2.bus, ...);
 */
struct tally_bus_mmio {
	struct tally_bus bus; /* the first, so that it is the same address */
	volatile uint32_t *base;
	uint32_t bytes;
};

extern const struct tally_bus_ops tally_mmio_ops;

#define TALLY_BUS_MMIO(base, bytes)                                            \
	{                                                                      \
		{ &tally_mmio_ops, TALLY_OK, 0 },                              \
			(volatile uint32_t *)(uintptr_t)(base), (bytes)        \
	}

/*
 * One write of a monitor's control register, in place; what TALLY_REGION is
 * made of.  Not in Thumb code of cores before Thumb-2, which has no MCR.
 */
#if defined(__arm__) && (!defined(__thumb__) || defined(__thumb2__))
#define TALLY_NATIVE_ARM 1

#define TALLY_CONTROL(native, registers)                                       \
	__attribute__((always_inline)) static inline void                      \
		tally_control_##native(uintptr_t value)                        \
	{                                                                      \
		__asm__ volatile("mcr " registers : : "r"(value) : "memory");  \
	}
TALLY_CONTROL(CP14, "p14, 0, %0, c0, c0, 0")      /* PXA250, 80200: PMNC */
TALLY_CONTROL(CP14_XSC2, "p14, 0, %0, c0, c1, 0") /* XSC2: PMNC */
TALLY_CONTROL(CP15, "p15, 0, %0, c15, c12, 0")    /* ARM11: PMNC */
#undef TALLY_CONTROL
#else
#define TALLY_NATIVE_ARM 0
#endif

/* PMCR_EL0, fenced: the code between is all that the window has. */
#if defined(__aarch64__)
#define TALLY_NATIVE_A64 1

__attribute__((always_inline)) static inline void
tally_control_A64(uintptr_t value)
{
	__asm__ volatile("isb\n\tmsr S3_3_C9_C12_0, %0\n\tisb"
			 :
			 : "r"(value)
			 : "memory");
}
#else
#define TALLY_NATIVE_A64 0
#endif

/* PMGC0 of an e500, fenced likewise. */
#if defined(__powerpc__)
#define TALLY_NATIVE_PMR 1

__attribute__((always_inline)) static inline void
tally_control_PMR(uint32_t value)
{
	__asm__ volatile(".machine push\n\t.machine e500\n\t"
			 "isync\n\tmtpmr 400, %0\n\tisync\n\t"
			 ".machine pop"
			 :
			 : "r"(value)
			 : "memory");
}
#else
#define TALLY_NATIVE_PMR 0
#endif

#endif
