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

#endif
