/* SPDX-License-Identifier: MIT */
/* Why the kernel does not count, and names that it is told: what a test's files
 * and numbers come to. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "kernel/perf.h"

#include "root_fixture.h"
#include "test.h"

static const struct tally_linux_doors kernel = { .root = root };
static struct perf_machine machine;
static struct perf_event event[2];
static struct perf_lane lane;
static struct perf_set s;
static struct error err;

static int begin(void **state)
{
	machine = (struct perf_machine){ .paranoid = 1, .pmus = 1 };
	memset(event, 0, sizeof event);
	event[0].name = "first";
	event[1].name = "second";
	lane = (struct perf_lane){ NULL, 70, -1 };
	s = (struct perf_set){ .doors = &kernel,
			       .event = event,
			       .events = 2,
			       .lane = &lane,
			       .lanes = 1,
			       .at = 1 };
	return root_make(state);
}

static void is_told(int error, const char *wanted)
{
	s.error = error;
	assert_false(perf_refused(&s, &machine, &err));
	if (!strstr(err.text, wanted))
		assert_string_equal(err.text, wanted);
	assert_memory_equal(err.text, "second: ", 8);
}

TEST_WITH(causes, begin, root_remove)
{
	is_told(ENOSYS, "built without perf_event_open");
	is_told(ESRCH, "no such process");
	is_told(EINVAL, "not together with the others");
	is_told(EBUSY, "somebody else has the counters");
	is_told(EMFILE, "`ulimit -n`");
	is_told(ENFILE, "`ulimit -n`");
	is_told(EIO, strerror(EIO));
	is_told(ENOENT, "this processor, or its driver, does not");
	is_told(EOPNOTSUPP, "this processor, or its driver, does not");
}

/* The level that would do: 0 for all tasks, 1 for one's own in the kernel, 2 in
 * user space; where it does already, something else forbids it. */
TEST_WITH(levels, begin, root_remove)
{
	machine.paranoid = 3;
	is_told(EACCES, "perf_event_paranoid 3; `sysctl "
			"kernel.perf_event_paranoid=1`, or the capability "
			"CAP_PERFMON, or ask for user space alone, EVENT:u");
	event[1].levels = TALLY_EL0;
	is_told(EPERM, "kernel.perf_event_paranoid=2`, or the capability "
		       "CAP_PERFMON");
	assert_null(strstr(err.text, "EVENT:u"));
	event[1].levels = TALLY_EL0 | TALLY_EL1;
	is_told(EPERM, "kernel.perf_event_paranoid=1`");
	event[1].levels = TALLY_EL2;
	is_told(EPERM, "kernel.perf_event_paranoid=1`");
	lane.pid = -1;
	machine.paranoid = 1;
	is_told(EACCES, "perf_event_paranoid 1; `sysctl "
			"kernel.perf_event_paranoid=0`");
	lane.pid = 70;
	is_told(EACCES, "another user's process");
	machine.paranoid = INT_MAX;
	is_told(EACCES, "another user's process");
}

TEST_WITH(filters, begin, root_remove)
{
	root_say("/proc/self/status", "Name:\ta\nSeccomp:\t2\nx:\t1\n");
	is_told(EPERM, "a filter of system calls forbids");
	root_say("/proc/self/status", "Name:\ta\nSeccomp:\t0\n");
	is_told(EPERM, "another user's process");
	/* Another line's number is none. */
	root_say("/proc/self/status", "Name:\tSeccomp:\t2\n");
	is_told(EPERM, "another user's process");
	/* The setting is told if it forbids that, too. */
	root_say("/proc/self/status", "Name:\ta\nSeccomp:\t2\n");
	machine.paranoid = 2;
	is_told(EPERM, "perf_event_paranoid 2");
}

/* A virtual machine is one by a word among others. */
TEST_WITH(no_counters, begin, root_remove)
{
	static const struct {
		const char *text;
		bool is_virtual;
	} all[] = {
		{ "flags : fpu hypervisor lahf\n", true },
		{ "flags : fpu lahf hypervisor\nmore\n", true },
		{ "flags\t:\thypervisor", true },
		{ "hypervisor", true },
		{ "no_hypervisor hypervisors x", false },
		{ "no_hypervisor hypervisors hypervisor x", true },
		{ "flags : fpu\n", false },
	};

	machine.pmus = 0;
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		root_say("/proc/cpuinfo", all[i].text);
		is_told(ENODEV, all[i].is_virtual
					? "its host can pass them through"
					: "has no driver for the processor's");
	}
	event[1].type = PERF_TYPE_SOFTWARE;
	is_told(ENOENT, "this processor, or its driver, does not");
}

/* Names that are known have codes of their own, and stay. */
TEST(known_names)
{
	const struct perf_name found = { .type = 9, .config = { 1, 2, 3 } };
	struct perf_name *known = NULL;
	const struct perf_name *first, *second;

	assert_null(perf_name_of(known, 0));
	first = perf_name_add(&known, &found, "one", "a file");
	second = perf_name_add(&known, &found, "two", "a file");
	assert_non_null(first);
	assert_non_null(second);
	assert_int_equal(second->row.code, first->row.code + 1);
	assert_string_equal(second->row.name, "two");
	assert_string_equal(second->row.source, "a file");
	assert_int_equal(second->config[2], 3);
	assert_ptr_equal(perf_name_of(known, first->row.code), first);
	assert_ptr_equal(perf_name_of(known, second->row.code), second);
	assert_null(perf_name_of(known, second->row.code + 1u));
	assert_ptr_equal(perf_name_find(&known, "one"), first);
	assert_ptr_equal(perf_name_find(&known, "two"), second);
	assert_null(perf_name_find(&known, "no event of this name"));
	perf_names_free(known);
}
