/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_H
#define TALLY_FIXED_H

/*
 * Sessions whose setup is known when the program is compiled.  The rows are
 * those of a run-time session (tally/session.h); what they ask for becomes
 * constants and single instructions in the program, and nothing else is linked.
 *
 *	static const struct tally_slot slot[] = {
 *		{ .counter = TALLY_ARM11_CCNT, .event = TALLY_EVENT_CYCLES },
 *		{ .counter = TALLY_ARM11_PMN0,
 *		  .event = TALLY_ARM11_DCACHE_MISS },
 *	};
 *	TALLY_FIXED(m, arm1176, slot);
 *
 *	if (m_open(false))
 *		return;
 *	TALLY_FIXED_REGION(m)
 *		work();
 *	misses = m_count(1);
 *	m_close();
 *
 * The monitor is named as in C, without tally_; a fourth argument are options
 * (enum tally_option).  One in memory is TALLY_FIXED_AT(m, l220, 0x10110000,
 * slot), with the address where its registers begin, as the program sees it.
 * The slots are `static const`.  The functions:
 *
 *	enum tally_status m_open(bool force);
 *	void m_start(void);		one register write, in place
 *	void m_stop(void);		the same
 *	uint64_t m_count(unsigned slot);
 *	void m_counts(uint64_t *total);	all slots, of one moment
 *	uint32_t m_overflow(void);	the body of the handler; whose it was
 *	void m_switch(uint64_t *counts); of the next task, or 0; masked
 *	bool m_at_least(void);		counts are the least they can be
 *	bool m_is_open(void);
 *	enum tally_status m_close(void); as it was found
 *
 * A setup that the monitor cannot do is an error of compilation where the
 * compiler optimises, and refused by m_open() where it does not.  A program has
 * one setup per monitor; a second one does not link.  Setups of which one is
 * open at a time, to which the program sees (m_is_open()), are the first by
 * TALLY_FIXED() and the others by TALLY_FIXED_PASS(), with the same arguments.
 *
 * m_count() and m_counts() are right whatever overflow or handler comes in
 * between, but must not be called by what interrupts the handler.  m_start()
 * and m_stop() look at nothing: they are for an open setup.  m_count() of a
 * slot that is not there is 0.  m_at_least(): on a Cortex-A9 up to r2 an event
 * counter may overflow without a flag, and the last count, or an earlier one,
 * could not be proved whole, as 2^31 cycles went by between two calls of
 * m_overflow(), or no slot counts them; false on all other monitors.
 * TALLY_CHECKS 0: m_open() neither looks which core it is nor reads back, and
 * m_close() does not look whose it is.
 */
#ifndef TALLY_CHECKS
#define TALLY_CHECKS 1
#endif

#include <tally/fixed_core.h>

