/* SPDX-License-Identifier: MIT */
/*
 * Counts per task: by adding up differences of one session, or by sessions
 * that take turns on the monitor.
 */
#include <stddef.h>

#include <tally/task.h>

void tally_tasks_init(struct tally_tasks *t, struct tally_session *session,
		      uint64_t *mark)
{
	t->session = session;
	t->mark = mark;
	t->now = NULL;
	for (unsigned i = 0; i < session->setup->slots; i++)
		mark[i] = tally_session_count(session, i);
}

void tally_task_switch(struct tally_tasks *t, struct tally_task *next)
{
	for (unsigned i = 0; i < t->session->setup->slots; i++) {
		uint64_t count = tally_session_count(t->session, i);

		/*
		 * A bus that failed, or that reaches another core, gives no
		 * count for any task.
		 */
		if (t->session->bus->status || count < t->mark[i])
			return;
		if (t->now)
			t->now->count[i] += count - t->mark[i];
		t->mark[i] = count;
	}
	t->now = next;
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
