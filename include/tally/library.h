/* SPDX-License-Identifier: MIT */
#ifndef TALLY_LIBRARY_H
#define TALLY_LIBRARY_H

/*
 * Each file of the library includes this one first: all that follows is
 * compiled for general registers only (see tally/general.h).  GCC takes that
 * from here.  Clang has no such word for a whole file but its flags, so that a
 * missing flag is an error.
 */
#include <tally/general.h>

/* GCC puts integers aside in them, and has no such word for PowerPC. */
#if defined(__powerpc__) && !defined(__clang__) && !defined(__NO_FPRS__) &&    \
	!__STDC_HOSTED__
#error "Tally: compile this file with -msoft-float: its functions may be called \
by handlers, which save no floating point registers"
#endif

#ifdef TALLY_GENERAL_TARGET
#ifndef __clang__
#define TALLY_LIBRARY_PRAGMA_(words) _Pragma(#words)
#define TALLY_LIBRARY_PRAGMA(words)  TALLY_LIBRARY_PRAGMA_(words)
TALLY_LIBRARY_PRAGMA(GCC target(TALLY_GENERAL_TARGET))
#elif defined(__aarch64__) && defined(__ARM_NEON)
#error "Tally: compile this file with -mgeneral-regs-only: its functions may be \
called by handlers, which save no vector registers"
#elif defined(__arm__)
#error "Tally: compile this file with -mfpu=vfpv3-d16, or another without NEON: \
its functions may be called by handlers, which save no vector registers"
#elif defined(__powerpc__)
#error "Tally: compile this file with -mno-spe: its functions may be called by \
handlers, which save no SPE registers"
#endif
#endif

#endif
