/* SPDX-License-Identifier: MIT */
/* The real kernel. */
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "perf/perf.h"

static int open_event(struct perf_event_attr *attr, pid_t pid, int cpu,
		      int leader, unsigned long flags)
{
	return (int)syscall(SYS_perf_event_open, attr, pid, cpu, leader, flags);
}

static int control(int fd, unsigned long request, unsigned long argument)
{
	return ioctl(fd, request, argument);
}

static void *map(int fd, size_t size)
{
	void *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	return at == MAP_FAILED ? NULL : at;
}

static void unmap(void *at, size_t size)
{
	(void)munmap(at, size);
}

const struct perf_kernel perf_kernel = {
	.open = open_event,
	.control = control,
	.read = read,
	.close = close,
	.map = map,
	.unmap = unmap,
	.root = "",
};
