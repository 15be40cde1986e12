/* SPDX-License-Identifier: MIT */
/* The bus of one thread: registers that are events of the kernel's. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <tally/linux.h>

#include "kernel/bus.h"
#include "kernel/event.h"
#include "kernel/page.h"

/* ---- whose it is ------------------------------------------------------------
 */

/* A number for each thread, and another one in a child of fork().  In a shared
 * library it stands where a signal handler finds it without an allocation. */
static _Thread_local uint32_t thread __attribute__((tls_model("initial-exec")));
static atomic_uint threads;

static void forked(void)
{
	thread = 0;
}

static void watch_forks(void)
{
	(void)pthread_atfork(NULL, NULL, forked);
}

static uint32_t this_thread(struct tally_bus *bus)
{
	(void)bus;
	if (!thread)
		thread = atomic_fetch_add(&threads, 1) + 1;
	return thread;
}

/* ---- events -----------------------------------------------------------------
 */

static struct tally_linux *of(struct tally_bus *bus)
{
	return (struct tally_linux *)bus;
}

enum { USER_ACCESS = 2 }; /* config1 of an ARM processor's: to be read here */

static struct perf_event_attr attr_of(const struct tally_linux *l,
				      uint32_t word, bool leads)
{
	const bool shared = l->options & TALLY_LINUX_SHARED;
	struct perf_event_attr attr = {
		.size = sizeof attr,
		.read_format = PERF_FORMAT_TOTAL_TIME_ENABLED |
			       PERF_FORMAT_TOTAL_TIME_RUNNING,
		.disabled = leads,
		.pinned = leads && !shared,
	};
	uint32_t type;
	uint64_t config;

	(void)linux_event((uint16_t)word, &type, &config);
	if (word & LINUX_POINT) {
		type = PERF_TYPE_TRACEPOINT;
		config = (uint16_t)word;
	}
	attr.type = type;
	attr.config = config;
	linux_levels(&attr, (uint8_t)(word >> 16));
#ifdef __aarch64__
	if (type != PERF_TYPE_SOFTWARE)
		attr.config1 = USER_ACCESS;
#endif
	return attr;
}

/* The first of the group; -1: there is none yet. */
static int leader_of(const struct tally_linux *l)
{
	return l->there ? l->fd[__builtin_ctz(l->there)] : -1;
}

static size_t page_size(void)
{
	return (size_t)sysconf(_SC_PAGESIZE);
}

/* The page that tells where the count is; NULL: read(2) alone does. */
static const void *map_page(const struct tally_linux *l, uint32_t type, int fd)
{
	return l->doors->counter && type != PERF_TYPE_SOFTWARE &&
			       type != PERF_TYPE_TRACEPOINT
		       ? l->doors->map(fd, page_size(), PROT_READ)
		       : NULL;
}

static void close_all(struct tally_linux *l)
{
	for (unsigned i = TALLY_LINUX_COUNTERS; i-- > 0;) {
		if (!(l->there >> i & 1))
			continue;
		if (l->page[i])
			l->doors->unmap((void *)(uintptr_t)l->page[i],
					page_size());
		(void)l->doors->close(l->fd[i]);
		l->page[i] = NULL;
	}
	l->there = 0;
	l->running = false;
}

static bool open_one(struct tally_linux *l, unsigned i)
{
	struct perf_event_attr attr = attr_of(l, l->event[i], l->there == 0);
	const int fd = l->doors->open(&attr, 0, -1, leader_of(l),
				      PERF_FLAG_FD_CLOEXEC);

	if (fd < 0) {
		l->error = errno;
		l->slot = (uint8_t)i;
		return false;
	}
	l->fd[i] = fd;
	l->page[i] = map_page(l, attr.type, fd);
	l->there |= (uint16_t)(1u << i);
	return true;
}

/* All or none. */
static void open_all(struct tally_linux *l)
{
	l->error = 0;
	for (unsigned i = 0; i < TALLY_LINUX_COUNTERS; i++)
		if (l->wanted >> i & 1 && !open_one(l, i)) {
			close_all(l);
			return;
		}
}

static void switch_all(struct tally_linux *l, unsigned long request)
{
	if (l->there)
		(void)l->doors->control(leader_of(l), request,
					PERF_IOC_FLAG_GROUP);
}

