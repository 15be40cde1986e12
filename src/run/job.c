/* SPDX-License-Identifier: MIT */
/*
 * The life of one board run, from power-on to the restored monitor.
 */
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "run/job.h"

/* How late board_go_for() may be. */
#define LATE (UINT64_C(1) << 30)

/* How long a running board gets to stop when asked to. */
enum { PATIENCE_MS = 2000 };

bool job_bus_failed(struct job *job, const char *doing,
		    enum tally_status status, struct error *err)
{
	struct board_stop stop = { 0 };

	if (status == TALLY_E_BUS && board_wait(job->board, false, &stop) &&
	    stop.reason == BOARD_STOP_DIED)
		return error_set(err, "%s: %s", doing, stop.text);
	return error_set(err, "%s: %s", doing, tally_status_text(status));
}

bool job_truth_read(struct job *job, struct board_truth *row, unsigned *rows,
		    struct error *err)
{
	const struct board_info *info = board_find(job->options->board, err);
	unsigned all;

	if (!info || !board_truth_read(job->board, row, JOB_TRUTHS, &all, err))
		return false;
	*rows = 0;
	for (unsigned i = 0; i < all; i++)
		if (row[i].monitor < board_monitors(info) &&
		    strcmp(info->monitor[row[i].monitor],
			   job->request->monitor->name) == 0)
			row[(*rows)++] = row[i];
	return true;
}

bool job_start(struct job *job, struct error *err)
{
	const struct run_options *o = job->options;
	struct board_options machine = o->machine;

	if (machine.jitter)
		machine.seed += job->run;
	job->board = board_open(o->board, o->elf, &machine, err);
	if (!job->board)
		return false;
	if (job->run == 0 && o->console)
		board_on_console(job->board, o->console, o->ctx);
	return true;
}

/* The pass's setup, less what this board does not model. */
static void make_setup(struct job *job)
{
	const struct plan_pass *pass = &job->request->plan->pass[job->pass];
	unsigned slots = 0;

	request_setup(job->request, job->pass,
		      job->options->divide ? TALLY_DIVIDE : 0, job->slot,
		      &job->setup);
	for (unsigned i = 0; i < pass->assigns; i++) {
		unsigned event = pass->assign[i].event;

		if (!job->modelled[event])
			continue;
		job->event[slots] = (uint16_t)event;
		job->slot[slots++] = job->slot[i];
	}
	job->setup.slots = (uint8_t)slots;
}

static bool open_session(struct job *job, struct error *err)
{
	const struct tally_monitor *m = job->request->monitor->monitor;
	struct tally_store store = { .total = job->total, .totals = JOB_SLOTS };
	enum tally_status status;

	make_setup(job);
	job->step = calloc(m->steps, sizeof *job->step);
	if (!job->step)
		return error_set(err, "out of memory");
	store.step = job->step;
	store.steps = m->steps;
	status = tally_session_open(&job->session, m, board_bus(job->board),
				    &job->setup, &store, false);
	if (status)
		return job_bus_failed(job, "opening the monitor", status, err);
	if (job->options->no_calibrate)
		return true;
	status = tally_session_calibrate(&job->session, 1);
	if (status)
		return job_bus_failed(job, "measuring the empty region", status,
				      err);
	job->controlled = true;
	for (unsigned i = 0; i < job->setup.slots; i++)
		job->empty[i] = job->total[i].empty;
	return true;
}

/*
 * While counting, it stops before a counter can wrap twice.  Outside of the
 * windows nothing counts, and nothing has to be looked for.
 */
static bool proceed(struct job *job, struct error *err)
{
	uint64_t limit = tally_session_poll_limit(&job->session);
	bool good;

	if (job->window && limit != UINT64_MAX)
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

	if (!open_session(job, err))
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
	enum tally_status status;

	job->unfinished = job->window && job->region->kind != REGION_WHOLE;
	job->status = stop->status;
	job->instructions = stop->instructions;
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
	for (unsigned i = 0; i < job->setup.slots; i++)
		job->count[i] = tally_session_net(&job->session, i);
	status = board_bus(job->board)->status;
	if (!status)
		status = tally_session_close(&job->session);
	if (status)
		return job_bus_failed(job, "reading the counters", status, err);
	job->done = true;
	return true;
}

bool job_step(struct job *job, const struct board_stop *stop, struct error *err)
{
	job->going = false;
	job->cycles = stop->cycles;
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
	if (!job->going && job->session.opened) {
		(void)tally_bus_recover(board_bus(job->board));
		(void)tally_session_close(&job->session);
	}
	board_close(job->board);
	job->board = NULL;
	free(job->step);
	job->step = NULL;
}
