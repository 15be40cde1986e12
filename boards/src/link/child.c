/* SPDX-License-Identifier: MIT */

/*
 * The child's side of a board: it makes the machine, answers requests while
 * the machine is stopped, and looks for the tool's wishes between slices of a
 * run.  Nothing here needs to survive a mad engine; the parent expects the
 * process to vanish at any moment.
 */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp) */
#define _GNU_SOURCE
#include "boards/src/link/child.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/digits.h"
#include "base/sandbox.h"
#include "base/seconds.h"
#include "boards/src/machine/profile.h"
#include "boards/src/machine/trace.h"

enum { SOCKET = CHILD_SOCKET };

/* 4 GiB are the guest's, 1 GiB the engine's code; chosen. */
static const uint64_t ADDRESS_SPACE = UINT64_C(7) << 30;

struct child {
	const struct child_task *task;
	const struct child_machine_ops *ops; /* ... the machine's */
	struct machine *machine;
	struct wire_in in;
	struct wire_message out;
	struct child_window window;
	/* of the current run */
	uint64_t end_cycles; /* 0: no end */
	double end_time;     /* 0: no end */
	enum target_stop_reason why_polled;
};

const struct child_machine_ops child_machine = {
	.make = machine_new,
	.load = machine_load,
	.run = machine_run,
	.run_for = machine_run_for,
	.run_until = machine_run_until,
	.set_break = machine_break,
	.watchpoint = machine_watchpoint,
	.reg_read = machine_reg_read,
	.reg_write = machine_reg_write,
	.choose = machine_choose,
	.window = machine_window,
	.window_told = machine_window_told,
	.window_counter = machine_window_counter,
	.window_truths = machine_window_truths,
	.watch = machine_watch,
	.line = machine_line,
	.cpu = machine_cpu,
	.set_cpu = machine_set_cpu,
	.mem_read = machine_mem_read,
	.mem_write = machine_mem_write,
	.asked = machine_asked,
	.broken_bursts = machine_broken_bursts,
	.frames = machine_frames,
	.ledger = machine_ledger,
	.profile = machine_profile,
	.profile_row = machine_profile_row,
	.profile_end = machine_profile_end,
	.trace = machine_trace,
	.trace_row = machine_trace_row,
	.trace_end = machine_trace_end,
	.monitor_ledger = machine_monitor_ledger,
	.truths = machine_truths,
};

/* Without somebody to tell, there is nothing left to do. */
static void tell(struct child *c)
{
	if (!wire_send(SOCKET, &c->out))
		_exit(0);
}

static void flush_console(struct child *c)
{
	struct wire_shared *s = c->task->shared;
	uint32_t used = s->used;

	if (used == 0)
		return;
	wire_start(&c->out, WIRE_CONSOLE, used);
	memcpy(c->out.u.console, s->console, used);
	tell(c);
	/* In this order: dying between both must not say bytes twice. */
	s->used = 0;
	s->base += used;
}

static void on_console(void *ctx, const void *bytes, size_t count)
{
	struct child *c = ctx;
	struct wire_shared *s = c->task->shared;
	const uint8_t *from = bytes;

	while (count) {
		size_t room = WIRE_CONSOLE_MAX - s->used;
		size_t n = count < room ? count : room;

		memcpy(s->console + s->used, from, n);
		s->used += (uint32_t)n;
		from += n;
		count -= n;
		if (s->used == WIRE_CONSOLE_MAX)
			flush_console(c);
	}
}

/* The parent interrupts, or is gone, or has nothing to say. */
static bool interrupted(struct child *c)
{
	switch (wire_receive(SOCKET, &c->in, false)) {
	case WIRE_GOT:
		if (c->in.m.kind != WIRE_INTERRUPT)
			_exit(1);
		return true;
	case WIRE_NOTHING:
		return false;
	case WIRE_CLOSED:
	case WIRE_GARBAGE:
		break;
	}
	_exit(0);
}

