/* SPDX-License-Identifier: MIT */
/*
 * A window that the program opens and closes by itself: what stays on the
 * target for it, and how that is taken away again.  See inside.h.
 */
#include "target/probe/inside/inside.h"

#include <inttypes.h>
#include <string.h>

#include "catalog/catalog.h"
#include "program/program.h"
#include "target/probe/inside/inner.h"

static uint64_t stack_of(const struct gdb_target *t)
{
	return (inside_base(t) + INSIDE_BYTES) & ~UINT64_C(15);
}

/* ---- it is put there ----------------------------------------------------- */

/* By its monitor: those of cores that have ARM code, too. */
static bool has_thumb2(const struct gdb_target *t)
{
	const char *name = t->monitor[0].monitor->name;

	return (!strcmp(name, "arm1156") || !strncmp(name, "cortex-a", 8) ||
		!strncmp(name, "pmuv3", 5)) &&
	       !t->program->big_endian;
}

static bool thumb_can_be(struct gdb_target *t, uint64_t from,
			 const struct program_symbol *symbol, struct error *err)
{
	bool whole;

	if (!has_thumb2(t))
		return error_set(err,
				 "--inside: %s is Thumb code, which has no "
				 "branch that is short and far enough; leave "
				 "out --inside",
				 symbol->shown);
	if (!inside_thumb_is_whole(t, from, symbol->size, &whole, err))
		return false;
	return (whole && t->stub.pc != from + 2) ||
	       error_set(err,
			 "--inside: %s comes to its second instruction again, "
			 "of which the branch would take the place; leave out "
			 "--inside",
			 symbol->shown);
}

static bool is_thumb(const struct gdb_target *t, uint64_t from)
{
	uint64_t offset;
	const struct program_symbol *symbol =
		program_at(t->program, from, &offset);

	return symbol && symbol->thumb;
}

static bool can_be(struct gdb_target *t, const struct target_window *w,
		   struct error *err)
{
	const struct program_symbol *symbol;
	uint64_t offset;

	if (!t->arch->sync || !t->has_scratch)
		return error_set(err, "--inside: there are no such stubs for "
				      "this core; leave out --inside");
	if (t->scratch_size < INSIDE_BYTES + GDB_SCRATCH_LEAST)
		return error_set(err,
				 "--inside: %d bytes of scratch= are needed",
				 INSIDE_BYTES + GDB_SCRATCH_LEAST + 8);
	if (gdb_has_others(t))
		return error_set(
			err, "--inside: another core that enters the region "
			     "would carry out what is for one; leave out "
			     "--inside");
	symbol = program_at(t->program, w->from, &offset);
	if (symbol && symbol->thumb && !thumb_can_be(t, w->from, symbol, err))
		return false;
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (t->monitor[i].mapped)
			return error_set(err,
					 "--inside: the registers of %s are in "
					 "memory; leave out --inside",
					 t->target.facts.monitor[i].name);
	return t->stub.stop ||
	       error_set(err, "--inside: no breakpoint can be set in the "
			      "scratch memory");
}

static void put_data(const struct gdb_target *t, const struct inside_code *c,
		     uint8_t *to)
{
	const unsigned unit = inside_unit(t);

	for (unsigned i = 0; i < INSIDE_PLACES; i++)
		gdb_put_bytes(t, to + (size_t)unit * i, c->data[i], unit);
}

static bool write_data(struct gdb_target *t, const struct inside_code *c,
		       struct error *err)
{
	uint8_t data[INSIDE_PLACES * sizeof(uint64_t)];

	put_data(t, c, data);
	return t->by->write_memory(t, inside_base(t), data,
				   (size_t)INSIDE_PLACES * inside_unit(t), err);
}

static bool write_code(struct gdb_target *t, struct inside_code *c,
		       struct error *err)
{
	const unsigned at = (unsigned)(inside_entry(c->wish) - inside_base(t));
	uint8_t all[INSIDE_BYTES] = { 0 };

	if (c->literal_bytes && !inside_read(t, c->literal, c->literal_bytes,
					     &c->data[INSIDE_LITERAL], err))
		return false;
	put_data(t, c, all);
	if (c->wish->thumb) /* bx pc; nop */
		gdb_put_bytes(t, all + at - INSIDE_DOOR, 0x46C04778, 4);
	for (unsigned i = 0; i < c->words; i++)
		gdb_put_bytes(t, all + at + (size_t)4 * i, c->word[i], 4);
	t->inside.take = c->take;
	t->inside.end = c->end;
	return t->by->write_memory(t, inside_base(t), all, sizeof all, err) &&
	       inside_sync(t, inside_base(t), sizeof all, err);
}

