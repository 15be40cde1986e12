/* SPDX-License-Identifier: MIT */
/*
 * Windows that the machine opens and closes by itself, at a breakpoint and
 * without stopping there: before the same instruction, with the same writes and
 * by the same rules as who stops there would.  There may be several of them,
 * each with instances of the monitors for itself, so that one may lie within
 * another.
 */
#include <stdlib.h>
#include <string.h>

#include "boards/src/machine/inner.h"

/* A counter's count in one entry: so far, and of those that are over. */
struct window_counter {
	struct target_counter at;
	uint64_t begun; /* where it stood when the window was opened */
	uint64_t entry;
	struct target_counted counted;
};

struct machine_window {
	uint32_t from, to, own_to;
	bool returns;
	struct target_step *step; /* those that close follow */
	unsigned opens, steps;
	struct window_counter *counter;
	unsigned counters;
	uint32_t skip; /* entries that are still left out */
	bool passing;  /* ... one of them is under way */
	bool within;   /* it was entered */
	bool open;     /* ... and counts ... */
	bool reopens;  /* ... or did when the machine stopped */
	bool watched;  /* there is a breakpoint at `back` */
	uint32_t back;
	uint64_t sp;                 /* of who called */
	struct target_bursts bursts; /* when it was opened */
	uint64_t entered, left;
	uint64_t begun[CAUSES]; /* the ledger's when it was opened ... */
	uint64_t cause[CAUSES]; /* ... and the windows' sum */
	/* Likewise of all that machine_truths() has, where that is wanted: the
	 * windows' sum, and behind it what stood when it was opened and now. */
	uint64_t *truth;
	unsigned truths;
};

_Static_assert((int)CAUSES <= (int)TARGET_CAUSES,
	       "who is told of them has no room");

/* The debugger's writes: they are not the program's, and take no time. */
static void write_steps(struct machine *m, const struct machine_window *w,
			unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++) {
		const struct target_step *s = &w->step[i];

		if (machine_choose(m, s->instance))
			(void)machine_reg_write(m, &s->step.reg, s->step.value);
	}
}

static uint64_t stands_at(struct machine *m, const struct target_counter *at)
{
	uint64_t value = 0;

	if (machine_choose(m, at->instance))
		(void)machine_reg_read(m, &at->reg, &value);
	return value & at->mask;
}

static void begin_truth(const struct machine *m, struct machine_window *w)
{
	if (w->truth)
		(void)machine_truths(m, w->truth + w->truths);
}

static void end_truth(const struct machine *m, struct machine_window *w)
{
	const unsigned rows = w->truths;
	const uint64_t *begun;
	uint64_t *now;

	if (!w->truth)
		return;
	begun = w->truth + rows;
	now = w->truth + 2 * (size_t)rows;
	(void)machine_truths(m, now);
	for (unsigned i = 0; i < rows; i++)
		w->truth[i] += now[i] - begun[i];
}

static void open_window(struct machine *m, struct machine_window *w)
{
	struct target_stop *stop = m->stop;
	const unsigned before = m->monitors.chosen;

	w->open = true;
	w->bursts = machine_broken_bursts(m);
	memcpy(w->begun, machine_ledger(m)->cause, sizeof(w->begun));
	begin_truth(m, w);
	m->stop = NULL;
	for (unsigned i = 0; i < w->counters; i++)
		w->counter[i].begun = stands_at(m, &w->counter[i].at);
	write_steps(m, w, 0, w->opens);
	(void)machine_choose(m, before);
	m->stop = stop;
}

/* The window that is closed here tells what has happened in it. */
static void close_window(struct machine *m, struct machine_window *w,
			 struct target_stop *stop)
{
	struct target_windows *to = &stop->windows;
	struct target_stop *running = m->stop;
	struct target_bursts now;
	const unsigned before = m->monitors.chosen;

	w->open = false;
	for (unsigned i = 0; i < CAUSES; i++)
		w->cause[i] += machine_ledger(m)->cause[i] - w->begun[i];
	end_truth(m, w);
	to->ended = true;
	memcpy(to->writes, stop->writes, sizeof(to->writes));
	now = machine_broken_bursts(m);
	to->broken |= target_bursts_more(&now, &w->bursts);
	m->stop = NULL;
	write_steps(m, w, w->opens, w->steps);
	for (unsigned i = 0; i < w->counters; i++) {
		struct window_counter *c = &w->counter[i];

		const uint64_t moved = stands_at(m, &c->at) - c->begun;

		c->entry += moved & c->at.mask;
		c->counted.sum += moved;
	}
	(void)machine_choose(m, before);
	m->stop = running;
}

