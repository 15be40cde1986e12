/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_COUNTER_H
#define KERNEL_COUNTER_H

#include <stdint.h>

/*
 * The processor's counters and its clock as a program reads them, where it may.
 * On others the kernel's page says that there is no such way.
 */
#if defined(__x86_64__) || defined(__i386__)

static inline uint64_t counter_read(unsigned number)
{
	return (uint64_t)__builtin_ia32_rdpmc((int)number);
}

static inline uint64_t counter_clock(void)
{
	return __builtin_ia32_rdtsc();
}

#elif defined(__aarch64__)

/* The number stands in the instruction [DDI0487 D17]; 31: the cycle counter. */
#define COUNTER_CASE(n)                                                        \
	case n:                                                                \
		__asm__ volatile("mrs %0, pmevcntr" #n "_el0" : "=r"(value));  \
		break;

static inline uint64_t counter_read(unsigned number)
{
	uint64_t value = 0;

	switch (number) {
		COUNTER_CASE(0)
		COUNTER_CASE(1)
		COUNTER_CASE(2)
		COUNTER_CASE(3)
		COUNTER_CASE(4)
		COUNTER_CASE(5)
		COUNTER_CASE(6)
		COUNTER_CASE(7)
		COUNTER_CASE(8)
		COUNTER_CASE(9)
		COUNTER_CASE(10)
		COUNTER_CASE(11)
		COUNTER_CASE(12)
		COUNTER_CASE(13)
		COUNTER_CASE(14)
		COUNTER_CASE(15)
		COUNTER_CASE(16)
		COUNTER_CASE(17)
		COUNTER_CASE(18)
		COUNTER_CASE(19)
		COUNTER_CASE(20)
		COUNTER_CASE(21)
		COUNTER_CASE(22)
		COUNTER_CASE(23)
		COUNTER_CASE(24)
		COUNTER_CASE(25)
		COUNTER_CASE(26)
		COUNTER_CASE(27)
		COUNTER_CASE(28)
		COUNTER_CASE(29)
		COUNTER_CASE(30)
	default:
		__asm__ volatile("mrs %0, pmccntr_el0" : "=r"(value));
	}
	return value;
}

#undef COUNTER_CASE

static inline uint64_t counter_clock(void)
{
	uint64_t value;

	__asm__ volatile("mrs %0, cntvct_el0" : "=r"(value));
	return value;
}

#else

static inline uint64_t counter_read(unsigned number)
{
	(void)number;
	return 0;
}

static inline uint64_t counter_clock(void)
{
	return 0;
}

#endif

/* Can the two be asked at all? */
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
#define COUNTER_READABLE 1
#else
#define COUNTER_READABLE 0
#endif

#endif
