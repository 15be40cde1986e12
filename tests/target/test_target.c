/* SPDX-License-Identifier: MIT */
/*
 * Boards as targets: their facts, and each face.  Every board is asked, so a
 * new one is in without being listed.
 */
#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "boards/src/board.h"
#include "catalog/catalog.h"
#include "guest_symbol.h"
#include "program/program.h"
#include "target/simulated/board.h"
#include "test.h"

static struct error err;

static struct target *found(const char *board, const struct board_options *o)
{
	char text[64];
	struct target *t;

	snprintf(text, sizeof text, "board:%s", board);
	t = target_find(text, o, &err);
	if (!t)
		fail_msg("%s: %s", text, err.text);
	return t;
}

/* ---- finding ------------------------------------------------------------- */

/* The kind is right, so its own words tell what is wrong. */
TEST(a_board_that_is_none_is_the_boards_word)
{
	struct error own;

	assert_null(board_find("pb1175", &own));
	assert_null(target_find("board:pb1175", NULL, &err));
	assert_string_equal(err.text, own.text);
}

TEST(options_that_a_board_has_not_are_refused)
{
	const struct board_options o = { .l2 = true };

	assert_null(target_find("board:lubbock", &o, &err));
	assert_non_null(strstr(err.text, "lubbock"));
	target_close(found("pb1176", &o));
}

/* ---- facts --------------------------------------------------------------- */

TEST(facts_of_every_board)
{
	unsigned count;
	const struct board_info *b = board_list(&count);

	for (; count--; b++) {
		struct target *t = found(b->name, NULL);
		const struct target_facts *f = &t->facts;
		char ours[160], theirs[160];

		assert_string_equal(f->name + strlen("board:"), b->name);
		assert_string_equal(
			target_monitor_names(t, ours, sizeof ours),
			board_monitor_names(b, theirs, sizeof theirs));
		assert_true(f->clock_hz == b->clock_hz);
		assert_true(f->simulated && f->many && f->knows_cycles);
		assert_false(f->varies);
		assert_string_equal(target_board_info(t)->name, b->name);
		target_close(t);
	}
}

TEST(a_board_with_jitter_varies)
{
	const struct board_options o = { .jitter = true, .seed = 1 };
	struct target *t = found("pb1176", &o);

	assert_true(t->facts.varies);
	assert_int_equal(target_board_options(t)->seed, 1);
	/* Instructions end a run, and time does not. */
	assert_true(target_board_options(t)->max_instructions ==
		    TARGET_BOARD_INSTRUCTIONS);
	assert_true(target_board_options(t)->timeout_s <= 0);
	target_close(t);
}

/* A monitor's first register says how it is reached. */
TEST(reach_is_where_the_registers_are)
{
	unsigned count;
	const struct board_info *b = board_list(&count);
	bool seen[2] = { false };

	for (; count--; b++) {
		struct target *t = found(b->name, NULL);

		for (unsigned i = 0; i < t->facts.monitors; i++) {
			const struct target_monitor *tm = &t->facts.monitor[i];
			const struct catalog_monitor *m =
				catalog_monitor(tm->name, &err);
			bool memory = m->reg[0].reg.space == TALLY_MMIO;

			assert_int_equal(target_monitor(t, tm->name), i);
			assert_int_equal(tm->reach, memory ? TARGET_BY_MEMORY
							   : TARGET_BY_CORE);
			seen[memory] = true;
		}
		assert_int_equal(target_monitor(t, "none"), -1);
		target_close(t);
	}
	assert_true(seen[false] && seen[true]);
}

/* ---- faces --------------------------------------------------------------- */

TEST(an_absent_face_is_refused_by_name)
{
	unsigned count;
	const struct board_info *b = board_list(&count);

	for (; count--; b++) {
		struct target *t = found(b->name, NULL);
		char wanted[128];

		assert_true(target_needs(t, TARGET_REGISTERS | TARGET_CONTROL,
					 "stat", &err));
		assert_true(target_needs(t, TARGET_CONTROL | TARGET_MEMORY,
					 "peek", &err));
		t->memory = NULL;
		assert_false(target_needs(t, TARGET_CONTROL | TARGET_MEMORY,
					  "peek", &err));
		snprintf(wanted, sizeof wanted,
			 "peek needs what board:%s has not: it gives no access "
			 "to its memory",
			 b->name);
		assert_string_equal(err.text, wanted);
		t->registers = NULL;
		assert_false(target_needs(t, TARGET_REGISTERS, "stat", &err));
		assert_non_null(strstr(err.text, "it reaches no registers"));
		t->control = NULL;
		assert_false(target_needs(t, TARGET_CONTROL, "stat", &err));
		assert_non_null(strstr(err.text, "cannot be let run"));
		assert_true(target_needs(t, 0, "nothing", &err));
		target_close(t);
	}
}