/* Does another window begin there, or end there? */
static bool is_needed(const struct machine *m, const struct machine_window *own,
		      uint32_t addr)
{
	for (unsigned i = 0; i < m->windows.count; i++) {
		const struct machine_window *w = m->windows.list[i];

		if (w->from == addr ||
		    (w != own && w->watched && w->back == addr))
			return true;
	}
	return false;
}

static void watch_end(struct machine *m, struct machine_window *w,
		      uint32_t back)
{
	back &= ~1u; /* which says Thumb */
	if (w->watched && w->back == back)
		return;
	if (w->watched && !is_needed(m, w, w->back))
		machine_break(m, w->back, false);
	w->back = back;
	/* Out of memory: it is never left, as the report will say. */
	w->watched = machine_break(m, back, true);
}

static void enter(struct machine *m, struct machine_window *w)
{
	uint32_t back = w->to;
	struct board_cpu cpu;

	if (w->returns) {
		machine_cpu(m, &cpu);
		w->sp = cpu.sp;
		back = (uint32_t)cpu.link;
	}
	watch_end(m, w, back);
	w->within = true;
	w->passing = w->skip > 0;
	if (w->passing) {
		w->skip--;
		return;
	}
	w->entered++;
	for (unsigned i = 0; i < w->counters; i++)
		w->counter[i].entry = 0;
	if (m->stop)
		m->stop->windows.entered++;
}

static void count_entry(struct machine_window *w)
{
	for (unsigned i = 0; i < w->counters; i++) {
		struct window_counter *c = &w->counter[i];

		if (!w->left || c->entry < c->counted.least)
			c->counted.least = c->entry;
		if (!w->left || c->entry > c->counted.most)
			c->counted.most = c->entry;
	}
	w->left++;
}

/* The return address alone does not tell a return: a recursion may come by
 * there on deeper stack. */
static void leave(struct machine *m, struct machine_window *w)
{
	struct board_cpu cpu;

	if (w->returns) {
		machine_cpu(m, &cpu);
		if (cpu.sp < w->sp)
			return;
	}
	w->within = false;
	if (w->passing)
		return;
	if (w->open)
		close_window(m, w, m->stop);
	count_entry(w);
}

bool window_take(struct machine *m, uint32_t addr)
{
	bool taken = false;

	for (unsigned i = 0; i < m->windows.count; i++) {
		struct machine_window *w = m->windows.list[i];
		const bool ends = w->watched && addr == w->back;

		if (addr != w->from && !ends)
			continue;
		taken = true;
		if (w->within && ends)
			leave(m, w);
		/* Within one it is entered from inside of itself. */
		if (addr == w->from && !w->within) {
			enter(m, w);
			if (!w->passing)
				open_window(m, w);
		}
	}
	return taken;
}

/* ---- without what is called ---------------------------------------------- */

/* The core goes to `next`: windows without what is called open and close. */
static void follow(struct machine *m, uint32_t next)
{
	for (unsigned i = 0; i < m->windows.count; i++) {
		struct machine_window *w = m->windows.list[i];
		bool own;

		if (!w->own_to || !w->within || w->passing)
			continue;
		own = next >= w->from && next < w->own_to;
		if (own && !w->open)
			open_window(m, w);
		else if (!own && w->open)
			close_window(m, w, m->stop);
	}
}

static void on_retired(void *ctx, const struct retired *r,
		       enum machine_flow flow)
{
	if (flow != MACHINE_ON)
		follow(ctx, r->next & ~1u);
}

/* An exception's cost is no function's. */
static void on_leaving(void *ctx)
{
	follow(ctx, UINT32_MAX);
}

/* ---- of the whole machine ------------------------------------------------ */

void window_resume(struct machine *m)
{
	for (unsigned i = 0; i < m->windows.count; i++)
		if (m->windows.list[i]->reopens)
			open_window(m, m->windows.list[i]);
}

void window_suspend(struct machine *m, struct target_stop *stop)
{
	for (unsigned i = 0; i < m->windows.count; i++) {
		struct machine_window *w = m->windows.list[i];

		stop->windows.within |= w->within && !w->passing;
		w->reopens = w->open;
		if (w->open)
			close_window(m, w, stop);
	}
}

