/* SPDX-License-Identifier: MIT */
/*
 * Sessions over a thread's own counters: the real kernel's software events, and
 * a kernel made of arithmetic that refuses and takes away.
 */
#include <stdint.h>
#include <string.h>

#include <errno.h>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <tally/linux.h>
#include <tally/region.h>

#include "kernel/bus.h"
#include "kernel/page.h"
#include "test.h"

/* ---- a kernel of arithmetic -------------------------------------------------
 */

enum { FDS = 20, FIRST = 100 };

static struct {
	struct perf_event_attr attr;
	int leader;
	bool open, mapped;
	struct perf_event_mmap_page page;
} event[FDS];
static bool running;
static int refuse_after = -1, refuse_with; /* so many may be open */
static uint32_t refuse_type = UINT32_MAX;
static bool taken; /* somebody took the counters away */
static unsigned reads;
static uint64_t ran; /* what each event has counted */

static int fake_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		     int leader, unsigned long flags)
{
	int n = 0, there = 0;

	assert_int_equal(pid, 0);
	assert_int_equal(cpu, -1);
	assert_int_equal(flags, PERF_FLAG_FD_CLOEXEC);

	for (int i = 0; i < FDS; i++)
		there += event[i].open;
	while (event[n].open)
		n++;
	if (there == refuse_after || attr->type == refuse_type) {
		errno = refuse_with;
		return -1;
	}
	event[n].open = true;
	event[n].attr = *attr;
	event[n].leader = leader < 0 ? FIRST + n : leader;
	return FIRST + n;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
	assert_true(event[fd - FIRST].open);
	assert_int_equal(event[fd - FIRST].leader, fd);
	assert_int_equal(argument, PERF_IOC_FLAG_GROUP);
	if (request == PERF_EVENT_IOC_RESET)
		ran = 0;
	else
		running = request == PERF_EVENT_IOC_ENABLE;
	return 0;
}

static ssize_t fake_read(int fd, void *to, size_t size)
{
	const struct linux_reading r = { ran + event[fd - FIRST].attr.config,
					 1000, taken ? 250 : 1000 };

	assert_true(event[fd - FIRST].open);
	reads++;
	if (taken && event[event[fd - FIRST].leader - FIRST].attr.pinned)
		return 0;
	memcpy(to, &r, size);
	return (ssize_t)size;
}

static int fake_close(int fd)
{
	assert_true(event[fd - FIRST].open);
	assert_false(event[fd - FIRST].mapped);
	event[fd - FIRST].open = false;
	return 0;
}

static void *fake_map(int fd, size_t size, int protection)
{
	struct perf_event_mmap_page *p = &event[fd - FIRST].page;

	assert_int_equal(size, sysconf(_SC_PAGESIZE));
	assert_int_equal(protection, PROT_READ);
	*p = (struct perf_event_mmap_page){ .pmc_width = 48 };
	p->index = (uint32_t)(fd - FIRST + 1);
	p->cap_user_rdpmc = 1;
	event[fd - FIRST].mapped = true;
	return p;
}

static void fake_unmap(void *page, size_t size)
{
	assert_int_equal(size, sysconf(_SC_PAGESIZE));
	for (int i = 0; i < FDS; i++)
		if (page == &event[i].page)
			event[i].mapped = false;
}

static uint64_t fake_counter(unsigned number)
{
	return ran + event[number].attr.config;
}

static const struct tally_linux_doors doors = {
	.open = fake_open,
	.control = fake_control,
	.read = fake_read,
	.close = fake_close,
	.map = fake_map,
	.unmap = fake_unmap,
	.counter = fake_counter,
};

static int nothing_open(void)
{
	int there = 0;

	for (int i = 0; i < FDS; i++)
		there += event[i].open || event[i].mapped;
	return there == 0;
}

/* ---- sessions ---------------------------------------------------------------
 */

static const struct tally_slot slot[] = {
	TALLY_SLOT(0, TALLY_LINUX_INSTRUCTIONS), /* config 1 */
	TALLY_SLOT(3, TALLY_LINUX_TASK_CLOCK),   /* 1 */
	{ 5, 0, 0x24, 0, TALLY_EL0, false, NULL },
};
static const struct tally_setup setup = TALLY_SETUP(slot, 0);
TALLY_STORE(store, LINUX, slot);
static struct tally_linux here;
static struct tally_session s;