static bool on_poll(void *ctx, uint64_t instructions)
{
	struct child *c = ctx;

	c->task->shared->instructions = instructions;
	flush_console(c);
	if (interrupted(c))
		c->why_polled = TARGET_STOP_HALTED;
	else if (c->end_cycles &&
		 c->ops->ledger(c->machine)->n[LEDGER_CYCLES] >= c->end_cycles)
		c->why_polled = TARGET_STOP_SLICE;
	else if (c->end_time > 0 && seconds_now() >= c->end_time)
		c->why_polled = TARGET_STOP_TIMEOUT;
	else
		return false;
	return true;
}

/* One instruction, to a cycle, or until something happens. */
static void go(struct child *c, enum wire_kind how, uint64_t cycles)
{
	struct target_stop stop = { .reason = TARGET_STOP_FAULT };
	const struct ledger *ledger = c->ops->ledger(c->machine);
	double limit = c->task->options.timeout_s;

	c->end_cycles = 0;
	if (how == WIRE_GO && cycles &&
	    cycles < UINT64_MAX - ledger->n[LEDGER_CYCLES])
		c->end_cycles = ledger->n[LEDGER_CYCLES] + cycles;
	c->end_time = limit > 0 ? seconds_now() + limit : 0;
	c->why_polled = TARGET_STOP_HALTED;
	if (how == WIRE_STEP)
		c->ops->run_for(c->machine, 1, &stop);
	else if (how == WIRE_UNTIL)
		c->ops->run_until(c->machine, cycles, &stop);
	else
		c->ops->run(c->machine, &stop);
	c->task->shared->instructions = stop.instructions;
	flush_console(c);
	if (stop.reason == TARGET_STOP_HALTED)
		stop.reason = c->why_polled;
	if (stop.reason == TARGET_STOP_TIMEOUT)
		child_late(&stop, limit);
	wire_start(&c->out, WIRE_STOPPED, 0);
	stop.cycles = ledger->n[LEDGER_CYCLES];
	stop.asked = c->ops->asked(c->machine);
	stop.bursts = c->ops->broken_bursts(c->machine);
	stop.frames = c->ops->frames(c->machine);
	c->out.u.stop = stop;
	tell(c);
}

static void set_break(struct child *c)
{
	uint32_t addr = c->in.m.u.brk.addr;
	bool ok = c->ops->set_break(c->machine, addr, c->in.m.u.brk.set != 0);

	wire_start(&c->out, WIRE_BREAK, 0);
	c->out.u.result.ok = ok;
	if (!ok)
		snprintf(c->out.u.result.text, sizeof c->out.u.result.text,
			 "no breakpoint can be set or removed at 0x%08x", addr);
	tell(c);
}

static void set_watchpoint(struct child *c)
{
	const struct board_watchpoint at = c->in.m.u.watchpoint.at;
	bool ok = c->ops->watchpoint(c->machine, &at,
				     c->in.m.u.watchpoint.set != 0);

	wire_start(&c->out, WIRE_BREAK, 0);
	c->out.u.result.ok = ok;
	if (!ok)
		snprintf(c->out.u.result.text, sizeof c->out.u.result.text,
			 "no more than %d watchpoints can be set",
			 (int)BOARD_WATCHPOINTS);
	tell(c);
}

/* Memory that is read goes out to the client, memory to write came in. */
static void memory(struct child *c)
{
	const struct wire_message *in = &c->in.m;
	struct wire_message *out = &c->out;
	uint32_t size = in->u.memory.size;

	if (size > WIRE_MEMORY_MAX)
		_exit(1);
	wire_start(out, in->kind, 0);
	out->u.memory.addr = in->u.memory.addr;
	out->u.memory.size = size;
	if (in->kind == WIRE_MEM_READ)
		out->u.memory.ok =
			c->ops->mem_read(c->machine, in->u.memory.addr,
					 out->u.memory.bytes, size);
	else
		out->u.memory.ok =
			c->ops->mem_write(c->machine, in->u.memory.addr,
					  in->u.memory.bytes, size);
	tell(c);
}

