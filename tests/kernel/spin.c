/* SPDX-License-Identifier: MIT */
/*
 * A program to be sampled: it spends three times as long in one function as in
 * another, both called by a third; with an argument it does so in a child, too.
 */
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile unsigned sink;

static double used(void)
{
	struct timespec t;

	(void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

__attribute__((noinline)) static void spin_short(void)
{
	for (unsigned i = 0; i < 20000; i++)
		sink = sink + i;
	__asm__ volatile("");
}

__attribute__((noinline)) static void spin_long(void)
{
	for (unsigned i = 0; i < 60000; i++)
		sink = sink + i;
	__asm__ volatile("");
}

__attribute__((noinline)) static void work(double seconds)
{
	const double end = used() + seconds;

	while (used() < end) {
		spin_long();
		spin_short();
	}
	__asm__ volatile("");
}

int main(int argc, char **argv)
{
	const double seconds = argc > 1 ? atof(argv[1]) : 0.1;
	pid_t child = argc > 2 ? fork() : -1;

	work(seconds);
	if (child == 0)
		_exit(0);
	if (child > 0)
		(void)waitpid(child, NULL, 0);
	return 3;
}
