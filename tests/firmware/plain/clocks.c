/* SPDX-License-Identifier: MIT */
/* The board's clock, by all that <time.h> and <sys/time.h> have of it. */
#include <stdio.h>
#include <sys/time.h>
#include <time.h>

static long long now(clockid_t which)
{
	struct timespec t = { 0, -1 };

	if (clock_gettime(which, &t) != 0 || t.tv_nsec < 0 ||
	    t.tv_nsec >= 1000000000)
		printf("clock_gettime: %ld\n", (long)t.tv_nsec);
	return (long long)t.tv_sec * 1000000000 + t.tv_nsec;
}

int main(void)
{
	volatile long n = 0;
	struct timespec grain;
	struct timeval tv;
	long long from, took, real;

	from = now(CLOCK_MONOTONIC);
	while (n < ROUNDS)
		n = n + 1;
	took = now(CLOCK_MONOTONIC) - from;
	real = now(CLOCK_REALTIME);
	gettimeofday(&tv, NULL);
	real -= (long long)tv.tv_sec * 1000000000 + tv.tv_usec * 1000LL;
	if (clock_getres(CLOCK_MONOTONIC, &grain) != 0)
		return 2;
	printf("%ld us, apart %ld us, grain %ld ns, time %ld, unknown %d\n",
	       (long)(took / 1000), (long)(real / 1000), grain.tv_nsec,
	       (long)time(NULL), clock_gettime((clockid_t)77, &grain));
	return 0;
}
