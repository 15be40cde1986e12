/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_EVENT_H
#define KERNEL_EVENT_H

#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdint.h>

/* Codes and levels of tally/linux.h as perf_event_open(2) has them. */

/* False: the code is none of the kernel's, and so the processor's own. */
bool linux_event(uint16_t code, uint32_t *type, uint64_t *config);

/* The levels at which an event counts; no levels: everywhere. */
void linux_levels(struct perf_event_attr *attr, uint8_t levels);

#endif
