/* SPDX-License-Identifier: MIT */
/*
 * Which of several cores is measured.  To a server of GDB's protocol they are
 * threads: all stop together, and go on one by one or together.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "target/probe/gdb.h"

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

bool gdb_choose_thread(struct gdb_target *t, struct error *err)
{
	uint64_t number = 1;
	unsigned count;

	if (!ask_threads(t, err))
		return false;
	count = t->has_cores;
	if (!*t->core && count > 1)
		return error_set(err,
				 "%s: the server has %u cores, and each has "
				 "counters of its own; say which one is "
				 "measured, core=1 to core=%u",
				 t->name, count, count);
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

bool gdb_is_alone(struct gdb_target *t, struct error *err)
{
	struct gdb_heard h = { .size = 0 };

	/* What has no such command is in no group. */
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

void gdb_tell_passed(const struct gdb_target *t, const struct gdb_run *r,
		     char *text, size_t room)
{
	const bool one = !(r->passers & (r->passers - 1));
	size_t used = 0;

	*text = '\0';
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

bool gdb_let_pass(struct gdb_target *t, struct gdb_run *r,
		  const struct gdb_halt *halt, struct error *err)
{
	struct gdb_break *b;
	uint64_t pc;

	if (!*t->thread || halt->how != GDB_HALTED || !*halt->thread ||
	    same(halt->thread, t->thread) || r->asked)
		return false;
	if (!gdb_select_thread(t, halt->thread, err) ||
	    !t->by->read_core(t, t->arch->pc, t->arch->pc_number, &pc, err) ||
	    !gdb_select_thread(t, t->thread, err))
		return false;
	b = gdb_break_at(r, pc);
	if (!b || !lead_past(t, b, halt->thread, err))
		return false;
	note_passer(t, r, halt->thread);
	return t->by->go(t, false, err);
}