/* ---- a run --------------------------------------------------------------- */

/* Beside this program; false: nobody could compile it. */
static bool guest_of(const char *board, char *path, size_t room)
{
	char self[512] = "";
	int family = (int)strcspn(board, "-"); /* virt-a53 runs guest_virt */

	assert_true(readlink("/proc/self/exe", self, sizeof self - 1) > 0);
	*strrchr(self, '/') = '\0';
	snprintf(path, room, "%s/guest_%.*s.elf", self, family, board);
	return access(path, R_OK) == 0;
}

/* Each board that there is a guest for. */
static void on_each(void (*check)(struct target *t))
{
	unsigned count, checked = 0;
	const struct board_info *b = board_list(&count);

	for (; count--; b++) {
		const struct board_options o = { .timeout_s = 60 };
		struct target *t = found(b->name, &o);
		char path[600];

		if (guest_of(b->name, path, sizeof path)) {
			if (!target_load(t, path, &err))
				fail_msg("%s", err.text);
			check(t);
			checked++;
		}
		target_close(t);
	}
	assert_true(checked > 0);
}

static struct target_run *opened(struct target *t, unsigned number)
{
	struct target_run *run = target_open(t, number, &err);

	if (!run)
		fail_msg("%s: %s", t->facts.name, err.text);
	return run;
}

/* From its entry to the label `done`. */
static void check_control(struct target *t)
{
	const struct target_control *c = t->control;
	struct target_run *run = opened(t, 0);
	struct target_stop stop = { 0 };
	struct target_where at;

	assert_true(c->where(run, &at, &err));
	assert_int_equal(at.pc, t->program->entry);
	assert_true(c->stop_at(run, symbol_of(t->program, "done"), true, &err));
	/* A slice may end late, and so behind the end. */
	assert_true(c->go(run, 1, &err));
	assert_true(c->wait(run, true, &stop));
	if (stop.reason == TARGET_STOP_SLICE) {
		assert_true(c->go(run, 0, &err));
		assert_true(c->wait(run, true, &stop));
	}
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	assert_int_equal(stop.pc, symbol_of(t->program, "done"));
	assert_true(stop.instructions > 0 && stop.cycles > 0);
	assert_true(c->where(run, &at, &err));
	assert_int_equal(at.pc, stop.pc);
	assert_false(c->stop_at(run, UINT64_C(0x100000000), true, &err));
	assert_non_null(strstr(err.text, "addresses of 32 bits only"));
	target_end(run);
}

/* A function in Thumb state returns to an address, without the bit that says
 * so. */
TEST(a_link_is_an_address)
{
	static const char *const boards[] = { "pb1176", "lubbock", "imx31" };

	for (unsigned i = 0; i < 3; i++) {
		const struct board_options o = { .timeout_s = 60 };
		struct target *t = found(boards[i], &o);
		struct target_stop stop = { 0 };
		struct target_where at;
		struct target_run *run;
		uint32_t called;
		char path[600];

		assert_true(guest_of(boards[i], path, sizeof path));
		assert_true(target_load(t, path, &err));
		called = symbol_of(t->program, "thumb_called");
		((struct program *)(uintptr_t)t->program)->entry =
			symbol_of(t->program, "thumb_call");
		run = opened(t, 0);
		assert_true(t->control->stop_at(run, called, true, &err));
		assert_true(t->control->go(run, 0, &err));
		assert_true(t->control->wait(run, true, &stop));
		assert_int_equal(stop.reason, TARGET_STOP_BREAK);
		assert_true(t->control->where(run, &at, &err));
		assert_int_equal(at.pc, called);
		assert_int_equal(at.link,
				 symbol_of(t->program, "thumb_call_next"));
		target_end(run);
		target_close(t);
	}
}

