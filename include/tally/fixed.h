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
 *	void m_overflow(void);		the body of the handler
 *	void m_switch(uint64_t *counts); of the next task, or 0; masked
 *	bool m_is_open(void);
 *	enum tally_status m_close(void); as it was found
 *
 * A setup that the monitor cannot do is an error of compilation where the
 * compiler optimises, and refused by m_open() where it does not.  A program has
 * one setup per monitor; a second one does not link.  m_count() and m_counts()
 * are right whatever overflow or handler comes in between, but must not be
 * called by what interrupts the handler.  m_start() and m_stop() look at
 * nothing: they are for an open setup.  m_count() of a slot that is not there
 * is 0.  TALLY_CHECKS 0: m_open() neither
 * looks which core it is nor reads back, and m_close() does not look whose it
 * is.
 */
#ifndef TALLY_CHECKS
#define TALLY_CHECKS 1
#endif

#include <tally/fixed_core.h>

#define TALLY_FIXED(name, ...) TALLY_FIXED_WITH(name, 0, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_AT(name, kind, at, ...)                                    \
	TALLY_FIXED_WITH(name, at, kind, __VA_ARGS__, 0, 0)
#define TALLY_FIXED_WITH(name, at, kind, slots, options, ...)                  \
	TALLY_FIXED_FAMILY_FIRST(name, kind, TALLY_FIXED_FAMILY_##kind, at,    \
				 slots, options)
#define TALLY_FIXED_FAMILY_FIRST(name, kind, family, at, slots, options)       \
	TALLY_FIXED_FUNCTIONS(name, kind, family, at, slots, options)

