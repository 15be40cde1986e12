/* SPDX-License-Identifier: MIT */
#ifndef TALLY_TASK_H
#define TALLY_TASK_H

#include <tally/session.h>

#ifdef __cplusplus
extern "C" {
#endif

/*
 * Counts per task, under a scheduler.  The scheduler calls one function where
 * it switches; which one depends on whether the tasks count the same things.
 *
 * The same: one session runs all the time, and tally_task_switch() adds what
 * it counted since the last switch to the task that leaves.  The monitor is
 * only read.  It is read a second time at the end of the switch, and what was
 * counted in between is no task's: it is added to `spent`.  The few
 * instructions before the first read and after the second are the same at each
 * switch, but that more come before it when a counter has overflowed.  Counts
 * of all tasks, of nobody and of the switches make up the session's, exactly.
 * Where the session has TALLY_COUNT_LOST, so has who ran then, from there on.
 *
 *	tally_task_switch(&tasks, &next->counts);
 *
 * Different things: each task has a session of its own, and the one that
 * leaves is suspended before the next is resumed.
 *
 *	tally_session_suspend(&leaving->session);
 *	tally_session_resume(&next->session);
 *
 * All of it with interrupts masked or from the scheduler's own exception, not
 * nested, on the session's core.
 */

/* The counts of one task so far; the caller's memory. */
struct tally_task {
	uint64_t *count; /* one per slot, 0 to begin with */
};

struct tally_tasks {
	struct tally_session *session;
	uint64_t *mark; /* one per slot: the counts at the last switch */
	struct tally_task *now; /* whose counts these are; NULL: nobody's */
	/* Counts of the switches themselves, one per slot; NULL: not kept. */
	uint64_t *spent;
	uint32_t generation, flags; /* the session's at the last switch */
};

/*
 * From here on the session's counts belong to nobody, until the first switch.
 * `mark` has one element per slot.  The session is open.  Who wants to know
 * what switching costs sets `spent` afterwards.  Call it again after
 * tally_session_reset(), and whenever counting of tasks shall begin anew.
 */
void tally_tasks_init(struct tally_tasks *t, struct tally_session *session,
		      uint64_t *mark);

/*
 * From here on they belong to `next`, or to nobody (NULL).  Three rules:
 * The kernel's hook calls it with the overflow interrupt masked, or at least
 * never nested in itself, nor interrupted by tally_session_read_all(), and on
 * the session's core.  A task's memory and its
 * array of counts live as long as the task; one that ends is switched away from
 * before they are given back.  After tally_session_reset() comes
 * tally_tasks_init().  Where the counters cannot be read nothing changes hands,
 * until a later switch can read them.
 */
void tally_task_switch(struct tally_tasks *t, struct tally_task *next);

/*
 * A task's count up to now, whether it is running or not; up to the last switch
 * where the session's count cannot be read (a failed bus, another core).
 */
uint64_t tally_task_count(const struct tally_tasks *t,
			  const struct tally_task *task, unsigned slot);

#ifdef __cplusplus
}
#endif

#endif
