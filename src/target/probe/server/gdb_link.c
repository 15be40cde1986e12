/* SPDX-License-Identifier: MIT */
/*
 * A debug server that speaks GDB's protocol: what it is asked, as packets.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdb/packet.h"
#include "target/probe/server/gdb.h"

/* ---- registers and memory ------------------------------------------------ */

/* "E0e": an error that the server gives no words for; "E.", one with words.
 * Digits may be capital ones, and there are two for each byte. */
static bool refused(const char *said)
{
	return strlen(said) % 2 || !*said || *said == 'x' ||
	       !strncmp(said, "E.", 2);
}

static bool read_core(struct gdb_target *t, const char *name, unsigned number,
		      uint64_t *value, struct error *err)
{
	const struct gdb_register *reg = gdb_find_register(t, name);
	const char *said;
	uint8_t byte[8];
	size_t count;

	if (reg)
		number = reg->number;
	said = gdb_ask(t->client, err, "p%x", number);
	if (!said)
		return false;
	count = strlen(said) / 2;
	if (refused(said) || count > sizeof byte ||
	    !gdb_bytes(byte, said, count))
		return error_set(err,
				 "%s: the server does not let register %s "
				 "be read",
				 t->name, name);
	*value = gdb_get_bytes(t, byte, (unsigned)count);
	return true;
}

static bool write_core(struct gdb_target *t, const char *name, unsigned number,
		       uint64_t value, struct error *err)
{
	const struct gdb_register *reg = gdb_find_register(t, name);
	const unsigned bits = reg ? reg->bits : t->arch->bits;
	const unsigned count = bits / 8 <= 8 ? bits / 8 : 8;
	uint8_t byte[8];
	char hex[17];
	const char *said;

	gdb_put_bytes(t, byte, value, count);
	gdb_hex(hex, byte, count);
	said = gdb_ask(t->client, err, "P%x=%s", reg ? reg->number : number,
		       hex);
	if (said && strcmp(said, "OK") != 0)
		return error_set(err,
				 "%s: the server does not let register %s "
				 "be written",
				 t->name, name);
	return said;
}

static bool read_memory(struct gdb_target *t, uint64_t addr, void *to,
			size_t size, struct error *err)
{
	const size_t most = gdb_packet_size(t->client) / 2 - 8;
	uint8_t *at = to;

	while (size) {
		size_t part = size < most ? size : most;
		const char *said = gdb_ask(t->client, err, "m%llx,%zx",
					   (unsigned long long)addr, part);

		if (!said)
			return false;
		if (refused(said) || strlen(said) != 2 * part ||
		    !gdb_bytes(at, said, part))
			return error_set(err,
					 "%s: no memory can be read at 0x%llx",
					 t->name, (unsigned long long)addr);
		at += part;
		addr += part;
		size -= part;
	}
	return true;
}

static bool write_memory(struct gdb_target *t, uint64_t addr, const void *from,
			 size_t size, struct error *err)
{
	enum { PART = 512, HEAD = 32 };
	const size_t most = (gdb_packet_size(t->client) - HEAD) / 2;
	char hex[2 * PART + 1];
	const uint8_t *at = from;

	while (size) {
		size_t part = size < PART ? size : PART;
		const char *said;

		if (part > most)
			part = most;
		gdb_hex(hex, at, part);
		said = gdb_ask(t->client, err, "M%llx,%zx:%s",
			       (unsigned long long)addr, part, hex);
		if (!said)
			return false;
		if (strcmp(said, "OK") != 0)
			return error_set(
				err, "%s: no memory can be written at 0x%llx",
				t->name, (unsigned long long)addr);
		at += part;
		addr += part;
		size -= part;
	}
	return true;
}

/* ---- breakpoints --------------------------------------------------------- */

static bool set_break(struct gdb_target *t, const struct gdb_break *b,
		      bool *taken, struct error *err)
{
	const char *said = gdb_ask(t->client, err, "Z%c,%llx,%x", b->kind,
				   (unsigned long long)b->addr, b->size);

	*taken = said && !strcmp(said, "OK");
	return said;
}

static bool clear_break(struct gdb_target *t, const struct gdb_break *b,
			bool *gone, struct error *err)
{
	const char *said = gdb_ask(t->client, err, "z%c,%llx,%x", b->kind,
				   (unsigned long long)b->addr, b->size);

	*gone = said && !strcmp(said, "OK");
	return said;
}

