/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_VDSO_H
#define KERNEL_VDSO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The library that the kernel maps into each program [vdso(7)]: no file has it.
 */
#define PERF_VDSO "[vdso]"

/* Its bytes, as they are in this process: programs of as many bits have the
 * same.  False: there is none. */
bool perf_vdso(const uint8_t **bytes, size_t *size);

#endif
