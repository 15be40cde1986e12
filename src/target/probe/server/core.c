/* SPDX-License-Identifier: MIT */
/* Reads which registers of the core a GDB server describes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "program/program.h"
#include "target/probe/server/gdb.h"
#include "target/probe/server/libexpat.h"

/* ---- the description ----------------------------------------------------- */

enum { REGISTERS_MOST = 4096, DOCUMENT_MOST = 4 << 20 };

struct describing {
	struct gdb_target *t;
	size_t room;
	unsigned next;
};

/* Letters and digits as they are, small; '_' for all else. */
static bool same_word(const char *a, const char *b)
{
	while (*a && *b) {
		const unsigned char x = (unsigned char)*a++;
		const unsigned char y = (unsigned char)*b++;
		const bool word = isalnum(x) && isalnum(y);

		if (word ? tolower(x) != tolower(y) : isalnum(x) || isalnum(y))
			return false;
	}
	return !*a && !*b;
}

const struct gdb_register *gdb_find_register(const struct gdb_target *t,
					     const char *name)
{
	for (unsigned i = 0; i < t->regs; i++)
		if (same_word(t->reg[i].name, name))
			return &t->reg[i];
	return NULL;
}

static bool read_annex(struct describing *d, const char *annex, unsigned depth,
		       struct error *err);

static const char *attribute(const char **attributes, const char *name)
{
	for (; attributes[0]; attributes += 2)
		if (!strcmp(attributes[0], name))
			return attributes[1];
	return NULL;
}

static bool add_register(struct describing *d, const char **attributes)
{
	const char *name = attribute(attributes, "name");
	const char *bits = attribute(attributes, "bitsize");
	const char *number = attribute(attributes, "regnum");
	struct gdb_target *t = d->t;

	if (number)
		d->next = (unsigned)strtoul(number, NULL, 10);
	if (!name || !bits || t->regs == REGISTERS_MOST)
		return false;
	if (!array_grow(&t->reg, t->regs, &d->room, sizeof *t->reg))
		return false;
	t->reg[t->regs] = (struct gdb_register){
		.number = d->next++,
		.bits = (unsigned)strtoul(bits, NULL, 10),
	};
	snprintf(t->reg[t->regs].name, sizeof t->reg->name, "%s", name);
	t->regs++;
	return true;
}

/* The reading of one document. */
struct reading {
	struct describing *d;
	unsigned depth;
	struct error *err;
	bool failed;
};

static void XMLCALL on_element(void *ctx, const char *name,
			       const char **attributes)
{
	struct reading *r = ctx;
	const char *href;

	if (r->failed)
		return;
	if (!strcmp(name, "reg") && !add_register(r->d, attributes)) {
		r->failed = !error_set(r->err, "the GDB server describes "
					       "registers in a way that "
					       "cannot be used");
	} else if (!strcmp(name, "xi:include")) {
		href = attribute(attributes, "href");
		r->failed =
			href && !read_annex(r->d, href, r->depth + 1, r->err);
	}
}

static bool parse(struct reading *r, const char *text, size_t size)
{
	XML_Parser parser;
	bool good;

	if (!libexpat_load(r->err))
		return false;
	parser = XML_ParserCreate(NULL);
	if (!parser)
		return error_no_memory(r->err);
	XML_SetUserData(parser, r);
	XML_SetStartElementHandler(parser, on_element);
	good = XML_Parse(parser, text, (int)size, 1) == XML_STATUS_OK;
	if (!good && !r->failed)
		error_set(r->err,
			  "the GDB server's description of its registers is "
			  "damaged: %s in line %lu",
			  XML_ErrorString(XML_GetErrorCode(parser)),
			  (unsigned long)XML_GetCurrentLineNumber(parser));
	XML_ParserFree(parser);
	return good && !r->failed;
}

/* The whole text, to be freed; NULL: none, or `err` and the server is lost. */
static char *fetch(struct gdb_target *t, const char *annex, size_t *size,
		   struct error *err)
{
	const unsigned part = (unsigned)gdb_packet_size(t->client) / 2;
	char *text = NULL;

	for (*size = 0; *size < DOCUMENT_MOST;) {
		const char *said =
			gdb_ask(t->client, err, "qXfer:features:read:%s:%zx,%x",
				annex, *size, part);
		size_t more = said ? strlen(said + !!*said) : 0;
		char *grown;

		if (!said || (*said != 'm' && *said != 'l'))
			break;
		grown = realloc(text, *size + more + 1);
		if (!grown)
			break;
		text = grown;
		memcpy(text + *size, said + 1, more + 1);
		*size += more;
		if (*said == 'l' || !more)
			return text;
	}
	free(text);
	return NULL;
}

static bool read_annex(struct describing *d, const char *annex, unsigned depth,
		       struct error *err)
{
	enum { DEPTH_MOST = 4 };
	struct reading r = { .d = d, .depth = depth, .err = err };
	size_t size;
	char *text;
	bool good;

	if (depth > DEPTH_MOST || strlen(annex) > 100)
		return error_set(err, "the GDB server's description of its "
				      "registers includes too much");
	text = fetch(d->t, annex, &size, err);
	if (!text) /* a server without one */
		return !gdb_lost(d->t->client);
	good = parse(&r, text, size);
	free(text);
	return good;
}

bool gdb_describe(struct gdb_target *t, struct error *err)
{
	struct describing d = { .t = t };

	free(t->reg);
	t->reg = NULL;
	t->regs = 0;
	return read_annex(&d, "target.xml", 0, err);
}

static bool is_big(const struct gdb_target *t)
{
	return t->program && t->program->big_endian;
}

void gdb_put_bytes(const struct gdb_target *t, uint8_t *to, uint64_t value,
		   unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		to[is_big(t) ? count - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

uint64_t gdb_get_bytes(const struct gdb_target *t, const uint8_t *from,
		       unsigned count)
{
	uint64_t value = 0;

	for (unsigned i = 0; i < count; i++)
		value |= (uint64_t)from[is_big(t) ? count - 1 - i : i] << 8 * i;
	return value;
}
