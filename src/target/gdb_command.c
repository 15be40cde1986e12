/* SPDX-License-Identifier: MIT */
/*
 * Coprocessor registers by OpenOCD's own commands, `arm mrc` and `arm mcr`, one
 * after the other: slower than stubs, and without memory of the target.  A
 * failed command prints nothing that tells of it, and what an aborted access
 * reads is 0: so its status is asked for with `catch`.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gdb/packet.h"
#include "target/gdb.h"

enum { WORDS = 160, ANSWER = 200 };

struct heard {
	char text[ANSWER];
	size_t size;
};

static void hear(void *ctx, const void *bytes, size_t count)
{
	struct heard *h = ctx;

	if (count > sizeof h->text - 1 - h->size)
		count = sizeof h->text - 1 - h->size;
	memcpy(h->text + h->size, bytes, count);
	h->size += count;
	h->text[h->size] = '\0';
}

static bool command(struct gdb_target *t, const char *words, struct heard *h,
		    struct error *err)
{
	char hex[2 * WORDS + 1];
	const char *said;

	h->size = 0;
	h->text[0] = '\0';
	gdb_hex(hex, words, strlen(words));
	gdb_on_console(t->client, hear, h);
	said = gdb_ask(t->client, err, "qRcmd,%s", hex);
	gdb_on_console(t->client, gdb_run_console, t->run);
	if (!said)
		return false;
	/* What was said last may be the answer itself. */
	if (*said && *said != 'E' && strcmp(said, "OK") != 0) {
		uint8_t bytes[ANSWER];
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

static bool access_one(struct gdb_target *t, const struct tally_reg *reg,
		       bool write, uint64_t *value, struct error *err)
{
	char words[WORDS], what[60], *end;
	struct heard h;

	snprintf(what, sizeof what, "%s %u %u %u %u %u", write ? "mcr" : "mrc",
		 reg->space == TALLY_CP14 ? 14u : 15u,
		 (unsigned)(reg->addr >> 12 & 15),
		 (unsigned)(reg->addr >> 8 & 15),
		 (unsigned)(reg->addr >> 4 & 15), (unsigned)(reg->addr & 15));
	if (write)
		snprintf(words, sizeof words,
			 "set tally_s [catch {arm %s 0x%x} tally_r]; echo "
			 "\"$tally_s $tally_r\"",
			 what, (unsigned)*value);
	else
		snprintf(words, sizeof words,
			 "set tally_s [catch {arm %s} tally_r]; echo "
			 "\"$tally_s $tally_r\"",
			 what);
	if (!command(t, words, &h, err))
		return false;
	if (strncmp(h.text, "0 ", 2) != 0)
		return error_set(err,
				 "%s: `arm %s` fails: the core runs, is not "
				 "examined, or may not do that in its state",
				 t->name, what);
	if (write)
		return true;
	*value = strtoul(h.text + 2, &end, 0) & UINT32_MAX;
	return (end != h.text + 2 && (!*end || *end == '\n')) ||
	       error_set(err, "%s: `arm %s` says no number", t->name, what);
}

/* Of one behind a select register: selected, accessed, put back. */
bool gdb_by_command(struct gdb_target *t, const struct tally_reg *reg,
		    bool write, uint64_t *value, struct error *err)
{
	const struct tally_reg select = tally_reg_select(*reg);
	const struct tally_reg window = tally_reg_window(*reg);
	uint64_t held = 0, number = tally_reg_number(*reg);

	if (!tally_reg_behind(*reg))
		return access_one(t, reg, write, value, err);
	return access_one(t, &select, false, &held, err) &&
	       access_one(t, &select, true, &number, err) &&
	       access_one(t, &window, write, value, err) &&
	       access_one(t, &select, true, &held, err);
}
