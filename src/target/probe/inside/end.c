/* SPDX-License-Identifier: MIT */
/*
 * How the core comes back from what was left on it, see inside.h, wherever
 * it is: behind the region, before it, in it, or in those instructions.
 */
#include <inttypes.h>
#include <stdio.h>

#include "program/program.h"
#include "target/probe/inside/inner.h"

enum {
	/* So many instructions take the core out of them, at most. */
	STEPS = 2 * INSIDE_WORDS,
	/* Of the stack, where the region's return address is looked for. */
	STACK_MOST = 1 << 16,
};

bool inside_read(struct gdb_target *t, uint64_t addr, unsigned count,
		 uint64_t *value, struct error *err)
{
	uint8_t byte[8];

	if (!t->by->read_memory(t, addr, byte, count, err))
		return false;
	*value = gdb_get_bytes(t, byte, count);
	return true;
}

bool inside_read_place(struct gdb_target *t, unsigned place, uint64_t *value,
		       struct error *err)
{
	return inside_read(t, inside_base(t) + (uint64_t)place * inside_unit(t),
			   inside_unit(t), value, err);
}

/* The core carries out what was written, whatever its caches have. */
bool inside_sync(struct gdb_target *t, uint64_t from, uint64_t size,
		 struct error *err)
{
	struct gdb_access line[INSIDE_BYTES / GDB_LINE + 2];
	unsigned count = 0;

	from &= ~(uint64_t)(GDB_LINE - 1);
	size += GDB_LINE;
	for (uint64_t at = 0; at < size; at += GDB_LINE)
		line[count++] = (struct gdb_access){ .reg = *t->inside.kind,
						     .line = true,
						     .value = from + at };
	return gdb_stub_run(t, line, count, err);
}

/* Did the core read what the server has written? */
bool inside_check_nonce(struct gdb_target *t, struct error *err)
{
	uint64_t seen;

	if (!inside_read_place(t, INSIDE_SEEN, &seen, err))
		return false;
	return seen == t->inside.nonce ||
	       error_set(err,
			 "%s: what the core writes to 0x%" PRIx64
			 " the server does not see, or the other way: a cache "
			 "is between them; say scratch= in memory that is not "
			 "cached",
			 t->name, inside_base(t));
}

bool inside_move_back(struct gdb_target *t, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	struct gdb_inside *in = &t->inside;

	if (!in->moved)
		return true;
	if (!t->by->write_core(t, a->sp, a->sp_number, in->sp, err) ||
	    !t->by->write_core(t, a->link, a->link_number, in->link, err))
		return false;
	in->moved = false;
	return true;
}

/* ---- it is taken away ---------------------------------------------------- */

static bool take_branch(struct gdb_target *t, struct error *err)
{
	struct gdb_inside *in = &t->inside;
	uint8_t byte[4];

	gdb_put_bytes(t, byte, in->word, sizeof byte);
	if (!t->by->write_memory(t, in->from, byte, sizeof byte, err))
		return false;
	if (!inside_sync(t, in->from, sizeof byte, err))
		return false;
	in->armed = false;
	return true;
}

/* Of the registers that have an address, the program's own. */
static bool replace_in(struct gdb_target *t, unsigned number, uint64_t old,
		       uint64_t now, bool *found, struct error *err)
{
	uint64_t value;
	char name[8];

	snprintf(name, sizeof name, "%c%u", t->arch->used[0].name[0], number);
	if (!t->by->read_core(t, name, number, &value, err))
		return false;
	if (value != old)
		return true;
	*found = true;
	return t->by->write_core(t, name, number, now, err);
}

/* Two registers are on the stack; the link may be one of ours.  An address of
 * ARM code says by its lowest bit that it is Thumb. */
static bool learn_next(struct gdb_target *t, struct error *err)
{
	enum { THUMB = 1 << 5 };
	const struct gdb_arch *a = t->arch;
	const unsigned unit = inside_unit(t);
	struct gdb_inside *in = &t->inside;
	struct inside_next *n = &in->next;
	uint64_t user, to;

	if (!inside_read_place(t, INSIDE_USER, &user, err) ||
	    !inside_read_place(t, INSIDE_LINK, &to, err) ||
	    !t->by->read_core(t, a->status, a->status_number, &n->status,
			      err) ||
	    !t->by->read_core(t, a->link, a->link_number, &n->link, err) ||
	    !t->by->read_core(t, a->sp, a->sp_number, &n->sp, err) ||
	    !inside_read(t, n->sp, unit, &n->used[0], err) ||
	    !inside_read(t, n->sp + unit, unit, &n->used[1], err))
		return false;
	n->user = user;
	n->pc = user ? in->from | in->thumb : to;
	if (n->link == in->end)
		n->link = to;
	if (a->thumb && n->pc & 1)
		n->status |= THUMB;
	if (a->thumb)
		n->pc &= ~UINT64_C(1);
	n->sp += 2ull * unit;
	n->known = true;
	return true;
}

static bool write_next(struct gdb_target *t, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	const struct inside_next *n = &t->inside.next;

	for (unsigned i = 0; i < 2; i++)
		if (!t->by->write_core(t, a->used[i].name, a->used[i].number,
				       n->used[i], err))
			return false;
	return t->by->write_core(t, a->status, a->status_number, n->status,
				 err) &&
	       t->by->write_core(t, a->link, a->link_number, n->link, err) &&
	       t->by->write_core(t, a->sp, a->sp_number, n->sp, err) &&
	       t->by->write_core(t, a->pc, a->pc_number, n->pc, err);
}

/* The core is where all of it ends, or was when the link was lost: the program
 * goes on at its caller. */
