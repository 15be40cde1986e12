/* SPDX-License-Identifier: MIT */
/*
 * One bus of src/bus/native for the host, NATIVE_BUS: "bus/native/NAME.c", or
 * with NATIVE_CONTROLS what writes the control registers, "tally/native.h". Its
 * instructions are some other core's, so macros make calls with their texts of
 * them: what they would have read is undefined, what written unused.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Before it is asked which core's registers a compiler may use. */
#include <tally/library.h>

#include "native_host.h"

/* The names that the compilers of all cores of native.def define. */
#define __arm__ 1
#include "native_macros.h"
#undef __ARM_ARCH
#define __ARM_ARCH 8

#if defined(__clang__)
#pragma clang diagnostic ignored "-Wkeyword-macro"
#else
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wunused-variable"

#define AS_TEXT(...) #__VA_ARGS__
#define __asm__
#define volatile(...) native_instruction(AS_TEXT(__VA_ARGS__))

#include NATIVE_BUS

#ifdef NATIVE_CONTROLS
bool native_control(const char *way)
{
#define NATIVE(WORD, word, macro, fence, control)                              \
	if (strcmp(way, #WORD) == 0) {                                         \
		tally_control_##WORD(0);                                       \
		return true;                                                   \
	}
#include <tally/native.def>
	return false;
}
#endif