static void access_reg(struct child *c, enum wire_kind kind)
{
	const struct wire_message *in = &c->in.m;

	wire_start(&c->out, kind, 0);
	if (!c->ops->choose(c->machine, in->u.reg.instance))
		c->out.u.reg.status = TALLY_E_NOREG;
	else if (kind == WIRE_REG_READ)
		c->out.u.reg.status = c->ops->reg_read(
			c->machine, &in->u.reg.reg, &c->out.u.reg.value);
	else
		c->out.u.reg.status = c->ops->reg_write(
			c->machine, &in->u.reg.reg, in->u.reg.value);
	tell(c);
}

/* Windows that the machine opens and closes. */
static void window(struct child *c)
{
	window_answer(&c->window, c->ops, c->machine, &c->in.m, &c->out);
	tell(c);
}

static void start_profile(struct child *c)
{
	const struct wire_profile *in = &c->in.m.u.profile;
	struct error err = { "" };
	bool ok;

	if (in->columns > BOARD_COLUMNS || in->spans > BOARD_SPANS)
		_exit(1);
	ok = c->ops->profile(c->machine, in->column, in->columns, in->spans,
			     &err);
	wire_start(&c->out, WIRE_BREAK, 0);
	c->out.u.result.ok = ok;
	memcpy(c->out.u.result.text, err.text, sizeof err.text);
	tell(c);
}

/* The machine waits within an instruction until it is let run, which is a stop
 * to its client. */
static void on_overflow(void *ctx, const struct target_overflow *found)
{
	struct child *c = ctx;

	flush_console(c);
	wire_start(&c->out, WIRE_STOPPED, 0);
	c->out.u.stop.reason = TARGET_STOP_OVERFLOW;
	c->out.u.stop.pc = found->addr;
	c->out.u.stop.instructions = c->task->shared->instructions;
	c->out.u.stop.overflow = *found;
	tell(c);
	for (;;) {
		enum wire_result got = wire_receive(SOCKET, &c->in, true);
		const uint32_t kind = c->in.m.kind;

		if (got == WIRE_NOTHING ||
		    (got == WIRE_GOT && kind == WIRE_INTERRUPT))
			continue;
		if (got != WIRE_GOT)
			_exit(0);
		if (kind == WIRE_GO)
			return;
		if (kind != WIRE_REG_READ && kind != WIRE_REG_WRITE)
			_exit(1);
		access_reg(c, (enum wire_kind)kind);
	}
}

static void start_watch(struct child *c)
{
	c->ops->watch(c->machine, on_overflow, c);
	wire_start(&c->out, WIRE_BREAK, 0);
	c->out.u.result.ok = 1;
	tell(c);
}

static void tell_profile(struct child *c)
{
	wire_start(&c->out, WIRE_PROFILE_ROW, 0);
	for (uint64_t i = 0; c->ops->profile_row(c->machine, i, &c->out.u.row);
	     i++)
		tell(c);
	wire_start(&c->out, WIRE_PROFILE_READ, 0);
	c->ops->profile_end(c->machine, &c->out.u.end);
	tell(c);
}

static void start_trace(struct child *c)
{
	const uint32_t steps = c->in.m.u.steps;
	struct error err = { "" };

	if (steps > BOARD_TRACE_MOST)
		_exit(1);
	wire_start(&c->out, WIRE_BREAK, 0);
	c->out.u.result.ok = c->ops->trace(c->machine, steps, &err);
	memcpy(c->out.u.result.text, err.text, sizeof err.text);
	tell(c);
}

