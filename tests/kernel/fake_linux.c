/* SPDX-License-Identifier: MIT */
/*
 * The command on a Linux that does as it is told: its processors' counters are
 * arithmetic, and FAKE_LINUX says what it refuses, as words with blanks between
 * them:
 *
 *	counters=N	so many counters has each kind of processor (4)
 *	held=N		somebody else has so many of them
 *	there=N		generic events of hardware below this number are there
 *	cycleless	cycles are not among them
 *	errno=NAME	each event is refused so: EACCES, ENOSYS, EMFILE, EBUSY
 *	user		the kernel itself may not be counted
 *	modeless	no counter can tell user space from the kernel
 *	tasks		whole processors may not be counted
 *	codes		each opening of an event of hardware is told there
 *	groups		each opening of an event of a group is told there
 *	opened		each opening of page faults is told on standard error
 *	mlock		no ring for samples can be mapped
 *	away=TYPE	no task ever is on the processors of this type
 *	stepped		what this thread does in user space is counted, by
 *single steps (stepped.h): generic instructions and branches, and PMUv3's codes
 *of what is retired
 *	folded		such a count has no instructions that are taken branches
 *	interrupted	each third such window has 7 more of anything
 *	restless	each such window has another count
 *
 * FAKE_ROOT stands before /sys and /proc.  An event's count is 1000 times what
 * its code is and one more, and 7; a software event's is the real one.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "kernel/perf.h"
#include "stepped.h"
#include "target/linux/linux.h"

enum { FDS = 1024, TIME = 1000000 };

struct event {
	struct perf_event_attr attr;
	int leader;       /* its own: itself */
	unsigned members; /* of a leader's group, that need a counter */
	unsigned groups;  /* that have been opened up to this one */
	bool real, fake, on;
	uint64_t stepped; /* what single steps came to */
};

static struct event event[FDS];
static unsigned groups;

static const char *said(const char *word)
{
	const char *text = getenv("FAKE_LINUX");
	const char *at = text ? strstr(text, word) : NULL;

	return at ? at + strlen(word) : NULL;
}

static unsigned number(const char *word, unsigned otherwise)
{
	const char *text = said(word);

	return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

static int refuse(int error)
{
	errno = error;
	return -1;
}

static int told_error(void)
{
	static const struct {
		const char *name;
		int error;
	} known[] = {
		{ "EACCES", EACCES }, { "ENOSYS", ENOSYS },
		{ "EMFILE", EMFILE }, { "EBUSY", EBUSY },
		{ "EPERM", EPERM },   { "EINVAL", EINVAL },
	};
	const char *text = said("errno=");

	for (unsigned i = 0; text && i < sizeof known / sizeof known[0]; i++)
		if (strncmp(text, known[i].name, strlen(known[i].name)) == 0)
			return known[i].error;
	return 0;
}

static bool there(const struct perf_event_attr *attr)
{
	const unsigned known = number("there=", 0);

	if (attr->type == PERF_TYPE_HARDWARE)
		return (attr->config & 0xffffffff) < known &&
		       !(said("cycleless") && !(attr->config & 0xffffffff));
	return attr->type != PERF_TYPE_HW_CACHE && (known || attr->type > 4);
}

static int keep(const struct perf_event_attr *attr, int leader)
{
	int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

	if (fd < 0 || fd >= FDS)
		return refuse(EMFILE);
	event[fd] = (struct event){ .attr = *attr,
				    .leader = leader < 0 ? fd : leader,
				    .fake = true };
	if (leader < 0)
		groups++;
	event[fd].groups = groups;
	event[event[fd].leader].members++;
	return fd;
}

static int open_event(struct perf_event_attr *attr, pid_t pid, int cpu,
		      int leader, unsigned long flags)
{
	const bool software = attr->type == PERF_TYPE_SOFTWARE &&
			      attr->config != PERF_COUNT_SW_DUMMY;
	int fd;

	if (told_error())
		return refuse(told_error());
	if (said("user") && !attr->exclude_kernel)
		return refuse(EACCES);
	if (said("tasks") && pid == -1)
		return refuse(EACCES);
	if (!software && !there(attr))
		return refuse(ENOENT);
	if (!software && said("modeless") && attr->exclude_kernel)
		return refuse(EINVAL);
	if (!software && leader >= 0 &&
	    event[leader].members == number("counters=", 4))
		return refuse(EINVAL);
	if (!software && said("codes"))
		fprintf(stderr, "code %u 0x%llx 0x%llx\n", attr->type,
			(unsigned long long)attr->config,
			(unsigned long long)attr->config1);
	if (!software)
		return keep(attr, leader);
	if (said("groups") && flags & PERF_FLAG_PID_CGROUP)
		fprintf(stderr, "group %d on %d\n", pid >= 0, cpu);
	if (said("groups")) /* counts of 0, as this kernel may have none */
		return open("/dev/zero", O_RDONLY | O_CLOEXEC);
	if (said("opened") && attr->config == PERF_COUNT_SW_PAGE_FAULTS)
		fputs("opened page-faults\n", stderr);
	fd = linux_doors.open(attr, pid, cpu, leader, flags);
	if (fd >= 0 && fd < FDS)
		event[fd] = (struct event){ .real = true };
	return fd;
}

/* Which steps are the event's; STEPPED_KINDS: none. */
static enum stepped kind_of(const struct perf_event_attr *attr)
{
	static const struct {
		bool generic;
		uint32_t code;
		enum stepped kind;
	} known[] = {
		{ true, PERF_COUNT_HW_INSTRUCTIONS, STEPPED_INSTRUCTIONS },
		{ true, PERF_COUNT_HW_BRANCH_INSTRUCTIONS, STEPPED_BRANCHES },
		{ false, 0x08, STEPPED_INSTRUCTIONS },
		{ false, 0x0d, STEPPED_BRANCHES },
		{ false, 0x0c, STEPPED_TAKEN },
		{ false, 0x06, STEPPED_LOADS },
		{ false, 0x07, STEPPED_STORES },
	};
	const bool generic = attr->type == PERF_TYPE_HARDWARE;

	for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].generic == generic &&
		    known[i].code == attr->config)
			return known[i].kind;
	return STEPPED_KINDS;
}

