/* SPDX-License-Identifier: MIT */
/* Which events are opened for samples, whose and where, on a kernel that
 * answers as a test wants it to. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "kernel/sampling.h"

#include "root_fixture.h"
#include "test.h"

enum { MOST = 16, PERIOD = 500 };

/* ---- the kernel -------------------------------------------------------------
 */

static struct opened {
	struct perf_event_attr attr;
	pid_t pid;
	int cpu, fd, output; /* output: whose ring it shares; -1: none */
	bool on, was_on;
	struct perf_event_mmap_page *page;
} opened[MOST];
static unsigned opens, closes, maps, unmaps;
static pid_t gone;           /* a thread that has ended meanwhile */
static pid_t left;           /* not 0: the only one that has not */
static int refused_cpu = -1; /* no event can be opened there */
static bool no_room, no_count;
static bool in_time; /* a signal comes soon after an event begins */
static const struct itimerval soon = { .it_value = { .tv_usec = 1000 } };
static const struct itimerval never;

static struct opened *of(int fd)
{
	unsigned i = 0;

	while (i < opens && opened[i].fd != fd)
		i++;
	assert_true(i < opens);
	return &opened[i];
}

static int fake_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		     int leader, unsigned long flags)
{
	assert_int_equal(leader, -1);
	assert_int_equal(flags, PERF_FLAG_FD_CLOEXEC);
	assert_true(opens < MOST);
	if (pid == gone || (left && pid != left) || cpu == refused_cpu) {
		errno = cpu == refused_cpu ? EACCES : ESRCH;
		return -1;
	}
	opened[opens] = (struct opened){
		*attr, pid,   cpu,   eventfd(0, EFD_CLOEXEC),
		-1,    false, false, NULL,
	};
	assert_true(opened[opens].fd >= 0);
	return opened[opens++].fd;
}

/* One sample, of the opening's number. */
static void put_sample(struct opened *o)
{
	const struct {
		struct perf_event_header header;
		uint64_t ip;
		uint32_t pid, tid;
		uint64_t time, cpu, chained;
	} sample = {
		{ PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER, sizeof sample },
		0x1000 + (uint64_t)(o - opened),
		1,
		1,
		(uint64_t)(o - opened),
		(uint64_t)o->cpu,
		0,
	};

	memcpy((char *)o->page + sysconf(_SC_PAGESIZE) + o->page->data_head,
	       &sample, sizeof sample);
	o->page->data_head += sizeof sample;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
	struct opened *o = of(fd);

	if (request == PERF_EVENT_IOC_SET_OUTPUT) {
		o->output = (int)argument;
		return 0;
	}
	o->on = request == PERF_EVENT_IOC_ENABLE;
	o->was_on |= o->on;
	if (o->on && o->page)
		put_sample(o);
	if (o->on && in_time)
		assert_int_equal(setitimer(ITIMER_REAL, &soon, NULL), 0);
	return 0;
}

static ssize_t fake_read(int fd, void *to, size_t size)
{
	const uint64_t words[] = { 1000 + (uint64_t)(of(fd) - opened), 1, 1 };

	assert_int_equal(size, sizeof words);
	assert_false(of(fd)->on);
	memcpy(to, words, sizeof words);
	return no_count ? 0 : (ssize_t)size;
}

static int fake_close(int fd)
{
	closes++;
	return close(fd);
}

static void *fake_map(int fd, size_t size, int protection)
{
	assert_int_equal(protection, PROT_READ | PROT_WRITE);
	if (no_room) {
		errno = EPERM;
		return NULL;
	}
	maps++;
	of(fd)->page = calloc(1, size);
	return of(fd)->page;
}

static void fake_unmap(void *at, size_t size)
{
	(void)size;
	unmaps++;
	free(at);
}

static const struct tally_linux_doors kernel = {
	.open = fake_open,
	.control = fake_control,
	.read = fake_read,
	.close = fake_close,
	.map = fake_map,
	.unmap = fake_unmap,
	.root = root,
};

