/* SPDX-License-Identifier: MIT */
/* The real kernel, and the real processor. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "kernel/doors.h"

#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "kernel/counter.h"

static int open_event(struct perf_event_attr *attr, pid_t pid, int cpu,
		      int leader, unsigned long flags)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, leader, flags);
}

static int control(int fd, unsigned long request, unsigned long argument)
{
	return ioctl(fd, request, argument);
}

static void *map(int fd, size_t size, int protection)
{
	void *at = mmap(NULL, size, protection, MAP_SHARED, fd, 0);

	return at == MAP_FAILED ? NULL : at;
}

static void unmap(void *at, size_t size)
{
	(void)munmap(at, size);
}

#if COUNTER_READABLE
static uint64_t counter(unsigned number)
{
	return counter_read(number);
}

static uint64_t now(void)
{
	return counter_clock();
}
#endif

const struct tally_linux_doors linux_doors = {
	.open = open_event,
	.control = control,
	.read = read,
	.close = close,
	.map = map,
	.unmap = unmap,
#if COUNTER_READABLE
	.counter = counter,
	.clock = now,
#endif
	.root = "",
};
