/* SPDX-License-Identifier: MIT */
/*
 * Loaded ahead of a command (LD_PRELOAD): says where its own calls begin,
 * behind those of the dynamic linker, for call.c; and has the allocation
 * that FAIL_MEMORY numbers, from 1 on, find no memory.  Each process counts its
 * own. When the first one ends it writes into the file FAIL_REPORT how many
 * there were: "memory COUNT", or "none COUNT" where the number was not reached.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { MARK = 0x7A11 };

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *old, size_t size);

static unsigned long wanted, last, seen;
static pid_t first;
static const char *report;

__attribute__((constructor)) static void begin(void)
{
	const char *nth = getenv("FAIL_MEMORY");

	syscall(SYS_prctl, MARK, 0, 0, 0, 0);
	report = getenv("FAIL_REPORT");
	unsetenv("LD_PRELOAD"); /* of its children each is somebody else's */
	first = getpid();
	seen = 0;
	last = wanted = nth ? strtoul(nth, NULL, 10) : 0;
}

__attribute__((destructor)) static void end(void)
{
	const unsigned long came = seen;
	FILE *to;

	if (!wanted || !report || getpid() != first)
		return;
	wanted = 0;
	to = fopen(report, "w");
	if (to)
		fprintf(to, "%s %lu\n", came < last ? "none" : "memory", came);
	if (to)
		fclose(to);
}

static int fails(void)
{
	if (__atomic_add_fetch(&seen, 1, __ATOMIC_RELAXED) != wanted)
		return 0;
	errno = ENOMEM;
	return 1;
}

void *malloc(size_t size)
{
	return fails() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return fails() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size)
{
	return fails() ? NULL : __libc_realloc(old, size);
}
