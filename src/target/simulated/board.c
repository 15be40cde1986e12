/* SPDX-License-Identifier: MIT */
/*
 * Simulated boards as targets.  A run is a board of its own: a child process
 * with a machine that has just been started.
 */
#include "target/simulated/board.h"

#include <stdio.h>
#include <stdlib.h>

#include "catalog/catalog.h"
#include "program/program.h"
#include "target/simulated/inner.h"

struct board_target {
	struct target target;
	const struct board_info *info;
	struct board_options options;
	struct program *program;
	char name[64], *title; /* in the facts */
	struct target_area area[BOARD_AREAS];
};

_Static_assert(TARGET_EXACT == (int)PMU_EXACT &&
		       TARGET_MODELLED == (int)PMU_MODELLED &&
		       TARGET_INJECTED == (int)PMU_INJECTED &&
		       TARGET_NOT_MODELLED == (int)PMU_NOT_MODELLED &&
		       TARGET_SKETCH == (int)PMU_SKETCH,
	       "a ledger's class is the target's");

/* ---- registers ----------------------------------------------------------- */

/* One bus reaches all of a board's monitors. */
static struct tally_bus *bus(struct target_run *run, unsigned monitor)
{
	(void)monitor;
	return board_bus(board_of(run));
}

static struct tally_bus *instance(struct target_run *run, unsigned monitor,
				  unsigned instance)
{
	(void)monitor;
	return board_instance(board_of(run), instance);
}

static const struct target_registers registers = { .bus = bus,
						   .instance = instance };

/* ---- control ------------------------------------------------------------- */

static bool go(struct target_run *run, uint64_t cycles, struct error *err)
{
	if (cycles)
		return board_go_for(board_of(run), cycles, err);
	return board_go(board_of(run), err);
}

static bool step(struct target_run *run, struct error *err)
{
	return board_step(board_of(run), err);
}

static bool watch(struct target_run *run, struct error *err)
{
	return board_watch(board_of(run), err);
}

static bool wait(struct target_run *run, bool block, struct target_stop *stop)
{
	if (!board_wait(board_of(run), block, stop))
		return false;
	run->target->asked |= stop->asked != 0;
	return true;
}

static int fd(const struct target_run *run)
{
	return board_fd(board_of(run));
}

static void halt(struct target_run *run)
{
	board_interrupt(board_of(run));
}

static bool stop_at(struct target_run *run, uint64_t addr, bool set,
		    struct error *err)
{
	return board_break(board_of(run), addr, set, err);
}

static bool watch_at(struct target_run *run, uint64_t addr, uint64_t size,
		     unsigned kinds, bool set, struct error *err)
{
	const struct board_watchpoint w = { addr, size, kinds };

	return board_watchpoint(board_of(run), &w, set, err);
}

static bool where(struct target_run *run, struct target_where *where,
		  struct error *err)
{
	struct board_cpu cpu;

	if (!board_cpu_read(board_of(run), &cpu, err))
		return false;
	/* The lowest bit says Thumb, and is no part of the address. */
	*where = (struct target_where){ cpu.pc, cpu.sp,
					cpu.link & ~UINT64_C(1) };
	return true;
}

static bool window(struct target_run *run, const struct target_window *w,
		   const struct target_step *step,
		   const struct target_counter *counter, struct error *err)
{
	return board_window(board_of(run), w, step, counter, err);
}

static bool told(struct target_run *run, unsigned number,
		 struct target_told *told, struct target_counted *to,
		 unsigned counters, struct error *err)
{
	return board_window_told(board_of(run), number, told, to, counters,
				 err);
}

static bool truth_of(struct target_run *run, unsigned number,
		     struct target_truth *row, unsigned room, unsigned *rows,
		     struct error *err)
{
	return board_window_truth(board_of(run), number, row, room, rows, err);
}

static bool go_until(struct target_run *run, uint64_t cycle, struct error *err)
{
	return board_go_until(board_of(run), cycle, err);
}

static bool line(struct target_run *run, unsigned monitor,
		 struct target_line *line, struct error *err)
{
	return board_line(board_of(run), monitor, line, err);
}

static void console(struct target_run *run,
		    void (*fn)(void *ctx, const void *bytes, size_t count,
			       double patience),
		    void *ctx)
{
	board_on_console(board_of(run), fn, ctx);
}

static uint64_t progress(const struct target_run *run)
{
	return board_progress(board_of(run));
}

static const struct target_control control = {
	.go = go,
	.step = step,
	.wait = wait,
	.fd = fd,
	.halt = halt,
	.stop_at = stop_at,
	.watch_at = watch_at,
	.where = where,
	.window = window,
	.told = told,
	.truth_of = truth_of,
	.go_until = go_until,
	.watch = watch,
	.line = line,
	.console = console,
	.progress = progress,
};

/* ---- the target ---------------------------------------------------------- */

/* A measurement is of one program on one capture: both are read once. */
static bool load(struct target *t, const char *path, struct error *err)
{
	struct board_target *b = (struct board_target *)t;

	b->program = board_program(b->info->name, path, err);
	if (!b->program || !board_capture(&b->options, err))
		return false;
	if (b->options.layouts && !b->program->symbols)
		return error_set(
			err,
			"%s: has no symbols, by which functions are "
			"told apart; build it without -s and strip, or "
			"leave out --layouts",
			path);
	t->program = b->program;
	return true;
}

