/* SPDX-License-Identifier: MIT */
/*
 * After a run everything is put back and read back.  Where it cannot be done, a
 * file says what is left on the target, as commands for a debugger.
 */
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "base/state.h"
#include "catalog/catalog.h"
#include "program/program.h"
#include "target/probe/inside/inside.h"
#include "target/probe/probe.h"
#include "target/probe/view/view.h"

/* ---- the file ------------------------------------------------------------ */

static void tell_register(FILE *to, const struct gdb_target *t,
			  const char *name, uint64_t value)
{
	t->by->tell(to, &(struct gdb_left){ .what = GDB_LEFT_REGISTER,
					    .name = name,
					    .value = value });
}

static void tell_word(FILE *to, const struct gdb_target *t, uint64_t addr,
		      uint64_t value)
{
	t->by->tell(to, &(struct gdb_left){ .what = GDB_LEFT_WORD,
					    .addr = addr,
					    .value = value & UINT32_MAX });
}

static void tell_bytes(FILE *to, const struct gdb_target *t, uint64_t addr,
		       const uint8_t *byte, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		t->by->tell(to, &(struct gdb_left){ .what = GDB_LEFT_BYTE,
						    .addr = addr + i,
						    .value = byte[i] });
}

/* The first of those that a stub uses. */
static void tell_used(FILE *to, const struct gdb_target *t,
		      const uint64_t *value, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		tell_register(to, t, t->arch->used[i].name, value[i]);
}

static void tell_registers(FILE *to, const struct gdb_target *t)
{
	const struct gdb_arch *a = t->arch;
	const struct gdb_stub *s = &t->stub;

	fprintf(to, "# the core's registers\n");
	tell_register(to, t, a->status, s->status);
	tell_used(to, t, s->used, gdb_used_count(a));
	tell_register(to, t, a->pc, s->pc);
}

static void tell_memory(FILE *to, const struct gdb_target *t)
{
	fprintf(to, "# the memory of scratch=\n");
	tell_bytes(to, t, t->scratch, t->stub.memory, t->scratch_size);
}

/* The branch first: nothing comes to the scratch memory any more then. */
static void tell_inside(FILE *to, const struct gdb_target *t)
{
	const struct gdb_inside *in = &t->inside;
	const struct gdb_arch *a = t->arch;

	if (in->armed) {
		fprintf(to,
			"# the first instruction of the region; if it was "
			"entered and has not returned, it returns by way of "
			"0x%" PRIx64 " in scratch=\n",
			in->end);
		tell_word(to, t, in->from, in->word);
	}
	if (in->next.known) {
		tell_register(to, t, a->status, in->next.status);
		tell_used(to, t, in->next.used, 2);
		tell_register(to, t, a->link, in->next.link);
		tell_register(to, t, a->sp, in->next.sp);
		tell_register(to, t, a->pc, in->next.pc);
	}
	if (in->moved) {
		tell_register(to, t, a->sp, in->sp);
		tell_register(to, t, a->link, in->link);
	}
}

static void tell_break(FILE *to, const struct gdb_target *t,
		       const struct gdb_break *b)
{
	fprintf(to, "# a breakpoint %s at 0x%" PRIx64 "\n",
		b->kind == '1' ? "by hardware" : "in memory", b->addr);
	t->by->tell(to, &(struct gdb_left){ .what = GDB_LEFT_BREAK, .at = *b });
	if (!b->kept)
		return;
	fprintf(to, "# and the program's instruction that it was put over\n");
	tell_bytes(to, t, b->addr, b->was, gdb_break_bytes(b));
}

/* One that was asked for when the link was lost may be there. */
static void tell_breaks(FILE *to, const struct gdb_target *t)
{
	if (t->in_doubt)
		tell_break(to, t, &t->doubt);
	for (unsigned i = 0; i < t->run->breaks; i++)
		tell_break(to, t, &t->run->at[i]);
	if (t->stub.stop)
		tell_break(to, t,
			   &(struct gdb_break){ .addr = gdb_stub_stop(t),
						.kind = t->stub.stop,
						.size = 4 });
}

