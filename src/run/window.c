/* SPDX-License-Identifier: MIT */
/*
 * The counting window of one board run.  The core is stopped whenever this
 * code works, so nothing that it does is counted.
 */
#include <string.h>

#include "run/conditions.h"
#include "run/job.h"

/*
 * A program that programs the monitor itself spoils what is counted here, and
 * the counts need not show it: a counter that was reset has fewer.  It matters
 * from the loading of the counters on, for what a window starts with is loaded
 * long before.
 */
static void take_writes(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++) {
		const struct board_writes *w =
			&job->wrote[job->member[i].number];
		struct run_writes *spoiled = &job->spoiled[i];

		if (!job->member[i].used)
			continue;
		spoiled->count = w->count;
		spoiled->reg = w->reg;
		memcpy(spoiled->where, w->where, sizeof spoiled->where);
	}
}

static bool read_truth(struct job *job, struct board_truth *row,
		       struct error *err)
{
	return job_truth_read(job, row, &job->truth->count, err);
}

static bool add_truth(struct job *job, struct error *err)
{
	struct job_truth *t = job->truth;

	if (!read_truth(job, t->after, err))
		return false;
	for (unsigned i = 0; i < t->count; i++) {
		uint64_t sum = job->windows > 1 ? t->row[i].count : 0;

		t->row[i] = t->after[i];
		t->row[i].count = sum + t->after[i].count - t->before[i].count;
	}
	return true;
}

bool window_open(struct job *job, struct error *err)
{
	enum tally_status status;

	job->whole = job->broken;
	if (job->run == 0 && job->windows == 0 && !conditions_read(job, err))
		return false;
	if (job->truth && !read_truth(job, job->truth->before, err))
		return false;
	status = tally_together_start(&job->together);
	if (status)
		return job_bus_failed(job, "starting the counters", status,
				      err);
	job->window = true;
	job->poll = job->cycles;
	job->windows++;
	return true;
}

/* PMC0 of a device has to be seen once before both of its words move. */
static void look_at_counts(struct job *job)
{
	for (unsigned i = 0; i < job->request->members; i++)
		for (unsigned k = 0; k < job->member[i].setup.slots; k++)
			(void)tally_session_count(&job->member[i].session, k);
}

bool window_poll(struct job *job, struct error *err)
{
	struct tally_bus *bus = board_bus(job->board);

	(void)tally_together_overflow(&job->together);
	look_at_counts(job);
	if (bus->status)
		return job_bus_failed(job, "reading the counters", bus->status,
				      err);
	if (job->cycles - job->poll > tally_together_poll_limit(&job->together))
		job->late = true;
	job->poll = job->cycles;
	return true;
}

/*
 * Flags are taken up while the counters still run: some clear only then.  What
 * holds when the first window opens or closes: a program may turn its caches
 * on in between, and then both readings count.  A burst may be broken in any.
 */
bool window_close(struct job *job, struct error *err)
{
	enum tally_status status;

	if (!window_poll(job, err))
		return false;
	take_writes(job);
	status = tally_together_stop(&job->together);
	if (status)
		return job_bus_failed(job, "stopping the counters", status,
				      err);
	job->window = false;
	job->conditions[WHEN_BURST_BROKEN] |= job->broken > job->whole;
	if (job->truth && !add_truth(job, err))
		return false;
	return job->run != 0 || job->windows != 1 || conditions_read(job, err);
}

/*
 * Breakpoints are moved only when they must be, since each move is a message
 * there and back: the end's stays for the next entry from the same place, and
 * the entry's stays until it is met inside of a window.
 */
static bool watch_end(struct job *job, uint32_t back, struct error *err)
{
	if (job->watched && job->back == back)
		return true;
	if (job->watched && !board_break(job->board, job->back, false, err))
		return false;
	job->back = back;
	job->watched = true;
	return board_break(job->board, back, true, err);
}

static bool enter(struct job *job, struct error *err)
{
	uint32_t back = job->region->to;
	struct board_cpu cpu;

	if (job->region->kind == REGION_SYMBOL) {
		if (!board_cpu_read(job->board, &cpu, err))
			return false;
		job->sp = cpu.sp;
		back = (uint32_t)cpu.link & ~UINT32_C(1);
	}
	if (job->nests &&
	    !board_break(job->board, job->region->from, false, err))
		return false;
	return watch_end(job, back, err) && window_open(job, err);
}

/*
 * The return address alone does not tell a return: a recursion may come by
 * there on deeper stack.
 */
static bool leave(struct job *job, struct error *err)
{
	struct board_cpu cpu;

	if (job->region->kind == REGION_SYMBOL) {
		if (!board_cpu_read(job->board, &cpu, err))
			return false;
		if (cpu.sp < job->sp)
			return true;
	}
	return window_close(job, err) &&
	       (!job->nests ||
		board_break(job->board, job->region->from, true, err));
}

/* Inner calls of the same code are part of the window: no need to stop. */
static bool nest(struct job *job, struct error *err)
{
	if (job->nests)
		return true;
	job->nests = true;
	return board_break(job->board, job->region->from, false, err);
}

bool window_at(struct job *job, uint32_t pc, struct error *err)
{
	if (job->window && pc == job->back && !leave(job, err))
		return false;
	if (pc != job->region->from)
		return true;
	return job->window ? nest(job, err) : enter(job, err);
}
