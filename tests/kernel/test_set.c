/* SPDX-License-Identifier: MIT */
/* Sets of events, on a kernel that answers as a test wants it to. */
#include <errno.h>
#include <string.h>

#include "kernel/perf.h"
#include "test.h"

enum { MOST = 16, FIRST = 100 };

static struct {
	struct perf_event_attr attr;
	pid_t pid;
	int cpu, leader;
	bool open;
	unsigned long asked; /* the last request; 0: none */
} opened[MOST];
static int opens;
static pid_t gone, forbidden; /* tasks that have ended, or are another's */
static int last_of_gone;      /* so many events of it could be opened before */
static int at_end = -1;       /* one whose counter was taken away */
static size_t cut;            /* bytes of a reading that do not come */

static int fake_open(struct perf_event_attr *attr, pid_t pid, int cpu,
		     int leader, unsigned long flags)
{
	assert_int_equal(flags, PERF_FLAG_FD_CLOEXEC);
	assert_true(opens < MOST);
	if (pid == forbidden || (pid == gone && !last_of_gone--)) {
		last_of_gone = 0;
		errno = pid == gone ? ESRCH : EACCES;
		return -1;
	}
	opened[opens].attr = *attr;
	opened[opens].pid = pid;
	opened[opens].cpu = cpu;
	opened[opens].leader = leader;
	opened[opens].open = true;
	return FIRST + opens++;
}

static int fake_control(int fd, unsigned long request, unsigned long argument)
{
	assert_true(opened[fd - FIRST].open);
	assert_int_equal(argument, 0);
	opened[fd - FIRST].asked = request;
	return 0;
}

/* The first has counted 1, the next ones 10 times as much each. */
static ssize_t fake_read(int fd, void *to, size_t size)
{
	uint64_t now[] = { 1, 50, 40 };

	assert_true(opened[fd - FIRST].open);
	assert_int_equal(size, sizeof now);
	for (int i = FIRST; i < fd; i++)
		now[0] *= 10;
	memcpy(to, now, sizeof now);
	return fd - FIRST == at_end ? 0 : (ssize_t)(size - cut);
}

static int fake_close(int fd)
{
	assert_true(opened[fd - FIRST].open);
	opened[fd - FIRST].open = false;
	return 0;
}

static const struct tally_linux_doors kernel = {
	.open = fake_open,
	.control = fake_control,
	.read = fake_read,
	.close = fake_close,
};

/* Two groups: a and b together, c by itself; of two threads. */
static struct perf_event event[3];
static const struct perf_lane lane[] = { { NULL, 70, -1 }, { NULL, 72, 5 } };
static struct perf_set s;
static struct error err;

static int begin(void **state)
{
	(void)state;
	memset(opened, 0, sizeof opened);
	opens = 0;
	gone = forbidden = -1;
	last_of_gone = 0;
	at_end = -1;
	cut = 0;
	memset(event, 0, sizeof event);
	event[0] = (struct perf_event){
		.name = "a", .type = 8, .config = 1, .pinned = true
	};
	event[1] = (struct perf_event){
		.name = "b", .type = 9, .config = 2, .config1 = 3, .config2 = 4
	};
	event[2] = (struct perf_event){ .name = "c", .group = 1 };
	s = (struct perf_set){ .doors = &kernel,
			       .event = event,
			       .events = 3,
			       .lane = lane,
			       .lanes = 2 };
	return 0;
}

static int all_closed(void **state)
{
	(void)state;
	for (int i = 0; i < MOST; i++)
		assert_false(opened[i].open);
	return 0;
}

/* A group goes by its leader, on each lane by itself. */
TEST_WITH(groups, begin, all_closed)
{
	static const int leader[] = { -1, FIRST, -1, -1, FIRST + 3, -1 };

	s.inherit = true;
	assert_true(perf_set_open(&s));
	assert_int_equal(opens, 6);
	for (int i = 0; i < 6; i++) {
		const bool leads = i % 3 != 1;

		assert_int_equal(opened[i].pid, i < 3 ? 70 : 72);
		assert_int_equal(opened[i].cpu, i < 3 ? -1 : 5);
		assert_int_equal(opened[i].leader, leader[i]);
		assert_int_equal(opened[i].attr.disabled, leads);
		assert_int_equal(opened[i].attr.pinned, i % 3 == 0);
		assert_true(opened[i].attr.inherit);
		assert_false(opened[i].attr.enable_on_exec);
	}
	assert_int_equal(opened[4].attr.type, 9);
	assert_int_equal(opened[4].attr.config, 2);
	assert_int_equal(opened[4].attr.config1, 3);
	assert_int_equal(opened[4].attr.config2, 4);
	perf_set_enable(&s, true);
	for (int i = 0; i < 6; i++)
		assert_true(opened[i].asked ==
			    (i % 3 != 1 ? PERF_EVENT_IOC_ENABLE : 0));
	perf_set_enable(&s, false);
	assert_true(opened[3].asked == PERF_EVENT_IOC_DISABLE);
	perf_set_close(&s);
	perf_set_close(&s);
}

