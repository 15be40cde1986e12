/* SPDX-License-Identifier: MIT */
/*
 * A core behind a server of GDB's protocol: a debug probe's (OpenOCD, J-Link),
 * an emulator's, or `tally board --gdb`.  Nothing is loaded or started there:
 * what runs, runs on.
 */
#include "target/gdb.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdb/packet.h"
#include "program/program.h"

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
	return good || gdb_failed(target_of(run), err);
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

static struct gdb_break *break_at(struct gdb_run *r, uint64_t addr)
{
	for (unsigned i = 0; i < r->breaks; i++)
		if (r->at[i].addr == addr)
			return &r->at[i];
	return NULL;
}

/* By hardware first, which writes nothing to a program that runs on. */
static const char KINDS[] = "10";

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
	    !gdb_read_core(t, a->status, a->status_number, &status, err))
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
	if (!gdb_read_memory(t, b->addr, half, sizeof half, err))
		return false;
	/* 0b11101, 0b11110 and 0b11111 begin an instruction of two halves. */
	b->size = half[1 - t->program->big_endian] >> 3 > 0x1C ? 3 : 2;
	return true;
}

static bool set_or_clear(struct target_run *run, uint64_t addr, bool set,
			 struct error *err)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct gdb_break *b = break_at(r, addr);

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
	b->addr = addr;
	if (!measure_break(t, r, b, err) || !gdb_set_break(t, b, KINDS, err))
		return false;
	r->breaks++;
	return true;
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	return set_or_clear(run, addr, set, err) ||
	       gdb_failed(target_of(run), err);
}

static bool read_pc(struct gdb_target *t, uint64_t *pc, struct error *err)
{
	return gdb_read_core(t, t->arch->pc, t->arch->pc_number, pc, err);
}

/* Off the breakpoint where it stands: a server would stop there again. */
static bool step_off(struct gdb_target *t, struct gdb_break *b,
		     struct error *err)
{
	const char *said;

	if (!gdb_clear_break(t, b, err) || !gdb_go(t->client, "s", err))
		return false;
	said = gdb_stopped(t->client, true, err);
	while (!said && !gdb_lost(t->client))
		said = gdb_stopped(t->client, true, err);
	if (!said)
		return false;
	if (*said != 'T' && *said != 'S')
		return error_set(err, "%s: the program ended", t->name);
	return gdb_set_break(t, b, KINDS, err);
}

static bool let_go(struct target_run *run, struct error *err)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct gdb_break *b;
	uint64_t pc;

	if (!leave(run, err) || !read_pc(t, &pc, err))
		return false;
	b = break_at(r, pc);
	if (b && !step_off(t, b, err))
		return false;
	r->asked = false;
	r->running = gdb_go(t->client, "c", err);
	return r->running;
}

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	(void)cycles;
	return let_go(run, err) || gdb_failed(target_of(run), err);
}

static bool step(struct target_run *run, struct error *err)
{
	run_of(run)->running =
		leave(run, err) && gdb_go(target_of(run)->client, "s", err);
	return run_of(run)->running || gdb_failed(target_of(run), err);
}

static unsigned byte_of(const char *hex)
{
	uint8_t byte = 0;

	(void)gdb_bytes(&byte, hex, 1);
	return byte;
}

