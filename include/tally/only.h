/* SPDX-License-Identifier: MIT */
#ifndef TALLY_ONLY_H
#define TALLY_ONLY_H

#include <stddef.h>

#include <tally/monitor.h>

/*
 * For the library's own files.  What `tally amalgam --bus` writes is a library
 * for one monitor that is reached over one bus.  It defines, before all else,
 *
 *	TALLY_ONLY_MONITOR	the constant of the monitor
 *	TALLY_ONLY_OPS		the table of its functions
 *	TALLY_ONLY_BUS		the table of the bus
 *
 * and so its compiler knows which functions are called and which facts hold:
 * it calls the functions directly and drops what nobody calls.  The tables that
 * others see stay empty, since a function whose address is taken cannot be
 * dropped.  Elsewhere each of these is what its name says, and no more.
 *
 * Three of them are macros and not functions: who steps through the library in
 * a debugger goes from the session to the monitor, and not by way of this file.
 */
#ifdef TALLY_ONLY_MONITOR

/* Words for what several files share and no user sees: functions, tables, and
 * the latter's declarations. */
#define TALLY_INNER          static __attribute__((unused))
#define TALLY_INNER_DECLARED TALLY_INNER

/* The functions of a monitor, in its constant. */
#define TALLY_OPS(table) NULL

/* The value that the compiler can know, instead of what was kept of it. */
#define TALLY_KNOWN(known, kept) (known)

/* The head of a bus's table. */
#define TALLY_BUS_TABLE(name)                                                  \
	const struct tally_bus_ops name = { 0 };                               \
	TALLY_INNER const struct tally_bus_ops name##_inner

#define TALLY_ONLY_INNER_(name) name##_inner
#define TALLY_ONLY_INNER(name)  TALLY_ONLY_INNER_(name)

extern const struct tally_monitor TALLY_ONLY_MONITOR;
extern const struct tally_bus_ops TALLY_ONLY_BUS;
TALLY_INNER const struct tally_monitor_ops TALLY_ONLY_OPS;
TALLY_INNER const struct tally_bus_ops TALLY_ONLY_INNER(TALLY_ONLY_BUS);

#define tally_which(m)        ((void)(m), &TALLY_ONLY_MONITOR)
#define tally_ops(m)          ((void)(m), &TALLY_ONLY_OPS)
#define tally_bus_ops_of(bus) ((void)(bus), &TALLY_ONLY_INNER(TALLY_ONLY_BUS))

/* Its word, by `get`, which is tally_bus_getter_of()'s: or a call that the
 * compiler can see through, where that is no longer. */
static inline uint64_t tally_get_by(tally_bus_getter *get,
				    struct tally_bus *bus,
				    const struct tally_reg *reg)
{
	return tally_bus_ops_of(bus)->get && !tally_bus_ops_of(bus)->getter
		       ? tally_bus_ops_of(bus)->get(bus, reg)
		       : get(bus, reg);
}

/* Is the monitor one that this library knows? */
static inline bool tally_serves(const struct tally_monitor *m)
{
	return m == &TALLY_ONLY_MONITOR;
}

/* The monitor of a caller, as the library goes on with it. */
static inline const struct tally_monitor *
tally_taken(const struct tally_monitor *m)
{
	(void)m;
	return &TALLY_ONLY_MONITOR;
}

/* Is the bus one that this library reaches registers over? */
static inline bool tally_bus_serves(const struct tally_bus *bus)
{
	return bus->ops == &TALLY_ONLY_BUS;
}

#else

#define TALLY_INNER
#define TALLY_INNER_DECLARED     extern
#define TALLY_OPS(table)         (&(table))
#define TALLY_BUS_TABLE(name)    const struct tally_bus_ops name
#define TALLY_KNOWN(known, kept) (kept)

#define tally_which(m)              (m)
#define tally_ops(m)                ((m)->ops)
#define tally_bus_ops_of(bus)       ((bus)->ops)
#define tally_get_by(get, bus, reg) ((get)(bus, reg))

static inline bool tally_serves(const struct tally_monitor *m)
{
	(void)m;
	return true;
}

static inline const struct tally_monitor *
tally_taken(const struct tally_monitor *m)
{
	return m;
}

static inline bool tally_bus_serves(const struct tally_bus *bus)
{
	(void)bus;
	return true;
}

#endif

#endif
