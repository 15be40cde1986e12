/* SPDX-License-Identifier: MIT */
/*
 * Reads what `-t gdb:` and `-t openocd:` say: where the server is, which
 * monitors there are, and what else has to be known of the target.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "catalog/catalog.h"
#include "option/machine.h"
#include "target/probe/probe.h"
#include "target/probe/view/view.h"

/* MONITOR or MONITOR=BASE */
static bool take_monitor(struct gdb_target *t, const char *name,
			 const char *base, struct error *err)
{
	struct target_facts *f = &t->target.facts;
	const struct catalog_monitor *m = catalog_monitor(name, err);
	struct gdb_monitor *to = &t->monitor[f->monitors];
	const struct debug_view *view;
	bool mapped;

	if (!m)
		return false;
	view = view_of(m);
	if (f->monitors == TARGET_MONITORS)
		return error_set(err, "%s: at most %d monitors", name,
				 (int)TARGET_MONITORS);
	mapped = m->monitor->counter[0].reg.space == TALLY_MMIO;
	if (mapped && !base && !m->at)
		return error_set(err,
				 "%s: say where its registers are in memory, "
				 "%s=ADDRESS",
				 name, name);
	if (!mapped && base && !view)
		return error_set(err,
				 "%s: its registers are not in memory; leave "
				 "out =%s",
				 name, base);
	if (mapped || !base)
		view = NULL;
	mapped |= view != NULL;
	*to = (struct gdb_monitor){
		.monitor = m, .mapped = mapped, .base = m->at, .view = view
	};
	if (base && !target_take_number(base, &to->base))
		return error_set(err,
				 "%s=%s: an address is a number, as in "
				 "0x1f002000",
				 name, base);
	f->monitor[f->monitors++] =
		(struct target_monitor){ m->name, mapped ? TARGET_BY_MEMORY
							 : TARGET_BY_CORE };
	return true;
}

/* ADDRESS or ADDRESS+BYTES */
static bool take_scratch(struct gdb_target *t, char *text, struct error *err)
{
	char *plus = strchr(text, '+');
	uint64_t size = GDB_SCRATCH;

	if (plus)
		*plus++ = '\0';
	t->has_scratch = target_take_number(text, &t->scratch);
	if (!t->has_scratch)
		return error_set(
			err, "scratch=%s: an address is a number, as in 0x8000",
			text);
	if (plus &&
	    (!target_take_number(plus, &size) || size < GDB_SCRATCH_LEAST))
		return error_set(err, "scratch=%s+%s: %d bytes at least", text,
				 plus, (int)GDB_SCRATCH_LEAST);
	if (size > GDB_SCRATCH_MOST)
		size = GDB_SCRATCH_MOST;
	/* Instructions and data are aligned. */
	t->scratch_size = (unsigned)(size - (-t->scratch & 7)) & ~7u;
	t->scratch += -t->scratch & 7;
	return true;
}

static bool take_way(struct gdb_target *t, const char *text, struct error *err)
{
	static const char *const names[] = {
		[GDB_BY_ANY] = "auto",
		[GDB_BY_REGISTERS] = "registers",
		[GDB_BY_COMMAND] = "mrc",
		[GDB_BY_STUB] = "stub",
	};

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (!strcmp(text, names[i])) {
			t->way = (enum gdb_way)i;
			return true;
		}
	return error_set(err,
			 "access=%s: there are access=auto, access=registers, "
			 "access=mrc and access=stub",
			 text);
}

static bool can_be_live(struct gdb_target *t, struct error *err)
{
	return t->by == &gdb_link_openocd ||
	       error_set(err,
			 "live: by GDB's protocol nothing can be asked while a "
			 "core runs; OpenOCD's own port answers then, -t "
			 "openocd:HOST:6666,...");
}

/* `live`, or live=NAME of OpenOCD's target that reaches memory */
static bool take_live(struct gdb_target *t, const char *name, struct error *err)
{
	const char *end;

	t->live.on = true;
	if (!name)
		return can_be_live(t, err);
	end = name + strlen(name);
	for (const char *at = name; at < end; at++)
		if (!isalnum((unsigned char)*at) && !strchr("._-", *at))
			name = "";
	if (!*name || end - name >= (int)sizeof t->live.name)
		return error_set(err, "live=NAME: say which of OpenOCD's "
				      "targets reaches memory while the core "
				      "runs, as `targets` has it");
	snprintf(t->live.name, sizeof t->live.name, "%s", name);
	return can_be_live(t, err);
}

/* A number, or a name of OpenOCD's targets. */
static bool take_core(struct gdb_target *t, const char *text, struct error *err)
{
	const size_t size = strlen(text);

	snprintf(t->core, sizeof t->core, "%s", text);
	return (size && size < sizeof t->core &&
		strspn(text, "0123456789abcdefghijklmnopqrstuvwxyz"
			     "ABCDEFGHIJKLMNOPQRSTUVWXYZ._-") == size) ||
	       error_set(err,
			 "core=%.60s: say which core is measured, by its "
			 "number, or by the name that OpenOCD's `targets` "
			 "has for it",
			 text);
}

