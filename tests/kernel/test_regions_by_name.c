/* SPDX-License-Identifier: MIT */
/* Regions by name: software events of the real kernel, as many as fit. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include <tally/linux_regions.h>

#define EVENTS                                                                 \
	"page-faults:u,cs:u,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,cs,faults:u"

enum { PAGES = 100, OTHERS = 40, LAST = TALLY_LINUX_COUNTERS - 1 };

/* Each page of new memory is a fault when it is first written. */
static void touch(void)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	char *new = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(new != MAP_FAILED);
	(void)madvise(new, PAGES * size, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i < PAGES; i++)
		((volatile char *)new)[i * size] = 1;
	assert_int_equal(munmap(new, PAGES * size), 0);
}

static void once(const char *name)
{
	assert_int_equal(tally_linux_region_begin(name), TALLY_OK);
	touch();
	assert_int_equal(tally_linux_region_end(name), TALLY_OK);
}

/* Calls add up, in the first event and in the last; what is outside of the
 * region does not. */
static void sums(void **state)
{
	uint64_t calls = 0, count[TALLY_LINUX_COUNTERS];
	unsigned counts = TALLY_LINUX_COUNTERS;

	(void)state;
	for (unsigned i = 0; i < 3; i++) {
		once("sum");
		touch();
	}
	assert_int_equal(tally_linux_region_get("sum", &calls, count, &counts),
			 TALLY_OK);
	assert_int_equal(calls, 3);
	assert_int_equal(counts, TALLY_LINUX_COUNTERS);
	assert_in_range(count[0], 3 * PAGES, 3 * PAGES + OTHERS);
	assert_in_range(count[LAST], 3 * PAGES, 3 * PAGES + OTHERS);
	assert_in_range(count[1], 0, OTHERS);

	assert_int_equal(tally_linux_region_reset("sum"), TALLY_OK);
	assert_int_equal(tally_linux_region_get("sum", &calls, count, &counts),
			 TALLY_OK);
	assert_int_equal(calls, 0);
	assert_int_equal(count[0], 0);
	assert_int_equal(count[LAST], 0);
	once("sum");
	assert_int_equal(tally_linux_region_get("sum", &calls, count, &counts),
			 TALLY_OK);
	assert_int_equal(calls, 1);
	assert_in_range(count[LAST], PAGES, PAGES + OTHERS);
}

/* Never more than the caller has room for, and how many there are. */
static void as_many_as_there_is_room_for(void **state)
{
	uint64_t calls, count[3] = { 7, 7, 7 };
	unsigned counts = 2;

	(void)state;
	once("room");
	assert_int_equal(tally_linux_region_get("room", &calls, count, &counts),
			 TALLY_OK);
	assert_int_equal(counts, TALLY_LINUX_COUNTERS);
	assert_in_range(count[0], PAGES, PAGES + OTHERS);
	assert_int_equal(count[2], 7);
}

/* Two that overlap: each has what is between its own ends. */
static void overlapping(void **state)
{
	uint64_t calls, left, right;
	unsigned counts = 1;

	(void)state;
	assert_int_equal(tally_linux_region_begin("left"), TALLY_OK);
	touch();
	assert_int_equal(tally_linux_region_begin("right"), TALLY_OK);
	touch();
	assert_int_equal(tally_linux_region_end("left"), TALLY_OK);
	touch();
	touch();
	assert_int_equal(tally_linux_region_end("right"), TALLY_OK);
	assert_int_equal(tally_linux_region_get("left", &calls, &left, &counts),
			 TALLY_OK);
	counts = 1;
	assert_int_equal(
		tally_linux_region_get("right", &calls, &right, &counts),
		TALLY_OK);
	assert_in_range(left, 2 * PAGES, 2 * PAGES + OTHERS);
	assert_in_range(right, 3 * PAGES, 3 * PAGES + OTHERS);
}

static void mistakes(void **state)
{
	uint64_t calls, count;
	unsigned counts = 1;

	(void)state;
	assert_int_equal(tally_linux_region_begin(NULL), TALLY_E_INVALID);
	assert_int_equal(tally_linux_region_end(NULL), TALLY_E_INVALID);
	assert_int_equal(tally_linux_region_end("never"), TALLY_E_STATE);
	assert_int_equal(
		tally_linux_region_get("never", &calls, &count, &counts),
		TALLY_E_INVALID);
	assert_int_equal(tally_linux_region_reset("never"), TALLY_E_INVALID);
	assert_int_equal(tally_linux_region_begin("twice"), TALLY_OK);
	assert_int_equal(tally_linux_region_begin("twice"), TALLY_E_STATE);
	assert_int_equal(tally_linux_region_reset("twice"), TALLY_E_STATE);
	assert_int_equal(tally_linux_region_end("twice"), TALLY_OK);
	assert_int_equal(tally_linux_region_end("twice"), TALLY_E_STATE);
	assert_int_equal(
		tally_linux_region_get("twice", &calls, &count, &counts),
		TALLY_OK);
	assert_int_equal(calls, 1);
}

