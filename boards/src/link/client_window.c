/* SPDX-License-Identifier: MIT */
/*
 * The tool's side of windows that the board opens and closes by itself, in as
 * many messages as their steps and counters need.
 */
#include <string.h>

#include "boards/src/link/client.h"

static bool ask(struct board *b, const struct wire_message *m,
		struct error *err)
{
	if (!client_ask(b, m, WIRE_BREAK))
		return error_set(err, "%s", b->stop.text);
	return client_result(b, err);
}

static bool send_counters(struct board *b, const struct target_counter *from,
			  unsigned counters, struct error *err)
{
	unsigned first = 0;

	while (first < counters) {
		struct wire_message m;
		struct wire_counters *to = &m.u.counters;

		wire_start(&m, WIRE_COUNTERS, 0);
		to->first = first;
		while (to->count < WIRE_STEPS && first < counters)
			to->counter[to->count++] = from[first++];
		if (!ask(b, &m, err))
			return false;
	}
	return true;
}

static bool send_steps(struct board *b, const struct target_window *w,
		       const struct target_step *step, struct error *err)
{
	const unsigned steps = w->opens + w->closes;
	unsigned first = 0;

	do {
		struct wire_message m;
		struct wire_window *to = &m.u.window;

		wire_start(&m, WIRE_WINDOW, 0);
		to->window = *w;
		to->first = first;
		for (unsigned i = 0; i < WIRE_STEPS && first < steps; i++)
			to->step[i] = step[first++];
		if (!ask(b, &m, err))
			return false;
	} while (first < steps);
	return true;
}

bool board_window(struct board *b, const struct target_window *w,
		  const struct target_step *step,
		  const struct target_counter *counter, struct error *err)
{
	if (!client_is_stopped(b, err))
		return false;
	if (w->counters > BOARD_COUNTERS)
		return error_set(err, "a window has %u counters at most",
				 BOARD_COUNTERS);
	if (!client_has(w->from, 1, err) || !client_has(w->to, 1, err) ||
	    !client_has(w->own_to, 1, err))
		return false;
	return send_counters(b, counter, w->counters, err) &&
	       send_steps(b, w, step, err);
}

bool board_window_told(struct board *b, unsigned number,
		       struct target_told *told, struct target_counted *to,
		       unsigned counters, struct error *err)
{
	unsigned first = 0;

	if (!client_is_stopped(b, err))
		return false;
	do {
		const unsigned left = counters - first;
		const unsigned count = left < WIRE_STEPS ? left : WIRE_STEPS;
		const struct wire_told *in = &b->in.m.u.told;
		struct wire_message m;

		wire_start(&m, WIRE_TOLD, 0);
		m.u.told.number = number;
		m.u.told.first = first;
		m.u.told.count = count;
		if (!client_ask(b, &m, WIRE_TOLD))
			return error_set(err, "%s", b->stop.text);
		if (!in->ok)
			return error_set(err,
					 "no window %u, or not so many "
					 "counters of it",
					 number);
		*told = in->told;
		if (count)
			memcpy(to + first, in->counted, count * sizeof *to);
		first += count;
	} while (first < counters);
	return true;
}