/* The window in place: the two writes and nothing else. */
#define TALLY_FIXED_REGION(name)                                               \
	for (uintptr_t tally_stop_ = name##_region_open(), tally_left_ = 1;    \
	     tally_left_; name##_region_close(tally_stop_), tally_left_ = 0)

#define TALLY_FIXED_FUNCTIONS(name, kind, family, at_, slots_, options_)       \
	enum { name##_slots = sizeof(slots_) / sizeof((slots_)[0]) };          \
	TALLY_FIXED_ASSERT((int)name##_slots <= (int)TALLY_FIXED_SLOTS,        \
			   "tally/fixed.h: too many slots");                   \
	__attribute__((nocommon)) struct {                                     \
		volatile uint32_t wraps[name##_slots];                         \
		struct tally_fixed_##family##_found found;                     \
	} tally_fixed_one_setup_for_##family;                                  \
	TALLY_FIXED_ASSERT(((at_) != 0) == tally_fixed_##family##_mapped,      \
			   "tally/fixed.h: a monitor in memory is "            \
			   "TALLY_FIXED_AT(), and no other is");               \
	static const struct tally_setup name##_setup = { slots_, name##_slots, \
							 options_ };           \
	static volatile uint64_t name##_base[name##_slots];                    \
	__attribute__((unused)) static uint64_t name##_mark[name##_slots];     \
	__attribute__((unused)) static uint64_t *name##_task;                  \
	static const struct tally_fixed name##_fixed = {                       \
		&tally_fixed_kind_##kind,                                      \
		&name##_setup,                                                 \
		&tally_fixed_one_setup_for_##family.found.common,              \
		tally_fixed_one_setup_for_##family.wraps,                      \
		name##_base,                                                   \
		at_                                                            \
	};                                                                     \
	TALLY_FIXED_OUT enum tally_status name##_close(void)                   \
	{                                                                      \
		return tally_fixed_##family##_close(&name##_fixed);            \
	}                                                                      \
	TALLY_FIXED_OUT enum tally_status name##_open(bool force)              \
	{                                                                      \
		enum tally_status status =                                     \
			tally_fixed_kind_##kind##_check(&name##_setup);        \
                                                                               \
		TALLY_FIXED_REFUSE(status);                                    \
		name##_task = 0;                                               \
		if (!status)                                                   \
			status = tally_fixed_##family##_open(&name##_fixed,    \
							     force);           \
		if (!status && TALLY_CHECKS &&                                 \
		    !tally_fixed_##family##_holds(&name##_fixed)) {            \
			(void)name##_close();                                  \
			status = TALLY_E_ABSENT;                               \
		}                                                              \
		return status;                                                 \
	}                                                                      \
	TALLY_FIXED_HERE void name##_start(void)                               \
	{                                                                      \
		tally_fixed_##family##_turn(                                   \
			&name##_fixed,                                         \
			tally_fixed_##family##_started(&name##_fixed));        \
	}                                                                      \
	TALLY_FIXED_HERE void name##_stop(void)                                \
	{                                                                      \
		tally_fixed_##family##_turn(                                   \
			&name##_fixed,                                         \
			tally_fixed_##family##_stopped(&name##_fixed));        \
	}                                                                      \
	TALLY_FIXED_OUT uint64_t name##_count_any(unsigned slot_)              \
	{                                                                      \
		return tally_fixed_##family##_total(&name##_fixed, slot_);     \
	}                                                                      \
	TALLY_FIXED_FAST uint64_t name##_count(unsigned slot_)                 \
	{                                                                      \
		uint64_t count = TALLY_FIXED_KNOWN(slot_)                      \
					 ? tally_fixed_##family##_total(       \
						   &name##_fixed, slot_)       \
					 : name##_count_any(slot_);            \
		return tally_fixed_scaled(&name##_setup, slot_, count);        \
	}                                                                      \
	TALLY_FIXED_OUT void name##_counts(uint64_t *total)                    \
	{                                                                      \
		tally_fixed_##family##_totals(&name##_fixed, total, false);    \
	}                                                                      \
	TALLY_FIXED_FAST bool name##_is_open(void)                             \
	{                                                                      \
		return name##_fixed.found->opened;                             \
	}                                                                      \
	TALLY_FIXED_HERE void name##_overflow(void)                            \
	{                                                                      \
		tally_fixed_##family##_overflow(&name##_fixed);                \
	}                                                                      \
	/* Both words are in registers before the window opens. */             \
	TALLY_FIXED_HERE uintptr_t name##_region_open(void)                    \
	{                                                                      \
		uintptr_t stop = (uintptr_t)tally_fixed_##family##_stopped(    \
			&name##_fixed);                                        \
		uintptr_t start = (uintptr_t)tally_fixed_##family##_started(   \
			&name##_fixed);                                        \
                                                                               \
		TALLY_FIXED_READY(stop, start);                                \
		tally_fixed_##family##_turn(&name##_fixed, start);             \
		return stop;                                                   \
	}                                                                      \
	TALLY_FIXED_HERE void name##_region_close(uintptr_t stop_)             \
	{                                                                      \
		tally_fixed_##family##_turn(&name##_fixed, stop_);             \
	}                                                                      \
	TALLY_FIXED_OUT void name##_switch(uint64_t *next_)                    \
	{                                                                      \
		uint64_t total[name##_slots];                                  \
		uint64_t *now = name##_task;                                   \
                                                                               \
		name##_task = next_;                                           \
		tally_fixed_##family##_totals(&name##_fixed, total, true);     \
		TALLY_UNROLLED                                                 \
		for (unsigned i = 0; i < name##_slots; i++) {                  \
			if (now)                                               \
				now[i] = tally_fixed_task(                     \
					tally_fixed_##family##_loses, now[i],  \
					total[i], name##_mark[i]);             \
			name##_mark[i] = total[i];                             \
		}                                                              \
	}                                                                      \
	TALLY_FIXED_ASSERT((int)name##_slots <= (int)TALLY_FIXED_SLOTS,        \
			   "tally/fixed.h: too many slots")

#if defined(__arm__) || !TALLY_FIXED_NATIVE
#include <tally/fixed_armv7.h>
#include <tally/fixed_l210.h>
#include <tally/fixed_l2page.h>
#include <tally/fixed_pmnc.h>
#include <tally/fixed_xscale2.h>
#endif
#if defined(__arm__) || defined(__aarch64__) || !TALLY_FIXED_NATIVE
#include <tally/fixed_pmuv3.h>
#endif
#if defined(__powerpc__) || !TALLY_FIXED_NATIVE
#include <tally/fixed_fslpm.h>
#include <tally/fixed_mpc85xx.h>
#endif

#endif
