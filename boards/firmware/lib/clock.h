/* SPDX-License-Identifier: MIT */
#ifndef LIB_CLOCK_H
#define LIB_CLOCK_H

/*
 * clock_gettime() and clock_getres() of what ticks since the board was switched
 * on: all clocks are that one, and nobody can set it.  They are weak, so that a
 * program may bring its own.  Before it stands _POSIX_TIMERS, without which
 * newlib and picolibc do not declare them; the boards' specs files say so, too.
 */
#include <errno.h>
#include <stdint.h>
#include <time.h>

/* Ticks so far, and in a second. */
static uint64_t clock_ticks(void);
static uint32_t clock_hz(void);

enum { NANOSECONDS = 1000000000 };

static int clock_is_there(clockid_t which)
{
	if (which == CLOCK_REALTIME || which == CLOCK_MONOTONIC)
		return 1;
	errno = EINVAL;
	return 0;
}

__attribute__((weak)) int clock_gettime(clockid_t which, struct timespec *to)
{
	const uint64_t ticks = clock_ticks();
	const uint32_t hz = clock_hz();

	if (!clock_is_there(which))
		return -1;
	to->tv_sec = (time_t)(ticks / hz);
	to->tv_nsec = (long)(ticks % hz * NANOSECONDS / hz);
	return 0;
}

__attribute__((weak)) int clock_getres(clockid_t which, struct timespec *to)
{
	const uint32_t hz = clock_hz();

	if (!clock_is_there(which))
		return -1;
	if (to) {
		to->tv_sec = hz > 1 ? 0 : 1;
		to->tv_nsec = hz > 1 ? (long)((NANOSECONDS + hz - 1) / hz) : 0;
	}
	return 0;
}

#endif
