/* SPDX-License-Identifier: MIT */
#ifndef TALLY_SESSION_H
#define TALLY_SESSION_H

#include <tally/monitor.h>
#include <tally/version.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * A running measurement with exact 64-bit totals.
 *
 *	static const struct tally_slot slot[] = {
 *		TALLY_SLOT(TALLY_ARM11_CCNT, TALLY_EVENT_CYCLES),
 *		TALLY_SLOT(TALLY_ARM11_PMN0, TALLY_ARM11_DCACHE_MISS),
 *	};
 *	static const struct tally_setup setup = TALLY_SETUP(slot, 0);
 *	TALLY_STORE(store, ARM11, slot);
 *
 *	tally_session_open(&s, &tally_arm1176, &bus, &setup, &store, false);
 *	tally_session_start(&s);
 *	work();
 *	tally_session_stop(&s);
 *	misses = tally_session_count(&s, 1);
 *	tally_session_close(&s);
 *
 * Most counters are 31 or 32 bits wide and wrap.  No wrap is lost if, for each,
 * tally_session_overflow() is called before the next one: from the monitor's
 * interrupt handler (slots with `interrupt` set), or by polling at least every
 * tally_session_poll_limit() cycles.  Use one of the two ways, not both.
 * Counters that have no overflow flag, or that stop at their top, have no
 * interrupt to handle: only polling takes their counts in time
 * (tally/counting.h).
 * A session belongs to the core that opened it.  Where the bus can tell cores
 * apart, all others get TALLY_E_CORE, or a count of 0, and touch nothing.
 */

/* The total of one slot; the session's own. */
struct tally_total {
	volatile uint64_t
		base;   /* taken off: what the counter was loaded with */
	uint64_t empty; /* what an empty region counts */
	volatile uint32_t wraps; /* overflows that were handled so far */
	/* The value of a counter that is not loaded, when it was last read. */
	volatile uint32_t seen;
	uint64_t taken; /* the total at the last snapshot; or a switch's word */
	uint64_t word;  /* what its counter stood at */
	struct tally_reg value; /* tally_view's */
	tally_bus_getter *get;  /* of `value`; NULL: it is more than that */
	uint32_t flag;          /* tally_view's */
	uint32_t top;  /* what the counter wraps after; 0: after 64 bits */
	uint32_t mine; /* its bit in what acknowledge() gives */
	uint64_t now;  /* the total at the last look, where it is compared;
			  or while it is held; or where a counter that runs
			  free stood */
	uint64_t left; /* what it stood at when the last task switch ended */
	/* `top`, where counts are of at most 32 bits and not divided; else 0 */
	uint32_t narrow;
	uint8_t shift; /* of the count, for a divider */
	bool lost;     /* before it was suspended: where it can be */
	bool misses;   /* an overflow may set no flag; of tally_compared only */
	volatile bool held; /* the total is `now`: of a counter that runs on */
};

/* The caller's memory for one session, kept until it is closed. */
struct tally_store {
	struct tally_total *total; /* one per slot */
	struct tally_step *step;   /* monitor->steps of them */
	uint16_t totals;
	uint16_t steps;
};

/*
 * Defines a store, static, with the memory that it points to: for an array of
 * slots and a monitor with TALLY_<prefix>_STEPS.  For one session.
 */
#define TALLY_STORE(name, prefix, slots_of)                                    \
	static struct tally_total                                              \
		name##_total[sizeof(slots_of) / sizeof((slots_of)[0])];        \
	static struct tally_step name##_step[TALLY_##prefix##_STEPS];          \
	static const struct tally_store name = {                               \
		name##_total, name##_step,                                     \
		sizeof(slots_of) / sizeof((slots_of)[0]),                      \
		TALLY_##prefix##_STEPS                                         \
	}

/*
 * Overflows are acknowledged while the monitor belongs to the session: in every
 * state but the first and the last.
 */
enum tally_session_state {
	TALLY_CLOSED,
	TALLY_CHANGING,   /* being opened or closed */
	TALLY_OPENED,     /* to be started and stopped, and counters reloaded */
	TALLY_SUSPENDING, /* totals are being folded into their bases */
	TALLY_SUSPENDED,  /* the monitor is left to another */
};