/* The first run has the program as it is linked; never 0. */
static uint64_t layout_seed(const struct board_options *o, unsigned number)
{
	const uint64_t seed =
		(o->layouts_seed << 20 ^ number) * UINT64_C(0x9E3779B97F4A7C15);

	return seed ? seed : 1;
}

static struct target_run *open_run(struct target *t, unsigned number,
				   struct error *err)
{
	const struct board_target *b = (struct board_target *)t;
	struct board_run *r = calloc(1, sizeof *r);
	struct board_options options = b->options;

	if (!r) {
		error_no_memory(err);
		return NULL;
	}
	if (options.jitter)
		options.seed += number;
	if (options.layouts && number)
		options.layout = layout_seed(&options, number);
	r->board = board_open(b->info->name, b->program, &options, err);
	if (!r->board) {
		free(r);
		return NULL;
	}
	r->run.unguarded = b->program->unguarded ? b->program->unguarded
						 : board_unguarded(r->board);
	return &r->run;
}

static void end_run(struct target_run *run)
{
	board_close(board_of(run));
	free(run);
}

static void close_target(struct target *t)
{
	struct board_target *b = (struct board_target *)t;

	program_close(b->program);
	board_capture_close(&b->options);
	free(b->title);
	free(b);
}

static bool truth(struct target_run *run, struct target_truth *row,
		  unsigned room, unsigned *rows, struct error *err)
{
	return board_truth_read(board_of(run), row, room, rows, err);
}

static const struct target_ops ops = {
	.load = load,
	.open = open_run,
	.end = end_run,
	.close = close_target,
	.truth = truth,
};

/* The catalogue knows where a monitor's registers live. */
static enum target_reach reach_of(const char *monitor)
{
	struct error ignored;
	const struct catalog_monitor *m = catalog_monitor(monitor, &ignored);

	return m && m->monitor->counter[0].reg.space == TALLY_MMIO
		       ? TARGET_BY_MEMORY
		       : TARGET_BY_CORE;
}

static unsigned find_areas(const struct board_info *info,
			   struct target_area *to)
{
	struct board_area area[BOARD_AREAS];
	const unsigned areas = board_areas(info, area);

	for (unsigned i = 0; i < areas; i++)
		to[i] = (struct target_area){ area[i].base, area[i].size,
					      area[i].read_only };
	return areas;
}

static struct target_facts facts_of(const struct board_target *b)
{
	struct target_facts f = {
		.sketch = board_sketch(b->info, &b->options),
		.name = b->name,
		.title = b->title,
		.clock_hz = b->info->clock_hz,
		.clock_chosen = true,
		.clock_ratio = board_clock_ratio(b->info, &b->options),
		.simulated = true,
		.varies = machine_varies(&b->options),
		.many = true,
		.knows_cycles = true,
		.knows_writes = true,
		.knows_bursts = true,
		.instances = board_instances(b->info),
		.area = b->area,
	};

	f.monitors = board_monitors(b->info);
	for (unsigned i = 0; i < f.monitors; i++)
		f.monitor[i] = (struct target_monitor){
			b->info->monitor[i], reach_of(b->info->monitor[i])
		};
	return f;
}

static char *title_of(const struct board_target *b)
{
	char title[80];

	snprintf(title, sizeof title, "board %s", b->info->name);
	return machine_title(&b->options, title);
}

struct target *target_of_board(const char *name, const struct board_options *o,
			       struct error *err)
{
	static const struct board_options plain;
	const struct board_info *info = board_find(name, err);
	struct board_target *b;

	if (!o)
		o = &plain;
	if (!info || !board_can_inject(info, &o->inject, err) ||
	    !board_can_start(info, o, err) || !board_can_receive(info, o, err))
		return NULL;
	b = calloc(1, sizeof *b);
	if (!b) {
		error_no_memory(err);
		return NULL;
	}
	b->info = info;
	b->options = *o;
	if (!o->max_instructions)
		b->options.max_instructions = TARGET_BOARD_INSTRUCTIONS;
	snprintf(b->name, sizeof b->name, "board:%s", info->name);
	b->title = title_of(b);
	if (!b->title) {
		free(b);
		error_no_memory(err);
		return NULL;
	}
	b->target.facts = facts_of(b);
	b->target.facts.areas = find_areas(info, b->area);
	b->target.ops = &ops;
	b->target.registers = &registers;
	b->target.control = &control;
	b->target.memory = &target_board_memory;
	return &b->target;
}

const struct target_kind target_board_kind = {
	.name = "board",
	.plural = "the simulated boards",
	.form = "board:NAME",
	.find = target_of_board,
};

/* ---- what only boards have ----------------------------------------------- */

const struct board_info *target_board_info(const struct target *t)
{
	return t->ops == &ops ? ((const struct board_target *)t)->info : NULL;
}

const struct board_options *target_board_options(const struct target *t)
{
	return t->ops == &ops ? &((const struct board_target *)t)->options
			      : NULL;
}

void target_board_try(struct target *t, const struct board_trial *trial)
{
	struct board_target *b = (struct board_target *)t;

	b->options.trial = trial ? *trial : (struct board_trial){ 0 };
}

struct board *target_board(struct target_run *run)
{
	return run->target->ops == &ops ? board_of(run) : NULL;
}