/* ---- control ------------------------------------------------------------- */

/* A step, and a stub, is of one core alone. */
static bool go(struct gdb_target *t, bool step, struct error *err)
{
	char packet[GDB_THREAD + 16];

	if (!*t->thread)
		return gdb_go(t->client, step ? "s" : "c", err);
	if (!step && !t->stub.within)
		return gdb_go(t->client, "vCont;c", err);
	snprintf(packet, sizeof packet, "vCont;%c:%s", step ? 's' : 'c',
		 t->thread);
	return gdb_go(t->client, packet, err);
}

/* "?" alone is answered by a stop.  It may have the server forget breakpoints,
 * so it comes when there are to be none. */
static bool in_step(struct gdb_target *t, struct error *err)
{
	const char *said = gdb_ask(t->client, err, "?");

	if (said && *said != 'T' && *said != 'S')
		gdb_give_up(t->client, err);
	return !gdb_lost(t->client);
}

/* "T05thread:02;" */
static void take_thread(const char *said, char to[GDB_THREAD])
{
	const char *at = strstr(said, "thread:");

	at = at ? at + strlen("thread:") : "";
	snprintf(to, GDB_THREAD, "%.*s", (int)strcspn(at, ";"), at);
}

static bool stopped(struct gdb_target *t, bool block, struct gdb_halt *halt,
		    struct error *err)
{
	const char *said = gdb_stopped(t->client, block, err);
	uint8_t byte = 0;

	if (!said)
		return false;
	(void)gdb_bytes(&byte, said + !!*said, 1);
	halt->number = byte;
	take_thread(said, halt->thread);
	halt->how = *said == 'W'   ? GDB_EXITED
		    : *said == 'X' ? GDB_ENDED
				   : GDB_HALTED;
	/* Nobody knows whether it runs: another connection stops it. */
	if (!*said || !strchr("WXTS", *said))
		gdb_give_up(t->client, err);
	/* Some servers choose the one that has stopped. */
	else if (*t->thread && halt->how == GDB_HALTED)
		return gdb_select_thread(t, t->thread, err);
	return !gdb_lost(t->client);
}

static void interrupt(struct gdb_target *t)
{
	gdb_interrupt(t->client);
}

/* ---- commands of the server's -------------------------------------------- */

enum { WORDS = 320 };

static void hear(void *ctx, const void *bytes, size_t count)
{
	struct gdb_heard *h = ctx;

	if (count > sizeof h->text - 1 - h->size)
		count = sizeof h->text - 1 - h->size;
	memcpy(h->text + h->size, bytes, count);
	h->size += count;
	h->text[h->size] = '\0';
}

/*
 * A failed command's words do not tell of it, so its status is asked for with
 * `catch`.
 */
static bool command(struct gdb_target *t, const char *what, struct gdb_heard *h,
		    struct error *err)
{
	char words[WORDS], hex[2 * WORDS + 1];
	const char *said;

	snprintf(words, sizeof words,
		 "set tally_s [catch {%s} tally_r]; echo \"$tally_s $tally_r\"",
		 what);
	h->size = 0;
	h->text[0] = '\0';
	gdb_hex(hex, words, strlen(words));
	gdb_on_console(t->client, hear, h);
	said = gdb_ask(t->client, err, "qRcmd,%s", hex);
	gdb_on_console(t->client, gdb_run_console, t->run);
	if (!said)
		return false;
	/* The last words may be the answer itself. */
	if (*said && *said != 'E' && strcmp(said, "OK") != 0) {
		uint8_t bytes[sizeof h->text];
		const size_t count = strlen(said) / 2;

		if (count < sizeof bytes && gdb_bytes(bytes, said, count))
			hear(h, bytes, count);
		return true;
	}
	return strcmp(said, "OK") == 0 ||
	       error_set(err,
			 "%s: the server has no commands of its own, of which "
			 "access=mrc needs `arm mrc`",
			 t->name);
}

/* ---- the connection ------------------------------------------------------ */

static bool lost(const struct gdb_target *t)
{
	return gdb_lost(t->client);
}

static void give_up(struct gdb_target *t)
{
	struct error err;

	gdb_give_up(t->client, &err);
}

static int fd(const struct gdb_target *t)
{
	return gdb_fd(t->client);
}