TEST(every_board_runs_and_stops)
{
	on_each(check_control);
}

/* A register that is not there does not keep the next from being read. */
static void check_registers(struct target *t)
{
	const struct catalog_monitor *m =
		catalog_monitor(t->facts.monitor[0].name, &err);
	const struct tally_reg *reg = &m->monitor->counter[0].reg;
	struct tally_access a[] = {
		{ .reg = *reg },
		{ .reg = { 0x3ff, TALLY_PMR, 32 } },
		{ .reg = *reg, .write = true, .value = 0x1234 },
		{ .reg = *reg },
	};
	struct target_run *run = opened(t, 0);
	struct tally_bus *bus = t->registers->bus(run, 0);

	target_batch(run, 0, a, 4);
	assert_int_equal(a[0].status, TALLY_OK);
	assert_int_equal(a[1].status, TALLY_E_NOREG);
	assert_int_equal(a[2].status, TALLY_OK);
	assert_int_equal(a[3].status, TALLY_OK);
	assert_int_equal(bus->status, TALLY_OK);
	assert_int_equal(tally_bus_read(bus, reg), a[3].value);
	/* While it runs nobody reaches them: the first failure is all. */
	assert_true(t->control->go(run, 0, &err));
	target_batch(run, 0, a, 4);
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(a[i].status, TALLY_E_BUS);
	target_end(run);
}

TEST(every_board_shows_its_registers)
{
	on_each(check_registers);
}

static const struct program_segment *code_of(const struct program *p)
{
	for (size_t i = 0; i < p->segments; i++)
		if (p->entry - p->segment[i].addr < p->segment[i].size)
			return &p->segment[i];
	fail_msg("%s has no code", p->path);
	return NULL;
}

/* The program is where it says, and what is written is read, over pages. */
static void check_memory(struct target *t)
{
	enum { SIZE = 5 * 4096 + 5 };
	static uint8_t to[SIZE], from[SIZE];
	const struct target_memory *memory = t->memory;
	const struct program_segment *code = code_of(t->program);
	uint64_t beyond = code->addr + 0x100ffe;
	struct target_run *run = opened(t, 0);
	struct target_stop stop;

	assert_true(code->file_size <= SIZE);
	assert_true(memory->read(run, code->addr, to, code->file_size, &err));
	assert_memory_equal(to, code->bytes, code->file_size);
	for (unsigned i = 0; i < SIZE; i++)
		from[i] = (uint8_t)(i ^ i >> 8);
	assert_true(memory->write(run, beyond, from, SIZE, &err));
	assert_true(memory->read(run, beyond, to, SIZE, &err));
	assert_memory_equal(to, from, SIZE);
	/* Of a piece that goes out of the address space, nothing. */
	assert_false(memory->read(run, UINT32_MAX, to, 2, &err));
	assert_non_null(strstr(err.text, "addresses of 32 bits only"));
	assert_false(memory->write(run, UINT64_C(1) << 32, to, 1, &err));
	assert_non_null(strstr(err.text, "addresses of 32 bits only"));
	assert_true(t->control->go(run, 0, &err));
	assert_false(memory->read(run, beyond, to, 1, &err));
	assert_non_null(strstr(err.text, "is running; stop it first"));
	t->control->halt(run);
	assert_true(t->control->wait(run, true, &stop));
	target_end(run);
}

TEST(every_board_shows_its_memory)
{
	on_each(check_memory);
}

/* A branch to itself. */
static const uint8_t *endless_loop(const struct program *p)
{
	static const struct {
		uint16_t machine;
		uint8_t code[4];
	} row[] = {
		{ EM_ARM, { 0xfe, 0xff, 0xff, 0xea } },
		{ EM_AARCH64, { 0x00, 0x00, 0x00, 0x14 } },
		{ EM_PPC, { 0x48, 0x00, 0x00, 0x00 } },
	};

	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		if (row[i].machine == p->machine)
			return row[i].code;
	fail_msg("which instruction of machine %u is an endless loop?",
		 p->machine);
	return NULL;
}

