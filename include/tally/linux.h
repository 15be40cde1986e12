/* SPDX-License-Identifier: MIT */
#ifndef TALLY_LINUX_H
#define TALLY_LINUX_H

#include <tally/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * The sessions of firmware in a program on Linux, where the kernel programs the
 * counters (libtally-linux: `pkg-config --libs tally-linux`).  The monitor is
 * tally_linux_monitor, and its bus is a struct tally_linux; all calls of
 * tally/session.h, tally/region.h and tally/task.h are as they are elsewhere.
 *
 *	static const struct tally_slot slot[] = {
 *		TALLY_SLOT(0, TALLY_LINUX_INSTRUCTIONS),
 *		TALLY_SLOT(1, TALLY_LINUX_PAGE_FAULTS),
 *	};
 *	static const struct tally_setup setup = TALLY_SETUP(slot, 0);
 *	TALLY_STORE(store, LINUX, slot);
 *
 *	tally_linux_init(&here, 0);
 *	if (tally_session_open(&s, &tally_linux_monitor, &here.bus, &setup,
 *			       &store, false))
 *		puts(tally_linux_text(&here));
 *	tally_session_start(&s);
 *	work();
 *	tally_session_stop(&s);
 *	instructions = tally_session_count(&s, 0);
 *
 * Counts are of the thread that opened the session, also while it is in the
 * kernel, and of no thread or process that it makes.  That thread is the
 * session's core: another one, and a child of fork(), gets TALLY_E_CORE or a
 * count of 0.  Each thread that counts has a struct tally_linux, a store and a
 * session of its own (TALLY_STORE() makes one that is static: not for two
 * threads).
 *
 * A counter that the kernel lets programs read (x86: rdpmc; arm64 with `sysctl
 * kernel.perf_user_access=1`) is read without a system call; others, and
 * software events, by read(2).  Once the session is open, its start, stop and
 * count are async-signal-safe, but not nested in one another.
 */

/*
 * Events that a slot can count: those of software, which are everywhere, and
 * those that the kernel finds on most processors.  Any other code is the
 * processor's own, as a manual has it (TALLY_LINUX_SOFTWARE up to
 * TALLY_LINUX_END are not).  Times are in nanoseconds.  TALLY_EVENT_CYCLES is
 * TALLY_LINUX_CYCLES.
 */
enum {
	TALLY_LINUX_SOFTWARE = 0x4000, /* + PERF_COUNT_SW_... */
	TALLY_LINUX_CPU_CLOCK = 0x4000,
	TALLY_LINUX_TASK_CLOCK = 0x4001,
	TALLY_LINUX_PAGE_FAULTS = 0x4002,
	TALLY_LINUX_CONTEXT_SWITCHES = 0x4003,
	TALLY_LINUX_CPU_MIGRATIONS = 0x4004,
	TALLY_LINUX_HARDWARE = 0x4010, /* + PERF_COUNT_HW_... */
	TALLY_LINUX_CYCLES = 0x4010,
	TALLY_LINUX_INSTRUCTIONS = 0x4011,
	TALLY_LINUX_CACHE_REFERENCES = 0x4012,
	TALLY_LINUX_CACHE_MISSES = 0x4013,
	TALLY_LINUX_BRANCHES = 0x4014,
	TALLY_LINUX_BRANCH_MISSES = 0x4015,
	TALLY_LINUX_CACHE = 0x401A, /* + 4 * PERF_COUNT_HW_CACHE_..., and */
	TALLY_LINUX_MISSES = 1, /* ... + 0 for loads, or 2 for stores: misses */
	TALLY_LINUX_END = 0x4036,
};

/* Slots at most, on counters 0 to 15; and what TALLY_STORE() takes of it. */
#define TALLY_LINUX_COUNTERS 16
#define TALLY_LINUX_STEPS    20

/* Options of tally_linux_init(). */
enum {
	/*
	 * The kernel may take the counters away for a while.  A count is then
	 * scaled by the share of the time that it ran: an estimate.  Without
	 * it a session has its counters all the time, or its counts are
	 * TALLY_COUNT_LOST.
	 */
	TALLY_LINUX_SHARED = 1 << 0,
};

struct tally_linux_doors; /* the library's own */

/* The bus to one thread's counters; the caller's memory. */
struct tally_linux {
	struct tally_bus bus;
	const struct tally_linux_doors *doors;
	unsigned options;
	int error;       /* errno of what was refused; 0: nothing */
	uint8_t slot;    /* on which counter that was */
	bool running;    /* the window is open */
	uint16_t wanted; /* bit i: counter i is written to count ... */
	uint16_t there;  /* ... and does */
	uint32_t event[TALLY_LINUX_COUNTERS]; /* what was written */
	int fd[TALLY_LINUX_COUNTERS];
	const void *page[TALLY_LINUX_COUNTERS]; /* NULL: read(2) alone */
};

/*
 * The monitor.  tally_session_open() of it, before anything counts, comes to
 * TALLY_E_EVENT (this machine, or virtual machine, does not count that),
 * TALLY_E_ABSENT (the kernel counts nothing for this program, or not all of it
 * at once), TALLY_E_BUSY (the bus has a session, or somebody else has the
 * counters for himself), TALLY_E_COUNTER, TALLY_E_FEATURE (periods,
 * interrupts and pairs; levels are EL0 for programs, EL1 for the kernel, EL2
 * for a hypervisor).  tally_linux_text() tells the cause and what cures it.
 * A session that is resumed while the kernel refuses has lost its counts:
 * TALLY_COUNT_LOST, also if it is suspended and resumed once more, until it is
 * reset.
 */
extern const struct tally_monitor tally_linux_monitor;

/*
 * Makes a bus of it, without asking the kernel for anything.  Not while a
 * session is open on it.  `options`: TALLY_LINUX_SHARED, or 0.
 */
void tally_linux_init(struct tally_linux *l, unsigned options);

/*
 * Why the kernel refused, and what cures it: a sentence without a full stop,
 * which stays.  Never NULL.  Any context.
 */
const char *tally_linux_text(const struct tally_linux *l);

/*
 * Is this slot of an open session read without a system call, just now?  The
 * kernel decides that anew whenever it takes up the event.  Any context.
 */
bool tally_linux_direct(const struct tally_session *s, unsigned slot);

#ifdef __cplusplus
}
#endif

#endif
