/* SPDX-License-Identifier: MIT */
/* Breakpoints at a debug server: set, taken away, and looked for after that. */
#include <inttypes.h>
#include <string.h>

#include "program/program.h"
#include "target/probe/server/gdb.h"

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
	if (!a->thumb || *thumb)
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

bool gdb_put_break(struct gdb_run *r, uint64_t addr, bool set,
		   struct error *err)
{
	struct gdb_target *t = (struct gdb_target *)r->run.target;
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

bool gdb_step_off(struct gdb_target *t, struct gdb_break *b, struct error *err)
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
