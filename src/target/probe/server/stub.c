/* SPDX-License-Identifier: MIT */
/*
 * Registers that only the core's own instructions reach: those are put into
 * memory that nobody uses, as many as fit, and carried out up to a breakpoint.
 *
 *	scratch    the check, the values, the instructions, a branch to ...
 *	end        ... a branch to itself, with a breakpoint
 *
 * So all that differs from one stub to the next is written at once, and what a
 * server may have put at the end for its breakpoint stays.
 *
 * A cache between the server and the core may keep either of them from what the
 * other has written.  So each access adds to a mark, by another number in each
 * stub, and the check is what the server has put there and the mark: it is
 * right if these instructions were carried out and the data is what both see.
 */
#include <poll.h>
#include <stdio.h>
#include <string.h>

#include "base/seconds.h"
#include "program/program.h"
#include "space/space.h"
#include "target/probe/server/gdb.h"

enum {
	STUB_MS = 1000,  /* the longest that a stub runs: chosen */
	BLIND_MS = 20,   /* likewise, where nothing stops it at its end */
	WORDS_MOST = 20, /* the instructions of one access, at most */
	TAIL_WORDS = 16, /* of what comes behind the last */
	DATA_MOST = GDB_SCRATCH_MOST / 2,
};

/* ---- a stub as instructions ---------------------------------------------- */

struct text {
	const struct gdb_target *t;
	const struct gdb_arch *a;
	uint32_t code[GDB_SCRATCH_MOST / 4];
	unsigned words;
	uint8_t data[DATA_MOST];
	unsigned bytes;
	unsigned mark; /* what each access adds ... */
	unsigned sum;  /* ... and what they come to */
	/* The place where a select register's value is kept; 0: it is not. */
	unsigned kept;
	struct tally_reg select;
};

static void emit(struct text *x, uint32_t word)
{
	x->code[x->words++] = word;
}

static void emit_wait(struct text *x, const struct tally_reg *reg)
{
	x->words += x->a->wait(reg, x->code + x->words);
}

/* A place in the data, of a register's size. */
static unsigned take_place(struct text *x, uint64_t value, bool two)
{
	const unsigned unit = x->a->bits / 8, at = x->bytes;

	gdb_put_bytes(x->t, x->data + at, value, unit);
	x->bytes += unit;
	if (two) {
		gdb_put_bytes(x->t, x->data + at + unit, value >> 32, unit);
		x->bytes += unit;
	}
	return at;
}

static uint64_t value_at(const struct text *x, unsigned at, bool two)
{
	const unsigned unit = x->a->bits / 8;
	uint64_t value = gdb_get_bytes(x->t, x->data + at, unit);

	if (two)
		value |= gdb_get_bytes(x->t, x->data + at + unit, unit) << 32;
	return value;
}

/* Does a value take both of its registers? */
static bool is_pair(const struct text *x, const struct tally_reg *reg)
{
	return x->a->bits == 32 && reg->bits == 64;
}

static void emit_move(struct text *x, bool store, unsigned at, bool two)
{
	emit(x, x->a->move(store, false, at));
	if (two)
		emit(x, x->a->move(store, true, at + 4));
}

static void emit_write(struct text *x, const struct tally_reg *reg, unsigned at)
{
	emit_move(x, false, at, is_pair(x, reg));
	emit(x, x->a->access(reg, true));
	emit_wait(x, reg);
}

static void emit_read(struct text *x, const struct tally_reg *reg, unsigned at)
{
	emit(x, x->a->access(reg, false));
	emit_move(x, true, at, is_pair(x, reg));
}

/* The select register's value is kept before the first that is behind it. */
static void emit_select(struct text *x, const struct tally_reg *reg)
{
	x->select = tally_reg_select(*reg);
	if (!x->kept) {
		x->kept = take_place(x, 0, false);
		emit_read(x, &x->select, x->kept);
	}
	emit_write(x, &x->select, take_place(x, tally_reg_number(*reg), false));
}

static void emit_mark(struct text *x)
{
	emit(x, x->a->mark(false, x->mark));
	x->sum += x->mark;
}

