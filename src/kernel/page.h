/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_PAGE_H
#define KERNEL_PAGE_H

#include <stdbool.h>

#include "kernel/doors.h"

/* The value of one counter, and for how many ns it was wanted and there. */
struct linux_reading {
	uint64_t count, enabled, running;
};

/*
 * Reads it from the page of an event that is on a counter of this thread's,
 * without a system call.  False: the page has it not, or not just now.
 */
bool linux_page_read(const void *page, const struct tally_linux_doors *d,
		     bool with_times, struct linux_reading *to);

/* The count that it would have come to, had it been there all the time. */
uint64_t linux_scaled(const struct linux_reading *r);

#endif
