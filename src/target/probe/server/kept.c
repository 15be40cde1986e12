/* SPDX-License-Identifier: MIT */
/*
 * The ground that stubs rest on: their place in the scratch memory with a
 * breakpoint at its end, and the core's registers.  What was there is kept, put
 * back and read back.
 */
#include <stdio.h>
#include <string.h>

#include "target/probe/server/gdb.h"

bool gdb_stub_register(struct gdb_target *t, unsigned which, bool write,
		       uint64_t *value, struct error *err)
{
	const struct gdb_used *u = &t->arch->used[which];

	return write ? t->by->write_core(t, u->name, u->number, *value, err)
		     : t->by->read_core(t, u->name, u->number, value, err);
}

unsigned gdb_used_count(const struct gdb_arch *a)
{
	unsigned n = 0;

	while (a->used[n].name[0])
		n++;
	return n;
}

/* The next question might be answered with the answer to the one before: the
 * link is given up, so that nothing is kept of a dialogue out of step. */
static bool differ(struct gdb_target *t, const char *what, struct error *err)
{
	t->by->give_up(t);
	return error_set(err,
			 "%s: %s read otherwise a moment later, though nobody "
			 "wrote there: what the server says cannot be put back",
			 t->name, what);
}

/* Memory that is kept is read twice, on one connection: an answer to another
 * question would be put back as what was there. */
static bool keep_memory(struct gdb_target *t, struct error *err)
{
	uint8_t once_more[GDB_SCRATCH_MOST];

	if (!t->by->read_memory(t, t->scratch, t->stub.memory, t->scratch_size,
				err) ||
	    !t->by->read_memory(t, t->scratch, once_more, t->scratch_size, err))
		return false;
	return !memcmp(once_more, t->stub.memory, t->scratch_size) ||
	       differ(t, "the memory of scratch=", err);
}

/*
 * Without a breakpoint, where the server cannot set one, the branch to itself
 * will do: the core is stopped there after a moment.  Another connection may
 * have found the one that was there, or not: a server may count them.
 */
static bool set_stop(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	struct gdb_break at = { .addr = gdb_stub_stop(t), .size = 4 };
	struct error refused;

	if (s->stop) {
		at.kind = s->stop;
		(void)gdb_clear_break(t, &at, &refused);
	}
	s->stop = '\0';
	if (t->by->lost(t))
		return error_set(err, "%s", refused.text);
	if (gdb_set_break(t, &at, "01", err))
		s->stop = at.kind;
	return !t->by->lost(t);
}

static bool place(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	uint8_t byte[4];

	if (s->placed && s->has_end)
		return true;
	if (!s->placed && !keep_memory(t, err))
		return false;
	s->placed = true;
	gdb_put_bytes(t, byte, t->arch->stay, sizeof byte);
	s->has_end = t->by->write_memory(t, gdb_stub_stop(t), byte, sizeof byte,
					 err) &&
		     set_stop(t, err);
	return s->has_end;
}

/* The core's registers that a stub changes. */
struct kept {
	uint64_t used[GDB_USED], pc, status;
};

static bool read_used(struct gdb_target *t, unsigned i, struct kept *k,
		      struct error *err)
{
	return gdb_stub_register(t, i, false, &k->used[i], err);
}

static bool read_pc(struct gdb_target *t, struct kept *k, struct error *err)
{
	return t->by->read_core(t, t->arch->pc, t->arch->pc_number, &k->pc,
				err);
}

static bool read_status(struct gdb_target *t, struct kept *k, struct error *err)
{
	return t->by->read_core(t, t->arch->status, t->arch->status_number,
				&k->status, err);
}

static bool read_kept(struct gdb_target *t, struct kept *k, struct error *err)
{
	*k = (struct kept){ .pc = 0 };
	for (unsigned i = 0; i < gdb_used_count(t->arch); i++)
		if (!read_used(t, i, k, err))
			return false;
	return read_pc(t, k, err) && read_status(t, k, err);
}

/* From the last to the first: where each answer is that to the question before,
 * both ways give the same only of registers that all hold one value. */
