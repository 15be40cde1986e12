/* SPDX-License-Identifier: MIT */
/*
 * A core behind a debug server: of GDB's protocol, a probe's (OpenOCD, J-Link),
 * an emulator's, or `tally board --gdb`; or OpenOCD's own.  Nothing is loaded
 * or started there: what runs, runs on.
 */
#include "target/probe/gdb.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "program/program.h"
#include "target/view/view.h"

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

struct gdb_break *gdb_break_at(struct gdb_run *r, uint64_t addr)
{
	for (unsigned i = 0; i < r->breaks; i++)
		if (r->at[i].addr == addr)
			return &r->at[i];
	return NULL;
}

/* By hardware first, which writes nothing to a program that runs on. */
static const char *kinds(const struct gdb_target *t)
{
	/* One in memory would stop OpenOCD's other cores for ever. */
	return *t->others ? "1" : "10";
}

/*
 * Is it Thumb?  A place between two words is, of a place where a function
 * returns to its link tells, and else a program is taken to be what it is where
 * it stands.
 */
static bool is_thumb(struct gdb_target *t, const struct gdb_run *r,
		     uint64_t addr, bool *thumb, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	uint64_t status = t->stub.status;

	*thumb = addr & 2;
	if (a->machine != EM_ARM || *thumb)
		return true;
	if ((r->link & ~UINT64_C(1)) == addr) {
		*thumb = r->link & 1;
		return true;
	}
	if (!t->stub.within &&
	    !t->by->read_core(t, a->status, a->status_number, &status, err))
		return false;
	*thumb = status >> 5 & 1;
	return true;
}

static bool measure_break(struct gdb_target *t, const struct gdb_run *r,
			  struct gdb_break *b, struct error *err)
{
	uint8_t half[2] = { 0, 0 };
	bool thumb;

	b->size = 4;
	if (!is_thumb(t, r, b->addr, &thumb, err))
		return false;
	if (!thumb)
		return true;
	if (!t->by->read_memory(t, b->addr, half, sizeof half, err))
		return false;
	/* 0b11101, 0b11110 and 0b11111 begin an instruction of two halves. */
	b->size = half[1 - t->program->big_endian] >> 3 > 0x1C ? 3 : 2;
	return true;
}

unsigned gdb_break_bytes(const struct gdb_break *b)
{
	return b->size == 2 ? 2 : 4;
}

/* Code that a server has put into the program goes when that server does, if
 * nobody else knows what was there.  Of scratch memory all is kept. */
static void keep_code(struct gdb_target *t, struct gdb_break *b)
{
	const unsigned size = gdb_break_bytes(b);
	uint8_t once_more[sizeof b->was];
	struct error ignored;

	if (b->kind == '0' && !b->kept && b->addr != gdb_stub_stop(t))
		b->kept = t->by->read_memory(t, b->addr, b->was, size,
					     &ignored) &&
			  t->by->read_memory(t, b->addr, once_more, size,
					     &ignored) &&
			  !memcmp(once_more, b->was, size);
}

bool gdb_set_break(struct gdb_target *t, struct gdb_break *b, const char *kinds,
		   struct error *err)
{
	bool taken;

	struct error ignored;

	for (; *kinds; kinds++) {
		b->kind = *kinds;
		keep_code(t, b);
		t->doubt = *b;
		t->in_doubt = true;
		if (!t->by->set_break(t, b, &taken, err))
			return false;
		t->in_doubt = !taken;
		if (taken)
			return true;
		/* A breakpoint that was refused may be there all the same. */
		if (!t->by->clear_break(t, b, &taken, &ignored))
			return error_set(err, "%s", ignored.text);
		t->in_doubt = false;
	}
	return error_set(
		err,
		"%s: no breakpoint can be set at 0x%llx: %s the core needs "
		"hardware breakpoints, of which it has few",
		t->name, (unsigned long long)b->addr,
		*t->others ? "beside others, which one in memory would stop,"
			   : "in flash");
}

/* A server that was started again has not put back what the first one took. */
static bool is_code_back(struct gdb_target *t, const struct gdb_break *b,
			 struct error *err)
{
	const unsigned size = gdb_break_bytes(b);
	uint8_t now[sizeof b->was];

	if (t->link != GDB_LINK_SECOND || !b->kept)
		return true;
	if (!t->by->read_memory(t, b->addr, now, size, err))
		return false;
	if (!memcmp(now, b->was, size))
		return true;
	if (!t->by->write_memory(t, b->addr, b->was, size, err) ||
	    !t->by->read_memory(t, b->addr, now, size, err))
		return false;
	return !memcmp(now, b->was, size) ||
	       error_set(err,
			 "%s: the program's instruction at 0x%" PRIx64
			 " was put back, and reads as something else",
			 t->name, b->addr);
}

bool gdb_clear_break(struct gdb_target *t, const struct gdb_break *b,
		     struct error *err)
{
	bool gone, set = false;

