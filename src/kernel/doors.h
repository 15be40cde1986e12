/* SPDX-License-Identifier: MIT */
#ifndef KERNEL_DOORS_H
#define KERNEL_DOORS_H

#include <linux/perf_event.h>
#include <stdint.h>
#include <sys/types.h>

/*
 * The doors to the kernel and the processor, of programs that count themselves
 * and of the command alike; a test has its own.
 */
struct tally_linux_doors {
	int (*open)(struct perf_event_attr *attr, pid_t pid, int cpu,
		    int leader, unsigned long flags);
	int (*control)(int fd, unsigned long request, unsigned long argument);
	ssize_t (*read)(int fd, void *to, size_t size);
	int (*close)(int fd);
	/* `protection`: as mmap(2) has it.  NULL: errno tells. */
	void *(*map)(int fd, size_t size, int protection);
	void (*unmap)(void *at, size_t size);
	/* A counter's register; NULL: no program reads any here. */
	uint64_t (*counter)(unsigned number);
	uint64_t (*clock)(void); /* that of time_mult */
	const char *root;        /* stands before /sys and /proc: "" */
};

/* The real kernel, and the real processor. */
extern const struct tally_linux_doors linux_doors;

#endif