struct tally_session {
	const struct tally_monitor *monitor;
	const struct tally_setup *setup;
	struct tally_bus *bus;
	struct tally_total *total, *end; /* of all slots; and behind the last */
	struct tally_script restore;     /* what close puts back */
	struct tally_script work;        /* the rest of the caller's steps */
	struct tally_step start;       /* the one write that opens the window */
	struct tally_step stop;        /* the one write that closes it */
	const struct tally_reg *flags; /* of all counters; NULL: with each */
	tally_bus_getter *get_flags;
	volatile uint32_t generation; /* moves with every handled overflow */
	volatile uint32_t snapshots;  /* moves with every one */
	uint32_t taken_at;            /* the generation of the last one */
	uint32_t taken_flags;         /* the flags of its slots at that time */
	uint32_t flags_mine;          /* of all its slots */
	uint32_t reloads;             /* slots with a period, of the first 32 */
	uint32_t windows;             /* times the window was opened */
	uint32_t core; /* the bus's name of the core that opened it */
	/*
	 * A pointer to the session itself while close() has something to put
	 * back.  Memory that was never a session does not hold it by accident.
	 */
	const struct tally_session *touched;
	const void *left_to;    /* the tasks that total[].left is of; or NULL */
	volatile uint8_t state; /* enum tally_session_state */
	volatile uint8_t folded; /* slots whose totals are all in their base */
	volatile bool running;   /* the window is open, or about to be */
	bool resumes; /* it ran when it was suspended, and is not started yet */
};

/*
 * Check the setup, look whether the monitor is there and free, remember what
 * close must put back, and load the counters; they do not run yet.
 * `force` takes a monitor that is in use.
 *
 * The session keeps pointers to `m`, `bus`, `setup` with its slots, and to the
 * two arrays of `store`: all of them must stay, and stay as they are, until the
 * session is closed.  `*store` itself need not.  What `*s` held before does not
 * matter, unless it is a session that has not been closed.  (It is looked at:
 * begin with 0 where a tool watches for memory that was never set.)
 * One thing may change: the period of a slot that has one, from the next reload
 * on, by who calls tally_session_overflow(), before that (so that no loop keeps
 * step with samples).
 *
 * TALLY_E_STATE: such a session; it goes on as if nothing had been asked.
 * TALLY_E_ABSENT, TALLY_E_BUSY (nothing was written); what tally_encode()
 * refuses (tally_setup_fault() says which slot it is); TALLY_E_ROOM when
 * `store` is too small; TALLY_E_BUS; TALLY_E_NOREG where the bus does not lead
 * to that monitor (after these two it gives nothing else until
 * tally_bus_recover()).  After a failure the target is as it was found, unless
 * the bus broke half-way: then recover it and call tally_session_close().
 *
 * A monitor that another session has, but has not started, is free: nothing of
 * it tells.  Then the other is not used until this one is closed, or the two
 * take turns by tally_session_suspend().
 */
TALLY_MUST_CHECK enum tally_status
tally_session_open(struct tally_session *s, const struct tally_monitor *m,
		   struct tally_bus *bus, const struct tally_setup *setup,
		   const struct tally_store *store, bool force);

/*
 * Open and close the counting window: one register write each, the last and
 * the first thing done.  A session may be started and stopped many times; the
 * totals add up.  Any context, not nested.  TALLY_E_STATE, TALLY_E_CORE,
 * TALLY_E_BUS: then the window may be open, or
 * not; recover the bus, and stop.
 */
enum tally_status tally_session_start(struct tally_session *s);
enum tally_status tally_session_stop(struct tally_session *s);

/*
 * Take up the counters that have overflowed, clear exactly their flags, and
 * reload those with a period (for that moment the window is closed; a call
 * that comes more than a period late begins a whole new one).  Bit i of the
 * result: slot i, of the first 32.  The body of the overflow interrupt handler,
 * or called by polling.
 * Where the bus fails meanwhile (ask its status) it is not known what was taken
 * up, and the window may stay closed: recover the bus, and stop and reset the
 * session, or close it.
 */
