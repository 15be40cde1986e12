/* SPDX-License-Identifier: MIT */
/*
 * Which of several cores is measured.  To a server of GDB's protocol they are
 * threads: all stop together, and go on one by one or together.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "target/probe/server/gdb.h"

/* ---- the choice ---------------------------------------------------------- */

/* Their names, in the server's order; a server may know of none. */
static bool ask_threads(struct gdb_target *t, struct error *err)
{
	const char *said = gdb_ask(t->client, err, "qfThreadInfo");

	t->has_cores = 0;
	while (said && *said == 'm' && t->has_cores < GDB_CORES) {
		for (const char *at = said + 1;
		     *at && t->has_cores < GDB_CORES;) {
			const size_t size = strcspn(at, ",");

			snprintf(t->cores[t->has_cores++], GDB_THREAD, "%.*s",
				 (int)size, at);
			at += size + (at[size] == ',');
		}
		said = gdb_ask(t->client, err, "qsThreadInfo");
	}
	return said;
}

bool gdb_select_thread(struct gdb_target *t, const char *thread,
		       struct error *err)
{
	const char *said = gdb_ask(t->client, err, "Hg%s", thread);

	return said && (!strcmp(said, "OK") ||
			error_set(err, "%s: the server has no core %s any more",
				  t->name, thread));
}

/* Can it let one of them go alone? */
static bool can_part(struct gdb_target *t, struct error *err)
{
	const char *said = gdb_ask(t->client, err, "vCont?");

	return said && ((strstr(said, ";c") && strstr(said, ";s")) ||
			error_set(err,
				  "%s: the server has several cores, and does "
				  "not know vCont, by which one of them goes "
				  "on alone; measure with a server that does",
				  t->name));
}

/* Tells where some of them stand, a clause: whoever wants a region measured
 * sees who runs it. */
static void tell_where(struct gdb_target *t, char *text, size_t room)
{
	enum { MOST = 4 };
	char at[160];
	size_t used = 0;
	struct error ignored;
	uint64_t pc;

	*text = '\0';
	/* QEMU lets none be read of one who has not asked what there are. */
	if (!gdb_describe(t, &ignored))
		return;
	/* Which register it is, the program's file tells. */
	for (unsigned i = 0;
	     t->arch && i < t->has_cores && i < MOST && used < room; i++)
		if (gdb_select_thread(t, t->cores[i], &ignored) &&
		    t->by->read_core(t, t->arch->pc, t->arch->pc_number, &pc,
				     &ignored))
			used += (size_t)snprintf(
				text + used, room - used, "%s core=%u is at %s",
				used ? "," : ";", i + 1,
				gdb_spot(t, pc, at, sizeof at));
}

static bool is_unnamed(struct gdb_target *t, struct error *err)
{
	char where[600];

	tell_where(t, where, sizeof where);
	return error_set(err,
			 "%s: the server has %u cores, and each has counters "
			 "of its own; say which one is measured, core=1 to "
			 "core=%u%s",
			 t->name, t->has_cores, t->has_cores, where);
}

bool gdb_choose_thread(struct gdb_target *t, struct error *err)
{
	uint64_t number = 1;
	unsigned count;

	if (!ask_threads(t, err))
		return false;
	count = t->has_cores;
	if (!*t->core && count > 1)
		return is_unnamed(t, err);
	if (*t->core && (!target_take_number(t->core, &number) || !number ||
			 number > (count ? count : 1)))
		return error_set(
			err,
			"%s: there is no core=%s; the server has core=1 "
			"to core=%u, as GDB's `info threads` lists "
			"them",
			t->name, t->core, count ? count : 1);
	if (count < 2)
		return true;
	if (!can_part(t, err))
		return false;
	memcpy(t->thread, t->cores[number - 1], sizeof t->thread);
	return gdb_select_thread(t, t->thread, err);
}

/* ---- groups of OpenOCD's ------------------------------------------------- */

/* Asks cores of its type: what else is a target has no core of that program's.
 */
static bool ask_others(struct gdb_target *t, struct error *err)
{
	struct gdb_heard h = { .size = 0 };

	if (!t->by->command(t,
			    "set tally_o {}; foreach tally_n [target names] "
			    "{if {$tally_n ne [target current] && [$tally_n "
			    "cget -type] eq [[target current] cget -type]} "
			    "{lappend tally_o $tally_n}}; set tally_o",
			    &h, err))
		return !t->by->lost(t);
	h.text[strcspn(h.text, "\r\n")] = '\0';
	if (!strncmp(h.text, "0 ", 2))
		snprintf(t->others, sizeof t->others, "%.*s",
			 (int)sizeof t->others - 1, text_clean(h.text + 2));
	return true;
}