static void free_window(struct machine_window *w)
{
	if (w) {
		free(w->step);
		free(w->counter);
		free(w->truth);
	}
	free(w);
}

void window_free(struct machine *m)
{
	while (m->windows.count)
		free_window(m->windows.list[--m->windows.count]);
}

static struct machine_window *make(const struct machine *m,
				   const struct target_window *from,
				   const struct target_step *step,
				   const struct target_counter *counter)
{
	struct machine_window *w = calloc(1, sizeof(*w));

	if (!w)
		return NULL;
	w->from = (uint32_t)from->from & ~1u;
	w->to = (uint32_t)from->to & ~1u;
	w->own_to = (uint32_t)from->own_to;
	w->skip = from->skip;
	w->returns = from->returns;
	w->opens = from->opens;
	w->steps = from->opens + from->closes;
	w->counters = from->counters;
	w->step = calloc(w->steps + 1u, sizeof(*w->step));
	w->counter = calloc(w->counters + 1u, sizeof(*w->counter));
	if (from->ledger) {
		w->truths = machine_truths(m, NULL);
		w->truth = calloc((size_t)3 * w->truths, sizeof(*w->truth));
	}
	if (!w->step || !w->counter || (from->ledger && !w->truth)) {
		free_window(w);
		return NULL;
	}
	if (w->steps)
		memcpy(w->step, step, w->steps * sizeof(*w->step));
	for (unsigned i = 0; i < w->counters; i++)
		w->counter[i].at = counter[i];
	return w;
}

bool machine_window(struct machine *m, const struct target_window *from,
		    const struct target_step *step,
		    const struct target_counter *counter)
{
	struct machine_windows *all = &m->windows;
	struct machine_window *w;

	if (all->count == BOARD_WINDOWS)
		return false;
	w = make(m, from, step, counter);
	if (!w || !machine_break(m, w->from, true)) {
		free_window(w);
		return false;
	}
	all->list[all->count++] = w;
	if (w->own_to && !all->own++)
		machine_observe(
			m, &(struct machine_observer){ .ctx = m,
						       .retired = on_retired,
						       .leaving = on_leaving });
	return true;
}

bool machine_window_told(const struct machine *m, unsigned number,
			 struct target_told *told)
{
	const struct machine_window *w;

	if (number >= m->windows.count)
		return false;
	w = m->windows.list[number];
	*told = (struct target_told){ .entered = w->entered,
				      .within = w->within && !w->passing };
	memcpy(told->cause, w->cause, sizeof(w->cause));
	return true;
}

bool machine_window_counter(const struct machine *m, unsigned number,
			    unsigned counter, struct target_counted *to)
{
	const struct machine_window *w;

	if (number >= m->windows.count ||
	    counter >= m->windows.list[number]->counters)
		return false;
	w = m->windows.list[number];
	*to = w->counter[counter].counted;
	return true;
}

const uint64_t *machine_window_truths(const struct machine *m, unsigned number)
{
	return number < m->windows.count ? m->windows.list[number]->truth
					 : NULL;
}

/* ---- all that the ledgers have, as one row of numbers -------------------- */

static uint64_t counted(const struct machine *m,
			const struct monitor_ledger *from, unsigned item)
{
	if (from->counted)
		return from->counted(m, item);
	return item < LEDGER_ITEMS ? from->ledger->n[item] : 0;
}

static unsigned take_rows_of(const struct machine *m,
			     const struct monitor_ledger *from, uint64_t *to)
{
	const struct pmu_event *e = from->event;
	unsigned rows = 0;

	for (unsigned i = 0; i < from->events; i++, e++, rows++)
		if (to)
			to[rows] = e->class == PMU_NOT_MODELLED
					   ? 0
					   : counted(m, from, e->item);
	if (!from->clock)
		return rows;
	if (to)
		to[rows] = counted(m, from,
				   from->counted ? from->cycles
						 : (unsigned)LEDGER_CYCLES);
	return rows + 1;
}

unsigned machine_truths(const struct machine *m, uint64_t *to)
{
	struct monitor_ledger from;
	unsigned rows = 0;

	for (unsigned i = 0; machine_monitor_ledger(m, i, &from); i++)
		rows += take_rows_of(m, &from, to ? to + rows : NULL);
	if (to)
		memcpy(to + rows, machine_ledger(m)->cause,
		       sizeof machine_ledger(m)->cause);
	return rows + CAUSES;
}