static bool read_backwards(struct gdb_target *t, struct kept *k,
			   struct error *err)
{
	*k = (struct kept){ .pc = 0 };
	if (!read_status(t, k, err) || !read_pc(t, k, err))
		return false;
	for (unsigned i = gdb_used_count(t->arch); i; i--)
		if (!read_used(t, i - 1, k, err))
			return false;
	return true;
}

static bool keep(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	struct kept once, again;

	if (!read_kept(t, &once, err) || !read_backwards(t, &again, err))
		return false;
	if (memcmp(&once, &again, sizeof once) != 0)
		return differ(t, "the core's registers", err);
	memcpy(s->used, once.used, sizeof s->used);
	s->pc = once.pc;
	s->status = once.status;
	s->ready = false;
	return true;
}

/* The program's registers are kept, and the stub's own are set. */
bool gdb_stub_enter(struct gdb_target *t, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	struct gdb_stub *s = &t->stub;
	uint64_t data = gdb_stub_data(t), status;

	if (!place(t, err))
		return false;
	if (!s->within && !keep(t, err))
		return false;
	s->within = true;
	status = (s->status & ~a->off) | a->on;
	if (a->mode && !(s->status & a->mode)) {
		if (!a->raise)
			return error_set(err,
					 "the core is at EL0, from where the "
					 "monitor's registers cannot be "
					 "accessed; name a region at EL1");
		status |= a->raise;
	}
	s->ready =
		s->ready || (t->by->write_core(t, a->status, a->status_number,
					       status, err) &&
			     gdb_stub_register(t, a->base, true, &data, err));
	return s->ready;
}

/* The status register first: which registers there are depends on it. */
bool gdb_stub_leave(struct gdb_target *t, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	struct gdb_stub *s = &t->stub;

	if (!s->within)
		return true;
	s->ready = false; /* some of them, if one is refused */
	if (!t->by->write_core(t, a->status, a->status_number, s->status, err))
		return false;
	for (unsigned i = 0; i < gdb_used_count(a); i++)
		if (!gdb_stub_register(t, i, true, &s->used[i], err))
			return false;
	if (!t->by->write_core(t, a->pc, a->pc_number, s->pc, err))
		return false;
	s->within = false;
	return true;
}

/* Likewise, and they are read back: who may write none of them has not changed
 * any, either. */
static bool leave_for_good(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	struct kept found;
	struct error more;
	bool good;

	if (!s->within)
		return true;
	good = gdb_stub_leave(t, err);
	s->within = true; /* until that is known */
	if (t->by->lost(t) || !read_kept(t, &found, good ? err : &more))
		return false;
	if (memcmp(found.used, s->used, sizeof found.used) != 0 ||
	    found.pc != s->pc || found.status != s->status)
		return good && error_set(err,
					 "%s: the core's registers were put "
					 "back, and read as something else",
					 t->name);
	s->within = false;
	return true;
}

static bool put_memory_back(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	uint8_t found[GDB_SCRATCH_MOST];
	struct error more;
	bool good;

	if (s->stays)
		return true;
	s->has_end = false;
	good = t->by->write_memory(t, t->scratch, s->memory, t->scratch_size,
				   err);
	if (t->by->lost(t) ||
	    !t->by->read_memory(t, t->scratch, found, t->scratch_size,
				good ? err : &more))
		return false;
	return !memcmp(found, s->memory, t->scratch_size) ||
	       (good && error_set(err,
				  "%s: the memory of scratch= was put back, "
				  "and reads as something else",
				  t->name));
}

bool gdb_stub_end(struct gdb_target *t, struct error *err)
{
	struct gdb_stub *s = &t->stub;
	const struct gdb_break at = { .addr = gdb_stub_stop(t),
				      .kind = s->stop,
				      .size = 4 };

	struct error more;
	bool gone;

	if (!leave_for_good(t, err))
		return false;
	s->has_end = s->has_end && !s->stop;
	gone = !s->stop || gdb_clear_break(t, &at, err);
	if (gone)
		s->stop = 0;
	if (s->placed &&
	    (t->by->lost(t) || !put_memory_back(t, gone ? err : &more)))
		return false;
	s->placed = s->stays = false;
	s->skip = 0;
	return gone;
}