/* From now on other stubs leave that part of the scratch memory alone. */
static void reserve(struct gdb_target *t)
{
	if (!t->stub.skip)
		t->stub.ready = false;
	t->stub.skip = INSIDE_BYTES;
}

static bool write_branch(struct gdb_target *t, const struct inside_wish *w,
			 struct error *err)
{
	struct gdb_inside *in = &t->inside;
	uint8_t byte[4];
	uint32_t word;

	if (w->thumb ? !inside_thumb_branch(
			       w->from, inside_entry(w) - INSIDE_DOOR, &word)
		     : !inside_branch(t->arch, w->from, inside_entry(w), &word))
		return error_set(err,
				 "--inside: scratch= is too far for a branch "
				 "from 0x%" PRIx64
				 "; name memory that is nearer",
				 w->from);
	in->from = w->from;
	in->word = w->word;
	in->thumb = w->thumb;
	in->armed = true;
	gdb_put_bytes(t, byte, word, sizeof byte);
	return t->by->write_memory(t, w->from, byte, sizeof byte, err) &&
	       inside_sync(t, w->from, sizeof byte, err);
}

/* ---- an empty region ----------------------------------------------------- */

static bool move(struct gdb_target *t, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	struct gdb_inside *in = &t->inside;

	if (!t->by->read_core(t, a->sp, a->sp_number, &in->sp, err) ||
	    !t->by->read_core(t, a->link, a->link_number, &in->link, err))
		return false;
	in->moved = true;
	return t->by->write_core(t, a->sp, a->sp_number, stack_of(t), err);
}

static bool go_through(struct gdb_target *t, const struct inside_wish *w,
		       struct error *err)
{
	uint64_t pc, user;
	bool late;

	t->stub.ready = false;
	if (!gdb_stub_go(t, inside_entry(w), &late, err) ||
	    !t->by->read_core(t, t->arch->pc, t->arch->pc_number, &pc, err) ||
	    !inside_read_place(t, INSIDE_USER, &user, err))
		return false;
	if (late || user || pc != gdb_stub_stop(t))
		return error_set(err,
				 "--inside: the instructions that start and "
				 "stop the counters ended at 0x%" PRIx64
				 ": the core may not do that in its state",
				 pc);
	return inside_check_nonce(t, err);
}

/*
 * Once without the counters, so that what the second time counts is not what
 * the caches lacked: of a region that enters itself that is each time's.
 */
static bool go_through_empty(struct gdb_target *t, struct inside_code *c,
			     struct error *err)
{
	const struct inside_wish *w = c->wish;
	bool good;

	for (unsigned i = 0; i < w->opens; i++)
		c->data[INSIDE_VALUE + i] = w->close[i].step.value;
	good = write_data(t, c, err) && move(t, err) && go_through(t, w, err);
	for (unsigned i = 0; i < w->opens; i++)
		c->data[INSIDE_VALUE + i] = w->open[i].step.value;
	return good && write_data(t, c, err) &&
	       t->by->write_core(t, t->arch->sp, t->arch->sp_number,
				 stack_of(t), err) &&
	       go_through(t, w, err) && inside_move_back(t, err);
}

/* ---- the face ------------------------------------------------------------ */

bool gdb_inside(struct target_run *run, const struct target_window *w,
		const struct target_step *step, unsigned entries,
		struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)run->target;
	struct inside_wish wish = {
		.arch = t->arch,
		.region = (enum inside_region)entries,
		.base = inside_base(t),
		.from = w->from,
		.stop = gdb_stub_stop(t),
		.open = step,
		.close = step + w->opens,
		.opens = w->opens,
		.closes = w->closes,
	};
	struct inside_code code;
	uint64_t word = 0, more = 0;

	t->inside.kind = &t->monitor[0].monitor->monitor->counter[0].reg;
	wish.nonce = t->inside.nonce =
		++t->stub.marks * UINT32_C(0x01000193) & UINT32_MAX;
	if (!gdb_stub_enter(t, err) || !can_be(t, w, err) ||
	    !inside_read(t, w->from, 4, &word, err))
		return gdb_failed(t);
	wish.thumb = is_thumb(t, w->from);
	if (wish.thumb && !inside_read(t, w->from + 4, 2, &more, err))
		return gdb_failed(t);
	wish.more = (uint32_t)more;
	reserve(t);
	wish.word = (uint32_t)word;
	if (!inside_make(&code, &wish, err) || !write_code(t, &code, err))
		return gdb_failed(t);
	if (wish.region == INSIDE_PROGRAM)
		return write_branch(t, &wish, err) || gdb_failed(t);
	return go_through_empty(t, &code, err) || gdb_failed(t);
}
