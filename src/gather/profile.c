/* SPDX-License-Identifier: MIT */
/* Runs a program on a simulated board that writes its profile down. */
#include "gather/profile.h"

#include <poll.h>

#include "boards/src/board.h"
#include "target/simulated/board.h"

enum { TICK_MS = 100 };

static bool goes_on(const struct profile_wish *w, const struct board *b)
{
	const struct run_done done = { -1, board_progress(b) };

	return sink_goes_on(w->sink, &done);
}

/* The first Ctrl-C stops the machine, a second one ends all. */
static void run_to_stop(const struct profile_wish *w, struct board *b,
			struct target_stop *stop)
{
	struct pollfd p = { .fd = board_fd(b), .events = POLLIN };

	while (!board_wait(b, false, stop)) {
		(void)poll(&p, 1, TICK_MS);
		if (!goes_on(w, b))
			board_interrupt(b);
	}
}

/* A program that was stopped has a profile of what came before, which says so.
 * False and `err`: nothing is there that could be. */
static bool run(const struct profile_wish *w, struct board *b, struct sample *s,
		struct error *err)
{
	struct target_stop stop;

	if (w->sink->console)
		board_on_console(b, w->sink->console, w->sink->ctx);
	if (!board_go(b, err))
		return false;
	run_to_stop(w, b, &stop);
	w->target->asked = stop.asked;
	s->instructions = stop.instructions;
	s->status = stop.status;
	if (stop.reason == TARGET_STOP_LOST)
		return error_set(err, "%s", stop.text);
	if (stop.reason == TARGET_STOP_HALTED)
		s->unfinished = "interrupted; the program did not end";
	else if (stop.reason != TARGET_STOP_EXIT)
		s->unfinished = sample_text(s, stop.text);
	return !s->failed || error_no_memory(err);
}

struct sample *profile_run(const struct profile_wish *wish, struct error *err)
{
	struct target_run *on = target_open(wish->target, 0, err);
	struct sample *s = NULL;

	if (on)
		s = profile_begin(wish, target_board(on), err);
	if (s) {
		s->unguarded = sample_text(s, on->unguarded);
		if (!run(wish, target_board(on), s, err) ||
		    !profile_end(s, target_board(on), wish->target->program,
				 err)) {
			sample_free(s);
			s = NULL;
		}
	}
	target_end(on);
	return s;
}
