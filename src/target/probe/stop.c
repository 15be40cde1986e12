/* SPDX-License-Identifier: MIT */
/* Why a target behind a GDB server has stopped, or must be stopped. */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/seconds.h"
#include "target/probe/inside/inside.h"
#include "target/probe/probe.h"

static struct gdb_target *target_of(const struct target_run *run)
{
	return (struct gdb_target *)run->target;
}

static struct gdb_run *run_of(struct target_run *run)
{
	return (struct gdb_run *)run;
}

/* The target was stopped because nothing else stopped it. */
static void give_up(struct gdb_target *t, const struct gdb_run *r,
		    struct target_stop *stop)
{
	char text[160], others[260];

	stop->reason = TARGET_STOP_TIMEOUT;
	stop->windows.within = gdb_inside_within(t);
	gdb_tell_others(t, r, others, sizeof others);
	snprintf(stop->text, sizeof stop->text,
		 "for %g s; it is at %s, and goes on as it was; --timeout S "
		 "waits longer%s",
		 t->patience_s, gdb_spot(t, stop->pc, text, sizeof text),
		 others);
}

static void lose(struct target_stop *stop, const struct error *err)
{
	stop->reason = TARGET_STOP_LOST;
	snprintf(stop->text, sizeof stop->text, "%.500s", err->text);
}

/* The target stands at stop->pc. */
static void take_halt(struct gdb_target *t, struct gdb_run *r, unsigned signal,
		      struct target_stop *stop)
{
	if (stop->windows.entered || gdb_break_at(r, stop->pc)) {
		stop->reason = TARGET_STOP_BREAK;
		/* The server may still have heard that it should stop. */
		r->astray = r->looks;
	} else if (r->given_up) {
		give_up(t, r, stop);
	} else if (r->looks || r->astray) {
		stop->reason = r->over ? TARGET_STOP_EXIT : TARGET_STOP_SLICE;
		r->astray = false;
		r->halts += !r->over;
	} else if (r->asked) {
		stop->reason = TARGET_STOP_HALTED;
	} else {
		stop->reason = TARGET_STOP_FAULT;
		snprintf(stop->text, sizeof stop->text,
			 "it stopped at 0x%llx with signal %u, and not at a "
			 "breakpoint of Tally's",
			 (unsigned long long)stop->pc, signal);
	}
}

static void take_stop(struct target_run *run, const struct gdb_halt *halt,
		      struct target_stop *stop)
{
	struct gdb_target *t = target_of(run);
	struct error err;

	if (halt->how == GDB_EXITED || halt->how == GDB_ENDED)
		t->link = GDB_LINK_ENDED;
	if (halt->how == GDB_EXITED) {
		stop->reason = TARGET_STOP_EXIT;
		stop->status = (int)halt->number;
	} else if (halt->how == GDB_ENDED) {
		stop->reason = TARGET_STOP_LOST;
		snprintf(stop->text, sizeof stop->text,
			 "the program on %s was ended", t->name);
	} else if ((!t->by->read_core(t, t->arch->pc, t->arch->pc_number,
				      &stop->pc, &err) ||
		    !gdb_inside_stopped(t, stop, &err)) &&
		   !gdb_failed(t)) {
		lose(stop, &err);
	} else {
		take_halt(t, run_of(run), halt->number, stop);
	}
}

/* Nobody can reach it any more, or could not for a moment. */
static void take_loss(struct gdb_target *t, const struct error *why,
		      struct target_stop *stop)
{
	struct error err;

	if (t->tcl.deaf)
		gdb_is_deaf(t, &err);
	else
		error_set(&err, "the connection to %s is lost%s%s", t->name,
			  *why->text ? ": " : "", why->text);
	(void)gdb_failed(t);
	lose(stop, t->trouble.text[0] ? &t->trouble : &err);
}

/* Cycles of its clock, of a run that is stopped for looks. */
static uint64_t cycles_by_clock(const struct gdb_target *t,
				const struct gdb_run *r)
{
	if (!r->timed)
		return 0;
	return (uint64_t)(r->ran * t->target.facts.clock_hz + 0.5);
}

/* Time goes by while it runs. */
static void take_time(struct gdb_run *r)
{
	const double now = seconds_now();

	if (r->running)
		r->ran += now - r->went;
	r->went = r->stopped = now;
}

/* A run that takes too long is stopped, or for a look, and soon tells. */
static void look_at_clock(struct gdb_target *t, struct gdb_run *r)
{
	const double ran = r->ran + seconds_now() - r->went;

	if (!r->running || r->asked || r->looks)
		return;
	if (t->lasts > 0 && ran >= t->lasts)
		r->looks = r->over = true;
	else if (t->patience_s > 0 && t->lasts <= 0 &&
		 ran - r->since >= t->patience_s)
		r->asked = r->given_up = true;
	else if (r->until && ran * t->target.facts.clock_hz >= (double)r->until)
		r->looks = true;
	if (r->asked || r->looks)
		t->by->interrupt(t);
}

/* The clock is looked at meanwhile. */
static void wait_a_moment(const struct gdb_target *t)
{
	enum { TICK_MS = 100 };
	struct pollfd p = { .fd = t->by->fd(t), .events = POLLIN };

	(void)poll(&p, 1, TICK_MS);
}

bool gdb_wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct error err = { "" };
	struct gdb_halt said;
	bool stopped = false;

	if (r->running && !t->by->lost(t)) {
		if (block)
			wait_a_moment(t);
		stopped = t->by->stopped(t, false, &said, &err);
	}
	if (!stopped && !t->by->lost(t) && !t->trouble.text[0]) {
		look_at_clock(t, r);
		return false;
	}
	take_time(r);
	memset(stop, 0, sizeof *stop);
	stop->cycles = cycles_by_clock(t, r);
	if (r->looks && stop->cycles < r->until)
		stop->cycles = r->until; /* for the rounding of a time */
	r->running = false;
	if (stopped && gdb_let_pass(t, r, &said, &err)) {
		r->running = true;
		return false;
	}
	if (!stopped || t->by->lost(t))
		take_loss(t, &err, stop);
	else if (*err.text) /* of another core that came to a breakpoint */
		lose(stop, &err);
	else
		take_stop(run, &said, stop);
	return true;
}
