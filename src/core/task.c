/* SPDX-License-Identifier: MIT */
/*
 * Counts per task: by adding up differences of one session, or by sessions
 * that take turns on the monitor.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>
#include <tally/task.h>

#include "inner.h"

void tally_tasks_init(struct tally_tasks *t, struct tally_session *session,
		      uint64_t *mark)
{
	session->left_to = NULL;
	t->session = session;
	t->mark = mark;
	t->now = NULL;
	t->spent = NULL;
	for (unsigned i = 0; i < session->setup->slots; i++)
		mark[i] = 0;
	(void)tally_session_read_all(session, mark);
}

/* The difference that a counter that has not wrapped twice went by, as what it
 * stands for. */
__attribute__((noinline)) static uint64_t
went_far(const struct tally_total *total, const uint64_t *from)
{
	uint64_t by = total->word - *from;

	return tally_total_whole(total, total->top ? by & total->top : by);
}

static inline uint64_t went(const struct tally_total *total,
			    const uint64_t *from)
{
	return total->narrow ? ((uint32_t)total->word - (uint32_t)*from) &
				       total->narrow
			     : went_far(total, from);
}

/* A count and what came to it; one that is lost stays so. */
static uint64_t plus(uint64_t count, uint64_t total, uint64_t mark)
{
	if (count == TALLY_COUNT_LOST || total == TALLY_COUNT_LOST ||
	    mark == TALLY_COUNT_LOST)
		return TALLY_COUNT_LOST;
	return total < mark ? count : count + (total - mark);
}

/*
 * Add what was counted since the marks to `sum`, unless NULL, and mark anew.
 */
static void add(struct tally_tasks *t, uint64_t *sum)
{
	for (unsigned i = 0; i < t->session->setup->slots; i++) {
		uint64_t total = tally_slot_taken(t->session, i);

		if (sum)
			sum[i] = plus(sum[i], total, t->mark[i]);
		if (total >= t->mark[i] || t->mark[i] == TALLY_COUNT_LOST)
			t->mark[i] = total;
	}
}

/*
 * The counts up to now are `sum`'s, unless NULL.  Most switches find that no
 * counter has overflowed since the last one: what it went by is all there is.
 */
static bool arrive(struct tally_tasks *t, uint64_t *sum)
{
	struct tally_session *s = t->session;

	if (s->left_to == t && tally_snapshot_on(s, t->generation, t->flags)) {
		for (struct tally_total *total = s->total;
		     sum && total < s->end; total++)
			*sum++ += went(total, &total->left);
		return true;
	}
	if (tally_snapshot(s))
		return false;
	add(t, sum);
	for (struct tally_total *total = s->total; total < s->end; total++)
		total->left = total->word;
	t->generation = s->taken_at;
	t->flags = s->taken_flags;
	s->left_to = t;
	return true;
}

/* The marks follow, and the switch's own counts are `spent`'s. */
static void leave(struct tally_tasks *t)
{
	struct tally_session *s = t->session;
	struct tally_total *const end = s->end;
	uint64_t *mark = t->mark, *sum = t->spent;

	if (sum)
		for (struct tally_total *total = s->total; total < end; total++)
			total->taken = total->word;
	tally_snapshot_words(s);
	for (struct tally_total *total = s->total; total < end; total++) {
		*mark++ += went(total, &total->left);
		total->left = total->word;
	}
	if (sum)
		for (struct tally_total *total = s->total; total < end; total++)
			*sum++ += went(total, &total->taken);
}

/*
 * Do its counters wrap and have flags, and can no read of them fail?  A wrap
 * that sets no flag is in what the counter went by, too.
 */
static bool has_short_ways(const struct tally_session *s)
{
	return tally_which(s->monitor)->counting->flagged &&
	       tally_bus_ops_of(s->bus)->get;
}

void tally_task_switch(struct tally_tasks *t, struct tally_task *next)
{
	struct tally_session *s = t->session;
	uint64_t *sum = t->now ? t->now->count : NULL;

	/*
	 * A bus that failed, or that reaches another core, gives no count for
	 * any task.
	 */
	s->snapshots++;
	if (has_short_ways(s) && !tally_session_usable(s) && !s->bus->status) {
		if (!arrive(t, sum))
			return;
		t->now = next;
		leave(t);
		return;
	}
	if (!tally_session_has_totals(s) || tally_snapshot(s))
		return;
	add(t, sum);
	t->now = next;
	if (!tally_snapshot_again(s))
		add(t, t->spent);
}

uint64_t tally_task_count(const struct tally_tasks *t,
			  const struct tally_task *task, unsigned slot)
{
	if (slot >= t->session->setup->slots)
		return 0;
	if (task != t->now)
		return task->count[slot];
	/* A total of less than the mark: it cannot be read here and now. */
	return plus(task->count[slot], tally_session_count(t->session, slot),
		    t->mark[slot]);
}