#define TALLY_FIXED(name, ...)                                                 \
	TALLY_FIXED_WITH(ALONE, name, 0, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_AT(name, kind, at, ...)                                    \
	TALLY_FIXED_WITH(ALONE, name, at, kind, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_PASS(name, ...)                                            \
	TALLY_FIXED_WITH(BESIDE, name, 0, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_PASS_AT(name, kind, at, ...)                               \
	TALLY_FIXED_WITH(BESIDE, name, at, kind, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_WITH(place, name, at, kind, slots, options, ...)           \
	enum { name##_mapped = 1 + tally_fixed_kind_##kind##_mapped };         \
	TALLY_FIXED_ASSERT(name##_mapped == 0 ||                               \
				   ((at) != 0) + 1 == (int)name##_mapped,      \
			   "tally/fixed.h: a monitor in memory is "            \
			   "TALLY_FIXED_AT(), and no other is");               \
	TALLY_FIXED_ASSERT(sizeof(slots) / sizeof((slots)[0]) <=               \
				   TALLY_FIXED_SLOTS,                          \
			   "tally/fixed.h: too many slots");                   \
	TALLY_FIXED_FAMILY_FIRST(place, name, kind, TALLY_FIXED_FAMILY_##kind, \
				 at, slots, options)
#define TALLY_FIXED_FAMILY_FIRST(place, name, kind, family, at, slots,         \
				 options)                                      \
	TALLY_FIXED_FAMILY(place, name, kind, family, at, slots, options)
#define TALLY_FIXED_FAMILY(place, name, kind, family, at, slots, options)      \
	TALLY_FIXED_SECOND(TALLY_FIXED_IS_##family, TALLY_FIXED_NONE, 0)       \
	(place, name, kind, family, at, slots, options)
#define TALLY_FIXED_SECOND(...)             TALLY_FIXED_SECOND_(__VA_ARGS__)
#define TALLY_FIXED_SECOND_(first, it, ...) it

/*
 * A family that there is.  A monitor that there is not for this core is an
 * undeclared tally_fixed_kind_MONITOR_mapped, which GCC tells once where it is
 * an enumerator's value, and twice in an assertion; what its functions would be
 * is declared, so that this is the one error.  Clang goes on with an enumerator
 * that is 0, of which nothing is asserted.
 */
#define TALLY_FIXED_IS_pmnc    ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_xscale2 ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_armv7   ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_pmuv3   ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_l210    ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_l2page  ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_fslpm   ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_mpc85xx ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_IS_dwt     ~, TALLY_FIXED_FUNCTIONS
#define TALLY_FIXED_NONE(place, name, kind, family, at, slots, options)        \
	TALLY_FIXED_PROTOTYPES(name, name)
/* Of the functions that a second file may call. */
#define TALLY_FIXED_PROTOTYPES(name, label)                                    \
	TALLY_MUST_CHECK enum tally_status name##_open(bool force)             \
		TALLY_FIXED_AS(label, open);                                   \
	void name##_start(void) TALLY_FIXED_AS(label, start);                  \
	void name##_stop(void) TALLY_FIXED_AS(label, stop);                    \
	uint64_t name##_count(unsigned slot_) TALLY_FIXED_AS(label, count);    \
	void name##_counts(uint64_t *total) TALLY_FIXED_AS(label, counts);     \
	uint32_t name##_overflow(void) TALLY_FIXED_AS(label, overflow);        \
	void name##_switch(uint64_t *next_) TALLY_FIXED_AS(label, switch);     \
	bool name##_is_open(void) TALLY_FIXED_AS(label, is_open);              \
	enum tally_status name##_close(void) TALLY_FIXED_AS(label, close)

/*
 * The setup in a second file.  TALLY_FIXED_SHARE(m) behind TALLY_FIXED(m, ...)
 * lets other files call its functions, which there are declared by
 * TALLY_FIXED_DECLARE(m); they are calls, m_start() and m_stop() as well.
 */
#define TALLY_FIXED_DECLARE(name) TALLY_FIXED_PROTOTYPES(name, name)
#define TALLY_FIXED_SHARE(name)                                                \
	TALLY_FIXED_PROTOTYPES(name##_far, name);                              \
	TALLY_FIXED_SHARED(enum tally_status, name, open, (bool force),        \
			   return name##_open(force);)                         \
	TALLY_FIXED_SHARED(void, name, start, (void), name##_start();)         \
	TALLY_FIXED_SHARED(void, name, stop, (void), name##_stop();)           \
	TALLY_FIXED_SHARED(uint64_t, name, count, (unsigned slot_),            \
			   return name##_count(slot_);)                        \
	TALLY_FIXED_SHARED(void, name, counts, (uint64_t * total),             \
			   name##_counts(total);)                              \
	TALLY_FIXED_SHARED(uint32_t, name, overflow, (void),                   \
			   return name##_overflow();)                          \
	TALLY_FIXED_SHARED(void, name, switch, (uint64_t * next_),             \
			   name##_switch(next_);)                              \
	TALLY_FIXED_SHARED(bool, name, is_open, (void),                        \
			   return name##_is_open();)                           \
	TALLY_FIXED_SHARED(enum tally_status, name, close, (void),             \
			   return name##_close();)                             \
	TALLY_FIXED_ASSERT(1, "")
#define TALLY_FIXED_SHARED(type, name, what, arguments, ...)                   \
	TALLY_CODE type name##_far_##what arguments                            \
	{                                                                      \
		__VA_ARGS__                                                    \
	}

/* The window in place: the two writes and nothing else. */
#define TALLY_FIXED_REGION(name)                                               \
	for (uintptr_t tally_stop_ = name##_region_open(), tally_left_ = 1;    \
	     tally_left_; name##_region_close(tally_stop_), tally_left_ = 0)

/*
 * A setup's store is named so that one setup stands ALONE: the linker refuses a
 * second one of that name.  Another pass's store, BESIDE it, is its own file's.
 */
#define TALLY_FIXED_LINKED_ALONE  __attribute__((nocommon))
#define TALLY_FIXED_LINKED_BESIDE static
#define TALLY_FIXED_STORED_ALONE(name, family)                                 \
	tally_fixed_one_setup_for_##family
#define TALLY_FIXED_STORED_BESIDE(name, family) name##_store

/*
 * A place is where a setup's state is.  TALLY_FIXED_STATE_PLACE declares it,
 * and TALLY_FIXED_OWN_PLACE begins a function with `own_`, its struct
 * tally_fixed, and `task_`, its struct name##_tasks.
 */
#define TALLY_FIXED_STATE_ALONE(...)  TALLY_FIXED_STATE(ALONE, __VA_ARGS__)
#define TALLY_FIXED_STATE_BESIDE(...) TALLY_FIXED_STATE(BESIDE, __VA_ARGS__)
#define TALLY_FIXED_STATE(place, name, kind, family, at_)                      \
	TALLY_FIXED_LINKED_##place struct {                                    \
		volatile uint32_t wraps[name##_slots];                         \
		struct tally_fixed_##family##_found found;                     \
		TALLY_FIXED_STORE_##family(name##_slots)                       \
	} TALLY_FIXED_STORED_##place(name, family);                            \
	static volatile uint64_t name##_base[name##_slots];                    \
	static volatile uint64_t name##_low[name##_slots];                     \
	static volatile bool name##_least;                                     \
	__attribute__((unused)) static struct name##_tasks name##_task;        \
	static const struct tally_fixed name##_fixed = {                       \
		&tally_fixed_kind_##kind,                                      \
		&name##_setup,                                                 \
		&TALLY_FIXED_STORED_##place(name, family).found.common,        \
		TALLY_FIXED_STORED_##place(name, family).wraps,                \
		name##_base,                                                   \
		name##_low,                                                    \
		&name##_least,                                                 \
		at_,                                                           \
		TALLY_FIXED_KEPT_##family(                                     \
			TALLY_FIXED_STORED_##place(name, family))              \
	}
#define TALLY_FIXED_OWN_ALONE(name, kind, family)                              \
	const struct tally_fixed *const own_ = &name##_fixed;                  \
	struct name##_tasks *const task_ = &name##_task;                       \
	(void)task_
#define TALLY_FIXED_OWN_BESIDE(...) TALLY_FIXED_OWN_ALONE(__VA_ARGS__)
/* Functions that start and stop need the setup alone. */
#define TALLY_FIXED_TURN_ALONE(name)                                           \
	const struct tally_fixed *const own_ = &name##_fixed
#define TALLY_FIXED_TURN_BESIDE(name) TALLY_FIXED_TURN_ALONE(name)
/* A core may be one that the setup has no state for. */
#define TALLY_FIXED_AWAY_ALONE(name)  false
#define TALLY_FIXED_AWAY_BESIDE(name) false

#define TALLY_FIXED_FUNCTIONS(place, name, kind, family, at_, slots_,          \
			      options_)                                        \
	enum { name##_slots = sizeof(slots_) / sizeof((slots_)[0]) };          \
	static const struct tally_setup name##_setup = { slots_, name##_slots, \
							 options_ };           \
	struct name##_tasks {                                                  \
		uint64_t mark[name##_slots], *now;                             \
	};                                                                     \
	TALLY_FIXED_STATE_##place(name, kind, family, at_);                    \
	TALLY_FIXED_OUT enum tally_status name##_close(void)                   \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		return tally_fixed_##family##_close(own_);                     \
	}                                                                      \
	TALLY_MUST_CHECK TALLY_FIXED_OUT enum tally_status name##_open(        \
		bool force)                                                    \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		unsigned wrong =                                               \
			tally_fixed_kind_##kind##_wrong(&name##_setup);        \
		enum tally_status status = tally_fixed_status(wrong);          \
                                                                               \
		tally_fixed_refuse(wrong);                                     \
		tally_fixed_refuse_storm(tally_fixed_storm(&name##_setup));    \
		task_->now = 0;                                                \
		if (!status && TALLY_FIXED_AWAY_##place(name))                 \
			status = TALLY_E_CORE;                                 \
		if (!status)                                                   \
			status = tally_fixed_##family##_open(own_, force);     \
		if (!status && TALLY_CHECKS &&                                 \
		    !tally_fixed_##family##_holds(own_)) {                     \
			(void)name##_close();                                  \
			status = TALLY_E_ABSENT;                               \
		}                                                              \
		return status;                                                 \
	}                                                                      \
	TALLY_FIXED_HERE void name##_start(void)                               \
	{                                                                      \
		TALLY_FIXED_TURN_##place(name);                                \
		tally_fixed_##family##_turn(                                   \
			own_, tally_fixed_##family##_started(own_));           \
	}                                                                      \
	TALLY_FIXED_HERE void name##_stop(void)                                \
	{                                                                      \
		TALLY_FIXED_TURN_##place(name);                                \
		tally_fixed_##family##_turn(                                   \
			own_, tally_fixed_##family##_stopped(own_));           \
	}                                                                      \
	TALLY_FIXED_OUT uint64_t name##_count_any(unsigned slot_)              \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		return tally_fixed_##family##_total(own_, slot_);              \
	}                                                                      \
	TALLY_FIXED_FAST uint64_t name##_count(unsigned slot_)                 \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		tally_fixed_refuse_slot(slot_, name##_slots);                  \
		uint64_t count =                                               \
			TALLY_FIXED_KNOWN(slot_)                               \
				? tally_fixed_##family##_total(own_, slot_)    \
				: name##_count_any(slot_);                     \
		return tally_fixed_scaled(&name##_setup, slot_, count);        \
	}                                                                      \
	TALLY_FIXED_OUT void name##_counts(uint64_t *total)                    \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		tally_fixed_##family##_totals(own_, total, false);             \
	}                                                                      \
	TALLY_FIXED_FAST bool name##_at_least(void)                            \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		return *own_->at_least;                                        \
	}                                                                      \
	TALLY_FIXED_FAST bool name##_is_open(void)                             \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		return own_->found->opened;                                    \
	}                                                                      \
	TALLY_FIXED_HERE uint32_t name##_overflow(void)                        \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		return tally_fixed_##family##_overflow(own_);                  \
	}                                                                      \
	/* Both words are in registers before the window opens. */             \
	TALLY_FIXED_HERE uintptr_t name##_region_open(void)                    \
	{                                                                      \
		TALLY_FIXED_TURN_##place(name);                                \
		uintptr_t stop =                                               \
			(uintptr_t)tally_fixed_##family##_stopped(own_);       \
		uintptr_t start =                                              \
			(uintptr_t)tally_fixed_##family##_started(own_);       \
                                                                               \
		TALLY_FIXED_READY(stop, start);                                \
		tally_fixed_##family##_turn(own_, start);                      \
		return stop;                                                   \
	}                                                                      \
	TALLY_FIXED_HERE void name##_region_close(uintptr_t stop_)             \
	{                                                                      \
		TALLY_FIXED_TURN_##place(name);                                \
		tally_fixed_##family##_turn(own_, stop_);                      \
	}                                                                      \
	TALLY_FIXED_OUT void name##_switch(uint64_t *next_)                    \
	{                                                                      \
		TALLY_FIXED_OWN_##place(name, kind, family);                   \
		uint64_t total[name##_slots];                                  \
		uint64_t *now = task_->now;                                    \
                                                                               \
		task_->now = next_;                                            \
		tally_fixed_##family##_totals(own_, total, true);              \
		TALLY_UNROLLED                                                 \
		for (unsigned i = 0; i < name##_slots; i++) {                  \
			if (now)                                               \
				now[i] = tally_fixed_task(                     \
					tally_fixed_##family##_loses, now[i],  \
					total[i], task_->mark[i]);             \
			task_->mark[i] = total[i];                             \
		}                                                              \
	}                                                                      \
	TALLY_FIXED_ASSERT(1, "")

/*
 * On a core of the M profile one line for the four that firmware has by hand to
 * count cycles:
 *
 *	uint32_t cycles;
 *
 *	TALLY_DWT_CYCLES(cycles)
 *		work();
 *
 * gives the unit its clock, opens its lock, lets the counter run, and takes the
 * difference of two reads, so that regions may be one inside another and in
 * handlers.  Right up to 2^32 - 1 cycles, with those of one read; 0 on a core
 * without the counter, of which a session's m_open() says that it is absent.
 * Nothing is put back, and nothing looked at: beside a session, or where a
 * debugger has the unit, it is not for use.  The code does not leave the region
 * by break, return or goto.
 */
#define TALLY_DWT_CYCLES(cycles) TALLY_DWT_CYCLES_(cycles, __LINE__)

#if defined(TALLY_M_PROFILE) || !TALLY_FIXED_NATIVE
#include <tally/fixed_dwt.h>
#endif
#if defined(TALLY_COPROCESSORS) || !TALLY_FIXED_NATIVE
#include <tally/fixed_armv7.h>
#include <tally/fixed_l210.h>
#include <tally/fixed_l2page.h>
#include <tally/fixed_pmnc.h>
#include <tally/fixed_xscale2.h>
#endif
#if defined(TALLY_COPROCESSORS) || defined(__aarch64__) || !TALLY_FIXED_NATIVE
#include <tally/fixed_pmuv3.h>
#endif
#if defined(__powerpc__) || !TALLY_FIXED_NATIVE
#include <tally/fixed_fslpm.h>
#include <tally/fixed_mpc85xx.h>
#endif

#endif
