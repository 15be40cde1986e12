/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_KERNEL_H
#define CATALOG_KERNEL_H

#include <tally/linux.h>

/*
 * The monitor `kernel` is what the kernel counts by names of its own, on any
 * machine: what it does itself, and events that it finds on most processors.
 * A code says which perf_event_open(2) or Tally counts.
 */
enum {
	KERNEL_SOFTWARE = TALLY_LINUX_SOFTWARE, /* + PERF_COUNT_SW_... */
	KERNEL_TIME = 0x400C,                   /* + enum kernel_time */
	KERNEL_HARDWARE = TALLY_LINUX_HARDWARE, /* + PERF_COUNT_HW_... */
	KERNEL_CACHE =
		TALLY_LINUX_CACHE, /* + KERNEL_CACHE_WAYS * cache + way */
	KERNEL_CACHE_END = TALLY_LINUX_END,

	KERNEL_NAMED = 0x8000, /* + what the target looked up by its name */

	KERNEL_CACHE_WAYS = 4, /* loads, their misses, stores, their misses */
	KERNEL_COUNTERS = 16,  /* that hardware may have: the kernel decides */
};

/* The counters that hardware may have, as catalog_event.counters. */
#define KERNEL_ANY_COUNTER ((UINT32_C(1) << KERNEL_COUNTERS) - 1)

/* Times that Tally measures itself, in nanoseconds. */
enum kernel_time { KERNEL_ELAPSED, KERNEL_USER, KERNEL_SYSTEM, KERNEL_TIMES };

#endif
