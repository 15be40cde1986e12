/* SPDX-License-Identifier: MIT */
/*
 * Windows that the machine opens and closes by itself, at a breakpoint and
 * without stopping there: before the same instruction, with the same writes and
 * by the same rules as who stops there would.
 */
#include <stdlib.h>
#include <string.h>

#include "board/machine/inner.h"

/* The debugger's writes: they are not the program's, and take no time. */
static void write_steps(struct machine *m, unsigned from, unsigned to)
{
	struct board_stop *stop = m->stop;
	unsigned before = m->monitors.chosen;

	m->stop = NULL;
	for (unsigned i = from; i < to; i++) {
		const struct board_step *s = &m->window.step[i];

		if (machine_choose(m, s->instance))
			(void)machine_reg_write(m, &s->reg, s->value);
	}
	(void)machine_choose(m, before);
	m->stop = stop;
}

static void begin(struct machine *m)
{
	m->window.broken = machine_broken_bursts(m);
	write_steps(m, 0, m->window.opens);
}

/* What has happened in the window that ends here. */
static void end(struct machine *m, struct board_stop *stop)
{
	struct board_windows *to = &stop->windows;

	to->ended = true;
	memcpy(to->writes, stop->writes, sizeof(to->writes));
	to->broken |= machine_broken_bursts(m) > m->window.broken;
	write_steps(m, m->window.opens, m->window.steps);
}

static void watch_end(struct machine *m, uint32_t back)
{
	struct machine_window *w = &m->window;

	back &= ~1u; /* which says Thumb */
	if (w->watched && w->back == back)
		return;
	if (w->watched && w->back != w->from)
		machine_break(m, w->back, false);
	w->back = back;
	/* Out of memory: it is never left, as the report will say. */
	w->watched = machine_break(m, back, true);
}

static void enter(struct machine *m)
{
	struct machine_window *w = &m->window;
	uint32_t back = w->to;
	struct board_cpu cpu;

	if (w->returns) {
		machine_cpu(m, &cpu);
		w->sp = cpu.sp;
		back = (uint32_t)cpu.link;
	}
	watch_end(m, back);
	w->within = true;
	m->stop->windows.entered++;
	begin(m);
}

/* The return address alone does not tell a return: a recursion may come by
 * there on deeper stack. */
static void leave(struct machine *m)
{
	struct machine_window *w = &m->window;
	struct board_cpu cpu;

	if (w->returns) {
		machine_cpu(m, &cpu);
		if (cpu.sp < w->sp)
			return;
	}
	w->within = false;
	end(m, m->stop);
}

bool window_take(struct machine *m, uint32_t addr)
{
	struct machine_window *w = &m->window;
	bool ends = w->watched && addr == w->back;

	if (!w->armed || (addr != w->from && !ends))
		return false;
	if (w->within && ends)
		leave(m);
	/* Within one it is entered from inside of itself. */
	if (addr == w->from && !w->within)
		enter(m);
	return true;
}

void window_resume(struct machine *m)
{
	if (m->window.within)
		begin(m);
}

void window_suspend(struct machine *m, struct board_stop *stop)
{
	stop->windows.within = m->window.within;
	if (m->window.within)
		end(m, stop);
}

void window_free(struct machine *m)
{
	free(m->window.step);
}

bool machine_window(struct machine *m, const struct board_window *w)
{
	unsigned steps = w->opens + w->closes;
	struct board_step *step = calloc(steps + 1u, sizeof(*step));

	if (!step)
		return false;
	if (w->opens)
		memcpy(step, w->open, w->opens * sizeof(*step));
	if (w->closes)
		memcpy(step + w->opens, w->close, w->closes * sizeof(*step));
	window_free(m);
	m->window = (struct machine_window){
		.from = w->from & ~1u,
		.to = w->to & ~1u,
		.returns = w->returns,
		.step = step,
		.opens = w->opens,
		.steps = steps,
		.armed = true,
	};
	return machine_break(m, w->from, true);
}