/* ---- what is sampled --------------------------------------------------------
 */

static const struct perf_machine machine = { .paranoid = 2 };
static struct perf_event event[2];
static const unsigned column[] = { 0, 1 };
static const uint64_t period[] = { PERIOD, 2 * PERIOD };
static uint64_t online[PERF_CPUS / 64], cpu[PERF_CPUS / 64];
static struct perf_sampling s;
static struct perf_taking taking;
static struct perf_end ended;
static uint64_t total[2];
static volatile bool stop;
static struct error err;

/* One event, page faults, on processors 0 and 2, which are all. */
static int begin(void **state)
{
	if (root_make(state))
		return 1;
	opens = closes = maps = unmaps = 0;
	gone = INT_MAX;
	left = 0;
	refused_cpu = -1;
	no_room = no_count = in_time = stop = false;
	memset(event, 0, sizeof event);
	event[0] = (struct perf_event){ .name = "faults",
					.type = PERF_TYPE_SOFTWARE,
					.config = PERF_COUNT_SW_PAGE_FAULTS };
	memset(online, 0, sizeof online);
	memset(cpu, 0, sizeof cpu);
	online[0] = cpu[0] = 5;
	s = (struct perf_sampling){ .doors = &kernel,
				    .machine = &machine,
				    .event = event,
				    .events = 1,
				    .column = column,
				    .period = period,
				    .online = online,
				    .cpu = cpu };
	return 0;
}

/* Whatever came of it, nothing stays open. */
static int end(void **state)
{
	assert_int_equal(setitimer(ITIMER_REAL, &never, NULL), 0);
	perf_taking_free(&taking);
	assert_int_equal(closes, opens);
	assert_int_equal(unmaps, maps);
	return root_remove(state);
}

static bool goes_on(void *ctx)
{
	return !*(volatile bool *)ctx;
}

static bool sampled(struct perf_command *c)
{
	const struct perf_meanwhile meanwhile = {
		.go_on = goes_on, .ctx = (void *)(uintptr_t)&stop
	};

	return perf_sample(&s, c, &meanwhile, &taking, total, &ended, &err);
}

/* The number of a process that has ended. */
static pid_t nobody(void)
{
	const pid_t child = fork();

	if (child == 0)
		_exit(0);
	assert_int_equal(waitpid(child, NULL, 0), child);
	return child;
}

static void is_opened(unsigned i, pid_t pid, int on, int output)
{
	assert_int_equal(opened[i].pid, pid);
	assert_int_equal(opened[i].cpu, on);
	assert_int_equal(opened[i].output, output);
}

/* Each thread on each processor; those on one share a ring, and one that has
 * ended since is none. */
static void three_threads(void)
{
	char text[64];

	s.pid = nobody();
	for (int i = 0; i < 3; i++) {
		snprintf(text, sizeof text, "/proc/%d/task/%d/comm", s.pid,
			 s.pid + i);
		root_say(text, "it\n");
	}
}

/* So often a second, by periods that the kernel chooses and tells. */
TEST_WITH(at_a_frequency, begin, end)
{
	three_threads();
	s.hz = 997;
	assert_true(sampled(NULL));
	assert_true(opens > 0);
	for (unsigned i = 0; i < opens; i++) {
		const struct perf_event_attr *attr = &opened[i].attr;

		assert_true(attr->freq);
		assert_int_equal(attr->sample_freq, 997);
		assert_int_equal(attr->sample_type,
				 PERF_SAMPLED | PERF_SAMPLE_PERIOD);
	}
}

