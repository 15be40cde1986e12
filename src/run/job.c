/* SPDX-License-Identifier: MIT */
/*
 * The life of one board run, from power-on to the restored monitor.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/counting.h>

#include "run/job.h"

/* How late board_go_for() may be. */
#define LATE (UINT64_C(1) << 30)
/* Cycles between looks at counters of 64 bits: chosen. */
#define LOOK (UINT64_C(1) << 31)

/* How long a running board gets to stop when asked to. */
enum { PATIENCE_MS = 2000 };

/* A monitor that the program wrote to need not answer as it should. */
static void blame_program(const struct job *job, struct error *err)
{
	char text[sizeof err->text], name[32];

	for (unsigned i = 0; i < job->request->members; i++) {
		const struct board_writes *w =
			&job->wrote[job->member[i].number];
		const struct run_writes first = { .reg = w->reg };

		if (!w->count || !job->member[i].used)
			continue;
		snprintf(text, sizeof text, "%s", err->text);
		error_set(err, "%.160s; the program itself wrote %s at %s",
			  text,
			  run_register(job->request->member[i].monitor, &first,
				       name, sizeof name),
			  w->where);
		return;
	}
}

bool job_bus_failed(struct job *job, const char *doing,
		    enum tally_status status, struct error *err)
{
	struct board_stop stop = { 0 };

	if (status == TALLY_E_BUS && board_wait(job->board, false, &stop) &&
	    stop.reason == BOARD_STOP_DIED)
		return error_set(err, "%s: %s", doing, stop.text);
	error_set(err, "%s: %s", doing, tally_status_text(status));
	blame_program(job, err);
	return false;
}

/* Which member it is, of the board's monitors; -1: none. */
static int member_of(const struct request *r, const char *monitor)
{
	for (unsigned i = 0; i < r->members; i++)
		if (strcmp(r->member[i].monitor->name, monitor) == 0)
			return (int)i;
	return -1;
}

bool job_truth_read(struct job *job, struct board_truth *row, unsigned *rows,
		    struct error *err)
{
	const struct board_info *info = board_find(job->options->board, err);
	unsigned all;

	if (!info || !board_truth_read(job->board, row, JOB_TRUTHS, &all, err))
		return false;
	*rows = 0;
	for (unsigned i = 0; i < all; i++) {
		int member =
			member_of(job->request, info->monitor[row[i].monitor]);

		if (member < 0)
			continue;
		row[*rows] = row[i];
		row[(*rows)++].monitor = (uint8_t)member;
	}
	return true;
}

bool job_start(struct job *job, struct error *err)
{
	const struct run_options *o = job->options;
	const struct board_info *info = board_find(o->board, err);
	struct board_options machine = o->machine;

	if (!info)
		return false;
	if (machine.jitter)
		machine.seed += job->run;
	job->board = board_open(o->board, o->program, &machine, err);
	if (!job->board)
		return false;
	for (unsigned i = 0; i < job->request->members; i++) {
		int n = board_monitor(info,
				      job->request->member[i].monitor->name);

		job->member[i].number = n > 0 ? (unsigned)n : 0;
	}
	if (job->run == 0 && o->console)
		board_on_console(job->board, o->console, o->ctx);
	return true;
}

/* Does a member have counters that only a poll can read in time? */
static bool polls(const struct request *r)
{
	for (unsigned i = 0; i < r->members; i++)
		if (r->member[i].monitor->monitor->counting->poll)
			return true;
	return false;
}

/*
 * While counting, it stops before a counter can wrap twice.  Outside of the
 * windows nothing counts, and nothing has to be looked for, but where counters
 * are polled alone: one of these runs on.
 */
static bool proceed(struct job *job, struct error *err)
{
	uint64_t limit = tally_together_poll_limit(&job->together);
	bool good;

	if (job->window && limit == UINT64_MAX)
		limit = LOOK;
	if ((job->window || polls(job->request)) && limit != UINT64_MAX)
		good = board_go_for(
			job->board,
			limit > 2 * LATE ? limit - LATE : limit / 2 + 1, err);
	else
		good = board_go(job->board, err);
	job->going = good;
	return good;
}

bool job_go(struct job *job, struct error *err)
{
	struct board_cpu cpu;

	if (!sessions_open(job, err))
		return false;
	if (job->region->kind == REGION_WHOLE) {
		if (!window_open(job, err))
			return false;
	} else if (!board_break(job->board, job->region->from, true, err) ||
		   !board_cpu_read(job->board, &cpu, err) ||
		   !window_at(job, (uint32_t)cpu.pc, err)) {
		return false;
	}
	return proceed(job, err);
}

/* The program ended: take the counts, put the monitor back. */
static bool finish(struct job *job, const struct board_stop *stop,
		   struct error *err)
{
	job->unfinished = job->window && job->region->kind != REGION_WHOLE;
	job->status = stop->status;
	job->instructions = stop->instructions;
	job->frames = stop->frames;
	if (job->window && !window_close(job, err))
		return false;
	if (!job->windows)
		return error_set(
			err,
			"the region '%s' was never entered in %llu "
			"instructions; a function that was inlined has no "
			"entry of its own",
			job->options->region.text,
			(unsigned long long)stop->instructions);
	if (!sessions_finish(job, err))
		return false;
	job->done = true;
	return true;
}

/* Of the first write of all, how it was. */
static void note_writes(struct job *job, const struct board_stop *stop)
{
	for (unsigned i = 0; i < BOARD_MONITORS; i++) {
		struct board_writes *all = &job->wrote[i];
		uint64_t before = all->count;

		if (!before)
			*all = stop->writes[i];
		else
			all->count = before + stop->writes[i].count;
	}
}

bool job_step(struct job *job, const struct board_stop *stop, struct error *err)
{
	job->going = false;
	job->cycles = stop->cycles;
	job->broken = stop->broken;
	note_writes(job, stop);
	switch (stop->reason) {
	case BOARD_STOP_BREAK:
		return window_at(job, stop->pc, err) && proceed(job, err);
	case BOARD_STOP_SLICE:
		return window_poll(job, err) && proceed(job, err);
	case BOARD_STOP_EXIT:
		return finish(job, stop, err);
	case BOARD_STOP_FAULT:
		return error_set(err, "the program failed on the board: %s",
				 stop->text);
	case BOARD_STOP_LIMIT:
	case BOARD_STOP_TIMEOUT:
	case BOARD_STOP_DIED:
		return error_set(err, "%s", stop->text);
	case BOARD_STOP_INTERRUPTED:
		break;
	}
	return error_set(err, "interrupted");
}

/* A running machine lets nobody at its registers: stop it first. */
static void halt(struct job *job)
{
	struct pollfd fd = { .fd = board_fd(job->board), .events = POLLIN };
	struct board_stop stop;

	board_interrupt(job->board);
	errno = 0;
	while (!board_wait(job->board, false, &stop))
		if (poll(&fd, 1, PATIENCE_MS) <= 0 && errno != EINTR)
			return;
	job->going = false;
}

void job_close(struct job *job)
{
	if (!job->board)
		return;
	if (job->going)
		halt(job);
	if (!job->going)
		sessions_close(job);
	board_close(job->board);
	job->board = NULL;
	sessions_free(job);
}