static bool is_stepped(const struct event *e)
{
	return e->fake && said("stepped") && e->attr.exclude_kernel &&
	       !e->attr.enable_on_exec && kind_of(&e->attr) != STEPPED_KINDS;
}

/* A window is over: what it came to, on a kernel that counts right or not. */
static void take_steps(struct event *e)
{
	static unsigned windows;

	windows++;
	e->stepped += stepped_count(kind_of(&e->attr));
	if (said("folded") && kind_of(&e->attr) == STEPPED_INSTRUCTIONS)
		e->stepped -= stepped_count(STEPPED_TAKEN);
	if (said("interrupted") && windows % 3 == 0)
		e->stepped += 7;
	if (said("restless"))
		e->stepped += windows;
}

static int control(int fd, unsigned long request, unsigned long argument)
{
	stepped_end();
	if (event[fd].real)
		return linux_doors.control(fd, request, argument);
	event[fd].on |= request == PERF_EVENT_IOC_ENABLE;
	if (!is_stepped(&event[fd]))
		return 0;
	if (request == PERF_EVENT_IOC_DISABLE)
		take_steps(&event[fd]);
	else if (request == PERF_EVENT_IOC_ENABLE)
		stepped_begin();
	return 0;
}

static bool away(const struct event *e)
{
	const unsigned type = number("away=", 0);

	return type && (e->attr.type == type || e->attr.config >> 32 == type);
}

/* A group that needs more than is left waits, or if it is pinned gives up;
 * others take turns. */
static ssize_t read_event(int fd, void *to, size_t size)
{
	const struct event *e = &event[fd];
	const struct event *leader = &event[e->leader];
	uint64_t now[3] = { 0 };

	if (!e->fake)
		return linux_doors.read(fd, to, size);
	if (leader->members + number("held=", 0) > number("counters=", 4)) {
		if (leader->attr.pinned)
			return 0;
		now[1] = TIME;
	} else if (leader->on || leader->attr.enable_on_exec) {
		now[1] = TIME;
		now[2] = leader->attr.pinned ? TIME : TIME / groups;
		now[0] = ((e->attr.config & 0xffffffff) + 1) * 1000 + 7;
		now[0] = now[0] * now[2] / now[1];
		if (is_stepped(e))
			now[0] = e->stepped;
	}
	if (away(e))
		now[0] = now[2] = 0;
	memcpy(to, now, sizeof now);
	return (ssize_t)sizeof now;
}

static int close_event(int fd)
{
	if (event[fd].fake && event[fd].leader == fd)
		groups--;
	event[fd] = (struct event){ 0 };
	return close(fd);
}

static void *map(int fd, size_t size, int protection)
{
	if (said("mlock")) {
		errno = EPERM;
		return NULL;
	}
	if (!event[fd].fake)
		return linux_doors.map(fd, size, protection);
	return mmap(NULL, size, protection, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void unmap(void *at, size_t size)
{
	linux_doors.unmap(at, size);
}

static struct tally_linux_doors fake = {
	.open = open_event,
	.control = control,
	.read = read_event,
	.close = close_event,
	.map = map,
	.unmap = unmap,
};

__attribute__((constructor)) static void begin(void)
{
	const char *root = getenv("FAKE_ROOT");

	fake.root = root ? root : "";
	target_linux_on(&fake);
}