static bool come_back(struct gdb_target *t, struct error *err)
{
	struct inside_next *n = &t->inside.next;

	if ((!n->known && !learn_next(t, err)) ||
	    (!n->user && !inside_check_nonce(t, err)) || !write_next(t, err) ||
	    !take_branch(t, err))
		return false;
	n->known = false;
	return true;
}

bool gdb_inside_stopped(struct gdb_target *t, struct target_stop *stop,
			struct error *err)
{
	uint64_t again, user = 0;

	if (!t->inside.armed || stop->pc != gdb_stub_stop(t))
		return true;
	if (!inside_read_place(t, INSIDE_AGAIN, &again, err) ||
	    !inside_read_place(t, INSIDE_USER, &user, err) ||
	    !come_back(t, err))
		return false;
	stop->reason = TARGET_STOP_BREAK;
	stop->windows.entered = 1 + again;
	if (!user)
		return t->by->read_core(t, t->arch->pc, t->arch->pc_number,
					&stop->pc, err);
	return error_set(err, "--inside: the region runs in user mode, in "
			      "which the counters cannot be started; leave "
			      "out --inside");
}

bool gdb_inside_within(struct gdb_target *t)
{
	struct error ignored;
	uint64_t next;

	return t->inside.armed &&
	       inside_read_place(t, INSIDE_NEXT, &next, &ignored) &&
	       next != t->inside.take;
}

/* Whoever looks there finds the region's own return address again. */
static bool search_stack(struct gdb_target *t, uint64_t old, uint64_t now,
			 bool *found, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	const unsigned unit = inside_unit(t);
	uint64_t sp, top;
	uint8_t byte[8], part[256];

	if (!t->by->read_core(t, a->sp, a->sp_number, &sp, err) ||
	    !inside_read_place(t, INSIDE_SP, &top, err))
		return false;
	top += 2ull * unit; /* what was kept there meanwhile */
	if (top - sp > STACK_MOST)
		return true; /* it is not this stack */
	gdb_put_bytes(t, byte, now, unit);
	for (uint64_t at = sp; at < top; at += sizeof part) {
		const uint64_t left = top - at;
		const unsigned size =
			left < sizeof part ? (unsigned)left : sizeof part;

		if (!t->by->read_memory(t, at, part, size, err))
			return false;
		for (unsigned i = 0; i + unit <= size; i += unit) {
			if (gdb_get_bytes(t, part + i, unit) != old)
				continue;
			*found = true;
			if (!t->by->write_memory(t, at + i, byte, unit, err))
				return false;
		}
	}
	return true;
}

/* A core among them is led out, instruction by instruction. */
static bool step_out(struct gdb_target *t, uint64_t *pc, struct error *err)
{
	for (unsigned i = 0; i < STEPS; i++) {
		struct gdb_halt ignored;

		if (!t->by->read_core(t, t->arch->pc, t->arch->pc_number, pc,
				      err))
			return false;
		if (*pc - inside_base(t) >= INSIDE_BYTES)
			return true;
		if (!t->by->go(t, true, err) ||
		    !t->by->stopped(t, true, &ignored, err))
			return false;
	}
	return true;
}

static bool search_registers(struct gdb_target *t, uint64_t old, uint64_t now,
			     bool *found, struct error *err)
{
	for (unsigned i = 0; i <= t->arch->link_number; i++)
		if (!replace_in(t, i, old, now, found, err))
			return false;
	return true;
}

/* The place that it returns to leads on, all else is as it was, and that is
 * told where the program's own words go. */
static bool leave_return(struct gdb_target *t, struct error *err)
{
	struct gdb_inside *in = &t->inside;
	char text[400];
	uint8_t byte[8];
	uint32_t word[2];

	inside_return(t->arch, in->end,
		      inside_base(t) + (uint64_t)INSIDE_LINK * inside_unit(t),
		      word);
	for (unsigned i = 0; i < 2; i++)
		gdb_put_bytes(t, byte + 4 * (size_t)i, word[i], 4);
	t->stub.stays = true;
	if (!t->by->write_memory(t, in->end, byte, sizeof byte, err) ||
	    !inside_sync(t, in->end, sizeof byte, err) || !gdb_stub_end(t, err))
		return false;
	(void)snprintf(text, sizeof text,
		       "%s: the region is still open, and where it keeps its "
		       "return address was not found: it returns by way of "
		       "0x%" PRIx64 ", so the scratch memory stays as it is "
		       "and is free when the region has returned",
		       t->name, in->end);
	gdb_run_say(t->run, text);
	return true;
}

/* In the region: it will return where it would have without us. */
static bool restore_return(struct gdb_target *t, struct error *err)
{
	struct gdb_inside *in = &t->inside;
	bool found = false;
	uint64_t link;

	return inside_read_place(t, INSIDE_LINK, &link, err) &&
	       search_registers(t, in->end, link, &found, err) &&
	       search_stack(t, in->end, link, &found, err) &&
	       (found || leave_return(t, err));
}

bool gdb_inside_end(struct gdb_target *t, struct error *err)
{
	struct gdb_inside *in = &t->inside;
	uint64_t pc;
	bool within;

	if (!inside_move_back(t, err))
		return false;
	if (!in->armed)
		return true;
	if (!gdb_stub_leave(t, err))
		return false;
	if (in->next.known)
		return come_back(t, err);
	if (!step_out(t, &pc, err))
		return false;
	if (pc == gdb_stub_stop(t))
		return come_back(t, err);
	within = gdb_inside_within(t);
	return take_branch(t, err) && gdb_stub_leave(t, err) &&
	       (!within || restore_return(t, err));
}
