/* SPDX-License-Identifier: MIT */
/* The clocks of the boards with semihosting: its ticks are simulated cycles. */
#define _POSIX_TIMERS          1
#define _POSIX_MONOTONIC_CLOCK 1
#include <sys/time.h>

#include "clock.h"

enum { SYS_ELAPSED = 0x30, SYS_TICKFREQ = 0x31 };

#ifdef __aarch64__
static uintptr_t semihost(uintptr_t call, void *block)
{
	register uintptr_t x0 __asm__("x0") = call;
	register void *x1 __asm__("x1") = block;

	__asm__ volatile("hlt #0xf000" : "+r"(x0) : "r"(x1) : "memory");
	return x0;
}
#else
static uintptr_t semihost(uintptr_t call, void *block)
{
	register uintptr_t r0 __asm__("r0") = call;
	register void *r1 __asm__("r1") = block;

	__asm__ volatile("svc #0x123456" : "+r"(r0) : "r"(r1) : "memory", "lr");
	return r0;
}
#endif

/* picolibc's goes by hundredths of a second, newlib's by whole ones. */
__attribute__((weak)) int gettimeofday(struct timeval *restrict to,
				       void *restrict zone)
{
	struct timespec now;

	(void)zone;
	if (clock_gettime(CLOCK_REALTIME, &now) != 0)
		return -1;
	to->tv_sec = now.tv_sec;
	to->tv_usec = (suseconds_t)(now.tv_nsec / 1000);
	return 0;
}

static uint64_t clock_ticks(void)
{
	uint64_t ticks = 0;

	(void)semihost(SYS_ELAPSED, &ticks);
	return ticks;
}

static uint32_t clock_hz(void)
{
	return (uint32_t)semihost(SYS_TICKFREQ, 0);
}
