/* SPDX-License-Identifier: MIT */
/* Counts from an event's page, against pages whose sums were worked out by
 * hand. */
#include <stdint.h>
#include <string.h>

#include <tally/linux.h>

#include "kernel/page.h"
#include "test.h"

static struct perf_event_mmap_page page;
static uint64_t counter_value, clock_value;
static unsigned counter_number, counter_calls;
static unsigned changes; /* times that the page changes under the reader */

static uint64_t counter(unsigned number)
{
	const uint64_t value = counter_value;

	counter_number = number;
	counter_calls++;
	if (changes) {
		changes--;
		page.lock += 2;
		page.offset += 1000;
		counter_value += 7;
	}
	return value;
}

static uint64_t now(void)
{
	return clock_value;
}

static const struct tally_linux_doors doors = { .counter = counter,
						.clock = now };

static int begin(void **state)
{
	(void)state;
	memset(&page, 0, sizeof page);
	page.cap_user_rdpmc = 1;
	page.index = 4;
	page.pmc_width = 48;
	counter_value = clock_value = 0;
	counter_calls = changes = 0;
	return 0;
}

static uint64_t count(unsigned width, int64_t offset, uint64_t value)
{
	struct linux_reading r;

	page.pmc_width = (uint16_t)width;
	page.offset = offset;
	counter_value = value;
	assert_true(linux_page_read(&page, &doors, false, &r));
	assert_int_equal(counter_number, 3);
	return r.count;
}

/* The highest bit of the counter's width is its sign. */
TEST_WITH(widths, begin, NULL)
{
	assert_int_equal(count(32, 1000, 0xFFFFFFFF), 999);
	assert_int_equal(count(32, 1000, 0x7FFFFFFF), 0x7FFFFFFF + 1000ll);
	assert_int_equal(count(32, 0x80000000ll, 0x80000005), 5);
	assert_int_equal(count(40, 0x8000000000ll, 0x8000000011), 0x11);
	assert_int_equal(count(40, 3, 0x7F00000000), 0x7F00000003);
	assert_int_equal(count(48, 0x800000000000ll, 0x800000000000), 0);
	assert_int_equal(count(48, -1, 1), 0);
	assert_int_equal(count(64, 5, UINT64_MAX), 4);
	assert_int_equal(count(64, 1, INT64_MAX - 1), INT64_MAX);
	/* Bits above the width are none of the counter's. */
	assert_int_equal(count(32, 0, 0xABCD000000000002), 2);
}

TEST_WITH(not_so, begin, NULL)
{
	struct linux_reading r;

	page.cap_user_rdpmc = 0;
	assert_false(linux_page_read(&page, &doors, false, &r));
	page.cap_user_rdpmc = 1;
	page.index = 0;
	assert_false(linux_page_read(&page, &doors, false, &r));
	assert_int_equal(counter_calls, 0);
	page.index = 1;
	page.pmc_width = 0;
	assert_false(linux_page_read(&page, &doors, false, &r));
	page.pmc_width = 65;
	assert_false(linux_page_read(&page, &doors, false, &r));
	page.pmc_width = 64;
	assert_true(linux_page_read(&page, &doors, false, &r));
	/* Times are wanted, and there is no clock. */
	assert_false(linux_page_read(&page, &doors, true, &r));
}

/* A page that changes while it is read is read again, all of it. */
TEST_WITH(changed_meanwhile, begin, NULL)
{
	changes = 3;
	assert_int_equal(count(48, 100, 1), 3100 + 22);
	assert_int_equal(counter_calls, 4);
}

/* A page that is never whole is not waited for. */
TEST_WITH(never_whole, begin, NULL)
{
	struct linux_reading r;

	page.lock = 1;
	assert_false(linux_page_read(&page, &doors, false, &r));
	page.lock = 0;
	changes = UINT32_MAX;
	assert_false(linux_page_read(&page, &doors, false, &r));
}

/* A tick is 2 ns: 2048 / 2^10.  1,000,003 of them, and 500 ns. */
TEST_WITH(times, begin, NULL)
{
	struct linux_reading r;

	page.cap_user_time = 1;
	page.time_shift = 10;
	page.time_mult = 2048;
	page.time_offset = 500;
	page.time_enabled = 10000;
	page.time_running = 4000;
	clock_value = 1000003;
	assert_true(linux_page_read(&page, &doors, true, &r));
	assert_int_equal(r.enabled, 10000 + 2000006 + 500);
	assert_int_equal(r.running, 4000 + 2000006 + 500);

	/* The clock has 8 bits, and wrapped since it stood at 0x1F0. */
	page.cap_user_time_short = 1;
	page.time_cycles = 0x1F0;
	page.time_mask = 0xFF;
	clock_value = 0x05;
	assert_true(linux_page_read(&page, &doors, true, &r));
	assert_int_equal(r.enabled, 10000 + 2 * 0x205 + 500);
}

static uint64_t scaled(uint64_t count_of, uint64_t enabled, uint64_t running)
{
	return linux_scaled(
		&(struct linux_reading){ count_of, enabled, running });
}

TEST_WITH(scaling, begin, NULL)
{
	assert_int_equal(scaled(123, 0, 0), 123);
	assert_int_equal(scaled(UINT64_MAX - 1, 77, 77), UINT64_MAX - 1);
	assert_int_equal(scaled(1000, 300, 100), 3000);
	assert_int_equal(scaled(1001, 3, 2), 1501);
	assert_true(scaled(0, 100, 0) == TALLY_COUNT_LOST);
	/* Days, of which it ran a half: 2^50 ns, 2^49. */
	assert_int_equal(scaled(1000000, UINT64_C(1) << 50, UINT64_C(1) << 49),
			 2000000);
	/* So small a share that no bit of it is left. */
	assert_true(scaled(5, UINT64_C(1) << 50, 1) == TALLY_COUNT_LOST);
}
