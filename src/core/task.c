/* SPDX-License-Identifier: MIT */
/*
 * Counts per task: by adding up differences of one session, or by sessions
 * that take turns on the monitor.
 */
#include <stddef.h>

#include <tally/task.h>

#include "inner.h"

void tally_tasks_init(struct tally_tasks *t, struct tally_session *session,
		      uint64_t *mark)
{
	t->session = session;
	t->mark = mark;
	t->now = NULL;
	t->spent = NULL;
	for (unsigned i = 0; i < session->setup->slots; i++)
		mark[i] = 0;
	(void)tally_session_read_all(session, mark);
}

/*
 * Add what was counted since the marks to `sum`, unless NULL, and mark anew.  A
 * session that began anew counts from there again.
 */
static void add(struct tally_tasks *t, uint64_t *sum)
{
	for (unsigned i = 0; i < t->session->setup->slots; i++) {
		uint64_t total = tally_slot_taken(t->session, i);

		if (total < t->mark[i])
			continue;
		if (sum)
			sum[i] += total - t->mark[i];
		t->mark[i] = total;
	}
}

void tally_task_switch(struct tally_tasks *t, struct tally_task *next)
{
	struct tally_session *s = t->session;

	/*
	 * A bus that failed, or that reaches another core, gives no count for
	 * any task.
	 */
	s->snapshots++;
	if (!tally_session_has_totals(s) || tally_snapshot(s))
		return;
	add(t, t->now ? t->now->count : NULL);
	t->now = next;
	if (!tally_snapshot_again(s))
		add(t, t->spent);
}

uint64_t tally_task_count(const struct tally_tasks *t,
			  const struct tally_task *task, unsigned slot)
{
	uint64_t count;

	if (slot >= t->session->setup->slots)
		return 0;
	if (task != t->now)
		return task->count[slot];
	count = tally_session_count(t->session, slot);
	if (count < t->mark[slot]) /* the session cannot be read here and now */
		return task->count[slot];
	return task->count[slot] + (count - t->mark[slot]);
}
