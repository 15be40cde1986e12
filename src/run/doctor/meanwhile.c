/* SPDX-License-Identifier: MIT */
/* Lets a program run while the doctor has counters count. */
#include <poll.h>

#include "base/seconds.h"
#include "run/doctor/inner.h"

enum { MOMENT_MS = 100, STOP_S = 5 };
/* Cycles in which a program of known counts comes by each of its words. */
enum { COMES_BY = 1000000 };

double doctor_moment(const struct doctor *d)
{
	return d->moment > 0 ? d->moment : MOMENT_MS / 1000.0;
}

/* The program runs for a moment of the host's where nobody counts cycles. */
static bool is_over_within_a_moment(struct doctor *d)
{
	const struct target_control *c = d->run->target->control;
	const double until = seconds_now() + doctor_moment(d);
	struct pollfd fd = { .fd = c->fd(d->run), .events = POLLIN };

	for (;;) {
		const double left = until - seconds_now();

		if (c->wait(d->run, false, &d->stop))
			return true;
		if (left <= 0)
			return false;
		(void)poll(&fd, 1, (int)(left * 1000) + 1);
	}
}

static bool is_unwanted(const struct doctor *d)
{
	return d->unwanted && *d->unwanted;
}

/*
 * Until it stops.  A signal ends the waiting; there are three, once each.  A
 * target of whose cycles nobody knows was told to stop, and may be asked
 * several times before it has.
 */
static bool wait_for_stop(struct doctor *d)
{
	const struct target_control *c = d->run->target->control;
	const double until = seconds_now() + STOP_S;
	unsigned signals = 3;

	while (!c->wait(d->run, true, &d->stop)) {
		if (is_unwanted(d) && !signals--)
			return false;
		if (!is_unwanted(d) && (d->run->target->facts.knows_cycles ||
					seconds_now() > until))
			return false;
	}
	return true;
}

/* For so many cycles, where they are known, or a moment; or until it stops. */
static bool run(struct doctor *d, uint64_t cycles, struct error *err)
{
	const struct target_control *c = d->run->target->control;
	const bool knows = d->run->target->facts.knows_cycles;
	const double began = seconds_now();
	bool over = false;

	if (is_unwanted(d))
		return error_set(err, "interrupted");
	if (d->ended)
		return error_set(err, "the program has ended");
	if (!c->go(d->run, knows ? cycles : 0, err))
		return false;
	if (!knows) {
		over = is_over_within_a_moment(d);
		if (!over)
			c->halt(d->run);
	}
	if (!over && !wait_for_stop(d))
		return error_set(err, "the %s did not stop",
				 d->run->target->facts.simulated ? "board"
								 : "target");
	d->seconds = seconds_now() - began;
	d->ended = d->stop.reason == TARGET_STOP_EXIT;
	return true;
}

bool doctor_run_to_break(struct doctor *d, struct error *err)
{
	if (!run(d, COMES_BY, err))
		return false;
	return d->stop.reason == TARGET_STOP_BREAK ||
	       error_set(err, "the program stopped: %s", d->stop.text);
}

bool doctor_run(struct doctor *d, struct error *err)
{
	const bool knows = d->run->target->facts.knows_cycles;

	if (!run(d, d->cycles, err))
		return false;
	if (d->ended || d->stop.reason == TARGET_STOP_SLICE ||
	    (!knows && d->stop.reason == TARGET_STOP_HALTED))
		return true;
	return error_set(err, "the program stopped: %s", d->stop.text);
}