/* The core is stopped by that, and is asked how. */
static bool connect_anew(struct gdb_target *t, struct error *err)
{
	struct gdb_client *c = gdb_connect(t->host, t->port, err);
	const char *said = c ? gdb_ask(c, err, "?") : NULL;

	if (!said || (*said != 'T' && *said != 'S')) {
		gdb_disconnect(c);
		return said &&
		       error_set(err, "%s: nothing runs there", t->name);
	}
	gdb_disconnect(t->client);
	t->client = c;
	gdb_on_console(c, gdb_run_console, t->run);
	/* Some servers offer a register only to who has read of it. */
	return !t->connected ||
	       (gdb_describe(t, err) &&
		(!*t->thread || gdb_select_thread(t, t->thread, err)));
}

/* A server of Tally's tells that it is one; others do not know the question. */
static bool ask_facts(struct gdb_target *t, struct error *err)
{
	struct target_facts *f = &t->target.facts;
	const char *said = gdb_ask(t->client, err, "qTally"), *clock;
	struct error ignored;

	if (!said)
		return false;
	t->own = !strncmp(said, "simulated:", 10);
	if (t->own) {
		clock = strstr(said, "clock_hz:");
		f->simulated = said[10] == '1';
		if (clock && f->clock_hz <= 0 &&
		    target_take_clock(f, clock + strlen("clock_hz:"), &ignored))
			f->clock_chosen = f->simulated;
	}
	return true;
}

/* Are its commands those of OpenOCD? */
static bool ask_commands(struct gdb_target *t, struct error *err)
{
	struct gdb_heard h = { .size = 0 };

	if (t->own)
		return true;
	t->has_commands =
		command(t, "expr 7", &h, err) && !strncmp(h.text, "0 7", 3);
	return !gdb_lost(t->client);
}

static bool learn(struct gdb_target *t, struct error *err)
{
	return ask_facts(t, err) && gdb_choose_thread(t, err) &&
	       gdb_describe(t, err) && ask_commands(t, err) &&
	       (!t->has_commands || gdb_is_alone(t, err));
}

static void console(struct gdb_target *t, struct gdb_run *run)
{
	gdb_on_console(t->client, run ? gdb_run_console : NULL, run);
}

/* The core goes on, as it did before somebody connected.  OpenOCD takes "D" for
 * no more than a farewell. */
static void leave(struct gdb_target *t)
{
	struct gdb_heard h = { .size = 0 };
	struct error ignored;

	if (t->client && !gdb_lost(t->client) &&
	    t->target.leaving != TARGET_CHANGED) {
		if (t->has_commands)
			(void)command(t, "resume", &h, &ignored);
		(void)gdb_ask(t->client, &ignored, "D");
	}
	gdb_disconnect(t->client);
	t->client = NULL;
}

/* ---- what is left, as GDB's commands ------------------------------------- */

static void tell(FILE *to, const struct gdb_left *l)
{
	switch (l->what) {
	case GDB_LEFT_REGISTER:
		fprintf(to, "set $%s = 0x%" PRIx64 "\n", l->name, l->value);
		break;
	case GDB_LEFT_BYTE:
		fprintf(to,
			"set {unsigned char}0x%" PRIx64 " = 0x%02" PRIx64 "\n",
			l->addr, l->value);
		break;
	case GDB_LEFT_WORD:
		fprintf(to, "set {unsigned int}0x%" PRIx64 " = 0x%" PRIx64 "\n",
			l->addr, l->value);
		break;
	case GDB_LEFT_BREAK:
		fprintf(to,
			"echo a breakpoint at 0x%" PRIx64 ": where it is gone "
			"already, the server may answer with an error, as QEMU "
			"does with E22\\n\n"
			"maintenance packet z%c,%" PRIx64 ",%x\n",
			l->at.addr, l->at.kind, l->at.addr, l->at.size);
		break;
	case GDB_LEFT_COMMAND:
		fprintf(to, "monitor %s\n", l->name);
		break;
	}
}

const struct gdb_link gdb_link_packets = {
	.scheme = "gdb",
	.debugger = "GDB",
	.ending = "gdb",
	.connect = connect_anew,
	.learn = learn,
	.console = console,
	.leave = leave,
	.lost = lost,
	.give_up = give_up,
	.fd = fd,
	.read_core = read_core,
	.write_core = write_core,
	.read_memory = read_memory,
	.write_memory = write_memory,
	.set_break = set_break,
	.clear_break = clear_break,
	.go = go,
	.stopped = stopped,
	.interrupt = interrupt,
	.command = command,
	.in_step = in_step,
	.tell = tell,
};
