/* SPDX-License-Identifier: MIT */
/* Reads what the process says in which a file is interpreted: see apart.h. */
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "program/apart.h"
#include "program/inner.h"

/* The head comes first; then so many segments and symbols.  No padding. */
struct head {
	uint64_t entry;
	uint32_t ok;
	uint32_t sandbox; /* enum sandbox_state */
	uint32_t machine, bits, big_endian;
	char profile;
	uint32_t segments, symbols, data;
	char text[sizeof((struct error *)0)->text];
	uint32_t texts; /* bytes of them, before the segments */
	uint32_t none;  /* 0 */
	struct debug_name debug;
};

struct sent_segment {
	uint64_t addr, size, file_size;
	uint64_t offset; /* in the file */
	uint64_t writable;
};

struct sent_symbol {
	uint64_t name;  /* its offset in the file */
	uint64_t shown; /* in the texts; 0: as its name */
	uint64_t addr, size, end, reach;
	uint32_t sized, global, stub, thumb;
};

/* ---- in the process ----------------------------------------------------- */

static uint64_t shown_at(const struct opened *o, const struct program_symbol *s)
{
	return o->texts && s->shown != s->name ? (uint64_t)(s->shown - o->texts)
					       : 0;
}

static void put_findings(const struct opened *o)
{
	apart_put(o->texts, o->texts_size);
	for (size_t i = 0; i < o->p.segments; i++) {
		const struct program_segment *s = &o->segment[i];
		const struct sent_segment sent = {
			s->addr, s->size, s->file_size,
			(uint64_t)(s->bytes - o->image), s->writable
		};

		apart_put(&sent, sizeof sent);
	}
	for (size_t i = 0; i < o->p.symbols; i++) {
		const struct program_symbol *s = &o->symbol[i];
		const struct extent *e = &o->extent[i];
		const struct sent_symbol sent = {
			(uint64_t)(s->name - (const char *)o->image),
			shown_at(o, s),
			s->addr,
			s->size,
			e->end,
			e->reach,
			e->sized,
			e->global,
			e->stub,
			s->thumb
		};

		apart_put(&sent, sizeof sent);
	}
	for (size_t i = 0; i < o->p.data; i++) {
		const struct program_symbol *s = &o->datum[i];
		const struct sent_symbol sent = {
			.name = (uint64_t)(s->name - (const char *)o->image),
			.addr = s->addr,
			.size = s->size,
		};

		apart_put(&sent, sizeof sent);
	}
}

struct reading {
	interpreter *by;
	struct opened *o;
	const struct wanted *w;
};

static void read_apart(void *ctx, enum sandbox_state sandbox)
{
	const struct reading *r = ctx;
	struct opened *o = r->o;
	struct head head = { .sandbox = sandbox };
	struct error err = { "" };

	head.ok = r->by(o, r->w, &err);
	head.machine = o->p.machine;
	head.profile = o->p.profile;
	head.bits = o->p.bits;
	head.big_endian = o->p.big_endian;
	head.entry = o->p.entry;
	head.debug = o->debug_name;
	if (head.ok) {
		head.segments = (uint32_t)o->p.segments;
		head.symbols = (uint32_t)o->p.symbols;
		head.data = (uint32_t)o->p.data;
		head.texts = (uint32_t)o->texts_size;
	}
	memcpy(head.text, err.text, sizeof head.text);
	apart_put(&head, sizeof head);
	if (head.ok)
		put_findings(o);
}

/* ---- in the tool -------------------------------------------------------- */

static bool take_segment(struct opened *o, const struct sent_segment *s)
{
	struct program_segment *to = &o->segment[o->p.segments];

	if (s->offset > o->size || s->file_size > o->size - s->offset ||
	    s->file_size > s->size || s->size > UINT64_MAX - s->addr)
		return false;
	*to = (struct program_segment){ s->addr, s->size, s->file_size,
					o->image + s->offset,
					s->writable != 0 };
	o->p.segments++;
	return true;
}

static bool take_symbol(struct opened *o, const struct sent_symbol *s)
{
	const char *name =
		program_name((const char *)o->image, o->size, s->name);

	if (!name || (s->shown && s->shown >= o->texts_size))
		return false;
	o->symbol[o->p.symbols] = (struct program_symbol){
		name, s->addr, s->size,
		s->shown ? text_clean(o->texts + s->shown) : name, s->thumb != 0
	};
	o->extent[o->p.symbols] =
		(struct extent){ s->end, s->reach, s->sized != 0,
				 s->global != 0, s->stub != 0 };
	o->p.symbols++;
	return true;
}

