/* SPDX-License-Identifier: MIT */
/* The real kernel, and the real processor. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "linux/counter.h"
#include "linux/inner.h"

static int open_event(struct perf_event_attr *attr, int leader)
{
	return (int)syscall(SYS_perf_event_open, attr, 0, -1, leader,
			    PERF_FLAG_FD_CLOEXEC);
}

static int control(int fd, unsigned long request, unsigned long argument)
{
	return ioctl(fd, request, argument);
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

static const void *map(int fd)
{
	void *page;

	if (!COUNTER_READABLE)
		return NULL;
	page = mmap(NULL, page_size(), PROT_READ, MAP_SHARED, fd, 0);
	return page == MAP_FAILED ? NULL : page;
}

static void unmap(const void *page)
{
	(void)munmap((void *)(uintptr_t)page, page_size());
}

static uint64_t counter(unsigned number)
{
	return counter_read(number);
}

static uint64_t now(void)
{
	return counter_clock();
}

const struct tally_linux_doors linux_doors = {
	.open = open_event,
	.control = control,
	.read = read,
	.close = close,
	.map = map,
	.unmap = unmap,
	.counter = counter,
	.clock = now,
};
