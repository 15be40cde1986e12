/* SPDX-License-Identifier: MIT */
#ifndef START_H
#define START_H

/*
 * An example with a handler needs this of its machine: the line of the
 * monitor's interrupt, led to a function.  Each machine has a file here; what
 * comes before main() and printf() are the C library's.  A system of yours has
 * an interrupt controller's driver in the place of this.
 */
#include <stdint.h>

#include <tally/general.h>

/*
 * From now on an interrupt of the monitor calls `handler` with the address of
 * the instruction that will be next.  Vector and floating point registers are
 * not saved, so `handler` is TALLY_GENERAL.
 */
void start_interrupts(void (*handler)(uintptr_t pc));

/* No more of them. */
void stop_interrupts(void);

#endif