static bool take_datum(struct opened *o, const struct sent_symbol *s)
{
	const char *name =
		program_name((const char *)o->image, o->size, s->name);

	if (!name)
		return false;
	o->datum[o->p.data++] =
		(struct program_symbol){ name, s->addr, s->size, name };
	return true;
}

static bool take_segments(const struct apart *a, struct opened *o,
			  uint32_t count)
{
	struct sent_segment *sent = calloc(count + 1u, sizeof *sent);
	bool good = sent && apart_get(a, sent, count * sizeof *sent);

	for (uint32_t i = 0; good && i < count; i++)
		good = take_segment(o, &sent[i]);
	free(sent);
	return good;
}

static bool
take_symbols(const struct apart *a, struct opened *o, uint32_t count,
	     bool (*take)(struct opened *o, const struct sent_symbol *s))
{
	struct sent_symbol *sent = calloc(count + 1u, sizeof *sent);
	bool good = sent && apart_get(a, sent, count * sizeof *sent);

	for (uint32_t i = 0; good && i < count; i++)
		good = take(o, &sent[i]);
	free(sent);
	return good;
}

/* Each ends within them. */
static bool take_texts(const struct apart *a, struct opened *o, uint32_t size)
{
	if (!size)
		return true;
	if (size > PROGRAM_TEXTS)
		return false;
	o->texts = malloc(size);
	o->texts_size = size;
	return o->texts && apart_get(a, o->texts, size) && !o->texts[size - 1];
}

static bool take_findings(const struct apart *a, struct opened *o,
			  const struct head *head)
{
	/* No file has more of them than it has bytes for. */
	if (head->segments > o->size / sizeof(Elf32_Phdr) ||
	    head->symbols > o->size / sizeof(Elf32_Sym) ||
	    head->data > o->size / sizeof(Elf32_Sym))
		return false;
	o->segment = calloc(head->segments + 1u, sizeof *o->segment);
	o->symbol = calloc(head->symbols + 1u, sizeof *o->symbol);
	o->extent = calloc(head->symbols + 1u, sizeof *o->extent);
	o->datum = calloc(head->data + 1u, sizeof *o->datum);
	if (!o->segment || !o->symbol || !o->extent || !o->datum)
		return false;
	o->p.machine = (uint16_t)head->machine;
	if (head->profile == 'M' || head->profile == 'R' ||
	    head->profile == 'A')
		o->p.profile = head->profile;
	o->p.bits = (uint8_t)head->bits;
	o->p.big_endian = head->big_endian != 0;
	o->p.entry = head->entry;
	o->debug_name = head->debug;
	o->debug_name.link[sizeof o->debug_name.link - 1] = '\0';
	if (o->debug_name.id_size > sizeof o->debug_name.id ||
	    strchr(o->debug_name.link, '/'))
		return false;
	o->p.segment = o->segment;
	o->p.symbol = o->symbol;
	o->p.datum = o->datum;
	return take_texts(a, o, head->texts) &&
	       take_segments(a, o, head->segments) &&
	       take_symbols(a, o, head->symbols, take_symbol) &&
	       take_symbols(a, o, head->data, take_datum);
}

static bool listen_to(struct apart *a, struct opened *o, struct error *err)
{
	struct head head;

	if (!apart_get(a, &head, sizeof head) || head.sandbox >= SANDBOX_STATES)
		return apart_fail(a, err);
	o->p.unguarded = sandbox_why((enum sandbox_state)head.sandbox);
	if (!head.ok) {
		head.text[sizeof head.text - 1] = '\0';
		return error_set(err, "%s", text_clean(head.text));
	}
	return take_findings(a, o, &head) || apart_fail(a, err);
}

bool reader_interpret(interpreter *by, struct opened *o, const struct wanted *w,
		      struct error *err)
{
	struct reading reading = { by, o, w };
	struct apart a;
	bool good = apart_start(&a, read_apart, &reading, err) &&
		    listen_to(&a, o, err);

	apart_end(&a);
	return good;
}
