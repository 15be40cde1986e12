/* SPDX-License-Identifier: MIT */
/*
 * A target whose core is never halted: its memory is reached while it runs, and
 * monitors that are in memory with it.  A run is a time of what runs there, by
 * this computer's clock.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/timerfd.h>
#include <unistd.h>

#include "base/seconds.h"
#include "program/program.h"
#include "target/probe/probe.h"
#include "target/probe/view/view.h"

/* Counters are looked at so often, at least, and a run takes so long where
 * nobody says more: chosen. */
#define LOOK_SECONDS 0.1
#define RUN_SECONDS  1.0

struct live_run {
	struct gdb_run gdb; /* the first: its buses */
	int timer;
	bool begun, asked;
	double began, next; /* seconds_now() */
	uint64_t until;     /* cycles; 0: as long as it takes */
};

static struct gdb_target *target_of(const struct target_run *run)
{
	return (struct gdb_target *)run->target;
}

static struct live_run *run_of(struct target_run *run)
{
	return (struct live_run *)run;
}

/* ---- registers ----------------------------------------------------------- */

static struct tally_bus *bus(struct target_run *run, unsigned monitor)
{
	return &run_of(run)->gdb.bus[monitor].bus;
}

static const struct target_registers registers = { .bus = bus };

/* ---- control ------------------------------------------------------------- */

static double seconds_of(const struct gdb_target *t)
{
	return t->lasts > 0 ? t->lasts : RUN_SECONDS;
}

static double end_of(const struct live_run *r)
{
	return r->began + seconds_of(target_of(&r->gdb.run));
}

/* The timer's moment is the next one at which something is to be done. */
static bool set_timer(struct live_run *r, struct error *err)
{
	const double hz = r->gdb.run.target->facts.clock_hz;
	const double now = seconds_now();
	struct itimerspec in = { { 0, 0 }, { 0, 1 } };
	double left;

	r->next = now + LOOK_SECONDS;
	if (r->until && r->began + (double)r->until / hz < r->next)
		r->next = r->began + (double)r->until / hz;
	if (end_of(r) < r->next)
		r->next = end_of(r);
	left = r->next - now;
	if (left > 1e-9)
		in.it_value = (struct timespec){
			.tv_nsec = (long)(left * 1e9),
		};
	return timerfd_settime(r->timer, 0, &in, NULL) == 0 ||
	       error_set(err, "no timer can be set: %s", strerror(errno));
}

static bool go_until(struct target_run *run, uint64_t cycle, struct error *err)
{
	struct live_run *r = run_of(run);

	r->until = cycle;
	if (!r->begun)
		r->began = seconds_now();
	r->begun = true;
	return set_timer(r, err);
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	(void)cycles;
	return go_until(run, 0, err);
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct live_run *r = run_of(run);
	struct gdb_target *t = target_of(run);
	const double hz = run->target->facts.clock_hz;
	uint64_t times;

	*stop = (struct target_stop){ .reason = TARGET_STOP_SLICE };
	if (t->trouble.text[0] || t->by->lost(t)) {
		stop->reason = TARGET_STOP_LOST;
		snprintf(stop->text, sizeof stop->text, "%.500s",
			 t->trouble.text[0] ? t->trouble.text
					    : "the connection is lost");
		return true;
	}
	if (block)
		(void)!read(r->timer, &times, sizeof times);
	if (!r->asked && seconds_now() < r->next)
		return false;
	stop->cycles = (uint64_t)((seconds_now() - r->began) * hz + 0.5);
	if (stop->cycles < r->until &&
	    r->next >= r->began + (double)r->until / hz)
		stop->cycles = r->until; /* for the rounding of a time */
	if (r->asked)
		stop->reason = TARGET_STOP_HALTED;
	else if (seconds_now() >= end_of(r))
		stop->reason = TARGET_STOP_EXIT;
	return true;
}

static int fd(const struct target_run *run)
{
	return ((const struct live_run *)run)->timer;
}

static void halt(struct target_run *run)
{
	struct error ignored;

	run_of(run)->asked = true;
	(void)set_timer(run_of(run), &ignored);
}

static bool is_never_halted(const struct target_run *run, struct error *err)
{
	return error_set(err,
			 "%s is never halted, so there are no breakpoints, and "
			 "nobody knows where its core is; leave out `live`",
			 run->target->facts.title);
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	(void)addr;
	(void)set;
	return is_never_halted(run, err);
}

static bool where(struct target_run *run, struct target_where *at,
		  struct error *err)
{
	*at = (struct target_where){ 0 };
	return is_never_halted(run, err);
}

static const struct target_control control = {
	.go = go,
	.go_until = go_until,
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
};

/* ---- the target ---------------------------------------------------------- */

static void end(struct target_run *run)
{
	struct gdb_target *t = target_of(run);
	struct live_run *r = run_of(run);

	gdb_put_back(t);
	t->run = NULL;
	if (r->timer >= 0)
		(void)close(r->timer);
	free(r);
}

static struct target_run *open_run(struct target *target, unsigned number,
				   struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)target;
	struct live_run *r;

	(void)number;
	if (!gdb_connect_once(t, err))
		return NULL;
	r = calloc(1, sizeof *r);
	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	gdb_run_make(&r->gdb, t);
	t->run = &r->gdb;
	r->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC);
	if (r->timer >= 0 ? view_open_all(t, err)
			  : error_set(err,
				      "no timer can be had: %s; `ulimit -n` "
				      "says how many files may be open",
				      strerror(errno)))
		return &r->gdb.run;
	end(&r->gdb.run);
	return NULL;
}

static void lasts(struct target *target, double seconds)
{
	((struct gdb_target *)target)->lasts = seconds;
}

static bool is_in_memory(const struct gdb_target *t)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (!t->monitor[i].mapped)
			return false;
	return true;
}

static const struct target_ops ops = {
	.load = gdb_load,
	.lasts = lasts,
	.open = open_run,
	.end = end,
	.release = gdb_release,
	.close = gdb_close,
};

void live_make(struct gdb_target *t)
{
	t->target.ops = &ops;
	t->target.registers = is_in_memory(t) ? &registers : NULL;
	t->target.control = &control;
	t->target.facts.never_halted = true;
	t->target.facts.way = "in memory while the core ran, which was never "
			      "halted";
}
