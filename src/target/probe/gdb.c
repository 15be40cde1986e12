/* SPDX-License-Identifier: MIT */
/*
 * A core behind a debug server: of GDB's protocol, a probe's (OpenOCD, J-Link),
 * an emulator's, or `tally board --gdb`; or OpenOCD's own.  Nothing is loaded
 * or started there: what runs, runs on.
 */
#include "target/probe/probe.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/seconds.h"
#include "program/program.h"
#include "target/probe/inside/inside.h"
#include "target/probe/view/view.h"

static struct gdb_target *target_of(const struct target_run *run)
{
	return (struct gdb_target *)run->target;
}

static struct gdb_run *run_of(struct target_run *run)
{
	return (struct gdb_run *)run;
}

/* ---- registers ----------------------------------------------------------- */

static struct tally_bus *bus(struct target_run *run, unsigned monitor)
{
	return &run_of(run)->bus[monitor].bus;
}

static bool flush(struct target_run *run, struct error *err)
{
	for (unsigned i = 0; i < run->target->facts.monitors; i++)
		if (!gdb_bus_flush(&run_of(run)->bus[i], err))
			return false;
	return true;
}

static bool settle(struct target_run *run, struct error *err)
{
	const bool good = flush(run, err);

	for (unsigned i = 0; i < run->target->facts.monitors; i++)
		gdb_bus_forget(&run_of(run)->bus[i]);
	return good || gdb_failed(target_of(run));
}

/* The core is the program's again, and is about to go on. */
static bool leave(struct target_run *run, struct error *err)
{
	const bool good = flush(run, err);

	for (unsigned i = 0; i < run->target->facts.monitors; i++)
		run_of(run)->bus[i].ahead.valid = false;
	return good && gdb_stub_leave(target_of(run), err);
}

static void batch(struct target_run *run, unsigned monitor,
		  struct tally_access *access, unsigned count)
{
	gdb_bus_batch(&run_of(run)->bus[monitor], access, count);
}

static const struct target_registers registers = {
	.bus = bus,
	.batch = batch,
	.settle = settle,
};

/* ---- control ------------------------------------------------------------- */

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	return gdb_put_break(run_of(run), addr, set, err) ||
	       gdb_failed(target_of(run));
}

static bool read_pc(struct gdb_target *t, uint64_t *pc, struct error *err)
{
	return t->by->read_core(t, t->arch->pc, t->arch->pc_number, pc, err);
}

static bool let_go(struct target_run *run, struct error *err)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct gdb_break *b = NULL;
	uint64_t pc;

	if (!leave(run, err) || (r->breaks && !read_pc(t, &pc, err)))
		return false;
	if (r->breaks)
		b = gdb_break_at(r, pc);
	if (b && !gdb_step_off(t, b, err))
		return false;
	r->asked = r->given_up = r->looks = r->over = false;
	r->went = seconds_now();
	if (r->timed && r->stopped > 0)
		r->stood += r->went - r->stopped;
	r->running = t->by->go(t, false, err);
	return r->running;
}

/* Time is what the core ran since the first of these, by this computer's clock:
 * while it stands nothing of its program goes by. */
static void begin_time(struct gdb_run *r)
{
	if (!r->timed)
		r->ran = r->since = r->stopped = 0;
	r->timed = true;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	struct gdb_run *r = run_of(run);

	(void)cycles;
	r->until = 0;
	if (target_of(run)->lasts > 0)
		begin_time(r);
	r->since = r->ran;
	return let_go(run, err) || gdb_failed(target_of(run));
}

static bool run_until(struct target_run *run, uint64_t cycle, struct error *err)
{
	struct gdb_run *r = run_of(run);

	begin_time(r);
	r->until = cycle;
	return let_go(run, err) || gdb_failed(target_of(run));
}

static bool step(struct target_run *run, struct error *err)
{
	struct gdb_target *t = target_of(run);

	run_of(run)->running = leave(run, err) && t->by->go(t, true, err);
	return run_of(run)->running || gdb_failed(t);
}

static bool carry_out(struct target_run *run, const uint32_t *word,
		      unsigned count, struct error *err)
{
	const bool good = flush(run, err);

	for (unsigned i = 0; i < run->target->facts.monitors; i++)
		run_of(run)->bus[i].ahead.valid = false;
	return (good && gdb_stub_piece(target_of(run), word, count, err)) ||
	       gdb_failed(target_of(run));
}

static int fd(const struct target_run *run)
{
	return target_of(run)->by->fd(target_of(run));
}

static void halt(struct target_run *run)
{
	run_of(run)->asked = true;
	target_of(run)->by->interrupt(target_of(run));
}

static bool look(struct target_run *run, struct target_where *where,
		 struct error *err)
{
	struct gdb_target *t = target_of(run);
	const struct gdb_arch *a = t->arch;

	where->pc = t->stub.pc;
	if ((!t->stub.within && !read_pc(t, &where->pc, err)) ||
	    !t->by->read_core(t, a->sp, a->sp_number, &where->sp, err) ||
	    !t->by->read_core(t, a->link, a->link_number, &where->link, err))
		return false;
	run_of(run)->link = where->link;
	if (a->thumb)
		where->link &= ~UINT64_C(1);
	return true;
}

static bool where(struct target_run *run, struct target_where *where,
		  struct error *err)
{
	return look(run, where, err) || gdb_failed(target_of(run));
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	run_of(run)->console = fn;
	run_of(run)->ctx = ctx;
}

static const struct target_control control = {
	.go = go,
	.go_until = run_until,
	.step = step,
	.wait = gdb_wait,
	.fd = fd,
	.halt = halt,
	.carry_out = carry_out,
	.stop_at = stop_at,
	.where = where,
	.console = console,
	.resident = gdb_inside,
};

/* ---- the target ---------------------------------------------------------- */

static void end_run(struct target_run *run)
{
	struct gdb_target *t = target_of(run);

	gdb_tell_halts(t, run_of(run));
	gdb_put_back(t);
	gdb_run_line(run_of(run));
	t->by->console(t, NULL);
	t->run = NULL;
	free(run_of(run));
}

static struct target_run *open_run(struct target *target, unsigned number,
				   struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)target;
	struct gdb_run *r;

	(void)number;
	if (t->target.leaving == TARGET_CHANGED) {
		error_set(err, "%s", t->target.left.text);
		return NULL;
	}
	if (!gdb_connect_once(t, err))
		return NULL;
	r = calloc(1, sizeof *r);
	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	gdb_run_make(r, t);
	t->by->console(t, r);
	t->run = r;
	if (t->target.counts_nothing ||
	    (view_open_all(t, err) && gdb_choose_way(t, r, err)))
		return &r->run;
	(void)gdb_failed(t);
	end_run(&r->run);
	return NULL;
}

static void lasts(struct target *target, double seconds)
{
	((struct gdb_target *)target)->lasts = seconds;
	target->facts.timed = true;
}

static const struct target_ops ops = {
	.load = gdb_load,
	.lasts = lasts,
	.open = open_run,
	.end = end_run,
	.release = gdb_release,
	.close = gdb_close,
};

void gdb_target_make(struct gdb_target *t)
{
	t->target.facts.name = t->name;
	t->target.facts.title = t->title;
	t->target.facts.varies = true;
	t->target.facts.goes_on = true;
	t->target.ops = &ops;
	t->target.registers = &registers;
	t->target.control = &control;
	t->target.memory = &gdb_memory;
}
