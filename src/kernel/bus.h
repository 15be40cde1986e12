/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_BUS_H
#define KERNEL_BUS_H

#include <tally/monitor.h>

/* The registers of the bus that is the kernel: a monitor without a core. */
enum {
	LINUX_CONTROL = 0x000, /* enum linux_control; read: is it in use? */
	LINUX_ERROR = 0x008,   /* read: errno of what was refused */
	LINUX_EVENT = 0x100,   /* + 8 * counter: levels << 16 | code */
	LINUX_POINT = 1 << 24, /* ... of which the code is a tracepoint's */
	LINUX_COUNT = 0x200,   /* + 8 * counter */
	/* + levels << 16 | code, read: errno that the event alone gets */
	LINUX_TRY = 0x10000000,
};

enum linux_control {
	LINUX_HALT,
	LINUX_RUN,
	LINUX_PREPARE, /* what counts is written next */
	LINUX_CLEAR,   /* that was all: it counts, from 0 */
	LINUX_RELEASE,
};

/* The refinement of a slot whose code is a tracepoint's number: no more than
 * this address. */
extern const struct tally_refine linux_point;

#endif
