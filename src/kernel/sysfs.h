/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_SYSFS_H
#define KERNEL_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Letters of both cases are one, and '-' and '_' are, up to the text's end. */
bool linux_same(const char *text, size_t length, const char *name);

/*
 * The code of an event that the kernel's own files name, of the processor's
 * counters: "inst_retired", "armv8_pmuv3/inst_retired/", "cpu_core:branches".
 * `root` stands before /sys.  False: no file does, or by a code that is wider
 * than 16 bits.
 */
bool linux_sysfs_code(const char *root, const char *name, uint16_t *code);

/* Names of tracepoints, "sched:sched_switch": is it made as one?  Its number,
 * as tracefs has it [Linux Documentation/trace/events.rst]; false: it shows
 * none.
 */
bool linux_is_point(const char *name);
bool linux_point_id(const char *root, const char *name, uint64_t *id);
/* Folders in which tracefs may be; NULL past the last. */
extern const char *const linux_points[];

#endif
