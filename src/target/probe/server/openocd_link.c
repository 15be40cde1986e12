/* SPDX-License-Identifier: MIT */
/*
 * OpenOCD by its Tcl port.  What it is asked while the core runs it may answer
 * with 0 and call that success, so each command looks at the core's state
 * first; and whether a command failed its status tells alone.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/seconds.h"
#include "gdb/tcl.h"
#include "program/program.h"
#include "target/probe/server/openocd.h"

enum {
	HALT_MS = 2000, /* how long a core may take to stop: chosen */
	SIGNAL_TRAP = 5,
	PART = 512, /* bytes of memory in one command */
};

/*
 * The core's state by one look at it, if it runs, a moment later.  A look takes
 * its time over a slow link, and nobody is heard meanwhile, so there are not
 * several; `sleep` without `busy` has OpenOCD look, too.
 */
#define AWAIT                                                                  \
	"if {" OPENOCD_STATE " in {running debug-running}} {sleep 2 busy; "    \
	"[target current] arp_poll}; set tally_i " OPENOCD_STATE

/* Asks it of memory, which a core that is never halted may have, too. */
static const char *ask_memory(struct gdb_target *t, bool *failed,
			      struct error *err, const char *command)
{
	return t->live.on ? tcl_ask(t->tcl.client, failed, err, "%s%s%s",
				    t->live.name, *t->live.name ? " " : "",
				    command)
			  : openocd_ask(t, failed, err, "%s", command);
}

/* ---- memory -------------------------------------------------------------- */

/* By words, as registers in memory need it, where these are words. */
static unsigned unit_of(uint64_t addr, size_t size)
{
	return addr % 4 == 0 && size % 4 == 0 ? 4 : 1;
}

/* A number's bytes as the core has them in memory, and the reverse. */
static void to_bytes(const struct gdb_target *t, uint8_t *to, uint64_t value,
		     unsigned unit)
{
	for (unsigned i = 0; i < unit; i++)
		to[t->tcl.big ? unit - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

static uint64_t of_bytes(const struct gdb_target *t, const uint8_t *from,
			 unsigned unit)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < unit; i++)
		value |= (uint64_t)from[t->tcl.big ? unit - 1 - i : i] << 8 * i;
	return value;
}

/* False: those are not so many numbers. */
static bool take_list(const struct gdb_target *t, const char *said, uint8_t *to,
		      size_t size, unsigned unit)
{
	for (; size; size -= unit, to += unit) {
		char *end;
		const uint64_t value = strtoull(said, &end, 0);

		if (end == said)
			return false;
		to_bytes(t, to, value, unit);
		said = end;
	}
	return true;
}

static bool read_part(struct gdb_target *t, uint64_t addr, uint8_t *to,
		      size_t size, struct error *err)
{
	const unsigned unit = unit_of(addr, size);
	char command[80];
	const char *said;
	bool failed;

	snprintf(command, sizeof command, "read_memory 0x%" PRIx64 " %u %zu",
		 addr, 8 * unit, size / unit);
	said = ask_memory(t, &failed, err, command);
	if (!said || (!failed && take_list(t, said, to, size, unit)))
		return said;
	error_set(err, "%s: no memory can be read at 0x%" PRIx64, t->name,
		  addr);
	return openocd_because(err, failed ? said : "");
}

static bool write_part(struct gdb_target *t, uint64_t addr, const uint8_t *from,
		       size_t size, struct error *err)
{
	const unsigned unit = unit_of(addr, size);
	char command[PART * 5 + 80];
	size_t used;
	const char *said;
	bool failed;

	used = (size_t)snprintf(command, sizeof command,
				"write_memory 0x%" PRIx64 " %u {", addr,
				8 * unit);
	for (size_t i = 0; i < size; i += unit)
		used += (size_t)snprintf(command + used, sizeof command - used,
					 " 0x%" PRIx64,
					 of_bytes(t, from + i, unit));
	snprintf(command + used, sizeof command - used, "}");
	said = ask_memory(t, &failed, err, command);
	if (!said || !failed)
		return said;
	error_set(err, "%s: no memory can be written at 0x%" PRIx64, t->name,
		  addr);
	return openocd_because(err, said);
}

static bool read_memory(struct gdb_target *t, uint64_t addr, void *to,
			size_t size, struct error *err)
{
	for (size_t at = 0; at < size; at += PART)
		if (!read_part(t, addr + at, (uint8_t *)to + at,
			       size - at < PART ? size - at : PART, err))
			return false;
	return true;
}