/* The register is one of the core's kind. */
static unsigned emit_line(struct text *x, const struct tally_reg *reg,
			  unsigned at)
{
	emit_move(x, false, at, false);
	x->words += x->a->sync(reg->space == TALLY_CP14, x->code + x->words);
	emit_mark(x);
	return at;
}

/* Gives the place of the value. */
static unsigned emit_access(struct text *x, const struct gdb_access *access)
{
	struct tally_reg reg = access->reg;
	const unsigned at =
		take_place(x, access->value, is_pair(x, &access->reg));

	if (access->line)
		return emit_line(x, &reg, at);
	if (tally_reg_behind(reg)) {
		emit_select(x, &reg);
		reg = tally_reg_window(reg);
	}
	if (access->write)
		emit_write(x, &reg, at);
	if (!access->write || access->back)
		emit_read(x, &reg, at);
	emit_mark(x);
	return at;
}

static void emit_begin(struct text *x, struct gdb_target *t)
{
	x->t = t;
	x->a = t->arch;
	x->words = x->bytes = x->kept = 0;
	x->mark = x->sum = 1 + t->stub.marks++ % 127;
	(void)take_place(x, t->stub.marks * 0x01010101u & UINT32_MAX, false);
	emit(x, x->a->mark(true, x->mark));
}

static void emit_end(struct text *x)
{
	if (x->kept)
		emit_write(x, &x->select, x->kept);
	emit_move(x, false, 0, false);
	emit(x, x->a->sum);
	emit_move(x, true, 0, false);
}

/* ---- carrying it out ----------------------------------------------------- */

/* False: it did not stop within so long, or the link is lost. */
static bool await(struct gdb_target *t, int patience, struct error *err)
{
	struct pollfd p = { .fd = t->by->fd(t), .events = POLLIN };
	const double until = seconds_now() + patience / 1000.0;
	struct gdb_halt ignored;

	while (!t->by->stopped(t, false, &ignored, err)) {
		const double left = until - seconds_now();

		if (t->by->lost(t) || left <= 0)
			return false;
		(void)poll(&p, 1, (int)(left * 1000) + 1);
	}
	return true;
}

/* One that is still on its way is stopped; it may stand at its end then. */
static bool wait_for_end(struct gdb_target *t, bool *late, struct error *err)
{
	*late = !await(t, t->stub.stop ? STUB_MS : BLIND_MS, err);
	if (!*late)
		return true;
	if (t->by->lost(t))
		return false;
	t->by->interrupt(t);
	return await(t, STUB_MS, err) ||
	       (!t->by->lost(t) &&
		error_set(err, "the instructions that access a register do not "
			       "end, and the core does not stop"));
}

/* The core stands where it was to begin. */
static bool is_idle(const struct gdb_target *t, struct error *err)
{
	const bool named = *t->core;

	return error_set(err,
			 "%s: %s%s does not carry out instructions: it is "
			 "powered off, held in reset, or sleeps until an "
			 "interrupt comes; have the program there start it, or "
			 "wake it%s",
			 t->name, named ? "core=" : "the core",
			 named ? t->core : "",
			 named ? ", or name another one" : "");
}

/* Why the check is not what it has to be: where the core is tells whether it
 * came to the end, and the mark in its register which of the two caches it is.
 */
static bool explain(struct gdb_target *t, const struct text *x, uint64_t from,
		    bool late, struct error *err)
{
	uint64_t pc, mark = 0;

	if (!t->by->read_core(t, t->arch->pc, t->arch->pc_number, &pc, err) ||
	    !gdb_stub_register(t, x->a->base + 1, false, &mark, err))
		return false;
	if (late && pc == from)
		return is_idle(t, err);
	if (pc != gdb_stub_stop(t))
		return error_set(
			err,
			late ? "the instructions that access a register do not "
			       "end: after a while the core is at 0x%llx"
			     : "the instructions that access a register ended "
			       "at 0x%llx: the core may not do that in its "
			       "state",
			(unsigned long long)pc);
	if (mark == x->sum)
		return error_set(err,
				 "%s: what the core writes to 0x%llx the "
				 "server does not see, or the other way: a "
				 "data cache is between them; say scratch= in "
				 "memory that is not cached",
				 t->name, (unsigned long long)gdb_stub_data(t));
	return error_set(err,
			 "%s: the core carried out other instructions than "
			 "were written to 0x%llx: its instruction cache has "
			 "older ones; say scratch= in memory that is not "
			 "cached",
			 t->name, (unsigned long long)gdb_stub_data(t));
}

