/* SPDX-License-Identifier: MIT */
/*
 * Instructions of a program as text.  Capstone makes it, in a process of its
 * own: the bytes are the file's.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "program/apart.h"
#include "program/code_text.h"
#include "program/inner.h"
#include "program/machine.h"

enum {
	MOST = 1 << 21, /* instructions of a function; none comes near */
	LONGEST = 15,   /* bytes of an instruction of x86 */
};

struct code_head {
	uint32_t ok, count;
};

/* ---- in the process ----------------------------------------------------- */

struct asked {
	struct opened *o;
	uint64_t from, to;
	const struct program_word *ran;
	size_t count;
	bool halves;   /* without marks: some are at odd halfwords */
	uint64_t most; /* instructions that there is room for */
};

/* The code that is made, and of what. */
struct making {
	const struct asked *a;
	struct mark *mark;
	size_t marks;
	struct program_insn *insn;
	size_t count, room;
	struct code_text text;
};

static const struct program_machine *machine_of(const struct making *m)
{
	return program_machine(m->a->o->p.machine, m->a->o->p.profile);
}

/* The last mark before an address says what stands there. */
static char kind_at(const struct making *m, uint64_t addr)
{
	const struct program_machine *of = machine_of(m);
	size_t low = 0, high = m->marks;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (m->mark[middle].addr <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (low)
		return m->mark[low - 1].kind;
	if (of->thumb && m->a->halves)
		return 't';
	return of->code;
}

/* False: the file has not so many bytes there. */
static bool read_bytes(const struct opened *o, uint64_t addr, void *to,
		       size_t count)
{
	for (size_t i = 0; i < o->p.segments; i++) {
		const struct program_segment *s = &o->segment[i];
		const uint64_t at = addr - s->addr;

		if (addr < s->addr || at > s->file_size ||
		    count > s->file_size - at)
			continue;
		memcpy(to, s->bytes + at, count);
		return true;
	}
	return false;
}

static uint32_t half(const uint8_t *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8;
}

/* Is a halfword a whole instruction, of Thumb or of RISC-V? */
static bool is_narrow(char kind, uint32_t first)
{
	return kind == 't' ? first < 0xe800 : kind == 'r' && (first & 3) != 3;
}

static uint32_t word_of(const uint8_t *bytes)
{
	return half(bytes) | half(bytes + 2) << 16;
}

/* The word at an address, and its size; size 0: there is none. */
static uint32_t word_at(const struct making *m, uint64_t addr, char kind,
			uint8_t *size)
{
	uint8_t b[4];

	*size = 0;
	if (kind == 't' || kind == 'r' || (kind == 'd' && addr % 4)) {
		if (!read_bytes(m->a->o, addr, b, 2))
			return 0;
		*size = 2;
		if (kind == 'd' || is_narrow(kind, half(b)) ||
		    !read_bytes(m->a->o, addr + 2, b + 2, 2))
			return half(b);
		*size = 4;
		return kind == 't' ? half(b) << 16 | half(b + 2) : word_of(b);
	}
	if (!read_bytes(m->a->o, addr, b, 4))
		return 0;
	*size = 4;
	if (machine_of(m)->big && m->a->o->p.big_endian)
		return word_of((uint8_t[]){ b[3], b[2], b[1], b[0] });
	return word_of(b);
}

/* NULL: out of memory. */
static struct program_insn *add_empty(struct making *m, uint64_t addr)
{
	struct program_insn *to;

	if (!array_grow(&m->insn, m->count, &m->room, sizeof *m->insn))
		return NULL;
	to = &m->insn[m->count++];
	memset(to, 0, sizeof *to);
	to->addr = addr;
	return to;
}

static bool add(struct making *m, uint64_t addr, uint32_t word, uint8_t size,
		bool other, char kind)
{
	struct program_insn *to = add_empty(m, addr);

	if (!to)
		return false;
	to->word = word;
	to->size = size;
	to->other = other;
	code_text_put(&m->text, to, kind);
	return true;
}

static bool add_file(struct making *m)
{
	uint64_t addr = m->a->from;
	uint8_t size;

	while (addr < m->a->to) {
		const char kind = kind_at(m, addr);
		const uint32_t word = word_at(m, addr, kind, &size);

		if (!size)
			return true; /* the rest is not in the file */
		if (!add(m, addr, word, size, false, kind))
			return false;
		if (addr > UINT64_MAX - size)
			return true;
		addr += size;
	}
	return true;
}

static int by_addr(const void *x, const void *y)
{
	const struct program_insn *a = x, *b = y;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	if (a->other != b->other)
		return a->other ? 1 : -1;
	return a->word < b->word ? -1 : a->word > b->word;
}

/* Is the file's instruction there the one that ran? */
static bool file_has(const struct making *m, size_t known,
		     const struct program_word *ran)
{
	size_t low = 0, high = known;

	while (low < high) {
		const size_t middle = low + (high - low) / 2;

		if (m->insn[middle].addr < ran->addr)
			low = middle + 1;
		else
			high = middle;
	}
	return low < known && m->insn[low].addr == ran->addr &&
	       (ran->of_file || m->insn[low].word == ran->word);
}

/* Adds what ran and is not what the file has there. */
static bool add_others(struct making *m)
{
	const size_t known = m->count;

	code_text_end(&m->text);
	for (size_t i = 0; i < m->a->count; i++) {
		const struct program_word *r = &m->a->ran[i];
		const char kind = kind_at(m, r->addr);
		const uint32_t first =
			kind == 't' ? r->word >> 16 : r->word & 0xffff;

		if (!file_has(m, known, r) &&
		    !add(m, r->addr, r->word, is_narrow(kind, first) ? 2 : 4,
			 true, kind))
			return false;
	}
	if (m->count > known)
		qsort(m->insn, m->count, sizeof *m->insn, by_addr);
	return true;
}

/* ---- instructions of any length ------------------------------------------ */

/* As many bytes from there on as the file has, up to a number of them. */
static size_t some_bytes(const struct opened *o, uint64_t addr, uint8_t *to,
			 size_t most)
{
	while (most && !read_bytes(o, addr, to, most))
		most--;
	return most;
}

/* The instruction at an address, which ends before the next one that ran; its
 * size, 0: the file has nothing there. */
static uint8_t put_next(struct making *m, struct program_insn *i, uint64_t next)
{
	const uint64_t left = next - i->addr;
	uint8_t bytes[LONGEST], word[4];
	const size_t count =
		some_bytes(m->a->o, i->addr, bytes,
			   left < LONGEST ? (size_t)left : LONGEST);

	if (!count)
		return 0;
	if (read_bytes(m->a->o, i->addr, word, sizeof word))
		i->word = word_of(word);
	i->size = code_text_take(&m->text, i, bytes, count);
	if (!i->size) {
		i->size = 1;
		snprintf(i->text, sizeof i->text, ".byte   0x%02x", bytes[0]);
	}
	return i->size;
}

static int in_order(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * One behind the other, each of what ran at its own address, whatever comes of
 * the bytes before it: among the code of x86 may be data.
 */
static bool add_sized(struct making *m, const uint64_t *ran, size_t count)
{
	uint64_t at = m->a->from;

	for (size_t n = 0; at < m->a->to;) {
		const bool here = n < count && ran[n] == at;
		struct program_insn *to = add_empty(m, at);
		uint64_t next;

		while (n < count && ran[n] <= at)
			n++;
		next = n < count && ran[n] < m->a->to ? ran[n] : m->a->to;
		if (!to)
			return false;
		if (put_next(m, to, next)) {
			at += to->size;
			continue;
		}
		snprintf(to->text, sizeof to->text, "(not in the file)");
		m->count -= !here;
		at = next;
	}
	return true;
}

static bool add_bytes(struct making *m)
{
	const size_t count = m->a->count;
	uint64_t *ran = calloc(count + 1, sizeof *ran);
	bool good = ran;

	for (size_t i = 0; good && i < count; i++)
		ran[i] = m->a->ran[i].addr;
	if (good) {
		qsort(ran, count, sizeof *ran, in_order);
		good = add_sized(m, ran, count);
	}
	free(ran);
	return good;
}

/* Of what nobody takes apart here there are places alone. */
static bool add_places(struct making *m, const char *why)
{
	for (size_t i = 0; i < m->a->count; i++) {
		struct program_insn *to = add_empty(m, m->a->ran[i].addr);

		if (!to)
			return false;
		to->word = m->a->ran[i].word;
		to->size = 1;
		snprintf(to->text, sizeof to->text, "(not read%s)", why);
	}
	if (m->count)
		qsort(m->insn, m->count, sizeof *m->insn, by_addr);
	return true;
}

static bool add_all(struct making *m)
{
	const struct program_machine *of = machine_of(m);

	if (!of->code)
		return add_places(m, "");
	if (of->step > 1)
		return add_file(m) && add_others(m);
	return code_text_begin(&m->text, of->code)
		       ? add_bytes(m)
		       : add_places(m, code_text_missing);
}

static void code_apart(void *ctx, enum sandbox_state sandbox)
{
	struct making m = { .a = ctx };
	const struct program_machine *of = machine_of(&m);
	struct code_head head = { 0 };
	Elf *elf = NULL;

	(void)sandbox;
	if (elf_version(EV_CURRENT) != EV_NONE)
		elf = elf_memory((char *)m.a->o->image, m.a->o->size);
	m.text.profile = of->profile;
	if (elf && of->marks)
		m.mark = symbols_marks(m.a->o, elf, &m.marks);
	head.ok = add_all(&m);
	head.count = (uint32_t)m.count;
	apart_put(&head, sizeof head);
	for (size_t i = 0; head.ok && i < m.count; i++)
		apart_put(&m.insn[i], sizeof m.insn[i]);
	code_text_end(&m.text);
	free(m.mark);
	free(m.insn);
	elf_end(elf);
}

/* ---- in the tool -------------------------------------------------------- */

static bool take_code(const struct apart *a, const struct asked *asked,
		      struct program_code *to)
{
	struct code_head head;

	if (!apart_get(a, &head, sizeof head) || !head.ok ||
	    head.count > asked->most + 1 + asked->count)
		return false;
	to->insn = calloc(head.count + 1u, sizeof *to->insn);
	if (!to->insn || !apart_get(a, to->insn, head.count * sizeof *to->insn))
		return false;
	to->count = head.count;
	for (size_t i = 0; i < to->count; i++) {
		struct program_insn *one = &to->insn[i];

		if (i && one->addr < one[-1].addr)
			return false;
		one->text[sizeof one->text - 1] = '\0';
		text_clean(one->text);
	}
	return true;
}

bool program_code(const struct program *p, uint64_t from, uint64_t to,
		  const struct program_word *ran, size_t count,
		  struct program_code *code, struct error *err)
{
	const unsigned step = program_machine(p->machine, p->profile)->step;
	struct asked asked = {
		.o = (struct opened *)p,
		.from = from,
		.to = to,
		.ran = ran,
		.count = count,
	};
	struct apart a;
	bool good;

	*code = (struct program_code){ 0 };
	if (to < from)
		to = asked.to = from;
	asked.most = (to - from) / step;
	if (asked.most > MOST)
		return error_set(err,
				 "%s: 0x%08" PRIx64 " to 0x%08" PRIx64
				 " is more than a function has",
				 p->path, from, to);
	for (size_t i = 0; i < count; i++)
		asked.halves = asked.halves || ran[i].addr % 4;
	code_text_load(); /* there nothing can be */
	good = apart_start(&a, code_apart, &asked, err) &&
	       (take_code(&a, &asked, code) || apart_fail(&a, err));
	apart_end(&a);
	if (good)
		return true;
	program_code_free(code);
	return error_within(err, "%s", p->path);
}

void program_code_free(struct program_code *code)
{
	free(code->insn);
	*code = (struct program_code){ 0 };
}