static bool write_memory(struct gdb_target *t, uint64_t addr, const void *from,
			 size_t size, struct error *err)
{
	for (size_t at = 0; at < size; at += PART)
		if (!write_part(t, addr + at, (const uint8_t *)from + at,
				size - at < PART ? size - at : PART, err))
			return false;
	return true;
}

/* ---- breakpoints --------------------------------------------------------- */

/* Breakpoints stay when a connection ends. */
static bool set_break(struct gdb_target *t, const struct gdb_break *b,
		      bool *taken, struct error *err)
{
	bool failed;

	if (!openocd_ask(t, &failed, err, "bp 0x%" PRIx64 " %u%s", b->addr,
			 b->size, b->kind == '1' ? " hw" : ""))
		return false;
	*taken = !failed;
	return true;
}

static bool clear_break(struct gdb_target *t, const struct gdb_break *b,
			bool *gone, struct error *err)
{
	bool failed = true;
	const bool there =
		openocd_ask(t, &failed, err, "rbp 0x%" PRIx64, b->addr);

	*gone = there && !failed;
	return there;
}

/* ---- control ------------------------------------------------------------- */

static bool go(struct gdb_target *t, bool step, struct error *err)
{
	bool failed;
	const char *said =
		openocd_ask(t, &failed, err, step ? "step" : "resume");

	t->tcl.until = step ? seconds_now() + HALT_MS / 1000.0 : 0;
	if (!said || !failed)
		return said && tcl_say(t->tcl.client, err, AWAIT);
	error_set(err, "%s: the core cannot be let go", t->name);
	return openocd_because(err, said);
}

/* Was it told to stop, or to take a step, so long ago that it will not? */
static bool is_overdue(const struct gdb_target *t)
{
	return t->tcl.until > 0 && seconds_now() > t->tcl.until;
}

static bool stopped(struct gdb_target *t, bool block, struct gdb_halt *halt,
		    struct error *err)
{
	const char *said;
	bool failed;

	do {
		said = t->tcl.stopped ? "halted"
		       : block        ? tcl_answer(t->tcl.client, &failed, err)
				      : tcl_heard(t->tcl.client, &failed, err);
		if (!said)
			return false;
		t->tcl.stopped = false;
		if (!strstr(said, "running")) {
			halt->how = GDB_HALTED;
			halt->number = SIGNAL_TRAP;
			return true;
		}
		if (is_overdue(t)) {
			tcl_give_up(t->tcl.client);
			t->tcl.deaf = true;
			return gdb_is_deaf(t, err);
		}
		if (!tcl_say(t->tcl.client, err, AWAIT))
			return false;
	} while (block);
	return false;
}

/* An earlier question has to be answered first, which takes a moment. */
static void interrupt(struct gdb_target *t)
{
	struct error ignored;
	const char *said;
	bool failed;

	said = tcl_answer(t->tcl.client, &failed, &ignored);
	if (!said)
		return;
	t->tcl.stopped = !strstr(said, "running");
	if (t->tcl.stopped)
		return;
	t->tcl.until = seconds_now() + HALT_MS / 1000.0;
	(void)tcl_say(t->tcl.client, &ignored, "catch {halt 0}; " AWAIT);
}

/* ---- commands ------------------------------------------------------------ */

static bool command(struct gdb_target *t, const char *what, struct gdb_heard *h,
		    struct error *err)
{
	bool failed;
	const char *said = openocd_ask(t, &failed, err, "%s", what);

	if (!said)
		return false;
	h->size = (size_t)snprintf(h->text, sizeof h->text, "%d %.100s", failed,
				   said);
	return true;
}

/* ---- the connection ------------------------------------------------------ */

static bool lost(const struct gdb_target *t)
{
	return tcl_lost(t->tcl.client);
}

static void give_up(struct gdb_target *t)
{
	tcl_give_up(t->tcl.client);
}

static int fd(const struct gdb_target *t)
{
	return tcl_fd(t->tcl.client);
}

/* A target of OpenOCD's that reaches memory, whatever its core does. */
static bool is_known(struct tcl_client *c, const struct gdb_target *t,
		     struct error *err)
{
	bool failed;
	const char *said =
		tcl_ask(c, &failed, err, "%s was_examined",
			*t->live.name ? t->live.name : "[target current]");

	if (!said || (!failed && strcmp(said, "1") == 0))
		return said;
	error_set(err,
		  "%s: OpenOCD has no examined target %s; `targets` says which "
		  "there are, and one of kind mem_ap reaches memory while a "
		  "core runs, live=NAME",
		  t->name, t->live.name);
	return openocd_because(err, said);
}