static bool take_word(struct gdb_target *t, char *word, struct error *err)
{
	char *value = strchr(word, '=');

	if (value)
		*value++ = '\0';
	if (!strcmp(word, "live"))
		return take_live(t, value, err);
	if (value && !strcmp(word, "access"))
		return take_way(t, value, err);
	if (value && !strcmp(word, "core"))
		return take_core(t, value, err);
	if (value && !strcmp(word, "clock"))
		return target_take_clock(&t->target.facts, value, err);
	if (!value || strcmp(word, "scratch") != 0)
		return take_monitor(t, word, value, err);
	return take_scratch(t, value, err);
}

/* HOST:PORT, without HOST on this machine; a device; or |PROGRAM. */
static bool take_place(struct gdb_target *t, const char *text,
		       struct error *err)
{
	const char *colon = strrchr(text, ':');
	const bool named = *text == '/' || *text == '|';
	const int host = named   ? (int)strlen(text)
			 : colon ? (int)(colon - text)
				 : 0;

	if (host >= (int)sizeof t->host || (named && !text[1]) ||
	    (!named &&
	     (!colon || !colon[1] || strlen(colon + 1) >= sizeof t->port)))
		return error_set(err,
				 "%s:%s: say where %s's server is, "
				 "%s:HOST:PORT,MONITOR",
				 t->by->scheme, text, t->by->debugger,
				 t->by->scheme);
	snprintf(t->host, sizeof t->host, "%.*s", host ? host : 9,
		 host ? text : "localhost");
	snprintf(t->port, sizeof t->port, "%s", named ? "" : colon + 1);
	snprintf(t->name, sizeof t->name, "%s:%.120s%s%s", t->by->scheme,
		 t->host, named ? "" : ":", t->port);
	snprintf(t->title, sizeof t->title, "the target at %s", t->name);
	return true;
}

static bool take(struct gdb_target *t, char *text, struct error *err)
{
	char *word = strchr(text, ',');

	if (word)
		*word++ = '\0';
	if (!take_place(t, text, err))
		return false;
	if (!target_words_once(word, err))
		return error_within(err, "%s", t->name);
	while (word) {
		char *next = strchr(word, ',');

		if (next)
			*next++ = '\0';
		if (!take_word(t, word, err))
			return error_within(err, "%s", t->name);
		word = next;
	}
	return t->way != GDB_BY_STUB || t->has_scratch ||
	       error_set(err,
			 "%s: access=stub needs memory that nobody uses: say "
			 "where %d bytes are, scratch=ADDRESS, or as many as "
			 "there are, scratch=ADDRESS+BYTES",
			 t->name, (int)GDB_SCRATCH);
}

/* Options for simulated machines have no meaning here. */
static bool is_plain(const struct board_options *o, struct error *err)
{
	const struct option_row *row =
		o ? machine_beyond(o, OPTION_ON_LINK) : NULL;

	if (!row && !(o && o->command_line))
		return true;
	return error_set(err,
			 "a target over a debug server runs as it is: %s%s "
			 "%s for simulated boards; leave %s out",
			 row ? "--" : "", row ? row->name : "arguments",
			 row ? "is" : "are", row ? "it" : "them");
}

static bool ask_monitor(struct gdb_target *t, struct error *err)
{
	const char *name = gdb_which(t, err);

	return name && take_monitor(t, name, NULL, err);
}

static struct target *find_by(const struct gdb_link *by, const char *rest,
			      const struct board_options *machine,
			      struct error *err)
{
	struct gdb_target *t = calloc(1, sizeof *t);
	char *text = strdup(rest);
	bool good = false;

	if (!t || !text) {
		error_no_memory(err);
	} else {
		t->by = by;
		good = is_plain(machine, err) && take(t, text, err);
	}
	free(text);
	if (!good) {
		free(t);
		return NULL;
	}
	if (machine)
		t->patience_s = machine->timeout_s > 0 ? machine->timeout_s
						       : TARGET_PATIENCE_S;
	gdb_target_make(t);
	if (t->live.on)
		live_make(t);
	if (!t->target.facts.monitors && !ask_monitor(t, err)) {
		gdb_close(&t->target);
		return NULL;
	}
	return &t->target;
}

static struct target *
find(const char *rest, const struct board_options *machine, struct error *err)
{
	return find_by(&gdb_link_packets, rest, machine, err);
}

static struct target *find_openocd(const char *rest,
				   const struct board_options *machine,
				   struct error *err)
{
	return find_by(&gdb_link_openocd, rest, machine, err);
}

const struct target_kind target_gdb_kind = {
	.name = "gdb",
	.plural = "what a GDB server has",
	.form = "gdb:HOST:PORT,MONITOR...",
	.find = find,
};

const struct target_kind target_openocd_kind = {
	.name = "openocd",
	.plural = "what OpenOCD has",
	.form = "openocd:HOST:PORT,MONITOR...",
	.find = find_openocd,
};
