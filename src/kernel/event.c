/* SPDX-License-Identifier: MIT */
/* Codes and levels as the kernel has them. */
#include "kernel/event.h"

#include <tally/linux.h>

enum { WAYS = 4 }; /* loads, their misses, stores, their misses */

bool linux_event(uint16_t code, uint32_t *type, uint64_t *config)
{
	if (code == TALLY_EVENT_CYCLES)
		code = TALLY_LINUX_CYCLES;
	if (code < TALLY_LINUX_SOFTWARE || code >= TALLY_LINUX_END) {
		*type = PERF_TYPE_RAW;
		*config = code;
		return false;
	}
	if (code >= TALLY_LINUX_CACHE) {
		const unsigned at = code - (unsigned)TALLY_LINUX_CACHE;
		const unsigned way = at % WAYS;

		*type = PERF_TYPE_HW_CACHE;
		*config = at / WAYS | way / 2 << 8 | way % 2 << 16;
	} else if (code >= TALLY_LINUX_HARDWARE) {
		*type = PERF_TYPE_HARDWARE;
		*config = code - (unsigned)TALLY_LINUX_HARDWARE;
	} else {
		*type = PERF_TYPE_SOFTWARE;
		*config = code - (unsigned)TALLY_LINUX_SOFTWARE;
	}
	return true;
}

void linux_levels(struct perf_event_attr *attr, uint8_t levels)
{
	attr->exclude_user = levels && !(levels & TALLY_EL0);
	attr->exclude_kernel = levels && !(levels & TALLY_EL1);
	attr->exclude_hv = levels && !(levels & TALLY_EL2);
}
