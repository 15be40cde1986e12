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
#ifdef TALLY_CAPSTONE
#include "program/capstone.h"
#endif
#include "program/inner.h"
#include "program/machine.h"

/* Of a function; none comes near. */
enum { MOST_BYTES = 1 << 22 };

struct code_head {
	uint32_t ok, count;
};

/* ---- in the process ----------------------------------------------------- */

struct asked {
	struct opened *o;
	uint64_t from, to;
	const struct program_word *ran;
	size_t count;
	bool halves; /* without marks: some are at odd halfwords */
};

/* The code that is made, and of what. */
struct making {
	const struct asked *a;
	struct mark *mark;
	size_t marks;
	struct program_insn *insn;
	size_t count, room;
#ifdef TALLY_CAPSTONE
	csh handle;
	char open; /* for instructions of that kind */
#endif
};

static const struct program_machine *machine_of(const struct making *m)
{
	return program_machine(m->a->o->p.machine, m->a->o->p.profile);
}

static char kind_at(const struct making *m, uint64_t addr)
{
	const struct program_machine *of = machine_of(m);
	char kind = '\0';

	for (size_t i = 0; i < m->marks && m->mark[i].addr <= addr; i++)
		kind = m->mark[i].kind;
	if (kind)
		return kind;
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

/* Does a halfword begin an instruction of two? */
static bool is_wide(uint32_t first)
{
	return first >= 0xe800;
}

/* The word at an address, and its size; size 0: there is none. */
static uint32_t word_at(const struct making *m, uint64_t addr, char kind,
			uint8_t *size)
{
	uint8_t b[4];

	*size = 0;
	if (kind == 't' || (kind == 'd' && addr % 4)) {
		if (!read_bytes(m->a->o, addr, b, 2))
			return 0;
		*size = 2;
		if (kind == 'd' || !is_wide(half(b)) ||
		    !read_bytes(m->a->o, addr + 2, b + 2, 2))
			return half(b);
		*size = 4;
		return half(b) << 16 | half(b + 2);
	}
	if (!read_bytes(m->a->o, addr, b, 4))
		return 0;
	*size = 4;
	if (machine_of(m)->big)
		return half((uint8_t[]){ b[3], b[2] }) |
		       half((uint8_t[]){ b[1], b[0] }) << 16;
	return half(b) | half(b + 2) << 16;
}

static void put_word(struct program_insn *i)
{
	snprintf(i->text, sizeof i->text,
		 i->size == 2 ? ".short  0x%04" PRIx32 : ".word   0x%08" PRIx32,
		 i->word);
}

#ifdef TALLY_CAPSTONE

/* Without it an instruction is a word. */
static void load(void)
{
	struct error ignored;

	(void)capstone_load(&ignored);
}

static bool open_handle(char kind, char profile, csh *handle)
{
	const cs_mode own = profile == 'M' ? CS_MODE_MCLASS : 0;

	if (!capstone.open)
		return false;
	switch (kind) {
	case 'a':
		return cs_open(CS_ARCH_ARM, CS_MODE_ARM, handle) == CS_ERR_OK;
	case 't':
		return cs_open(CS_ARCH_ARM, CS_MODE_THUMB | own, handle) ==
		       CS_ERR_OK;
	case 'x':
		return cs_open(CS_ARCH_ARM64, CS_MODE_ARM, handle) == CS_ERR_OK;
	default:
		return cs_open(CS_ARCH_PPC, CS_MODE_32 | CS_MODE_BIG_ENDIAN,
			       handle) == CS_ERR_OK;
	}
}

/* The bytes as they are in memory. */
static void to_bytes(const struct program_insn *i, char kind, uint8_t *b)
{
	uint32_t w = i->word;

	if (kind == 'p')
		w = w >> 24 | (w >> 8 & 0xff00) | (w << 8 & 0xff0000) | w << 24;
	else if (kind == 't' && i->size == 4)
		w = w >> 16 | w << 16;
	for (unsigned k = 0; k < 4; k++)
		b[k] = (uint8_t)(w >> 8 * k);
}

static void end_text(struct making *m)
{
	if (m->open)
		cs_close(&m->handle);
	m->open = '\0';
}

/* Capstone keeps a conditional block of Thumb from one to the next. */
static void put_text(struct making *m, struct program_insn *i, char kind)
{
	uint8_t bytes[4];
	cs_insn *found;

	put_word(i);
	if (m->open != kind)
		end_text(m);
	if (kind == 'd' ||
	    (!m->open &&
	     !open_handle(kind, machine_of(m)->profile, &m->handle)))
		return;
	m->open = kind;
	to_bytes(i, kind, bytes);
	if (!cs_disasm(m->handle, bytes, i->size, i->addr, 1, &found))
		return;
	if (found->size == i->size)
		snprintf(i->text, sizeof i->text, "%-7.24s %.80s",
			 found->mnemonic, found->op_str);
	cs_free(found, 1);
}

#else

static void load(void)
{
}

static void end_text(struct making *m)
{
	(void)m;
}

static void put_text(struct making *m, struct program_insn *i, char kind)
{
	(void)m;
	(void)kind;
	put_word(i);
}

#endif

static bool add(struct making *m, uint64_t addr, uint32_t word, uint8_t size,
		bool other, char kind)
{
	struct program_insn *to;

	if (!array_grow(&m->insn, m->count, &m->room, sizeof *m->insn))
		return false;
	to = &m->insn[m->count++];
	memset(to, 0, sizeof *to);
	*to = (struct program_insn){
		.addr = addr, .word = word, .size = size, .other = other
	};
	put_text(m, to, kind);
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

/* Adds what ran and is not what the file has there. */
static bool add_others(struct making *m)
{
	const size_t known = m->count;

	end_text(m);
	for (size_t i = 0; i < m->a->count; i++) {
		const struct program_word *r = &m->a->ran[i];
		const struct program_insn key = { .addr = r->addr,
						  .word = r->word };
		const char kind = kind_at(m, r->addr);
		const bool narrow = kind == 't' && !is_wide(r->word >> 16);

		if (known && bsearch(&key, m->insn, known, sizeof key, by_addr))
			continue;
		if (!add(m, r->addr, r->word, narrow ? 2 : 4, true, kind))
			return false;
	}
	if (m->count > known)
		qsort(m->insn, m->count, sizeof *m->insn, by_addr);
	return true;
}

static void code_apart(void *ctx, enum sandbox_state sandbox)
{
	struct making m = { .a = ctx };
	struct code_head head = { 0 };
	Elf *elf = NULL;

	(void)sandbox;
	if (elf_version(EV_CURRENT) != EV_NONE)
		elf = elf_memory((char *)m.a->o->image, m.a->o->size);
	if (elf && machine_of(&m)->marks)
		m.mark = symbols_marks(m.a->o, elf, &m.marks);
	head.ok = add_file(&m) && add_others(&m);
	head.count = (uint32_t)m.count;
	apart_put(&head, sizeof head);
	for (size_t i = 0; head.ok && i < m.count; i++)
		apart_put(&m.insn[i], sizeof m.insn[i]);
	end_text(&m);
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
	    head.count > (asked->to - asked->from) / 2 + 1 + asked->count)
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
	struct asked asked = {
		(struct opened *)p, from, to, ran, count, false
	};
	struct apart a;
	bool good;

	*code = (struct program_code){ 0 };
	if (to < from)
		to = asked.to = from;
	if (to - from > MOST_BYTES)
		return error_set(err,
				 "%s: 0x%08" PRIx64 " to 0x%08" PRIx64
				 " is more than a function has",
				 p->path, from, to);
	for (size_t i = 0; i < count; i++)
		asked.halves = asked.halves || ran[i].addr % 4;
	load(); /* there nothing can be */
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
