/* SPDX-License-Identifier: MIT */
#ifndef TALLY_REGION_H
#define TALLY_REGION_H

/*
 * Regions of code, measured with an opened session, over any bus:
 *
 *	TALLY_BEGIN(&s);
 *	work();
 *	TALLY_END(&s);
 *
 * And on the core itself, with nothing between the code and the one instruction
 * that opens the window, and the one that closes it:
 *
 *	TALLY_REGION(CP15, &s)
 *		work();
 *
 * (TALLY_END is a call, and whatever the compiler does to make its argument is
 * inside of the window; where it builds the address anew, that is an
 * instruction or two more than calibration saw.)
 *
 * The first argument says how the control register is reached: CP15 (ARM11),
 * A64 (PMUv3), or another word of <tally/native.def>.  Nothing is checked
 * there: the session is open, stopped, and on its own core; the code does not
 * leave the region by break, return or goto.  Thumb code of cores before
 * Thumb-2 has none: it reaches no register.  There TALLY_BEGIN and TALLY_END
 * are left.  Calibrate with TALLY_REGION_CALIBRATE(CP15, &s, tries), for an
 * empty region of this kind counts less than one of the other.
 *
 * Built with -DTALLY_REGIONS=0 they vanish: no code, no data, and the session
 * argument is not evaluated, so it need not even be declared; the code between
 * stays.
 */
#ifndef TALLY_REGIONS
#define TALLY_REGIONS 1
#endif

#if TALLY_REGIONS
#include <tally/native.h>
#include <tally/session.h>

#define TALLY_BEGIN(session) ((void)tally_session_start(session))
#define TALLY_END(session)   ((void)tally_session_stop(session))

/*
 * Load the value that closes the window into a register before the window
 * opens.
 */
#define TALLY_REGION(native, session)                                          \
	for (uintptr_t tally_stop_ = TALLY_REGION_NAME(open, native)(session), \
		       tally_left_ = 1;                                        \
	     tally_left_;                                                      \
	     TALLY_REGION_NAME(close, native)(session, tally_stop_),           \
		       tally_left_ = 0)

#define TALLY_REGION_CALIBRATE(native, session, tries)                         \
	tally_session_calibrate_as(session, tries,                             \
				   TALLY_REGION_NAME(empty, native))

/* In two steps, so that the name may be a macro itself. */
#define TALLY_REGION_NAME(what, native)  TALLY_REGION_NAME_(what, native)
#define TALLY_REGION_NAME_(what, native) tally_region_##what##_##native

/* TALLY_REGION is made of these functions, for each way to a control register.
 */
#define TALLY_REGION_FUNCTIONS(native)                                         \
	__attribute__((always_inline)) static inline uintptr_t                 \
		tally_region_open_##native(struct tally_session *s)            \
	{                                                                      \
		uintptr_t stop = (uintptr_t)s->stop.value;                     \
                                                                               \
		s->running = true;                                             \
		s->windows++;                                                  \
		tally_control_##native((uintptr_t)s->start.value);             \
		return stop;                                                   \
	}                                                                      \
                                                                               \
	__attribute__((always_inline)) static inline void                      \
		tally_region_close_##native(struct tally_session *s,           \
					    uintptr_t stop)                    \
	{                                                                      \
		tally_control_##native(stop);                                  \
		s->running = false;                                            \
	}                                                                      \
                                                                               \
	static inline void tally_region_empty_##native(                        \
		struct tally_session *s)                                       \
	{                                                                      \
		TALLY_REGION(native, s)                                        \
		{                                                              \
		}                                                              \
	}

#define NATIVE(WORD, word, macro, fence, control)                              \
	TALLY_IN(macro, TALLY_REGION_FUNCTIONS(WORD))
#include <tally/native.def>

#else
#define TALLY_BEGIN(session)                           ((void)0)
#define TALLY_END(session)                             ((void)0)
#define TALLY_REGION(native, session)                  /* only the code */
#define TALLY_REGION_CALIBRATE(native, session, tries) TALLY_OK
#endif

#endif
