/* SPDX-License-Identifier: MIT */
/*
 * After a lost link: it is connected once more, so that everything can be put
 * back; else a file says what is left on the target, as commands for a
 * debugger.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog/catalog.h"
#include "target/probe/gdb.h"
#include "target/view/view.h"

/* ---- what is known of registers ------------------------------------------ */

static struct gdb_was *find_was(struct gdb_bus *b, const struct tally_reg *reg)
{
	for (unsigned i = 0; i < b->wass; i++)
		if (tally_reg_same(b->was[i].reg, *reg))
			return &b->was[i];
	if (b->wass == GDB_WAS)
		return NULL;
	b->was[b->wass] = (struct gdb_was){ .reg = *reg };
	return &b->was[b->wass++];
}

void gdb_was_read(struct gdb_bus *b, const struct tally_reg *reg,
		  uint64_t value)
{
	struct gdb_was *w = find_was(b, reg);

	if (!w || w->written || w->known)
		return;
	w->known = true;
	w->value = value;
}

void gdb_was_written(struct gdb_bus *b, const struct tally_reg *reg)
{
	struct gdb_was *w = find_was(b, reg);

	if (w)
		w->written = true;
}

/* ---- the file ------------------------------------------------------------ */

static void tell_registers(FILE *to, struct gdb_target *t)
{
	const struct gdb_arch *a = t->arch;
	const struct gdb_stub *s = &t->stub;

	fprintf(to, "# the core's registers\n");
	t->by->tell(to, GDB_LEFT_REGISTER, a->status, 0, s->status);
	for (unsigned i = 0; i < (strlen(a->used) + 1) / 3; i++) {
		const char *at = a->used + (size_t)3 * i;
		const char name[] = { at[0], at[1], '\0' };

		t->by->tell(to, GDB_LEFT_REGISTER, name, 0, s->used[i]);
	}
	t->by->tell(to, GDB_LEFT_REGISTER, a->pc, 0, s->pc);
}

static void tell_memory(FILE *to, const struct gdb_target *t)
{
	fprintf(to, "# the memory of scratch=\n");
	for (unsigned i = 0; i < t->scratch_size; i++)
		t->by->tell(to, GDB_LEFT_BYTE, NULL, t->scratch + i,
			    t->stub.memory[i]);
}

static void tell_monitor(FILE *to, const struct gdb_target *t,
			 const struct gdb_bus *b)
{
	const struct gdb_monitor *on = &t->monitor[b->monitor];

	for (unsigned i = 0; i < b->wass; i++) {
		const struct gdb_was *w = &b->was[i];
		const struct catalog_register *r =
			catalog_register_at(on->monitor, w->reg);

		if (!w->written)
			continue;
		fprintf(to, "# %s, %s: ", on->monitor->name,
			r ? r->name : "a register");
		if (!w->known)
			fprintf(to, "written, and not read before\n");
		else if (on->mapped) {
			fprintf(to, "\n");
			t->by->tell(to, GDB_LEFT_WORD, NULL,
				    view_address(on, &w->reg), w->value);
		} else
			fprintf(to, "it was 0x%" PRIx64 "\n", w->value);
	}
}

/* The branch first: nothing comes to the scratch memory any more then. */
static void tell_inside(FILE *to, const struct gdb_target *t)
{
	const struct gdb_inside *in = &t->inside;

	if (in->armed) {
		fprintf(to,
			"# the first instruction of the region; if it was "
			"entered and has not returned, it returns by way of "
			"0x%" PRIx64 " in scratch=\n",
			in->end);
		t->by->tell(to, GDB_LEFT_WORD, NULL, in->from, in->word);
	}
	if (in->next.known) {
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->status, 0,
			    in->next.status);
		for (unsigned i = 0; i < 2; i++) {
			const char *at = t->arch->used + (size_t)3 * i;
			const char name[] = { at[0], at[1], '\0' };

			t->by->tell(to, GDB_LEFT_REGISTER, name, 0,
				    in->next.used[i]);
		}
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->link, 0,
			    in->next.link);
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->sp, 0, in->next.sp);
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->pc, 0, in->next.pc);
	}
	if (in->moved) {
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->sp, 0, in->sp);
		t->by->tell(to, GDB_LEFT_REGISTER, t->arch->link, 0, in->link);
	}
}

static bool write_left(struct gdb_target *t, FILE *to)
{
	const struct gdb_run *r = t->run;
	bool good;

	fprintf(to,
		"# What was left on %s when the connection was lost.  %s takes "
		"this file:\n# source FILE\n",
		t->name, t->by->debugger);
	for (unsigned i = 0; i < r->breaks; i++)
		fprintf(to,
			"# a breakpoint %s at 0x%" PRIx64
			": the server's, or a reset takes it away\n",
			r->at[i].kind == '1' ? "by hardware" : "in memory",
			r->at[i].addr);
	tell_inside(to, t);
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		tell_monitor(to, t, &r->bus[i]);
	if (t->stub.placed)
		tell_memory(to, t);
	if (t->stub.within)
		tell_registers(to, t);
	good = !ferror(to);
	return fclose(to) == 0 && good;
}

static bool is_anything_left(const struct gdb_target *t)
{
	const struct gdb_run *r = t->run;
	bool left = r->breaks || t->stub.placed;

	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		for (unsigned k = 0; k < r->bus[i].wass; k++)
			left |= r->bus[i].was[k].written;
	return left;
}

/* "tally-left-localhost-3333.gdb", or ".tcl"; the second is "-3333-2.gdb" */
static void name_file(const struct gdb_target *t, unsigned number, char *path,
		      size_t room)
{
	char more[16] = "";

	if (number > 1)
		snprintf(more, sizeof more, "-%u", number);
	snprintf(path, room, "tally-left-%.40s%s%.40s%s.%s", t->host,
		 *t->port ? "-" : "", t->port, more, t->by->ending);
	for (char *at = path; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '.')
			*at = '-';
}

/* A new one: what an earlier one says may not be put back yet. */
static FILE *new_file(const struct gdb_target *t, char *path, size_t room)
{
	enum { MOST = 100 };
	FILE *to = NULL;

	for (unsigned number = 1; !to && number <= MOST; number++) {
		name_file(t, number, path, room);
		to = fopen(path, "wx");
		if (!to && errno != EEXIST)
			break;
	}
	return to;
}

/* ---- once more ----------------------------------------------------------- */

static bool connect_again(struct gdb_target *t)
{
	struct error ignored;

	t->stub.ready = false;
	return t->by->connect(t, &ignored);
}

static void add(struct error *err, const char *what, const char *more)
{
	struct error old = *err;

	error_set(err, "%.300s%s%s", old.text, what, more);
}

bool gdb_failed(struct gdb_target *t, struct error *err)
{
	char path[160];
	FILE *to;

	if (!t->connected || !t->by->lost(t) || !t->run ||
	    t->link == GDB_LINK_GONE)
		return false;
	/* One that does not hear would not stop for another connection. */
	if (t->link == GDB_LINK_FIRST && !t->tcl.deaf && connect_again(t)) {
		t->link = GDB_LINK_SECOND;
		add(err, "; it was connected again to put everything back", "");
		return false;
	}
	t->link = GDB_LINK_GONE;
	if (!is_anything_left(t)) {
		add(err, "; nothing is left there", "");
		return false;
	}
	to = new_file(t, path, sizeof path);
	if (to && write_left(t, to))
		add(err, "; what is left there is in ", path);
	else
		add(err,
		    "; breakpoints, scratch memory and the monitors' registers "
		    "may be left there as they were set, and nobody can write ",
		    path);
	return false;
}
