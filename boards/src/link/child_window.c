/* SPDX-License-Identifier: MIT */
/*
 * The child's side of windows that the machine opens and closes by itself: a
 * window is more than a message holds, and so is what became of it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "boards/src/link/child.h"

static unsigned at_most(unsigned count)
{
	return count < WIRE_STEPS ? count : WIRE_STEPS;
}

static void result(struct wire_message *out, bool ok)
{
	wire_start(out, WIRE_BREAK, 0);
	out->u.result.ok = ok;
	if (!ok)
		snprintf(out->u.result.text, sizeof out->u.result.text,
			 "out of memory");
}

static void take_counters(struct child_window *w,
			  const struct wire_counters *in)
{
	const unsigned count = at_most(in->count);
	struct target_counter *grown;

	if (in->first != w->counters || in->first > BOARD_COUNTERS - count)
		_exit(1);
	grown = realloc(w->counter, (in->first + count + 1) * sizeof *grown);
	if (!grown)
		_exit(1);
	w->counter = grown;
	memcpy(grown + in->first, in->counter, count * sizeof *grown);
	w->counters += count;
}

/* Steps of a window until it has all, and then the machine has it. */
static bool take_window(struct child_window *w,
			const struct child_machine_ops *ops,
			struct machine *machine, const struct wire_window *in)
{
	const unsigned steps = in->window.opens + in->window.closes;
	const unsigned more = at_most(steps - in->first);
	struct target_step *grown = w->step;
	bool ok;

	if (in->first == 0)
		grown = realloc(w->step, (steps + 1) * sizeof *grown);
	if (!grown)
		_exit(1);
	w->step = grown;
	memcpy(w->step + in->first, in->step, more * sizeof *grown);
	if (in->first + more < steps)
		return true;
	ok = ops->window(machine, &in->window, w->step, w->counter);
	w->counters = 0;
	return ok;
}

static void tell_window(const struct child_machine_ops *ops,
			const struct machine *machine,
			const struct wire_told *in, struct wire_told *out)
{
	const unsigned count = at_most(in->count);

	out->ok = ops->window_told(machine, in->number, &out->told);
	out->number = in->number;
	out->first = in->first;
	out->count = count;
	for (unsigned i = 0; out->ok && i < count; i++)
		out->ok = ops->window_counter(machine, in->number,
					      in->first + i, &out->counted[i]);
}

void window_answer(struct child_window *w, const struct child_machine_ops *ops,
		   struct machine *machine, const struct wire_message *in,
		   struct wire_message *out)
{
	switch (in->kind) {
	case WIRE_COUNTERS:
		take_counters(w, &in->u.counters);
		result(out, true);
		break;
	case WIRE_WINDOW:
		result(out, take_window(w, ops, machine, &in->u.window));
		break;
	default:
		wire_start(out, WIRE_TOLD, 0);
		tell_window(ops, machine, &in->u.told, &out->u.told);
		break;
	}
}
