/* SPDX-License-Identifier: MIT */
/*
 * A core's monitor and a second-level cache's in the folded form, around reads
 * of lines that no cache has: each miss is a request.  A program that stops the
 * cache's counter half way, or at its top, where it can be written, keeps its
 * count, or is told that it is lost, and so is a task.  Built with -DCORE,
 * -DMISS (event), -DCACHE, -DPAGE (the controller's), -DAT (the monitor's),
 * -DREQUEST (event).
 */
#include <stdio.h>

#include <tally/fixed.h>

enum { LINE = 32, LINES = 4096, CONTROL = 0x100, AUX = 0x104 };

static const struct tally_slot core_slot[] = {
	TALLY_SLOT(1, MISS),
};
static const struct tally_slot cache_slot[] = {
	TALLY_SLOT(1, REQUEST),
};
TALLY_FIXED(core, CORE, core_slot);
TALLY_FIXED_AT(cache, CACHE, AT, cache_slot);

static volatile char data[LINES * LINE];

static volatile uint32_t *page(uint32_t offset)
{
	return (volatile uint32_t *)(uintptr_t)(PAGE + offset);
}

static void work(void)
{
	for (int i = 0; i < LINES; i++)
		(void)data[i * LINE];
}

/* The stopped counter of slot 0 stands at `value`, if it can be written. */
static bool put(uint32_t value)
{
#if LOADS
	uint32_t config = *page(0x204);

	*page(0x204) = 0;
	*page(0x20C) = value;
	*page(0x204) = config;
#endif
	return LOADS && value;
}

int main(void)
{
	uint64_t misses, requests, half = 0, task[1] = { 0 };

	*page(AUX) |= 1 << 20; /* the event bus */
	*page(CONTROL) = 1;
	printf("status %d\n", core_open(false));
	printf("cache %d\n", cache_open(false));
	TALLY_FIXED_REGION(cache)
	TALLY_FIXED_REGION(core)
	work();
	misses = core_count(0);
	requests = cache_count(0);
	printf("misses %llu\n", (unsigned long long)misses);
	printf("requests %llu\n", (unsigned long long)requests);
	if (put(0x80000000)) {
		half = cache_count(0);
		cache_overflow();
		printf("taken %d\n", *page(0x20C) == 0);
	}
	if (put(0x80000000))
		half += UINT64_C(0x80000000);
	cache_overflow();
	printf("kept %d\n", cache_count(0) == (half ? half : requests));
	cache_switch(task);
	if (put(UINT32_MAX)) {
		cache_overflow();
		(void)put(5);
		half = cache_count(0);
		printf("lost %d\n", half == TALLY_COUNT_LOST);
		cache_switch(NULL);
		/* A task's lost count outlasts the counter's recovery. */
		printf("again %d\n", cache_close() || cache_open(false));
		cache_switch(task);
		(void)put(5);
		cache_switch(NULL);
		printf("task %d\n", task[0] == TALLY_COUNT_LOST);
	}
	printf("closed %d\n", cache_close() || core_close());
	return 0;
}
