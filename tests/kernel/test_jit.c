/* SPDX-License-Identifier: MIT */
/* Functions that a process made, from files that were made by hand. */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "kernel/perf.h"
#include "kernel/ring.h"

#include "root_fixture.h"
#include "test.h"

static const struct tally_linux_doors kernel = { .root = root };
static struct perf_taken taken[] = { { .pid = 7 }, { .pid = 5 }, { .pid = 7 } };
static struct perf_taking taking = { .taken = taken, .takens = 3 };

static const char *name_at(uint32_t pid, uint64_t addr)
{
	const struct perf_jit *j = &taking.jit;
	const size_t i = perf_jit_at(j, pid, addr);

	return i < j->count ? j->function[i].name : "none";
}

TEST_WITH(by_process, root_make, root_remove)
{
	root_say("/tmp/perf-5.map", "7f0000001000 20 five\n");
	root_say("/tmp/perf-7.map", "7f0000001000 10 seven\n"
				    "nonsense\n"
				    "1000 40 low\n"
				    "1000 0 empty\n"
				    "1020 x none\n"
				    "2000 10\n"
				    "7f0000001000 8 seven again\n"
				    "3000 10 last, without its end");
	root_say("/tmp/perf-9.map", "7f0000001000 20 nine\n");
	perf_jit_read(&kernel, &taking, &taking.jit);
	assert_int_equal(taking.jit.count, 5);
	assert_string_equal(name_at(5, 0x7f0000001000), "five");
	assert_string_equal(name_at(5, 0x7f000000101f), "five");
	assert_string_equal(name_at(5, 0x7f0000001020), "none");
	assert_string_equal(name_at(5, 0x1000), "none");
	/* The last one made is there. */
	assert_string_equal(name_at(7, 0x7f0000001000), "seven again");
	assert_string_equal(name_at(7, 0x7f0000001008), "none");
	assert_string_equal(name_at(7, 0x103f), "low");
	assert_string_equal(name_at(7, 0x2000), "none");
	assert_string_equal(name_at(7, 0x300f), "last, without its end");
	assert_string_equal(name_at(7, 0xfff), "none");
	assert_string_equal(name_at(6, 0x1000), "none");
	assert_string_equal(name_at(9, 0x7f0000001000), "none");
	perf_jit_free(&taking.jit);
}

/* A folder of that name, and no file at all. */
TEST_WITH(none, root_make, root_remove)
{
	root_say("/tmp/perf-5.map/file", "");
	perf_jit_read(&kernel, &taking, &taking.jit);
	assert_int_equal(taking.jit.count, 0);
	assert_string_equal(name_at(5, 0x1000), "none");
	perf_jit_free(&taking.jit);
}
