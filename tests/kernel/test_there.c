/* SPDX-License-Identifier: MIT */
/* Threads and mappings that were there before, by files of /proc that a test
 * has written. */
#include <stdlib.h>
#include <string.h>

#include "kernel/there.h"

#include "root_fixture.h"
#include "test.h"

static const struct tally_linux_doors kernel = { .root = root };
static struct perf_taking taking;

static int begin(void **state)
{
	if (root_make(state))
		return 1;
	root_say("/proc/70/task/70/comm", "first\n");
	root_say("/proc/70/task/70/maps", ""); /* it has ended */
	root_say("/proc/70/task/72/comm", "second one\n");
	root_say("/proc/70/task/72/maps",
		 "00400000-00403000 r-xp 00001000 fe:00 123    /bin/a b\n"
		 "00403000-00405000 rw-p 00004000 fe:00 123    /bin/a b\n"
		 "7f00000000-7f00002000 r-xp 00000000 fe:00 9  /lib/c.so\n"
		 "7ffc0000-7ffc1000 r-xp 00000000 00:00 0      [vdso]\n"
		 "7ffc8000-7ffc9000 r-xp 00000000 00:00 0      [uprobes]\n"
		 "00600000-00601000 rwxp 00000000 00:00 0 \n"
		 "00700000-00700000 r-xp 00000000 fe:00 9      /empty\n"
		 "00800000 r-xp 00000000 fe:00 9               /no/end\n"
		 "nonsense\n");
	root_say("/proc/80/task/80/comm", "other\n");
	root_say("/proc/80/task/81/maps",
		 "00400000-00401000 --x- 00000000 fe:00 5 /x\n");
	root_say("/proc/80/task/80/maps",
		 "00400000-00401000 --x- 00000000 fe:00 5 /x\n");
	root_say("/proc/self/comm", "no number\n");
	return 0;
}

static int end(void **state)
{
	perf_taking_free(&taking);
	return root_remove(state);
}

static const char *name_of(uint32_t tid)
{
	const char *name = perf_thread_name(&taking, tid, 0);

	return name ? name : "none";
}

static const struct perf_mapped *at(uint32_t pid, uint64_t addr)
{
	return perf_mapping(&taking, pid, addr, 0);
}

/* Code of files and of the kernel's library, with where in the file it is from;
 * not its data. */
TEST_WITH(a_process, begin, end)
{
	perf_there(&kernel, 70, &taking);
	perf_taking_sort(&taking);
	assert_string_equal(name_of(70), "first");
	assert_string_equal(name_of(72), "second one");
	assert_string_equal(name_of(80), "none");
	assert_int_equal(taking.nameds, 2);
	assert_int_equal(taking.mappeds, 3);
	assert_string_equal(at(70, 0x7ffc0010)->path, "[vdso]");
	assert_null(at(70, 0x7ffc8000));
	assert_non_null(at(70, 0x400000));
	assert_string_equal(at(70, 0x402fff)->path, "/bin/a b");
	assert_int_equal(at(70, 0x402fff)->offset, 0x1000);
	assert_null(at(70, 0x403000));
	assert_null(at(70, 0x3fffff));
	assert_string_equal(at(70, 0x7f00001000)->path, "/lib/c.so");
	assert_null(at(70, 0x7f00002000));
	assert_false(taking.full);
}

TEST_WITH(all_processes, begin, end)
{
	perf_there(&kernel, 0, &taking);
	perf_taking_sort(&taking);
	assert_string_equal(name_of(72), "second one");
	assert_string_equal(name_of(80), "other");
	assert_int_equal(taking.nameds, 3);
	/* A mapping of two threads is there once. */
	assert_int_equal(taking.mappeds, 4);
	assert_string_equal(at(80, 0x400000)->path, "/x");
	assert_string_equal(at(70, 0x400000)->path, "/bin/a b");
}

static int by_number(const void *x, const void *y)
{
	const pid_t a = *(const pid_t *)x, b = *(const pid_t *)y;

	return a < b ? -1 : a > b;
}

TEST_WITH(threads, begin, end)
{
	size_t count;
	pid_t *thread = perf_threads(&kernel, 70, &count);

	assert_non_null(thread);
	assert_int_equal(count, 2);
	qsort(thread, count, sizeof *thread, by_number);
	assert_int_equal(thread[0], 70);
	assert_int_equal(thread[1], 72);
	free(thread);
	/* Nobody tells: itself. */
	thread = perf_threads(&kernel, 99, &count);
	assert_non_null(thread);
	assert_int_equal(count, 1);
	assert_int_equal(thread[0], 99);
	free(thread);
	perf_there(&kernel, 99, &taking);
	assert_int_equal(taking.nameds + taking.mappeds, 0);
}