static void tell_trace(struct child *c)
{
	wire_start(&c->out, WIRE_TRACE_ROW, 0);
	for (uint32_t i = 0; c->ops->trace_row(c->machine, i, &c->out.u.step);
	     i++)
		tell(c);
	c->ops->trace_end(c->machine);
	wire_start(&c->out, WIRE_TRACE_READ, 0);
	tell(c);
}

static void tell_line(struct child *c)
{
	wire_start(&c->out, WIRE_LINE, 0);
	c->out.u.line.ok = c->ops->line(c->machine, c->in.m.u.line.monitor,
					&c->out.u.line.line);
	tell(c);
}

/* Its registers, after they have been written if that is asked. */
static void core(struct child *c)
{
	const struct wire_message *in = &c->in.m;

	if (in->kind == WIRE_SET_CPU)
		c->ops->set_cpu(c->machine, &in->u.cpu);
	wire_start(&c->out, (enum wire_kind)in->kind, 0);
	c->ops->cpu(c->machine, &c->out.u.cpu);
	tell(c);
}

static void answer(struct child *c)
{
	const struct wire_message *in = &c->in.m;

	switch (in->kind) {
	case WIRE_REG_READ:
	case WIRE_REG_WRITE:
		access_reg(c, (enum wire_kind)in->kind);
		break;
	case WIRE_WINDOW:
	case WIRE_COUNTERS:
	case WIRE_TOLD:
		window(c);
		break;
	case WIRE_LINE:
		tell_line(c);
		break;
	case WIRE_CPU:
	case WIRE_SET_CPU:
		core(c);
		break;
	case WIRE_MEM_READ:
	case WIRE_MEM_WRITE:
		memory(c);
		break;
	case WIRE_BREAK:
		set_break(c);
		break;
	case WIRE_WATCHPOINT:
		set_watchpoint(c);
		break;
	case WIRE_TRUTH:
		child_truth(c->ops, c->machine, in->u.truth_of, &c->out,
			    SOCKET);
		break;
	case WIRE_WATCH:
		start_watch(c);
		break;
	case WIRE_PROFILE:
		start_profile(c);
		break;
	case WIRE_PROFILE_READ:
		tell_profile(c);
		break;
	case WIRE_TRACE:
		start_trace(c);
		break;
	case WIRE_TRACE_READ:
		tell_trace(c);
		break;
	case WIRE_GO:
	case WIRE_UNTIL:
	case WIRE_STEP:
		go(c, (enum wire_kind)in->kind, in->u.cycles);
		break;
	case WIRE_INTERRUPT: /* the machine was faster */
		break;
	default:
		_exit(1);
	}
}

static void serve(struct child *c)
{
	for (;;) {
		switch (wire_receive(SOCKET, &c->in, true)) {
		case WIRE_GOT:
			answer(c);
			break;
		case WIRE_NOTHING:
			break;
		case WIRE_CLOSED:
		case WIRE_GARBAGE:
			return;
		}
	}
}

static bool make_machine(struct child *c, struct error *err)
{
	const struct machine_host host = { c, on_console, on_poll };

	c->machine = c->ops->make(c->task->spec, &c->task->options, &host, err);
	/* The program stays open: the machine names places in it. */
	return c->machine && c->ops->load(c->machine, c->task->program, err);
}

_Noreturn void child_main(const struct child_task *task)
{
	static struct child c; /* large, and there is only one */
	const struct sandbox sandbox = { SOCKET, &task->shared->refused };
	struct error err = { "" };

	c.task = task;
	c.ops = task->machine;
	child_process_begin(task);
	sandbox_begin(ADDRESS_SPACE);
	wire_start(&c.out, WIRE_OPENED, 0);
	c.out.u.result.ok = make_machine(&c, &err);
	memcpy(c.out.u.result.text, err.text, sizeof err.text);
	/* All is read and made: from here on it computes and talks. */
	c.out.u.result.sandbox = sandbox_enter(&sandbox);
	tell(&c);
	serve(&c);
	_exit(0);
}