static int begin(void **state)
{
	(void)state;
	memset(event, 0, sizeof event);
	refuse_after = -1;
	refuse_type = UINT32_MAX;
	taken = running = false;
	ran = 0;
	reads = 0;
	tally_linux_init(&here, 0);
	here.doors = &doors;
	memset(&s, 0, sizeof s);
	return 0;
}

static enum tally_status opened(void)
{
	return tally_session_open(&s, &tally_linux_monitor, &here.bus, &setup,
				  &store, false);
}

TEST_WITH(counts, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	assert_false(running);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	assert_true(running);
	ran = 500;
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_false(running);
	assert_int_equal(tally_session_count(&s, 0), 501);
	assert_int_equal(reads, 0); /* the page has it */
	assert_true(tally_linux_direct(&s, 0));
	assert_int_equal(tally_session_count(&s, 1), 501);
	assert_int_equal(reads, 1); /* software has none */
	assert_false(tally_linux_direct(&s, 1));
	assert_int_equal(tally_session_count(&s, 2), 500 + 0x24);
	assert_true(tally_linux_direct(&s, 2));
	assert_int_equal(tally_session_count(&s, 3), 0); /* no such slot */
	assert_false(tally_linux_direct(&s, 3));
	/* Nobody has to poll counters of 64 bits, and nothing comes of it. */
	assert_int_equal(tally_session_overflow(&s), 0);
	assert_int_equal(tally_session_count(&s, 2), 500 + 0x24);
	event[0].page.cap_user_rdpmc = 0;
	assert_int_equal(tally_session_count(&s, 0), 501);
	assert_int_equal(reads, 2);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_true(nothing_open());
}