/* Of one in memory: a word, or two. */
static void tell_mapped(FILE *to, const struct gdb_target *t,
			const struct gdb_monitor *m, const struct gdb_access *a)
{
	uint64_t at[2];
	const unsigned words =
		view_words(m, &a->reg, t->program->big_endian, at);

	for (unsigned i = 0; i < words; i++)
		tell_word(to, t, at[i], a->value >> 32 * i);
}

/* Is it one that OpenOCD's commands write? */
static bool is_by_command(const struct gdb_target *t,
			  const struct tally_reg *reg)
{
	return t->has_commands && reg->bits == 32 && gdb_command_reaches(reg);
}

/* Can the file write it?  Else only instructions of the core can. */
static bool is_reached(const struct gdb_bus *b, const struct tally_reg *reg)
{
	return b->target->monitor[b->monitor].mapped ||
	       gdb_bus_offered(b, reg) || is_by_command(b->target, reg);
}

/* One write that puts it back, by the way that was taken there. */
static void tell_access(FILE *to, const struct gdb_bus *b,
			const struct gdb_access *a)
{
	const struct gdb_target *t = b->target;
	const struct gdb_monitor *m = &t->monitor[b->monitor];
	const struct gdb_register *server = gdb_bus_offered(b, &a->reg);
	const struct catalog_register *r =
		catalog_register_at(m->monitor, a->reg);
	char what[GDB_COMMAND];

	fprintf(to, "# %s, %s: 0x%" PRIx64 "%s\n", m->monitor->name,
		r ? r->name : "a register", a->value,
		is_reached(b, &a->reg)
			? ""
			: ", which only instructions of the core can write");
	if (m->mapped) {
		tell_mapped(to, t, m, a);
	} else if (server) {
		tell_register(to, t, server->name, a->value);
	} else if (is_by_command(t, &a->reg)) {
		gdb_command_write(what, &a->reg, a->value);
		t->by->tell(to, &(struct gdb_left){ .what = GDB_LEFT_COMMAND,
						    .name = what });
	}
}

static void tell_monitor(FILE *to, struct gdb_bus *b)
{
	struct gdb_access a[GDB_WAS_WRITES];
	const unsigned count = gdb_was_writes(b, a);

	for (unsigned i = 0; i < count; i++)
		tell_access(to, b, &a[i]);
}

/* A monitor of which the file has no more than comments; NULL: none. */
static const char *find_unreached(struct gdb_target *t)
{
	struct gdb_access a[GDB_WAS_WRITES];

	for (unsigned i = 0; i < t->target.facts.monitors; i++) {
		struct gdb_bus *b = &t->run->bus[i];
		const unsigned count = gdb_was_writes(b, a);

		for (unsigned k = 0; k < count; k++)
			if (!is_reached(b, &a[k].reg))
				return t->target.facts.monitor[i].name;
	}
	return NULL;
}

static bool write_left(struct gdb_target *t, FILE *to)
{
	bool good;

	fprintf(to,
		"# What is left on %s, with what puts it back.  %s takes this "
		"file:\n# source FILE\n",
		t->name, t->by->debugger);
	tell_breaks(to, t);
	tell_inside(to, t);
	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		tell_monitor(to, &t->run->bus[i]);
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
	bool left = r->breaks || t->stub.placed || t->stub.stop ||
		    t->stub.within || t->in_doubt;

	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		for (unsigned k = 0; k < r->bus[i].wass; k++)
			left |= r->bus[i].was[k].written;
	return left;
}

/* "left-localhost-3333.gdb", or ".tcl"; the second is "-3333-2.gdb" */
static void name_file(const struct gdb_target *t, unsigned number, char *name,
		      size_t room)
{
	char more[16] = "";

	if (number > 1)
		snprintf(more, sizeof more, "-%u", number);
	snprintf(name, room, "left-%.40s%s%.40s%s.%s", t->host,
		 *t->port ? "-" : "", t->port, more, t->by->ending);
	for (char *at = name; *at; at++)
		if (!isalnum((unsigned char)*at) && *at != '.')
			*at = '-';
}

