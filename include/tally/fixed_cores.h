/* SPDX-License-Identifier: MIT */
#ifndef TALLY_FIXED_CORES_H
#define TALLY_FIXED_CORES_H

/*
 * The folded form (tally/fixed.h) on several cores at once.
 *
 *	static unsigned this_core(void)		from 0 on
 *	{
 *		uint64_t mpidr;
 *
 *		__asm__ volatile("mrs %0, mpidr_el1" : "=r"(mpidr));
 *		return mpidr & 0xFF;
 *	}
 *	TALLY_FIXED_CORES(m, cortex_a57, 4, this_core(), slot);
 *
 * has a state for each of four cores, and functions of the names that
 * TALLY_FIXED(m, cortex_a57, slot) defines.  Each works on the core that calls
 * it: a core opens its own monitor, and is the only one that starts, reads and
 * closes it.  m_switch() charges what this core counted, so a task that goes to
 * another core takes its counts along.  The states begin on cache lines of
 * their own, TALLY_FIXED_LINE bytes each (64 if it is not defined): no core
 * waits for what another one writes.
 *
 * `this_core()` is an expression, which is evaluated in each call but those of
 * m_start() and m_stop(): these remain one register write.  Its assembly is
 * volatile, so that no compiler keeps the number of a core while a task goes to
 * another.  A number that is too large is TALLY_E_CORE of m_open(), and the
 * other functions find a monitor there that was never opened.  Who calls a
 * function stays on the core until it returns: interrupts are masked, or the
 * task is bound to it.
 *
 * Only monitors of a core have this form; one in memory is of all cores, and so
 * is TALLY_FIXED_AT().  There are no passes: TALLY_FIXED_PASS() is of one core.
 */
#include <tally/fixed.h>

#ifndef TALLY_FIXED_LINE
#define TALLY_FIXED_LINE 64
#endif

#define TALLY_FIXED_CORES(name, kind, cores, this_core, ...)                   \
	enum { name##_cores = (cores) };                                       \
	TALLY_FIXED_ASSERT(name##_cores > 0,                                   \
			   "tally/fixed_cores.h: there is no core");           \
	TALLY_FIXED_HERE unsigned name##_core(void)                            \
	{                                                                      \
		unsigned core_ = (unsigned)(this_core);                        \
                                                                               \
		return core_ < name##_cores ? core_ : (unsigned)name##_cores;  \
	}                                                                      \
	TALLY_FIXED_WITH(BY_CORE, name, 0, kind, __VA_ARGS__, 0, 0)

/* The state behind the last core's is of cores that there are not. */
#define TALLY_FIXED_STATE_BY_CORE(name, kind, family, at_)                     \
	struct name##_state {                                                  \
		volatile uint32_t wraps[name##_slots];                         \
		volatile uint64_t base[name##_slots], low[name##_slots];       \
		volatile bool least;                                           \
		struct name##_tasks task;                                      \
		struct tally_fixed_##family##_found found;                     \
		TALLY_FIXED_STORE_##family(name##_slots)                       \
	} __attribute__((aligned(TALLY_FIXED_LINE)));                          \
	TALLY_FIXED_LINKED_ALONE struct name##_state TALLY_FIXED_STORED_ALONE( \
		name, family)[name##_cores + 1];                               \
	__attribute__((                                                        \
		unused)) static const struct tally_fixed name##_fixed = {      \
		&tally_fixed_kind_##kind, &name##_setup, 0, 0, 0, 0, 0, at_, 0 \
	};                                                                     \
	TALLY_FIXED_HERE struct name##_state *name##_own(void)                 \
	{                                                                      \
		return &TALLY_FIXED_STORED_ALONE(name, family)[name##_core()]; \
	}                                                                      \
	TALLY_FIXED_ASSERT(1, "")
#define TALLY_FIXED_OWN_BY_CORE(name, kind, family)                            \
	struct name##_state *const state_ = name##_own();                      \
	const struct tally_fixed of_ = { &tally_fixed_kind_##kind,             \
					 &name##_setup,                        \
					 &state_->found.common,                \
					 state_->wraps,                        \
					 state_->base,                         \
					 state_->low,                          \
					 &state_->least,                       \
					 0,                                    \
					 TALLY_FIXED_KEPT_##family(*state_) }; \
	const struct tally_fixed *const own_ = &of_;                           \
	struct name##_tasks *const task_ = &state_->task;                      \
	(void)task_
#define TALLY_FIXED_TURN_BY_CORE(name)                                         \
	const struct tally_fixed *const own_ = &name##_fixed
#define TALLY_FIXED_AWAY_BY_CORE(name) (name##_core() == name##_cores)

#endif
