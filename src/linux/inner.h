/* SPDX-License-Identifier: MIT */
#ifndef LINUX_INNER_H
#define LINUX_INNER_H

#include <linux/perf_event.h>
#include <sys/types.h>

#include <tally/linux.h>

/* Inside of libtally-linux: what the kernel counts for a program about itself.
 */

/* The doors to the kernel and the processor; a test has its own. */
struct tally_linux_doors {
	/* Of this thread; `leader` is of the same group, or -1. */
	int (*open)(struct perf_event_attr *attr, int leader);
	int (*control)(int fd, unsigned long request, unsigned long argument);
	ssize_t (*read)(int fd, void *to, size_t size);
	int (*close)(int fd);
	const void *(*map)(int fd); /* NULL: it cannot be mapped */
	void (*unmap)(const void *page);
	uint64_t (*counter)(unsigned number); /* its register */
	uint64_t (*clock)(void);              /* that of time_mult */
};

extern const struct tally_linux_doors linux_doors;

/* A code of tally/linux.h as perf_event_open(2) has it; false: it is none of
 * the kernel's, and so the processor's own. */
bool linux_event(uint16_t code, uint32_t *type, uint64_t *config);

/* The levels at which an event counts; no levels: everywhere. */
void linux_levels(struct perf_event_attr *attr, uint8_t levels);

/* The value of one counter, and for how many ns it was wanted and there. */
struct linux_reading {
	uint64_t count, enabled, running;
};

/*
 * Reads it from the page of an event that is on a counter of this thread's,
 * without a system call.  False: the page has it not, or not just now.
 */
bool linux_page_read(const void *page, const struct tally_linux_doors *d,
		     bool with_times, struct linux_reading *to);

/* The count that it would have come to, had it been there all the time. */
uint64_t linux_scaled(const struct linux_reading *r);

/* The registers of the bus. */
enum {
	LINUX_CONTROL = 0x000, /* enum linux_control; read: is it in use? */
	LINUX_ERROR = 0x008,   /* read: errno of what was refused */
	LINUX_EVENT = 0x100,   /* + 8 * counter: levels << 16 | code */
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

#endif
