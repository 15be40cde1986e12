/* SPDX-License-Identifier: MIT */
/*
 * `-t devmem:` and `-t uio:` while they count.  The monitors count whatever
 * the computer does; the command says from when to when.  They are looked at
 * while it runs, so that no counter wraps twice unseen.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/seconds.h"
#include "target/memory/devmem.h"

#define LOOK_SECONDS 0.1

struct devmem_run {
	struct target_run run;
	struct devmem_window window[TARGET_MONITORS];
	struct perf_command command;
	bool begun; /* the command was let go ... */
	bool over;  /* ... and has ended */
	bool halted;
	int process; /* a pidfd; -1: none */
	double looked;
};

static struct devmem_target *target_of(const struct target_run *run)
{
	return (struct devmem_target *)run->target;
}

static struct devmem_run *run_of(struct target_run *run)
{
	return (struct devmem_run *)run;
}

/* ---- registers ----------------------------------------------------------- */

static struct tally_bus *bus(struct target_run *run, unsigned monitor)
{
	return &run_of(run)->window[monitor].guard.bus;
}

static const struct target_registers registers = { .bus = bus };

/* ---- control ------------------------------------------------------------- */

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	struct devmem_run *r = run_of(run);

	(void)cycles;
	r->looked = seconds_now();
	if (r->begun)
		return true;
	r->begun = true;
	r->over = !perf_command_go(&r->command, err);
	return !r->over;
}

/* Sleeps until the command ends, or until it is time to look. */
static void sleep_on(const struct devmem_run *r)
{
	struct pollfd fd = { .fd = r->process, .events = POLLIN };
	const double left = r->looked + LOOK_SECONDS - seconds_now();

	if (left > 0)
		(void)poll(&fd, 1, (int)(left * 1000) + 1);
}

/* The first monitor whose registers cannot be reached any more; -1: none. */
static int lost(struct devmem_run *r)
{
	const struct devmem_target *t = target_of(&r->run);
	const bool stays = devmem_stays(t);

	for (unsigned i = 0; i < t->target.facts.monitors; i++) {
		r->window[i].guard.gone |= !stays;
		if (r->window[i].guard.gone)
			return (int)i;
	}
	return -1;
}

static bool tell_lost(const struct devmem_run *r, int monitor,
		      struct target_stop *stop)
{
	const struct devmem_target *t = target_of(&r->run);

	stop->reason = TARGET_STOP_LOST;
	snprintf(stop->text, sizeof stop->text,
		 r->begun ? "the registers of %s are gone from %s; it is left "
			    "as it was made to count, if it is still there"
			  : "the registers of %s do not answer in %s: a bus "
			    "error",
		 t->monitor[monitor].monitor->name, t->device);
	return true;
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct devmem_run *r = run_of(run);
	struct perf_end end;
	struct error err;
	int gone;

	*stop = (struct target_stop){ .reason = TARGET_STOP_SLICE };
	if (block)
		sleep_on(r);
	gone = lost(r);
	if (gone >= 0)
		return tell_lost(r, gone, stop);
	switch (perf_command_ended(&r->command, &end, &err)) {
	case PERF_RUNS:
		return r->halted || seconds_now() - r->looked >= LOOK_SECONDS;
	case PERF_ENDED:
		stop->reason =
			r->halted ? TARGET_STOP_HALTED : TARGET_STOP_EXIT;
		stop->status = end.status;
		break;
	case PERF_NOT_BEGUN:
		stop->reason = TARGET_STOP_GIVEN_UP;
		snprintf(stop->text, sizeof stop->text, "%.500s", err.text);
		break;
	}
	r->over = true;
	return true;
}

static int fd(const struct target_run *run)
{
	return ((const struct devmem_run *)run)->process;
}

static void halt(struct target_run *run)
{
	struct devmem_run *r = run_of(run);

	r->halted = true;
	if (r->begun && !r->over)
		perf_command_end(&r->command);
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	(void)addr;
	(void)set;
	return error_set(err, "%s has no breakpoints",
			 run->target->facts.title);
}

static bool where(struct target_run *run, struct target_where *at,
		  struct error *err)
{
	*at = (struct target_where){ 0 };
	return stop_at(run, 0, false, err);
}

static const struct target_control control = {
	.go = go,
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
};

/* ---- the target ---------------------------------------------------------- */

static void end(struct target_run *run)
{
	struct devmem_run *r = run_of(run);

	if (!r->begun)
		perf_command_drop(&r->command);
	else if (!r->over)
		perf_command_kill(&r->command);
	if (r->process >= 0)
		(void)close(r->process);
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		devmem_unmap(&r->window[i]);
	free(r);
}

static bool map_all(struct devmem_run *r, struct error *err)
{
	const struct devmem_target *t = target_of(&r->run);

	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (!devmem_is_here(t, i, err) ||
		    !devmem_map(t, i, &r->window[i], err))
			return false;
	return true;
}

static struct target_run *open_run(struct target *target, unsigned number,
				   struct error *err)
{
	struct devmem_target *t = (struct devmem_target *)target;
	struct devmem_run *r = calloc(1, sizeof *r);

	(void)number;
	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	r->run.target = target;
	r->command.word = t->command;
	r->command.quiet = t->quiet;
	if (map_all(r, err) && perf_command_start(&r->command, err)) {
		r->process = (int)syscall(SYS_pidfd_open, r->command.pid, 0);
		return &r->run;
	}
	for (unsigned i = 0; i < TARGET_MONITORS; i++)
		devmem_unmap(&r->window[i]);
	free(r);
	return NULL;
}

static void command(struct target *target, char *const *words, bool quiet)
{
	struct devmem_target *t = (struct devmem_target *)target;

	t->command = words;
	t->quiet = quiet;
}

static void close_target(struct target *target)
{
	free(target);
}

static const struct target_ops ops = {
	.command = command, .open = open_run, .end = end, .close = close_target
};

void devmem_make(struct devmem_target *t)
{
	t->target.facts.name = t->name;
	t->target.facts.title = t->title;
	t->target.facts.varies = true;
	t->target.ops = &ops;
	t->target.registers = &registers;
	t->target.control = &control;
}