static void with_threads(int over)
{
	three_threads();
	gone = s.pid + over;
	assert_true(sampled(NULL));
	assert_int_equal(opens, 4);
	for (unsigned i = 0; i < 4; i++) {
		const struct perf_event_attr *attr = &opened[i].attr;

		assert_int_equal(attr->config, PERF_COUNT_SW_PAGE_FAULTS);
		assert_int_equal(attr->sample_period, PERIOD);
		assert_int_equal(attr->sample_type, PERF_SAMPLED);
		assert_true(attr->disabled && attr->inherit);
		assert_false(attr->enable_on_exec);
		assert_true(attr->mmap && attr->mmap2 && attr->comm &&
			    attr->task && attr->sample_id_all);
		assert_true(attr->exclude_callchain_kernel);
		assert_true(opened[i].was_on && !opened[i].on);
		assert_int_equal(opened[i].cpu, i < 2 ? 0 : 2);
		assert_int_equal(opened[i].page != NULL, i % 2 == 0);
		assert_int_equal(opened[i].output,
				 i % 2 ? opened[i - 1].fd : -1);
	}
	assert_true(opened[0].pid != opened[1].pid);
	/* Totals are of all events, and the samples of two rings. */
	assert_int_equal(total[0], 4000 + 0 + 1 + 2 + 3);
	assert_int_equal(taking.takens, 2);
	assert_int_equal(taking.taken[1].ip, 0x1002);
	assert_int_equal(taking.taken[1].weight, PERIOD);
	assert_int_equal(taking.taken[1].cpu, 2);
	assert_string_equal(perf_thread_name(&taking, (uint32_t)s.pid, 0),
			    "it");
}

TEST_WITH(a_process, begin, end)
{
	with_threads(2);
}

/* In whatever order the kernel tells them. */
TEST_WITH(without_its_first_thread, begin, end)
{
	with_threads(0);
}

TEST_WITH(without_its_second_thread, begin, end)
{
	with_threads(1);
}

/* Whichever it is. */
TEST_WITH(one_thread_is_left, begin, end)
{
	three_threads();
	for (int i = 0; i < 3; i++) {
		const unsigned before = opens;

		left = s.pid + i;
		assert_true(sampled(NULL));
		assert_int_equal(opens, before + 2);
		is_opened(before, left, 0, -1);
		is_opened(before + 1, left, 2, -1);
	}
}

/* All tasks on one processor; what is mapped on others is told, too, by an
 * event that counts nothing. */
TEST_WITH(all_tasks, begin, end)
{
	s.all = true;
	cpu[0] = 4;
	stop = true;
	assert_true(sampled(NULL));
	assert_int_equal(opens, 2);
	is_opened(0, -1, 2, -1);
	assert_int_equal(opened[0].attr.config, PERF_COUNT_SW_PAGE_FAULTS);
	assert_false(opened[0].attr.inherit || opened[0].attr.enable_on_exec);
	is_opened(1, -1, 0, -1);
	assert_int_equal(opened[1].attr.type, PERF_TYPE_SOFTWARE);
	assert_int_equal(opened[1].attr.config, PERF_COUNT_SW_DUMMY);
	assert_true(opened[1].attr.mmap2 && opened[1].attr.comm);
	assert_int_equal(total[0], 1000);
}

static void on_alarm(int number)
{
	(void)number;
	put_sample(&opened[0]);
	stop = true;
}

/* Samples are taken until somebody ends it, by a signal that comes later. */
TEST_WITH(until_it_is_ended, begin, end)
{
	const struct sigaction how = { .sa_handler = on_alarm };

	s.all = in_time = true;
	cpu[0] = online[0] = 1;
	assert_int_equal(sigaction(SIGALRM, &how, NULL), 0);
	assert_true(sampled(NULL));
	assert_int_equal(taking.takens, 2);
}

/* Two kinds of processors, each with an event of its own; what is mapped is
 * told by the first one and where that is not. */
