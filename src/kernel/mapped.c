/* SPDX-License-Identifier: MIT */
/* Files that were mapped at a time, and names of threads: of records in order.
 */
#include "kernel/ring.h"

int perf_by_forked(const void *x, const void *y)
{
	const struct perf_forked *a = x, *b = y;

	if (a->pid != b->pid)
		return a->pid < b->pid ? -1 : 1;
	return a->time < b->time ? -1 : a->time > b->time;
}

/* The process that it came of, or that it became another program, whichever was
 * last until then; NULL: it was there before. */
static const struct perf_forked *origin(const struct perf_taking *t,
					uint32_t pid, uint64_t time)
{
	const struct perf_forked key = { .pid = pid, .time = time };
	size_t low = 0, high = t->forkeds;

	while (low < high) { /* the first one behind it */
		const size_t middle = low + (high - low) / 2;

		if (perf_by_forked(&t->forked[middle], &key) <= 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low && t->forked[low - 1].pid == pid ? &t->forked[low - 1]
						    : NULL;
}

enum { GENERATIONS = 64 }; /* of processes, each of another one */

/* Behind the last mapping of the process. */
static size_t behind_mapped(const struct perf_taking *t, uint32_t pid)
{
	size_t low = 0, high = t->mappeds;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (t->mapped[middle].pid <= pid)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

const struct perf_mapped *perf_mapping(const struct perf_taking *t,
				       uint32_t pid, uint64_t addr,
				       uint64_t time)
{
	for (unsigned i = 0; i < GENERATIONS; i++) {
		const struct perf_forked *from = origin(t, pid, time);
		const uint64_t since = from && from->anew ? from->time : 0;

		for (size_t k = behind_mapped(t, pid);
		     k > 0 && t->mapped[k - 1].pid == pid; k--) {
			const struct perf_mapped *m = &t->mapped[k - 1];

			if (m->time <= time && m->time >= since &&
			    addr - m->addr < m->size)
				return m;
		}
		if (!from || from->anew)
			break;
		pid = from->parent;
		time = from->time;
	}
	return NULL;
}

/* The last that was said of it until then. */
static const struct perf_named *last_named(const struct perf_taking *t,
					   uint32_t tid, uint64_t time)
{
	const struct perf_named *last = NULL;

	for (size_t i = 0; i < t->nameds && t->named[i].time <= time; i++)
		if (t->named[i].tid == tid)
			last = &t->named[i];
	return last;
}

const char *perf_thread_name(const struct perf_taking *t, uint32_t tid,
			     uint64_t time)
{
	const struct perf_named *n = last_named(t, tid, time);

	for (unsigned i = 0; n && !n->name && i < GENERATIONS; i++)
		n = last_named(t, n->parent, n->time);
	return n ? n->name : NULL;
}