	if (!t->by->clear_break(t, b, &gone, err))
		return false;
	/* Another connection may have found none of what the first one set: it
	 * can tell whether one that it sets is taken away. */
	if (!gone && t->link == GDB_LINK_SECOND &&
	    (!t->by->set_break(t, b, &set, err) ||
	     (set && !t->by->clear_break(t, b, &gone, err))))
		return false;
	if (gone)
		return is_code_back(t, b, err);
	return error_set(err,
			 "%s: the server refused to take the breakpoint at "
			 "0x%" PRIx64
			 " away; delete it there, or reset the target",
			 t->name, b->addr);
}

static bool set_or_clear(struct target_run *run, uint64_t addr, bool set,
			 struct error *err)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct gdb_break *b = gdb_break_at(r, addr);

	if (!set) {
		if (!b)
			return true;
		if (!gdb_clear_break(t, b, err))
			return false;
		*b = r->at[--r->breaks];
		return true;
	}
	if (b)
		return true;
	if (r->breaks == GDB_BREAKS)
		return error_set(err, "%s: too many breakpoints", t->name);
	b = &r->at[r->breaks];
	*b = (struct gdb_break){ .addr = addr };
	if (!measure_break(t, r, b, err) || !gdb_set_break(t, b, kinds(t), err))
		return false;
	r->breaks++;
	return true;
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	return set_or_clear(run, addr, set, err) || gdb_failed(target_of(run));
}

static bool read_pc(struct gdb_target *t, uint64_t *pc, struct error *err)
{
	return t->by->read_core(t, t->arch->pc, t->arch->pc_number, pc, err);
}

/* Off the breakpoint where it stands: a server would stop there again. */
static bool step_off(struct gdb_target *t, struct gdb_break *b,
		     struct error *err)
{
	struct gdb_halt halt;

	if (!gdb_clear_break(t, b, err) || !t->by->go(t, true, err))
		return false;
	if (!t->by->stopped(t, true, &halt, err))
		return false;
	if (halt.how != GDB_HALTED)
		return error_set(err, "%s: the program ended", t->name);
	return gdb_set_break(t, b, kinds(t), err);
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
	if (b && !step_off(t, b, err))
		return false;
	r->asked = r->given_up = false;
	r->went = seconds_now();
	r->running = t->by->go(t, false, err);
	return r->running;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	(void)cycles;
	return let_go(run, err) || gdb_failed(target_of(run));
}

static bool step(struct target_run *run, struct error *err)
{
	struct gdb_target *t = target_of(run);

	run_of(run)->running = leave(run, err) && t->by->go(t, true, err);
	return run_of(run)->running || gdb_failed(t);
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
	if (a->machine == EM_ARM)
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
	.step = step,
	.wait = gdb_wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
	.console = console,
	.resident = gdb_inside,
};

/* ---- the target ---------------------------------------------------------- */

bool gdb_load(struct target *target, const char *path, struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)target;

	t->program = program_open(path, EM_NONE, 0, false, err);
	if (!t->program)
		return false;
	t->arch = gdb_arch_of(t->program->machine);
	if (!t->arch)
		return error_set(err,
				 "%s: registers of its machine cannot be "
				 "reached over a GDB server",
				 path);
	target->program = t->program;
	return true;
}

/* The target is stopped, which connecting does. */
bool gdb_connect_once(struct gdb_target *t, struct error *err)
{
	if (t->connected)
		return true;
	t->connected = t->by->connect(t, err);
	if (!t->connected || !t->by->learn(t, err))
		return false;
	return t->target.counts_nothing || t->target.facts.clock_hz > 0 ||
	       error_set(err,
			 "%s: say what clock the core has, as in %s,...,"
			 "clock=400e6: else nobody knows whether a counter has "
			 "wrapped unseen",
			 t->name, t->name);
}

static void end_run(struct target_run *run)
{
	struct gdb_target *t = target_of(run);

	gdb_put_back(t);
	gdb_run_line(run_of(run));
	t->by->console(t, NULL);
	t->run = NULL;
	free(run_of(run));
}

void gdb_run_make(struct gdb_run *r, struct gdb_target *t)
{
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		r->bus[i] = (struct gdb_bus){
			.bus = { .ops = &gdb_bus_ops },
			.target = t,
			.monitor = i,
			.ahead = t->begin[i],
		};
	r->run.target = &t->target;
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

void gdb_release(struct target *target)
{
	struct gdb_target *t = (struct gdb_target *)target;

	t->by->leave(t);
	t->connected = false;
}

void gdb_close(struct target *target)
{
	struct gdb_target *t = (struct gdb_target *)target;

	gdb_release(target);
	program_close(t->program);
	free(t->reg);
	free(t);
}

static const struct target_ops ops = {
	.load = gdb_load,
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
	if (t->live.on)
		live_make(t);
}