/* A new one: what an earlier one says may not be put back yet. */
static FILE *new_file(const struct gdb_target *t, char *path, size_t room)
{
	enum { MOST = 100 };
	char folder[PATH_MAX], name[160] = "";
	FILE *to = NULL;

	if (!state_folder(folder, sizeof folder))
		snprintf(folder, sizeof folder, "the user's state");
	for (unsigned number = 1; !to && number <= MOST; number++) {
		name_file(t, number, name, sizeof name);
		if (snprintf(path, room, "%s/%s", folder, name) >= (int)room)
			break;
		to = fopen(path, "wx");
		if (!to && errno != EEXIST)
			break;
	}
	return to;
}

/* Tells what the file does not put back, a clause, or "". */
static void tell_unreached(struct gdb_target *t, char *text, size_t room)
{
	const char *monitor = find_unreached(t);

	*text = '\0';
	if (monitor)
		snprintf(
			text, room,
			"; registers of %s are only comments in it, as nothing "
			"but instructions of the core writes them: let the "
			"program write them, or reset the target, else the "
			"next session may find the monitor in use",
			monitor);
}

static void tell_left(struct gdb_target *t, const struct error *why)
{
	char path[600], more[300];
	FILE *to = new_file(t, path, sizeof path);
	const bool written = to && write_left(t, to);

	tell_unreached(t, more, sizeof more);
	t->target.leaving = TARGET_CHANGED;
	error_set(&t->target.left,
		  "not all could be put back as it was: %s%.250s; %s%s%s%s",
		  *why->text ? "" : t->name,
		  *why->text ? why->text : " is lost",
		  written ? "what is left there is in "
			  : "breakpoints, scratch memory and the monitors' "
			    "registers may be left there as they were set, and "
			    "nobody can write ",
		  path, written ? more : "",
		  t->by->lost(t) || t->live.on
			  ? ""
			  : "; the core is left halted, for who carries "
			    "that out");
}

/* ---- all of it ----------------------------------------------------------- */

/* Writes that wait are put back with all else if they fail now. */
static void flush(struct gdb_target *t)
{
	struct error ignored;

	for (unsigned i = 0; i < t->target.facts.monitors; i++) {
		if (!gdb_bus_flush(&t->run->bus[i], &ignored))
			t->run->bus[i].waiting = 0;
		t->run->bus[i].ahead.valid = false;
	}
}

static bool clear_breaks(struct gdb_target *t, struct error *err)
{
	struct gdb_run *r = t->run;

	if (t->in_doubt && !gdb_clear_break(t, &t->doubt, err))
		return false;
	t->in_doubt = false;
	for (; r->breaks; r->breaks--)
		if (!gdb_clear_break(t, &r->at[r->breaks - 1], err))
			return false;
	return true;
}

/* Each part, also if one before could not be put back; where the target is
 * stopped, it stays.  Any of it may be done twice. */
static bool put_back(struct gdb_target *t, struct error *err)
{
	static bool (*const part[])(struct gdb_target * t,
				    struct error * err) = {
		gdb_inside_end, gdb_was_end,  gdb_stub_end,
		view_close_all, clear_breaks,
	};
	struct error more;
	bool good = true;

	flush(t);
	for (unsigned i = 0; i < sizeof part / sizeof *part; i++) {
		if (part[i](t, good ? err : &more))
			continue;
		good = false;
		if (t->by->lost(t))
			return false;
	}
	return (!t->by->in_step || t->by->in_step(t, good ? err : &more)) &&
	       good;
}

void gdb_put_back(struct gdb_target *t)
{
	enum { TRIES = 3 };
	struct error err = { "" };
	bool good = t->link == GDB_LINK_ENDED;

	for (unsigned i = 0; i < TRIES && !good && t->link < GDB_LINK_GONE;
	     i++) {
		good = put_back(t, &err);
		if (!good)
			(void)gdb_failed(t);
	}
	if (!good && is_anything_left(t)) {
		tell_left(t, &err);
	} else if (!good || t->link == GDB_LINK_SECOND) {
		t->target.leaving = TARGET_MENDED;
		error_set(&t->target.left, "%s: %s", t->name,
			  good ? "the link was lost and connected again; "
				 "everything there was put back, and read back "
				 "as it was found"
			       : "the link is lost, and nothing is left there");
	}
}