/* The kernel's answer to one event that is by itself, and gone again. */
static int try_event(struct tally_linux *l, uint32_t word)
{
	struct perf_event_attr attr = attr_of(l, word, true);
	const int fd = l->doors->open(&attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	if (fd < 0) {
		l->error = errno;
		return l->error;
	}
	(void)l->doors->close(fd);
	return 0;
}

static uint64_t count_of(const struct tally_linux *l, unsigned i)
{
	const bool shared = l->options & TALLY_LINUX_SHARED;
	struct linux_reading r;

	/* An event that was refused when a session went on does not stand
	 * still. */
	if (!(l->there >> i & 1))
		return l->error ? TALLY_COUNT_LOST : 0;
	if (!l->page[i] || !linux_page_read(l->page[i], l->doors, shared, &r)) {
		/* A group that lost its counters has an end there. */
		if (l->doors->read(l->fd[i], &r, sizeof r) != (ssize_t)sizeof r)
			return TALLY_COUNT_LOST;
		if (!r.running && r.enabled)
			return TALLY_COUNT_LOST;
	}
	return shared ? linux_scaled(&r) : r.count;
}

/* ---- registers --------------------------------------------------------------
 */

/* The counter of a register; TALLY_LINUX_COUNTERS: it is none of those. */
static unsigned number_of(const struct tally_reg *reg, uint32_t first)
{
	const uint32_t at = (reg->addr - first) / 8;

	return reg->addr >= first && at < TALLY_LINUX_COUNTERS
		       ? at
		       : TALLY_LINUX_COUNTERS;
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	struct tally_linux *l = of(bus);
	const unsigned i = number_of(reg, LINUX_COUNT);

	if (reg->space != TALLY_MMIO)
		return TALLY_E_NOREG;
	if (reg->addr >= LINUX_TRY)
		*value = (uint64_t)try_event(l, reg->addr - LINUX_TRY);
	else if (reg->addr == LINUX_CONTROL)
		*value = l->there != 0;
	else if (reg->addr == LINUX_ERROR)
		*value = (uint64_t)l->error;
	else if (i < TALLY_LINUX_COUNTERS)
		*value = count_of(l, i);
	else
		return TALLY_E_NOREG;
	return TALLY_OK;
}

static uint64_t get_count(struct tally_bus *bus, const struct tally_reg *reg)
{
	return count_of(of(bus), (reg->addr - LINUX_COUNT) / 8);
}

static void control(struct tally_linux *l, enum linux_control what)
{
	switch (what) {
	case LINUX_PREPARE:
		l->wanted = 0;
		break;
	case LINUX_CLEAR:
		if (l->there != l->wanted) {
			close_all(l);
			open_all(l);
		}
		switch_all(l, PERF_EVENT_IOC_RESET);
		break;
	case LINUX_RUN:
		l->running = true;
		switch_all(l, PERF_EVENT_IOC_ENABLE);
		break;
	case LINUX_HALT:
		switch_all(l, PERF_EVENT_IOC_DISABLE);
		l->running = false;
		break;
	case LINUX_RELEASE:
	default:
		close_all(l);
	}
}

/* An event that is another than before is opened anew. */
static void set_event(struct tally_linux *l, unsigned i, uint32_t word)
{
	if (l->there >> i & 1 && l->event[i] != word)
		close_all(l);
	l->event[i] = word;
	l->wanted |= (uint16_t)(1u << i);
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	struct tally_linux *l = of(bus);
	const unsigned i = number_of(reg, LINUX_EVENT);

	if (reg->space != TALLY_MMIO)
		return TALLY_E_NOREG;
	if (reg->addr == LINUX_CONTROL)
		control(l, (enum linux_control)value);
	else if (i < TALLY_LINUX_COUNTERS)
		set_event(l, i, (uint32_t)value);
	else
		return TALLY_E_NOREG;
	return TALLY_OK;
}

static uint64_t get(struct tally_bus *bus, const struct tally_reg *reg)
{
	uint64_t value = 0;

	(void)read_reg(bus, reg, &value);
	return value;
}

static void put(struct tally_bus *bus, const struct tally_reg *reg,
		uint64_t value)
{
	(void)write_reg(bus, reg, value);
}

static tally_bus_getter *getter(const struct tally_reg *reg)
{
	return number_of(reg, LINUX_COUNT) < TALLY_LINUX_COUNTERS ? get_count
								  : NULL;
}

static const struct tally_bus_ops ops = {
	.read = read_reg,
	.write = write_reg,
	.core = this_thread,
	.get = get,
	.put = put,
	.getter = getter,
};

void tally_linux_init(struct tally_linux *l, unsigned options)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	(void)pthread_once(&once, watch_forks);
	memset(l, 0, sizeof *l);
	l->bus.ops = &ops;
	l->doors = &linux_doors;
	l->options = options;
}

bool tally_linux_direct(const struct tally_session *s, unsigned slot)
{
	const struct tally_linux *l;
	struct linux_reading ignored;
	unsigned i;

	if (s->bus->ops != &ops || slot >= s->setup->slots ||
	    tally_bus_core(s->bus) != s->core)
		return false;
	l = (const struct tally_linux *)s->bus;
	i = s->setup->slot[slot].counter;
	return l->there >> i & 1 && l->page[i] &&
	       linux_page_read(l->page[i], l->doors,
			       l->options & TALLY_LINUX_SHARED, &ignored);
}

const char *tally_linux_text(const struct tally_linux *l)
{
	switch (l->error) {
	case 0:
		return "the kernel refused nothing";
	case EACCES:
	case EPERM:
		return "not permitted: `sysctl kernel.perf_event_paranoid=1`, "
		       "the capability CAP_PERFMON, or slots of EL0 alone; a "
		       "container's seccomp profile may forbid it, too";
	case ENOENT:
	case ENODEV:
	case EOPNOTSUPP:
		return "this processor, or its driver, does not count that "
		       "event; a virtual machine may need its host to pass the "
		       "counters through";
	case EINVAL:
		return "the kernel cannot count it so, or not so many at once: "
		       "leave events or levels out";
	case EBUSY:
		return "somebody else has the counters for himself: end that "
		       "first";
	case EMFILE:
	case ENFILE:
		return "too many files are open: `ulimit -n` allows more";
	case ENOSYS:
		return "this kernel was built without perf_event_open "
		       "(CONFIG_PERF_EVENTS), or a filter hides it";
	default:
		return "the kernel refused it for a reason of its own";
	}
}
