/* SPDX-License-Identifier: MIT */
#ifndef TESTS_NATIVE_HOST_H
#define TESTS_NATIVE_HOST_H

#include <stdbool.h>

/*
 * A native bus of native_host.c calls this instead of its instructions: `text`
 * has the arguments of the asm statement, as they stand in the source.
 */
void native_instruction(const char *text);

/* One write of a way's control register: false: it has none. */
bool native_control(const char *way);

#endif
