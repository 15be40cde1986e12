/* SPDX-License-Identifier: MIT */
/*
 * Watchpoints: the run ends behind an instruction that has read or written what
 * is watched.  A machine without any is not slowed down by them.
 */
#include "boards/src/machine/inner.h"

static bool meets(const struct board_watchpoint *w, const struct access *a)
{
	return w->kinds & (a->write ? TARGET_WATCH_WRITE : TARGET_WATCH_READ) &&
	       (a->vaddr - w->addr < w->size || w->addr - a->vaddr < a->size);
}

/* The first access that meets one is what is told. */
static void retired(void *ctx, const struct retired *r, enum machine_flow flow)
{
	struct machine *m = ctx;

	(void)flow;
	if (r->exception || r->operation == OPERATION_TOUCH)
		return;
	for (unsigned i = 0; i < r->accesses; i++)
		for (unsigned k = 0; k < m->watchpoints.count; k++) {
			const struct board_watchpoint *w =
				&m->watchpoints.list[k];
			const struct access *a = &r->access[i];

			if (!meets(w, a))
				continue;
			m->stop->watched.kinds = w->kinds;
			m->stop->watched.addr =
				a->vaddr < w->addr ? w->addr : a->vaddr;
			m->run_until = m->instructions;
			machine_attend(m);
			return;
		}
}

bool machine_watchpoints(struct machine *m)
{
	if (!m->watchpoints.count || m->observer.retired)
		return false;
	machine_observe(
		m, &(struct machine_observer){ .ctx = m, .retired = retired });
	return true;
}

static bool same(const struct board_watchpoint *a,
		 const struct board_watchpoint *b)
{
	return a->addr == b->addr && a->size == b->size && a->kinds == b->kinds;
}

bool machine_watchpoint(struct machine *m, const struct board_watchpoint *w,
			bool set)
{
	struct machine_watchpoints *all = &m->watchpoints;
	unsigned i = 0;

	while (i < all->count && !same(&all->list[i], w))
		i++;
	if (set && i == BOARD_WATCHPOINTS)
		return false;
	if (set && i == all->count)
		all->list[all->count++] = *w;
	else if (!set && i < all->count)
		all->list[i] = all->list[--all->count];
	return true;
}
