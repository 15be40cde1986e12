/* SPDX-License-Identifier: MIT */
#ifndef TESTS_NATIVE_HOST_H
#define TESTS_NATIVE_HOST_H

/*
 * What a native bus of native_host.c has instead of its instructions: the
 * arguments of the asm statement, as they stand in the source.
 */
void native_instruction(const char *text);

#endif
