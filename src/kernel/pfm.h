/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_PFM_H
#define KERNEL_PFM_H

#include <stdbool.h>
#include <stdint.h>

/* A name as libpfm4 knows it, by members of perf_event_attr. */
struct linux_pfm {
	uint32_t type;
	uint64_t config[3];
	char title[160]; /* "": it says none */
};

/*
 * Looks a name up without who counts and in which mode.  False: nobody knows
 * it, it names a mode, or libpfm4 is not there.
 */
bool linux_pfm_find(const char *name, struct linux_pfm *to);

#endif
