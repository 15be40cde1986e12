/* SPDX-License-Identifier: MIT */
/*
 * The counting window of one board run.  The core is stopped whenever this
 * code works, so nothing that it does is counted.
 */
#include <string.h>

#include "run/conditions.h"
#include "run/job.h"

/* The bits of the register that reads back what was written to it. */
static uint64_t kept_bits(const struct catalog_monitor *m, struct tally_reg reg,
			  const char **name)
{
	uint64_t mask = 0;

	*name = NULL;
	for (unsigned i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, reg))
			*name = m->reg[i].name;
	for (unsigned i = 0; *name && i < m->fields; i++)
		if (strcmp(m->field[i].reg, *name) == 0 &&
		    strcmp(m->field[i].access, "RW") == 0)
			mask |= tally_field_mask(m->field[i].field);
	return mask;
}

/*
 * A program that programs the monitor itself spoils what is counted here, and
 * nothing in the counts would show it.
 */
static bool holds(struct job *job, const struct catalog_monitor *m,
		  const struct tally_step *last, struct error *err)
{
	struct tally_bus *bus = board_bus(job->board);
	const char *name;
	uint64_t mask = kept_bits(m, last->reg, &name);
	uint64_t word;

	if (!mask)
		return true;
	word = tally_bus_read(bus, &last->reg);
	if (bus->status)
		return job_bus_failed(job, "reading the monitor", bus->status,
				      err);
	if (((word ^ last->value) & mask) == 0)
		return true;
	return error_set(err,
			 "the program itself changed %s (0x%08llx, was "
			 "0x%08llx); what counts from inside cannot be "
			 "measured from outside at the same time",
			 name, (unsigned long long)word,
			 (unsigned long long)last->value);
}

/* `running`: the window is open, so the last write was START's. */
static bool untouched(struct job *job, bool running, struct error *err)
{
	for (unsigned i = 0; i < job->request->parts; i++) {
		const struct job_part *p = &job->part[i];
		const struct tally_session *s = &p->session;

		if (p->used && !holds(job, job->request->part[i].monitor,
				      running ? &s->start : &s->stop, err))
			return false;
	}
	return true;
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

	if (job->controlled && !untouched(job, false, err))
		return false;
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
	for (unsigned i = 0; i < job->request->parts; i++)
		for (unsigned k = 0; k < job->part[i].setup.slots; k++)
			(void)tally_session_count(&job->part[i].session, k);
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

	if (!untouched(job, true, err) || !window_poll(job, err))
		return false;
	status = tally_together_stop(&job->together);
	if (status)
		return job_bus_failed(job, "stopping the counters", status,
				      err);
	job->window = false;
	job->controlled = true;
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
