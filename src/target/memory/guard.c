/* SPDX-License-Identifier: MIT */
/*
 * Accesses to memory that may go away: a file that becomes shorter, a device
 * that is unbound or does not answer.  The kernel's signal ends the access, not
 * the command.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <setjmp.h>
#include <signal.h>
#include <string.h>

#include "target/memory/devmem.h"

static _Thread_local sigjmp_buf place;
static _Thread_local volatile sig_atomic_t armed;

static void on_fault(int number)
{
	if (armed)
		siglongjmp(place, 1);
	/* Somebody else's access: it comes again, and ends the process. */
	(void)signal(number, SIG_DFL);
}

static void catch_faults(void)
{
	struct sigaction action;

	memset(&action, 0, sizeof action);
	action.sa_handler = on_fault;
	/* Left by a jump, it would stay blocked. */
	action.sa_flags = (int)SA_NODEFER;
	sigemptyset(&action.sa_mask);
	(void)sigaction(SIGBUS, &action, NULL);
}

static struct devmem_guard *guard_of(struct tally_bus *bus)
{
	return (struct devmem_guard *)bus;
}

static enum tally_status end(struct devmem_guard *g)
{
	armed = 0;
	g->gone = true;
	return TALLY_E_BUS;
}

static enum tally_status guarded_read(struct tally_bus *bus,
				      const struct tally_reg *reg,
				      uint64_t *value)
{
	struct devmem_guard *g = guard_of(bus);
	enum tally_status status;

	if (g->gone)
		return TALLY_E_BUS;
	if (sigsetjmp(place, 0))
		return end(g);
	armed = 1;
	status = g->behind->ops->read(g->behind, reg, value);
	armed = 0;
	return status;
}

static enum tally_status guarded_write(struct tally_bus *bus,
				       const struct tally_reg *reg,
				       uint64_t value)
{
	struct devmem_guard *g = guard_of(bus);
	enum tally_status status;

	if (g->gone)
		return TALLY_E_BUS;
	if (sigsetjmp(place, 0))
		return end(g);
	armed = 1;
	status = g->behind->ops->write(g->behind, reg, value);
	armed = 0;
	return status;
}

static enum tally_status guarded_sync(struct tally_bus *bus)
{
	struct devmem_guard *g = guard_of(bus);

	return g->gone ? TALLY_E_BUS : g->behind->ops->sync(g->behind);
}

static const struct tally_bus_ops guarded = { .read = guarded_read,
					      .write = guarded_write,
					      .sync = guarded_sync };

void devmem_guard(struct devmem_guard *g, struct tally_bus *behind)
{
	*g = (struct devmem_guard){ .bus = { .ops = &guarded },
				    .behind = behind };
	catch_faults();
}