static void take_stop(struct target_run *run, const char *said,
		      struct target_stop *stop)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct error err;
	unsigned signal = byte_of(said + !!*said);

	if (*said == 'W') {
		stop->reason = TARGET_STOP_EXIT;
		stop->status = (int)signal;
	} else if (*said == 'X') {
		stop->reason = TARGET_STOP_LOST;
		snprintf(stop->text, sizeof stop->text,
			 "the program on %s was ended", t->name);
	} else if (!read_pc(t, &stop->pc, &err) && !gdb_failed(t, &err)) {
		stop->reason = TARGET_STOP_LOST;
		snprintf(stop->text, sizeof stop->text, "%.500s", err.text);
	} else if (break_at(r, stop->pc)) {
		stop->reason = TARGET_STOP_BREAK;
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

/* Nobody can reach it any more, or could not for a moment. */
static void take_loss(struct gdb_target *t, struct target_stop *stop)
{
	struct error err;

	error_set(&err, "the connection to %s is lost", t->name);
	(void)gdb_failed(t, &err);
	stop->reason = TARGET_STOP_LOST;
	snprintf(stop->text, sizeof stop->text, "%.500s",
		 t->trouble.text[0] ? t->trouble.text : err.text);
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	struct error err;
	const char *said = NULL;

	if (r->running && !gdb_lost(t->client))
		said = gdb_stopped(t->client, block, &err);
	if (!said && !gdb_lost(t->client) && !t->trouble.text[0])
		return false;
	memset(stop, 0, sizeof *stop);
	r->running = false;
	if (said)
		take_stop(run, said, stop);
	else
		take_loss(t, stop);
	return true;
}

static int fd(const struct target_run *run)
{
	return gdb_fd(target_of(run)->client);
}

static void halt(struct target_run *run)
{
	run_of(run)->asked = true;
	gdb_interrupt(target_of(run)->client);
}

static bool look(struct target_run *run, struct target_where *where,
		 struct error *err)
{
	struct gdb_target *t = target_of(run);
	const struct gdb_arch *a = t->arch;

	where->pc = t->stub.pc;
	if ((!t->stub.within && !read_pc(t, &where->pc, err)) ||
	    !gdb_read_core(t, a->sp, a->sp_number, &where->sp, err) ||
	    !gdb_read_core(t, a->link, a->link_number, &where->link, err))
		return false;
	run_of(run)->link = where->link;
	if (a->machine == EM_ARM)
		where->link &= ~UINT64_C(1);
	return true;
}

static bool where(struct target_run *run, struct target_where *where,
		  struct error *err)
{
	return look(run, where, err) || gdb_failed(target_of(run), err);
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
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.where = where,
	.console = console,
};

/* ---- the target ---------------------------------------------------------- */

static bool load(struct target *target, const char *path, struct error *err)
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

void gdb_run_console(void *run, const void *bytes, size_t count)
{
	struct gdb_run *r = run;

	if (r->console)
		r->console(r->ctx, bytes, count, 1);
}

/* A server of Tally's tells that it is one; others do not know the question. */
static bool ask_facts(struct gdb_target *t, struct error *err)
{
	struct target_facts *f = &t->target.facts;
	const char *said = gdb_ask(t->client, err, "qTally"), *clock;

	if (!said)
		return false;
	t->own = !strncmp(said, "simulated:", 10);
	if (t->own) {
		clock = strstr(said, "clock_hz:");
		f->simulated = said[10] == '1';
		if (clock && f->clock_hz <= 0)
			f->clock_hz = strtod(clock + strlen("clock_hz:"), NULL);
	}
	return f->clock_hz > 0 ||
	       error_set(err,
			 "%s: say what clock the core has, as in %s,...,"
			 "clock=400e6: else nobody knows whether a counter has "
			 "wrapped unseen",
			 t->name, t->name);
}

/* It is stopped, which connecting does, and is asked how. */
static bool connect_once(struct gdb_target *t, struct error *err)
{
	const char *said;

	if (t->client)
		return true;
	t->client = gdb_connect(t->host, t->port, err);
	if (!t->client)
		return false;
	said = gdb_ask(t->client, err, "?");
	if (!said)
		return false;
	if (*said != 'T' && *said != 'S')
		return error_set(err, "%s: nothing runs there", t->name);
	return ask_facts(t, err) && gdb_describe(t, err);
}

static struct target_run *open_run(struct target *target, unsigned number,
				   struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)target;
	struct gdb_run *r;

	(void)number;
	if (!connect_once(t, err))
		return NULL;
	r = calloc(1, sizeof *r);
	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	for (unsigned i = 0; i < target->facts.monitors; i++)
		r->bus[i] = (struct gdb_bus){
			.bus = { .ops = &gdb_bus_ops },
			.target = t,
			.monitor = i,
			.ahead = t->begin[i],
		};
	gdb_on_console(t->client, gdb_run_console, r);
	t->run = r;
	return &r->run;
}

/* The breakpoints go; where the target is stopped, it stays. */
static bool put_back(struct gdb_target *t, struct gdb_run *r, struct error *err)
{
	if (!flush(&r->run, err) || !gdb_stub_end(t, err))
		return false;
	for (; r->breaks; r->breaks--)
		if (!gdb_clear_break(t, &r->at[r->breaks - 1], err))
			return false;
	return true;
}

/* What cannot be put back is told where the program's own words go. */
static void end_run(struct target_run *run)
{
	struct gdb_target *t = target_of(run);
	struct gdb_run *r = run_of(run);
	const bool gone = t->link == GDB_LINK_GONE; /* that is told already */
	bool good = gone;
	struct error err;
	char text[600];

	for (unsigned i = 0; i < 2 && !good && t->link != GDB_LINK_GONE; i++)
		good = put_back(t, r, &err) || gdb_failed(t, &err);
	if (t->link == GDB_LINK_GONE && !gone && r->console) {
		snprintf(text, sizeof text, "%.500s\n", err.text);
		r->console(r->ctx, text, strlen(text), 1);
	}
	gdb_on_console(t->client, NULL, NULL);
	t->run = NULL;
	free(r);
}

/* Goes on, as it did before somebody connected. */
static void close_target(struct target *target)
{
	struct gdb_target *t = (struct gdb_target *)target;
	struct error ignored;

	if (t->client && !gdb_lost(t->client))
		(void)gdb_ask(t->client, &ignored, "D");
	gdb_disconnect(t->client);
	program_close(t->program);
	free(t->reg);
	free(t);
}

static const struct target_ops ops = {
	.load = load,
	.open = open_run,
	.end = end_run,
	.close = close_target,
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