bool gdb_stub_go(struct gdb_target *t, uint64_t from, bool *late,
		 struct error *err)
{
	return t->by->write_core(t, t->arch->pc, t->arch->pc_number, from,
				 err) &&
	       t->by->go(t, false, err) && wait_for_end(t, late, err);
}

static uint64_t cut(uint64_t value, unsigned bits)
{
	return bits < 64 ? value & ((UINT64_C(1) << bits) - 1) : value;
}

static bool carry_out(struct gdb_target *t, struct text *x, struct error *err)
{
	const uint64_t wanted = cut(value_at(x, 0, false) + x->sum, x->a->bits);
	const unsigned code = (x->bytes + 7) & ~7u; /* its place */
	const uint64_t from = gdb_stub_data(t) + code;
	uint8_t all[GDB_SCRATCH_MOST] = { 0 };
	bool late;

	emit(x,
	     x->a->branch((unsigned)(gdb_stub_stop(t) - from) - 4 * x->words));
	memcpy(all, x->data, x->bytes);
	for (unsigned i = 0; i < x->words; i++)
		gdb_put_bytes(t, all + code + (size_t)4 * i, x->code[i], 4);
	if (!t->by->write_memory(t, gdb_stub_data(t), all,
				 code + (size_t)4 * x->words, err) ||
	    !gdb_stub_go(t, from, &late, err) ||
	    !t->by->read_memory(t, gdb_stub_data(t), x->data, x->bytes, err))
		return false;
	return value_at(x, 0, false) == wanted ||
	       explain(t, x, from, late, err);
}

/* Room for one more, whatever it takes, and for the end? */
static bool has_room(const struct text *x)
{
	enum { PLACES = 4 };
	const unsigned words = x->words + WORDS_MOST + TAIL_WORDS;

	return 4 * words + x->bytes + PLACES * x->a->bits / 8 + 8 <=
	       x->t->scratch_size - x->t->stub.skip;
}

/* As many as fit; 0 and `err`: they could not be carried out. */
static unsigned run_some(struct gdb_target *t, struct gdb_access *a,
			 unsigned count, struct error *err)
{
	unsigned at[DATA_MOST / 4], n;
	struct text x;

	emit_begin(&x, t);
	for (n = 0; n < count && (!n || has_room(&x)); n++)
		at[n] = emit_access(&x, &a[n]);
	emit_end(&x);
	if (!carry_out(t, &x, err))
		return 0;
	for (unsigned i = 0; i < n; i++) {
		uint64_t value =
			cut(value_at(&x, at[i], is_pair(&x, &a[i].reg)),
			    a[i].reg.bits);

		if (a[i].write)
			a[i].found = value;
		else
			a[i].value = value;
	}
	return n;
}

static bool no_instruction(const struct tally_reg *reg, struct error *err)
{
	const struct space *space = space_of_reg(reg);

	return error_set(err,
			 "0x%x of space %u: the program's core has no "
			 "instruction for a %s; is the monitor that of "
			 "another core",
			 (unsigned)reg->addr, reg->space,
			 space ? space->name
			       : "register of a space without a row in "
				 "src/space/spaces.def");
}

bool gdb_stub_run(struct gdb_target *t, struct gdb_access *a, unsigned count,
		  struct error *err)
{
	for (unsigned i = 0; i < count; i++)
		if (!a[i].line && !t->arch->access(&a[i].reg, a[i].write))
			return no_instruction(&a[i].reg, err);
	if (!gdb_stub_enter(t, err))
		return false;
	while (count) {
		unsigned n = run_some(t, a, count, err);

		if (!n)
			return false;
		a += n;
		count -= n;
	}
	return true;
}
