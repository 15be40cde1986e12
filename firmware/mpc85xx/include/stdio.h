/* SPDX-License-Identifier: MIT */
/* For the demo programs, where there is no C library: what they use of it. */
#ifndef MPC85XX_STDIO_H
#define MPC85XX_STDIO_H

#include <stddef.h>

/* %c, %s, %d, %u and %x, with a width and zeros before it, and l. */
int printf(const char *format, ...) __attribute__((format(printf, 1, 2)));
int puts(const char *text);

#endif
