/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_ACCESS_PPC_H
#define TALLY_FIXED_ACCESS_PPC_H

#include <tally/reg.h>
#include <tally/words.h>

/*
 * e500: performance monitor registers by MTPMR and MFPMR.  The number is part
 * of the instruction, hence one case per register.  The write of PMGC0, which
 * opens and closes the window, is fenced.
 */
#if defined(__powerpc__) && __BYTE_ORDER__ != __ORDER_BIG_ENDIAN__
#error "tally/fixed.h: an e500 is big-endian here"
#endif

#define TALLY_FIXED_E500(text)                                                 \
	".machine push\n\t.machine e500\n\t" text "\n\t.machine pop"
#define TALLY_FIXED_MFPMR(n)                                                   \
	case n:                                                                \
		__asm__ volatile(TALLY_FIXED_E500("mfpmr %0, " #n)             \
				 : "=r"(v)                                     \
				 :                                             \
				 : "memory");                                  \
		break;
#define TALLY_FIXED_MTPMR(n)                                                   \
	case n:                                                                \
		__asm__ volatile(TALLY_FIXED_E500("mtpmr " #n ", %0")          \
				 :                                             \
				 : "r"(v)                                      \
				 : "memory");                                  \
		break;
#define TALLY_FIXED_PMR_FOUR(EACH, a, b, c, d) EACH(a) EACH(b) EACH(c) EACH(d)
#define TALLY_FIXED_PMRS(EACH)                                                 \
	TALLY_FIXED_PMR_FOUR(EACH, 16, 17, 18, 19)     /* PMC */               \
	TALLY_FIXED_PMR_FOUR(EACH, 144, 145, 146, 147) /* PMLCa */             \
	TALLY_FIXED_PMR_FOUR(EACH, 272, 273, 274, 275) /* PMLCb */

/*
 * A word of a device, big-endian as the core is: fenced as in
 * src/bus/native/mmio_be.c.
 */
TALLY_WORD uint32_t tally_fixed_get_word(uintptr_t addr)
{
	uint32_t v;

	__asm__ volatile("sync" : : : "memory");
	v = *(volatile uint32_t *)addr;
	__asm__ volatile("twi 0, %0, 0\n\tisync" : : "r"(v) : "memory");
	return v;
}

TALLY_WORD void tally_fixed_put_word(uintptr_t addr, uint32_t v)
{
	*(volatile uint32_t *)addr = v;
	__asm__ volatile("eieio" : : : "memory");
}

TALLY_WORD uint64_t tally_fixed_get(unsigned space, uintptr_t addr)
{
	uint32_t v = 0;

	if (space == TALLY_MMIO)
		return tally_fixed_get_word(addr);
	switch (addr) {
		TALLY_FIXED_PMRS(TALLY_FIXED_MFPMR)
		TALLY_FIXED_MFPMR(400) /* PMGC0 */
	default:
		break;
	}
	return v;
}

TALLY_WORD void tally_fixed_put(unsigned space, uintptr_t addr, uint64_t value)
{
	uint32_t v = (uint32_t)value;

	if (space == TALLY_MMIO) {
		tally_fixed_put_word(addr, v);
		return;
	}
	switch (addr) {
		TALLY_FIXED_PMRS(TALLY_FIXED_MTPMR)
	case 400:
		__asm__ volatile(TALLY_FIXED_E500("isync\n\tmtpmr 400, %0\n\t"
						  "isync")
				 :
				 : "r"(v)
				 : "memory");
		break;
	default:
		break;
	}
}

TALLY_WORD void tally_fixed_sync(unsigned space)
{
	if (space == TALLY_MMIO)
		__asm__ volatile("sync" : : : "memory");
	else
		__asm__ volatile("isync" : : : "memory");
}

/* Not asked for: a register that tells cores apart is not the monitor's. */
TALLY_WORD uint32_t tally_fixed_core(void)
{
	return 0;
}

#endif
