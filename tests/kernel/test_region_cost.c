/* SPDX-License-Identifier: MIT */
/* A region's count is what is in it, and not what it costs to look: on a kernel
 * where each look at a counter is a hundred events. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <tally/linux_regions.h>

#include "kernel/doors.h"
#include "kernel/regions.h"
#include "test.h"

enum { LOOK = 100, WORK = 12345, FIRST = 100 };

static uint64_t happened;
static int opened;

static int fake_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		     int leader, unsigned long flags)
{
	(void)attr;
	(void)pid;
	(void)cpu;
	(void)leader;
	(void)flags;
	return FIRST + opened++;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
	(void)fd;
	(void)request;
	(void)argument;
	return 0;
}

/* The second event counts twice as fast. */
static ssize_t fake_read(int fd, void *to, size_t size)
{
	const uint64_t words[] = { happened * (fd % 2 ? 2 : 1), 1, 1 };

	assert_int_equal(size, sizeof words);
	memcpy(to, words, size);
	happened += LOOK;
	return (ssize_t)size;
}

static int fake_close(int fd)
{
	(void)fd;
	opened--;
	return 0;
}

static const struct tally_linux_doors doors = {
	.open = fake_open,
	.control = fake_control,
	.read = fake_read,
	.close = fake_close,
	.root = "",
};

static int begin(void **state)
{
	(void)state;
	linux_regions_on(&doors);
	return setenv("TALLY_EVENTS", "{r11, r12:u}", 1) ||
	       setenv("TALLY_REGIONS", "/dev/null", 1);
}

TEST_GROUP(begin, NULL)

static void get(const char *name, uint64_t count[2])
{
	unsigned counts = 2;
	uint64_t calls;

	assert_int_equal(tally_linux_region_get(name, &calls, count, &counts),
			 TALLY_OK);
	assert_int_equal(counts, 2);
}

TEST(an_empty_region_is_nothing)
{
	uint64_t count[2];

	for (unsigned i = 0; i < 10; i++) {
		assert_int_equal(tally_linux_region_begin("empty"), TALLY_OK);
		assert_int_equal(tally_linux_region_end("empty"), TALLY_OK);
	}
	get("empty", count);
	assert_int_equal(count[0], 0);
	assert_int_equal(count[1], 0);
}

TEST(each_call_is_its_work)
{
	uint64_t count[2];

	for (unsigned i = 0; i < 10; i++) {
		assert_int_equal(tally_linux_region_begin("work"), TALLY_OK);
		happened += WORK;
		assert_int_equal(tally_linux_region_end("work"), TALLY_OK);
	}
	get("work", count);
	assert_int_equal(count[0], 10 * WORK);
	assert_int_equal(count[1], 20 * WORK);
}

/* All calls together; nothing else of a region is called like the trials. */
TEST(time_of_a_region)
{
	const struct timespec nap = { .tv_nsec = 2000000 };
	uint64_t ns, calls, count;
	unsigned counts = 1;

	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(tally_linux_region_begin("nap"), TALLY_OK);
		(void)nanosleep(&nap, NULL);
		assert_int_equal(tally_linux_region_end("nap"), TALLY_OK);
	}
	assert_int_equal(tally_linux_region_time("nap", &ns), TALLY_OK);
	assert_in_range(ns, 3900000, 30000000000);
	assert_int_equal(tally_linux_region_reset("nap"), TALLY_OK);
	assert_int_equal(tally_linux_region_time("nap", &ns), TALLY_OK);
	assert_int_equal(ns, 0);
	assert_int_equal(tally_linux_region_time("never", &ns),
			 TALLY_E_INVALID);
	assert_int_equal(tally_linux_region_get("", &calls, &count, &counts),
			 TALLY_E_INVALID);
}