uint32_t tally_session_overflow(struct tally_session *s);

/*
 * Poll at least once in this many core cycles: no counter can wrap twice
 * in that time, even at its event's highest rate.  UINT64_MAX where none can,
 * as while the session is closed.
 */
uint64_t tally_session_poll_limit(const struct tally_session *s);

/*
 * The exact total of a slot since open, running or stopped; a read that races
 * an overflow or its handler is right under every interleaving: it reads again,
 * so overflows must leave it the time to get through once.  A divided cycle
 * counter gives cycles, in steps of 64.  0 for a slot out of range, on another
 * core, and when the bus fails (see tally_bus_recover()).  TALLY_COUNT_LOST
 * where a counter stopped, or was taken away; that stays so until a reset.  Any
 * context but one that interrupts tally_session_overflow() or
 * tally_session_suspend(), which have then taken up half of a wrap.
 */
uint64_t tally_session_count(struct tally_session *s, unsigned slot);

/*
 * The totals of all slots at one time, one for each in `count`: counters that
 * wrap and have flags are read one right after the other, between two looks at
 * the flags.  TALLY_E_STATE, TALLY_E_CORE, TALLY_E_BUS: `count` is as it was.
 * The contexts are those of tally_session_count(), but for one that interrupts
 * tally_task_switch(), and a slot that it cannot give is TALLY_COUNT_LOST.
 */
enum tally_status tally_session_read_all(struct tally_session *s,
					 uint64_t *count);

/*
 * Is what tally_session_count() last gave of a slot the least that it can be?
 * So it is where a core's erratum lets a counter wrap without a flag
 * (Cortex-A9 up to r2), and twice the cycles between two calls of
 * tally_session_overflow() came to 2^32, or no slot counted them.  It stays so
 * until a reset.
 */
bool tally_session_at_least(const struct tally_session *s, unsigned slot);

/* The total less what as many empty regions would have counted; not below 0. */
uint64_t tally_session_net(struct tally_session *s, unsigned slot);

/*
 * Measure the empty region `tries` times (at least 1) and keep the least of
 * each slot; the totals are 0 afterwards.  TALLY_E_INVALID without a try,
 * TALLY_E_STATE unless opened and stopped, TALLY_E_CORE, TALLY_E_BUS.
 */
enum tally_status tally_session_calibrate(struct tally_session *s,
					  unsigned tries);

/*
 * Calibrates with `empty` for an empty region, where regions are not opened and
 * closed by tally_session_start() and tally_session_stop().
 */
enum tally_status
tally_session_calibrate_as(struct tally_session *s, unsigned tries,
			   void (*empty)(struct tally_session *s));

/*
 * All totals 0 and the counters reloaded.  TALLY_E_STATE unless opened and
 * stopped, TALLY_E_CORE, TALLY_E_BUS.
 */
enum tally_status tally_session_reset(struct tally_session *s);

/*
 * For tasks that take turns on the monitor, each with a session of its own
 * (those that count the same share one, see tally/task.h).  Suspend stops the
 * session if it runs, keeps its totals and leaves the monitor to another;
 * until it is resumed its totals can be read, and nothing else be done.
 * Resume loads the monitor again and starts it if it ran; a slot with a period
 * begins a new one.  No other session may be running then, and none be opened
 * or closed while another runs.  TALLY_E_STATE, TALLY_E_CORE, TALLY_E_BUS: then
 * recover the bus and call it again, no count is lost.
 */
enum tally_status tally_session_suspend(struct tally_session *s);
enum tally_status tally_session_resume(struct tally_session *s);

/*
 * Put the monitor back as it was found, also while it runs.  Overflow flags
 * that were set then cannot be: no software can set them.  Until the monitor is
 * released its interrupt can come, and tally_session_overflow() acknowledges
 * it.  TALLY_E_STATE, TALLY_E_CORE, TALLY_E_BUS; with a failed bus, recover it
 * and close again.
 */
enum tally_status tally_session_close(struct tally_session *s);

#ifdef __cplusplus
}
#endif

#endif