bool gdb_has_others(const struct gdb_target *t)
{
	return *t->thread || *t->others;
}

bool gdb_is_alone(struct gdb_target *t, struct error *err)
{
	struct gdb_heard h = { .size = 0 };

	if (!ask_others(t, err))
		return false;
	/* A target without such a command is in no group. */
	if (!t->by->command(t,
			    "eval [target current] [[target current] cget "
			    "-type] smp",
			    &h, err))
		return !t->by->lost(t);
	return strncmp(h.text, "0 on", 4) != 0 ||
	       error_set(err,
			 "%s: OpenOCD stops its core together with others "
			 "(`target smp`), whichever of them comes to a "
			 "breakpoint; end that there, as by `cortex_a smp "
			 "off` or `aarch64 smp off`, and name one, core=NAME",
			 t->name);
}

/* ---- another one stops --------------------------------------------------- */

static bool same(const char *a, const char *b)
{
	/* "01" and "1" */
	return strtoull(a, NULL, 16) == strtoull(b, NULL, 16) &&
	       (*a == 'p') == (*b == 'p') && (*a != 'p' || !strcmp(a, b));
}

static void note_passer(const struct gdb_target *t, struct gdb_run *r,
			const char *thread)
{
	r->passed++;
	for (unsigned i = 0; i < t->has_cores; i++)
		if (same(t->cores[i], thread))
			r->passers |= UINT64_C(1) << i;
}

/* Nobody has seen them there. */
static void tell_candidates(const struct gdb_target *t, char *text, size_t room)
{
	size_t used = (size_t)snprintf(
		text, room, "; if another core comes there, measure it%s",
		t->by->names_cores ? "" : " at its own GDB port");

	for (const char *at = t->others; *at && used < room;) {
		const size_t size = strcspn(at, " ");

		used += (size_t)snprintf(text + used, room - used, ", %s%.*s",
					 t->by->names_cores ? "core=" : "",
					 (int)size, at);
		at += size + (at[size] == ' ');
	}
}

void gdb_tell_others(const struct gdb_target *t, const struct gdb_run *r,
		     char *text, size_t room)
{
	const bool one = !(r->passers & (r->passers - 1));
	size_t used = 0;

	*text = '\0';
	if (*t->others)
		tell_candidates(t, text, room);
	if (r->passed)
		used = (size_t)snprintf(text, room,
					"; %s came there %u times: measure %s",
					one ? "another core" : "other cores",
					r->passed, one ? "it" : "one of them");
	for (unsigned i = 0; i < t->has_cores && used < room; i++)
		if (r->passers >> i & 1)
			used += (size_t)snprintf(text + used, room - used,
						 ", core=%u", i + 1);
}

/* Over the breakpoint where it stands, alone. */
static bool lead_past(struct gdb_target *t, struct gdb_break *b,
		      const char *thread, struct error *err)
{
	struct gdb_halt halt;
	char packet[GDB_THREAD + 16];

	snprintf(packet, sizeof packet, "vCont;s:%s", thread);
	return gdb_clear_break(t, b, err) && gdb_go(t->client, packet, err) &&
	       t->by->stopped(t, true, &halt, err) &&
	       gdb_set_break(t, b, (const char[]){ b->kind, '\0' }, err);
}

/* The place of another core is asked for.  Whatever comes of it, the next
 * question is to the core that is measured, or there is none. */
static bool stands_at(struct gdb_target *t, const char *thread, uint64_t *pc,
		      struct error *err)
{
	struct error ignored;
	const bool told =
		gdb_select_thread(t, thread, err) &&
		t->by->read_core(t, t->arch->pc, t->arch->pc_number, pc, err);

	if (gdb_select_thread(t, t->thread, told ? err : &ignored))
		return told;
	gdb_give_up(t->client, told ? &ignored : err);
	return false;
}

bool gdb_let_pass(struct gdb_target *t, struct gdb_run *r,
		  const struct gdb_halt *halt, struct error *err)
{
	struct gdb_break *b;
	uint64_t pc;

	if (!*t->thread || halt->how != GDB_HALTED || !*halt->thread ||
	    same(halt->thread, t->thread) || r->asked ||
	    !stands_at(t, halt->thread, &pc, err))
		return false;
	b = gdb_break_at(r, pc);
	if (!b || !lead_past(t, b, halt->thread, err))
		return false;
	note_passer(t, r, halt->thread);
	return t->by->go(t, false, err);
}
