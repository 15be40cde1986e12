/* SPDX-License-Identifier: MIT */
#ifndef TALLY_TOGETHER_H
#define TALLY_TOGETHER_H

#include <tally/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Sessions on several monitors as one window: a core's, and beside it those of
 * a cache, a bus or a device.
 *
 *	struct tally_member member[] = {
 *		{ &core, &tally_arm1176, &cp15, &core_setup, &core_store },
 *		{ &cache, &tally_l220, &l2.bus, &l2_setup, &l2_store },
 *	};
 *
 *	tally_together_open(&t, member, 2, false, NULL);
 *	tally_together_start(&t);
 *	work();
 *	tally_together_stop(&t);
 *	misses = tally_session_count(&core, 1);
 *	reads = tally_session_count(&cache, 0);
 *	tally_together_close(&t);
 *
 * Each session keeps its own counts, its own store and, where its overflow
 * interrupts, its own handler: tally_session_overflow() of that session.
 *
 * Skew is what one monitor counts while another does not.  A window is opened
 * in one order and closed in the same: first the monitors in memory, whose
 * write takes its time and is waited for, and the core's last, whose write
 * takes effect at once.  So at either end the skew lasts as long as the
 * quickest write, no order has less, and as it is the same at both ends every
 * window is as long as the others, only a little later.  In exchange the last
 * one's window has the closing of the others in it; that is the same every
 * time, and tally_together_calibrate() takes it off.  What is left of it there,
 * the least count of an empty window, bounds the skew.
 */
enum { TALLY_TOGETHER = 4 }; /* sessions in one window, at most */

/* A member is what tally_session_open() is given. */
struct tally_member {
	struct tally_session *session; /* the caller's memory */
	const struct tally_monitor *monitor;
	struct tally_bus *bus; /* its own, or one for several */
	const struct tally_setup *setup;
	const struct tally_store *store;
};

struct tally_together {
	struct tally_session *session[TALLY_TOGETHER]; /* as they start */
	uint8_t sessions;
};

/*
 * The order in which monitors start, and stop: `order` gets `count` indices
 * into `monitor`.  Pure; any context.
 */
void tally_together_order(const struct tally_monitor *const monitor[],
			  unsigned count, uint8_t order[]);

/*
 * Open all sessions, 1 to TALLY_TOGETHER of them.  If one cannot be opened
 * those that were are closed again and `which`, unless NULL, is its index in
 * `member`.  TALLY_E_STATE: that session is open already, or there twice;
 * TALLY_E_BUSY: also, whatever `force` says, where two have one monitor on one
 * bus.  Then nothing has changed, `*t` neither.  TALLY_E_INVALID, or what
 * tally_session_open() gives; after TALLY_E_BUS recover the bus and call
 * tally_together_close().  Besides what each session keeps, the sessions must
 * stay; `member` need not.
 */
TALLY_MUST_CHECK enum tally_status
tally_together_open(struct tally_together *t, const struct tally_member *member,
		    unsigned members, bool force, unsigned *which);

/*
 * Open and close the window: each session's one write, next to each other and
 * with nothing between them but the waiting for it.  Any context, not nested.
 * TALLY_E_STATE, TALLY_E_CORE: nothing was written.  TALLY_E_BUS: those that
 * can be reached are stopped; recover the bus and call tally_together_stop(),
 * whatever it returns then, and tally_together_reset() before the next window.
 */
enum tally_status tally_together_start(struct tally_together *t);
enum tally_status tally_together_stop(struct tally_together *t);

/*
 * For polling: tally_session_overflow() of each; bit i of the result: the
 * session t->session[i] had some.  As often as the most hurried one needs it:
 * at least once in so many core cycles.
 */
uint32_t tally_together_overflow(struct tally_together *t);
uint64_t tally_together_poll_limit(const struct tally_together *t);

/* tally_session_reset() of each: all totals 0.  Stopped sessions only. */
enum tally_status tally_together_reset(struct tally_together *t);

/*
 * Measure the empty window `tries` times (at least 1) and keep the least of
 * each slot of each session; the totals are 0 afterwards.  TALLY_E_INVALID
 * without a try, TALLY_E_STATE unless opened and stopped, TALLY_E_BUS.
 */
enum tally_status tally_together_calibrate(struct tally_together *t,
					   unsigned tries);

/*
 * Close all sessions, the last one first.  One that fails does not keep the
 * others open: the first failure is what is returned.  TALLY_E_STATE: there
 * was nothing to close.
 */
enum tally_status tally_together_close(struct tally_together *t);

#ifdef __cplusplus
}
#endif

#endif
