/* SPDX-License-Identifier: MIT */
/*
 * A program with LIKWID's markers: two threads, nested regions.  With an
 * argument it loses its counters in a region, as it closes all files.
 */
#include <likwid.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void touch(unsigned pages)
{
	const size_t size = 4096;
	char *new = mmap(NULL, pages * size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)madvise(new, pages * size, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i < pages; i++)
		((volatile char *)new)[i * size] = 1;
	(void)munmap(new, pages * size);
}

static void *other(void *ctx)
{
	(void)ctx;
	LIKWID_MARKER_THREADINIT;
	LIKWID_MARKER_START("inner");
	touch(300);
	LIKWID_MARKER_STOP("inner");
	return NULL;
}

static int lose(void)
{
	double value[2] = { 0 }, seconds;
	int events = 2, calls;

	LIKWID_MARKER_START("lost");
	for (int fd = 3; fd < 64; fd++)
		(void)close(fd);
	LIKWID_MARKER_STOP("lost");
	LIKWID_MARKER_GET("lost", &events, value, &seconds, &calls);
	printf("%d %d %s\n", events, calls,
	       isnan(value[0]) ? "no number" : "a number");
	return 0;
}

int main(int argc, char **argv)
{
	double value[2] = { 0 }, seconds;
	int events = 2, calls;
	pthread_t thread;

	(void)argv;
	LIKWID_MARKER_INIT;
	if (argc > 1)
		return lose();
	LIKWID_MARKER_REGISTER("outer");
	LIKWID_MARKER_START("outer");
	for (int i = 0; i < 3 * perfmon_getNumberOfGroups(); i++) {
		LIKWID_MARKER_START("inner");
		touch(100);
		LIKWID_MARKER_STOP("inner");
		touch(50);
		LIKWID_MARKER_SWITCH;
	}
	LIKWID_MARKER_STOP("outer");
	touch(1000);
	LIKWID_MARKER_GET("inner", &events, value, &seconds, &calls);
	printf("%d %d %.0f %.9f\n", events, calls, value[0], seconds);
	if (pthread_create(&thread, NULL, other, NULL) == 0)
		(void)pthread_join(thread, NULL);
	LIKWID_MARKER_CLOSE;
	return 0;
}