TEST_WITH(two_kinds, begin, end)
{
	static const struct perf_pmu little = { .name = "l", .cpu = { 1 } };
	static const struct perf_pmu big = { .name = "b", .cpu = { 4 } };

	s.all = stop = true;
	s.events = 2;
	event[0] =
		(struct perf_event){ .name = "a", .pmu = &little, .type = 8 };
	event[1] = (struct perf_event){
		.name = "b", .pmu = &big, .type = 9, .config = 0x11
	};
	assert_true(sampled(NULL));
	assert_int_equal(opens, 3);
	is_opened(0, -1, 0, -1);
	assert_int_equal(opened[0].attr.type, 8);
	assert_true(opened[0].attr.mmap2);
	is_opened(1, -1, 2, -1);
	assert_int_equal(opened[1].attr.type, 9);
	assert_int_equal(opened[1].attr.config, 0x11);
	assert_int_equal(opened[1].attr.sample_period, 2 * PERIOD);
	assert_false(opened[1].attr.mmap || opened[1].attr.mmap2 ||
		     opened[1].attr.comm || opened[1].attr.task);
	is_opened(2, -1, 2, -1);
	assert_int_equal(opened[2].attr.config, PERF_COUNT_SW_DUMMY);
	assert_int_equal(total[0], 1000);
	assert_int_equal(total[1], 1001);
	assert_int_equal(taking.takens, 3);
	assert_int_equal(taking.taken[1].event, 1);
	assert_int_equal(taking.taken[1].weight, 2 * PERIOD);
}

static char *const exits[] = { "sh", "-c", "exit 3", NULL };
static char *const endless[] = { "sleep", "60", NULL };

/* Its events begin when it executes the program, and are nobody else's. */
TEST_WITH(a_command, begin, end)
{
	struct perf_command c = { .word = exits };

	assert_true(sampled(&c));
	assert_int_equal(ended.status, 3);
	assert_false(ended.signal);
	assert_int_equal(opens, 2);
	is_opened(0, c.pid, 0, -1);
	is_opened(1, c.pid, 2, -1);
	assert_true(opened[0].attr.enable_on_exec && opened[0].attr.inherit);
	assert_false(opened[0].was_on || opened[1].was_on);
	assert_int_equal(total[0], 2001);
}

/* With a command beside all tasks, these are counted while it runs. */
TEST_WITH(all_while_a_command_runs, begin, end)
{
	struct perf_command c = { .word = exits };

	s.all = true;
	assert_true(sampled(&c));
	assert_int_equal(ended.status, 3);
	is_opened(0, -1, 0, -1);
	assert_false(opened[0].attr.enable_on_exec);
	assert_true(opened[0].was_on && opened[1].was_on);
}

TEST_WITH(a_command_is_ended, begin, end)
{
	struct perf_command c = { .word = endless };

	stop = true;
	assert_true(sampled(&c));
	assert_true(ended.signal);
	assert_int_equal(total[0], 2001);
}

/* A refusal says why; the command that waited is gone. */
TEST_WITH(refused, begin, end)
{
	struct perf_command c = { .word = endless };

	refused_cpu = 2;
	assert_false(sampled(&c));
	assert_non_null(strstr(err.text, "faults: "));
	assert_int_equal(opens, 1);
	assert_int_equal(waitpid(-1, NULL, 0), -1);
	assert_int_equal(errno, ECHILD);
	c = (struct perf_command){ .word = endless };
	refused_cpu = -1;
	no_room = true;
	assert_false(sampled(&c));
	assert_non_null(strstr(err.text, "kernel.perf_event_mlock_kb"));
	assert_int_equal(waitpid(-1, NULL, 0), -1);
	no_room = false;
	no_count = stop = true;
	assert_false(sampled(NULL));
	assert_string_equal(err.text, "faults: the kernel gives no count");
}

/* A process of which no thread is left. */
TEST_WITH(no_process, begin, end)
{
	s.pid = gone = nobody();
	assert_false(sampled(NULL));
	assert_non_null(strstr(err.text, "no such process"));
	assert_int_equal(opens, 0);
}