static void check_written_code(struct target *t)
{
	const struct target_control *c = t->control;
	uint32_t done = symbol_of(t->program, "done");
	uint64_t entry = t->program->entry;
	struct target_run *run = opened(t, 0);
	struct target_stop stop;
	struct target_core core;

	assert_true(t->memory->read_core(run, &core, &err));
	assert_true(c->stop_at(run, done, true, &err));
	assert_true(c->go(run, 0, &err));
	assert_true(c->wait(run, true, &stop));
	assert_int_equal(stop.reason, TARGET_STOP_BREAK);
	/* Once more from the beginning, which is another now. */
	assert_true(t->memory->write(run, entry, endless_loop(t->program), 4,
				     &err));
	assert_true(t->memory->write_core(run, &core, &err));
	assert_true(c->go(run, 10000, &err));
	assert_true(c->wait(run, true, &stop));
	if (stop.reason != TARGET_STOP_SLICE || stop.pc != entry)
		fail_msg("%s carried out what was there before, and is at "
			 "0x%llx",
			 t->facts.name, (unsigned long long)stop.pc);
	target_end(run);
}

TEST(every_board_executes_what_was_written)
{
	on_each(check_written_code);
}

static void check_core(struct target *t)
{
	const struct target_memory *memory = t->memory;
	uint32_t done = symbol_of(t->program, "done");
	struct target_run *run = opened(t, 0);
	struct target_core core, now;
	struct target_where before, at;

	assert_true(t->control->where(run, &before, &err));
	assert_true(memory->read_core(run, &core, &err));
	assert_int_equal(core.pc, t->program->entry);
	assert_int_not_equal(core.state, 0);
	for (unsigned i = 0; i < 10; i++)
		core.r[i] = 0x1000 + i;
	core.r[1] = before.sp; /* Power's stack pointer */
	core.pc = done;
	assert_true(memory->write_core(run, &core, &err));
	assert_true(memory->read_core(run, &now, &err));
	assert_memory_equal(now.r, core.r, 13 * sizeof core.r[0]);
	assert_int_equal(now.pc, done);
	assert_int_equal(now.state, core.state);
	assert_true(t->control->where(run, &at, &err));
	assert_int_equal(at.pc, done);
	assert_int_equal(at.sp, before.sp);
	assert_int_equal(at.link, before.link);
	target_end(run);
}

TEST(every_board_shows_its_core)
{
	on_each(check_core);
}

TEST(nothing_is_where_no_memory_is)
{
	struct target *t = found("pb1176", NULL);
	struct target_run *run;
	char path[600];
	uint8_t byte;

	if (guest_of("pb1176", path, sizeof path)) {
		assert_true(target_load(t, path, &err));
		run = opened(t, 0);
		assert_false(t->memory->read(run, 0x90000ffe, &byte, 1, &err));
		assert_string_equal(err.text,
				    "no memory of pb1176 can be read at "
				    "0x90000ffe to 0x90000ffe");
		assert_false(t->memory->write(run, 0x90000000, &byte, 1, &err));
		assert_string_equal(err.text,
				    "no memory of pb1176 can be written at "
				    "0x90000000 to 0x90000000");
		target_end(run);
	}
	target_close(t);
}

static void check_ledger(struct target *t)
{
	static struct target_truth row[512];
	struct target_run *run = opened(t, 0);
	bool counted = false;
	unsigned rows;

	assert_non_null(target_board(run));
	assert_true(t->ops->truth(run, row, 512, &rows, &err));
	assert_true(rows > 2);
	for (unsigned i = 0; i < rows; i++) {
		assert_true(row[i].monitor < t->facts.monitors);
		assert_true(row[i].class <= TARGET_SKETCH);
		counted |= row[i].class == TARGET_EXACT;
	}
	assert_true(counted);
	assert_false(t->ops->truth(run, row, 2, &rows, &err));
	target_end(run);
}

TEST(every_board_has_a_ledger)
{
	on_each(check_ledger);
}

static void check_put_back(struct target *t)
{
	struct target_run *run = opened(t, 0), *other;

	target_put_back(run);
	assert_ptr_equal(opened(t, 0), run);
	target_put_back(run);
	other = opened(t, 1);
	assert_ptr_not_equal(other, run);
	target_end(other);
	/* One for another number, on a target for one, does not stay open. */
	t->facts.many = false;
	other = opened(t, 2);
	assert_null(t->unused);
	target_put_back(other); /* target_close() ends it */
}

TEST(a_run_that_was_only_looked_at_is_used)
{
	on_each(check_put_back);
}