static void *elsewhere(void *ctx)
{
	uint64_t calls, count[1];
	unsigned counts = 1;

	(void)ctx;
	assert_int_equal(tally_linux_region_end("here"), TALLY_E_STATE);
	assert_int_equal(tally_linux_region_get("here", &calls, count, &counts),
			 TALLY_E_INVALID);
	for (unsigned i = 0; i < TALLY_LINUX_REGIONS; i++) {
		char name[8];

		snprintf(name, sizeof name, "%u", i);
		assert_int_equal(tally_linux_region_begin(name), TALLY_OK);
	}
	assert_int_equal(tally_linux_region_begin("more"), TALLY_E_ROOM);
	assert_int_equal(tally_linux_region_end("63"), TALLY_OK);
	return NULL;
}

/* Another thread has regions of its own, up to so many. */
static void of_a_thread(void **state)
{
	pthread_t thread;

	(void)state;
	assert_int_equal(tally_linux_region_begin("here"), TALLY_OK);
	assert_int_equal(pthread_create(&thread, NULL, elsewhere, NULL), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(tally_linux_region_end("here"), TALLY_OK);
}

/* Refusals of the kernel are told at the end, on standard error. */
static void of_a_child_that_is_refused(void **state)
{
	struct rlimit files, few;
	int ends[2], status;
	char text[512];
	ssize_t got, all = 0;
	pid_t child;

	(void)state;
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		enum tally_status begun;

		(void)dup2(ends[1], STDERR_FILENO);
		(void)getrlimit(RLIMIT_NOFILE, &files);
		few = (struct rlimit){ 3, files.rlim_max };
		(void)setrlimit(RLIMIT_NOFILE, &few);
		begun = tally_linux_region_begin("refused");
		(void)setrlimit(RLIMIT_NOFILE, &files);
		exit(begun == TALLY_OK);
	}
	close(ends[1]);
	while ((got = read(ends[0], text + all,
			   sizeof text - 1 - (size_t)all)) > 0)
		all += got;
	text[all] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_non_null(strstr(text, "are not counted: "));
	assert_non_null(strstr(text, "`ulimit -n` allows more"));
}

/* A child tells its own regions, and not its parent's; in a file whose cells a
 * name's commas and quotes do not break. */
static void of_a_child(void **state)
{
	char path[] = "/tmp/tally-regions-XXXXXX", text[4096], begin[64];
	const int fd = mkstemp(path);
	pid_t child;
	int status;
	ssize_t got;

	(void)state;
	assert_true(fd >= 0);
	once("parent's");
	child = fork();
	if (child == 0) {
		uint64_t calls, count;
		unsigned counts = 1;

		(void)setenv("TALLY_REGIONS", path, 1);
		if (tally_linux_region_get("parent's", &calls, &count,
					   &counts) != TALLY_E_INVALID)
			_exit(1);
		(void)tally_linux_region_begin("a \"b\", c");
		(void)tally_linux_region_end("a \"b\", c");
		exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	got = read(fd, text, sizeof text - 1);
	assert_true(got > 0);
	text[got] = '\0';
	close(fd);
	unlink(path);
	snprintf(begin, sizeof begin, "%ld,\"a \"\"b\"\", c\",1,page-faults:u,",
		 (long)child);
	assert_memory_equal(text, "thread,region,calls,event,count\n", 32);
	assert_memory_equal(text + 32, begin, strlen(begin));
	assert_in_range(text[32 + strlen(begin)], '0', '9');
	assert_null(strstr(text, "parent's"));
	assert_non_null(strstr(text, ",1,cs,"));
	assert_non_null(strstr(text, ",1,faults:u,"));
}

/* In a process whose counters were closed behind the library's back. */
static int lose_and_reset(void)
{
	uint64_t calls, count = 0;
	unsigned counts = 1;

	if (tally_linux_region_begin("lost"))
		return 1;
	for (int fd = 3; fd < 256; fd++)
		(void)close(fd);
	if (tally_linux_region_end("lost") ||
	    tally_linux_region_get("lost", &calls, &count, &counts) ||
	    calls != 1 || count != TALLY_COUNT_LOST)
		return 2;
	counts = 1;
	if (tally_linux_region_reset("lost") ||
	    tally_linux_region_get("lost", &calls, &count, &counts))
		return 3;
	return calls || count ? 4 : 0;
}

/* A lost count is a region's until it is reset. */
static void lost_until_reset(void **state)
{
	int status;
	pid_t child = fork();

	(void)state;
	if (child == 0)
		_exit(lose_and_reset());
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums),
		cmocka_unit_test(as_many_as_there_is_room_for),
		cmocka_unit_test(overlapping),
		cmocka_unit_test(mistakes),
		cmocka_unit_test(of_a_thread),
		cmocka_unit_test(of_a_child_that_is_refused),
		cmocka_unit_test(of_a_child),
		cmocka_unit_test(lost_until_reset),
	};

	(void)setenv("TALLY_EVENTS", EVENTS, 1);
	(void)setenv("TALLY_REGIONS", "/dev/null", 1);
	return cmocka_run_group_tests_name("regions", tests, NULL, NULL);
}