/* The kernel is asked for these events, in this way. */
TEST_WITH(attributes, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(event[0].attr.type, PERF_TYPE_HARDWARE);
	assert_true(event[0].attr.disabled && event[0].attr.pinned);
	assert_false(event[0].attr.exclude_kernel);
	assert_int_equal(event[1].attr.type, PERF_TYPE_SOFTWARE);
	assert_false(event[1].attr.disabled || event[1].attr.pinned);
	assert_int_equal(event[1].leader, FIRST);
	assert_int_equal(event[2].attr.type, PERF_TYPE_RAW);
	assert_true(event[2].attr.exclude_kernel && event[2].attr.exclude_hv);
	assert_false(event[2].attr.exclude_user);
	/* No counter of 64 bits has overflowed. */
	assert_int_equal(
		tally_linux_monitor.ops->flags(&tally_linux_monitor, &here.bus),
		0);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/* As CONFIGURE does, whatever was there; each register is as wide as it is. */
static void configure(const struct tally_slot *slots, uint8_t count)
{
	const struct tally_monitor *m = &tally_linux_monitor;
	const struct tally_setup these = { slots, count, 0 };
	struct tally_step step[TALLY_LINUX_STEPS];
	struct tally_script script;
	int there = 0;

	tally_script_init(&script, step, TALLY_LINUX_STEPS);
	m->ops->encode(m, &these, TALLY_CONFIGURE, &script);
	assert_int_equal(script.count, count + 2);
	for (unsigned i = 0; i < script.count; i++)
		assert_int_equal(step[i].reg.bits, 32);
	assert_int_equal(tally_script_run(&script, &here.bus), TALLY_OK);
	for (int i = 0; i < FDS; i++)
		there += event[i].open;
	assert_int_equal(there, count);
}

/* One that is set up anew with less, or with another event on a counter, and
 * was not released, leaves nothing of what was before. */
TEST_WITH(set_up_anew, begin, NULL)
{
	static const struct tally_reg control = { LINUX_CONTROL, TALLY_MMIO,
						  32 };
	struct tally_slot other[] = { slot[0], slot[1] };

	configure(slot, 2);
	assert_int_equal(event[1].attr.type, PERF_TYPE_SOFTWARE);
	other[1].event = 0x77;
	configure(other, 2);
	assert_int_equal(event[1].attr.type, PERF_TYPE_RAW);
	assert_int_equal(event[1].attr.config, 0x77);
	configure(slot, 1);
	tally_bus_write(&here.bus, &control, LINUX_RELEASE);
	assert_true(nothing_open());
}

TEST_WITH(calibrate_and_reset, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_calibrate(&s, 3), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	ran = 40;
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_int_equal(tally_session_net(&s, 0), 40); /* empty: 1 */
	assert_int_equal(tally_session_reset(&s), TALLY_OK);
	assert_int_equal(ran, 0);
	TALLY_BEGIN(&s);
	ran = 9;
	TALLY_END(&s);
	assert_int_equal(tally_session_count(&s, 0), 10);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_true(nothing_open());
}

/* A session that is suspended leaves the counters, and keeps its totals. */
TEST_WITH(suspended, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	ran = 70;
	assert_int_equal(tally_session_suspend(&s), TALLY_OK);
	assert_true(nothing_open());
	assert_int_equal(tally_session_count(&s, 0), 71);
	assert_int_equal(tally_session_resume(&s), TALLY_OK);
	assert_true(running);
	ran = 30;
	assert_int_equal(tally_session_count(&s, 0), 71 + 31);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/* A counter that the kernel takes away, or refuses when the session goes on, is
 * lost, and no count is made of what comes afterwards, until all is 0 again. */
TEST_WITH(lost_for_good, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	event[0].page.index = 0;
	ran = 70;
	taken = true;
	assert_int_equal(tally_session_suspend(&s), TALLY_OK);
	assert_true(tally_session_count(&s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_count(&s, 2), 70 + 0x24);
	taken = false;
	assert_int_equal(tally_session_resume(&s), TALLY_OK);
	ran = 30;
	assert_true(tally_session_count(&s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_count(&s, 2), 100 + 2 * 0x24);
	assert_int_equal(tally_session_suspend(&s), TALLY_OK);

	refuse_after = 1;
	refuse_with = EBUSY;
	assert_int_equal(tally_session_resume(&s), TALLY_OK);
	assert_true(nothing_open());
	assert_non_null(strstr(tally_linux_text(&here), "somebody else"));
	assert_true(tally_session_count(&s, 2) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_suspend(&s), TALLY_OK);
	refuse_after = -1;
	assert_int_equal(tally_session_resume(&s), TALLY_OK);
	assert_true(tally_session_count(&s, 2) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	assert_int_equal(tally_session_reset(&s), TALLY_OK);
	ran = 5;
	assert_int_equal(tally_session_count(&s, 0), 6);
	assert_int_equal(tally_session_count(&s, 2), 5 + 0x24);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
	assert_true(nothing_open());
}

/* Pinned ones are lost, and those that take turns are scaled. */
TEST_WITH(taken_away, begin, NULL)
{
	assert_int_equal(opened(), TALLY_OK);
	event[0].page.index = 0;
	taken = true;
	ran = 99;
	assert_true(tally_session_count(&s, 0) == TALLY_COUNT_LOST);
	assert_int_equal(tally_session_close(&s), TALLY_OK);

	tally_linux_init(&here, TALLY_LINUX_SHARED);
	here.doors = &doors;
	assert_int_equal(opened(), TALLY_OK);
	assert_false(event[0].attr.pinned);
	event[0].page.index = 0;
	ran = 99;
	assert_int_equal(tally_session_count(&s, 0), 400);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/* One event, or all at once; nothing stays open. */
TEST_WITH(refused, begin, NULL)
{
	static const struct {
		int error;
		enum tally_status alone;
		const char *says;
	} row[] = {
		{ ENOENT, TALLY_E_EVENT, "does not count that event" },
		{ ENODEV, TALLY_E_EVENT, "does not count that event" },
		{ EOPNOTSUPP, TALLY_E_EVENT, "does not count that event" },
		{ EINVAL, TALLY_E_EVENT, "not so many at once" },
		{ EACCES, TALLY_E_ABSENT, "kernel.perf_event_paranoid=1" },
		{ EPERM, TALLY_E_ABSENT, "CAP_PERFMON" },
		{ EBUSY, TALLY_E_BUSY, "somebody else" },
		{ EMFILE, TALLY_E_ABSENT, "ulimit -n" },
		{ ENOSYS, TALLY_E_ABSENT, "CONFIG_PERF_EVENTS" },
		{ EIO, TALLY_E_ABSENT, "reason of its own" },
	};

	assert_string_equal(tally_linux_text(&here),
			    "the kernel refused nothing");
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++) {
		refuse_with = row[i].error;
		refuse_type = PERF_TYPE_RAW;
		assert_int_equal(opened(), row[i].alone);
		assert_non_null(strstr(tally_linux_text(&here), row[i].says));
		refuse_type = UINT32_MAX;
		for (refuse_after = 1; refuse_after < 3; refuse_after++) {
			assert_int_equal(opened(), TALLY_E_ABSENT);
			assert_int_equal(here.slot, refuse_after == 1 ? 3 : 5);
			assert_true(nothing_open());
		}
		refuse_after = -1;
	}
	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

TEST_WITH(setups_that_cannot_be, begin, NULL)
{
	static const struct tally_slot bad[][2] = {
		{ TALLY_SLOT(0, 1), TALLY_SLOT(0, 2) },
		{ TALLY_SLOT(0, 1), TALLY_SLOT(16, 2) },
		{ TALLY_SLOT(0, 1), TALLY_SLOT_EVERY(1, 2, TALLY_IRQ, 0) },
		{ TALLY_SLOT(0, 1), TALLY_SLOT_EVERY(1, 2, 0, 1000) },
		{ TALLY_SLOT(0, 1), { 1, 0, 2, 0, TALLY_EL3, false, NULL } },
		{ TALLY_SLOT(0, 1), { 1, 0, 2, 0, 0, true, NULL } },
	};
	static const enum tally_status why[] = {
		TALLY_E_COUNTER, TALLY_E_COUNTER, TALLY_E_FEATURE,
		TALLY_E_FEATURE, TALLY_E_FEATURE, TALLY_E_FEATURE,
	};

	for (unsigned i = 0; i < sizeof why / sizeof why[0]; i++) {
		const struct tally_setup two = TALLY_SETUP(bad[i], 0);

		assert_int_equal(tally_session_open(&s, &tally_linux_monitor,
						    &here.bus, &two, &store,
						    false),
				 why[i]);
		assert_true(nothing_open());
	}
}

TEST_WITH(one_session_of_a_bus, begin, NULL)
{
	struct tally_session other = { 0 };

	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(tally_session_open(&other, &tally_linux_monitor,
					    &here.bus, &setup, &store, false),
			 TALLY_E_BUSY);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

static void *elsewhere(void *ctx)
{
	(void)ctx;
	assert_int_equal(tally_session_start(&s), TALLY_E_CORE);
	assert_int_equal(tally_session_count(&s, 0), 0);
	assert_false(tally_linux_direct(&s, 0));
	assert_int_equal(tally_session_close(&s), TALLY_E_CORE);
	return NULL;
}

/* Another thread, and a child, touch nothing. */
TEST_WITH(of_one_thread, begin, NULL)
{
	pthread_t thread;
	int status;
	pid_t child;

	assert_int_equal(opened(), TALLY_OK);
	assert_int_equal(pthread_create(&thread, NULL, elsewhere, NULL), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	child = fork();
	if (child == 0)
		_exit(tally_session_start(&s) == TALLY_E_CORE &&
				      tally_session_count(&s, 0) == 0
			      ? 7
			      : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(WEXITSTATUS(status), 7);
	assert_int_equal(tally_session_count(&s, 0), 1);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}

/* ---- the real kernel -------------------------------------------------------
 */

enum { PAGES = 200 };

static const struct tally_slot faults[] = {
	{ 0, 0, TALLY_LINUX_PAGE_FAULTS, 0, TALLY_EL0, false, NULL },
};
static const struct tally_setup of_faults = TALLY_SETUP(faults, 0);

/* Each page of new memory is a fault when it is first written. */
static void touch(void)
{
	const size_t size = (size_t)sysconf(_SC_PAGESIZE);
	volatile char *new = mmap(NULL, PAGES * size, PROT_READ | PROT_WRITE,
				  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	assert_true(new != MAP_FAILED);
	(void)madvise((void *)(uintptr_t) new, PAGES * size, MADV_NOHUGEPAGE);
	for (unsigned i = 0; i < PAGES; i++)
		new[i * size] = 1;
	assert_int_equal(munmap((void *)(uintptr_t) new, PAGES * size), 0);
}

TEST_WITH(real_faults, begin, NULL)
{
	uint64_t first, stopped;

	tally_linux_init(&here, 0);
	assert_int_equal(tally_session_open(&s, &tally_linux_monitor, &here.bus,
					    &of_faults, &store, false),
			 TALLY_OK);
	assert_int_equal(tally_session_start(&s), TALLY_OK);
	touch();
	first = tally_session_count(&s, 0);
	assert_in_range(first, PAGES, PAGES + 50);
	assert_int_equal(tally_session_stop(&s), TALLY_OK);
	/* To stop may take faults of its own, where its code is new. */
	stopped = tally_session_count(&s, 0);
	assert_in_range(stopped, first, first + 50);
	touch();
	assert_int_equal(tally_session_count(&s, 0), stopped);
	assert_int_equal(tally_session_reset(&s), TALLY_OK);
	assert_int_equal(tally_session_count(&s, 0), 0);
	assert_int_equal(tally_session_close(&s), TALLY_OK);
}