/* The target that this connection's commands are for. */
static bool choose(struct tcl_client *c, const struct gdb_target *t,
		   struct error *err)
{
	const bool number = strspn(t->core, "0123456789") == strlen(t->core);
	bool failed;
	const char *said = tcl_ask(c, &failed, err, "targets %s%s%s",
				   number ? "[lindex [target names] " : "",
				   t->core, number ? "]" : "");

	if (!said || !failed)
		return said;
	return error_set(err,
			 "%s: OpenOCD has no target for core=%s; its `targets` "
			 "numbers them and names them",
			 t->name, t->core);
}

/* One that runs is stopped. */
static bool is_there(struct tcl_client *c, const struct gdb_target *t,
		     struct error *err)
{
	const double until = seconds_now() + HALT_MS / 1000.0;
	const char *said;
	bool failed;

	if (*t->core && !choose(c, t, err))
		return false;
	if (t->live.on)
		return is_known(c, t, err);
	said = tcl_ask(c, &failed, err,
		       "if {" OPENOCD_STATE " ne {halted}} {halt 0}; " AWAIT);
	while (said && !failed && strstr(said, "running") &&
	       seconds_now() < until)
		said = tcl_ask(c, &failed, err, AWAIT);
	if (!said || (!failed && !strcmp(said, "halted")))
		return said;
	error_set(err,
		  "%s: no core stands there: OpenOCD has to have found and "
		  "examined it, and to be able to halt it",
		  t->name);
	return openocd_because(err, said);
}

static bool connect_anew(struct gdb_target *t, struct error *err)
{
	struct tcl_client *c = tcl_connect(t->host, t->port, err);

	if (!c || !is_there(c, t, err)) {
		tcl_disconnect(c);
		return false;
	}
	tcl_disconnect(t->tcl.client);
	t->tcl.client = c;
	t->tcl.stopped = false;
	return true;
}

static bool learn(struct gdb_target *t, struct error *err)
{
	bool failed;
	const char *said = tcl_ask(t->tcl.client, &failed, err, "%s",
				   "[target current] cget -endian");

	t->tcl.big = said && !failed && !strcmp(said, "big");
	t->has_commands = !t->arch || t->arch->commands;
	return said && (t->live.on || gdb_is_alone(t, err));
}

/* OpenOCD keeps the program's words to itself. */
static void console(struct gdb_target *t, struct gdb_run *run)
{
	(void)t;
	(void)run;
}

static void leave(struct gdb_target *t)
{
	struct error ignored;
	bool failed;

	if (t->tcl.client && !tcl_lost(t->tcl.client) && !t->live.on &&
	    t->target.leaving != TARGET_CHANGED)
		(void)openocd_ask(t, &failed, &ignored, "resume");
	tcl_disconnect(t->tcl.client);
	t->tcl.client = NULL;
}

/* ---- what is left, as OpenOCD's commands --------------------------------- */

static void tell(FILE *to, const struct gdb_left *l)
{
	switch (l->what) {
	case GDB_LEFT_REGISTER:
		fprintf(to, "set_reg {%s 0x%" PRIx64 "}\n", l->name, l->value);
		break;
	case GDB_LEFT_BYTE:
		fprintf(to, "mwb 0x%" PRIx64 " 0x%02" PRIx64 "\n", l->addr,
			l->value);
		break;
	case GDB_LEFT_WORD:
		fprintf(to, "mww 0x%" PRIx64 " 0x%" PRIx64 "\n", l->addr,
			l->value);
		break;
	case GDB_LEFT_BREAK:
		fprintf(to, "catch {rbp 0x%" PRIx64 "}\n", l->at.addr);
		break;
	case GDB_LEFT_COMMAND:
		fprintf(to, "%s\n", l->name);
		break;
	}
}

const struct gdb_link gdb_link_openocd = {
	.scheme = "openocd",
	.debugger = "OpenOCD",
	.ending = "tcl",
	.names_cores = true,
	.connect = connect_anew,
	.learn = learn,
	.console = console,
	.leave = leave,
	.lost = lost,
	.give_up = give_up,
	.fd = fd,
	.read_core = openocd_read_core,
	.write_core = openocd_write_core,
	.read_memory = read_memory,
	.write_memory = write_memory,
	.set_break = set_break,
	.clear_break = clear_break,
	.go = go,
	.stopped = stopped,
	.interrupt = interrupt,
	.command = command,
	.tell = tell,
};