TEST_WITH(of_a_program_to_come, begin, all_closed)
{
	s.on_exec = true;
	assert_true(perf_set_open(&s));
	assert_true(opened[0].attr.enable_on_exec);
	assert_false(opened[1].attr.enable_on_exec);
	assert_true(opened[2].attr.enable_on_exec);
	perf_set_close(&s);
}

/* An event is the sum of its lanes, each time anew. */
TEST_WITH(sums, begin, all_closed)
{
	assert_true(perf_set_open(&s));
	for (int i = 0; i < 2; i++) {
		assert_true(perf_set_read(&s, &err));
		assert_int_equal(event[0].value, 1 + 1000);
		assert_int_equal(event[2].value, 100 + 100000);
		assert_int_equal(event[1].enabled, 100);
		assert_int_equal(event[1].running, 80);
		assert_false(event[0].stopped || event[1].stopped);
	}
	at_end = 3;
	assert_true(perf_set_read(&s, &err));
	assert_true(event[0].stopped);
	assert_false(event[1].stopped);
	at_end = -1;
	assert_true(perf_set_read(&s, &err));
	assert_false(event[0].stopped);
	cut = 8;
	assert_false(perf_set_read(&s, &err));
	assert_string_equal(err.text,
			    "a: the kernel gives no count: it is cut short");
	perf_set_close(&s);
}

/* Each processor's events on its own lanes. */
TEST_WITH(processors, begin, all_closed)
{
	static const struct perf_pmu big = { .name = "big" };
	static const struct perf_lane two[] = { { NULL, 70, -1 },
						{ &big, 70, -1 } };

	event[1].pmu = &big;
	s.lane = two;
	assert_true(perf_set_open(&s));
	assert_int_equal(opens, 3);
	assert_int_equal(opened[0].attr.type, 8);
	assert_int_equal(opened[2].attr.type, 9);
	assert_int_equal(opened[2].leader, -1);
	assert_true(perf_set_read(&s, &err));
	assert_int_equal(event[1].value, 100);
	perf_set_close(&s);
}

/* A thread that has ended counts nothing, at whatever event that is noticed,
 * also the first one, which is the process's own number; the others do. */
TEST_WITH(ended_threads, begin, all_closed)
{
	for (gone = 70; gone <= 72; gone += 2)
		for (int before = 0; before < 3; before++) {
			const pid_t left = gone == 70 ? 72 : 70;
			unsigned there = 0;

			opens = 0;
			last_of_gone = before;
			assert_true(perf_set_open(&s));
			for (int i = 0; i < opens; i++) {
				there += opened[i].open;
				assert_int_equal(opened[i].open,
						 opened[i].pid == left);
			}
			assert_int_equal(there, 3);
			assert_true(perf_set_read(&s, &err));
			perf_set_enable(&s, true);
			perf_set_close(&s);
		}
	/* Of none that is left there is no count. */
	gone = 70;
	s.lanes = 1;
	assert_false(perf_set_open(&s));
	assert_int_equal(s.error, ESRCH);
	last_of_gone = 2;
	assert_false(perf_set_open(&s));
	assert_int_equal(s.error, ESRCH);
}

/* Any other refusal is one of all: which event, and why. */
TEST_WITH(refused, begin, all_closed)
{
	static const struct perf_machine machine = { .paranoid = 2 };

	forbidden = 72;
	assert_false(perf_set_open(&s));
	assert_int_equal(s.error, EACCES);
	assert_int_equal(s.at, 0);
	assert_int_equal(opens, 3);
	assert_null(s.fd);
	s.error = ESRCH;
	s.at = 2;
	assert_false(perf_refused(&s, &machine, &err));
	assert_string_equal(err.text, "c: there is no such process (any more)");
}
