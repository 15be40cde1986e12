/* SPDX-License-Identifier: MIT */
/*
 * Call frame information of programs of this computer [Linux Standard Base
 * Core, "Exception Frames"; DWARF 5, 6.4].  The file may be anybody's: nothing
 * is read but bytes that it has, and no table makes a loop.
 */
#include "program/cfi.h"

#include <string.h>

#include "program/inner.h"

enum {
	POINTER_RELATIVE_4 = 0x1b, /* DW_EH_PE_pcrel | DW_EH_PE_sdata4 */
	COUNT_4 = 0x03,            /* DW_EH_PE_udata4 */
	TABLE_RELATIVE_4 = 0x3b,   /* DW_EH_PE_datarel | DW_EH_PE_sdata4 */
	REMEMBERED = 8,            /* states, one in the other */
};

/* ---- bytes -------------------------------------------------------------- */

/* A part of the program, read from front to back. */
struct table {
	const uint8_t *at, *end;
	uint64_t addr; /* of `at` */
	bool bad;      /* more was wanted than there is */
};

/* From an address to the end of the segment's bytes. */
static bool table_at(const struct program *p, uint64_t addr, struct table *to)
{
	for (size_t i = 0; i < p->segments; i++) {
		const struct program_segment *s = &p->segment[i];

		if (addr - s->addr >= s->file_size)
			continue;
		*to = (struct table){ s->bytes + (addr - s->addr),
				      s->bytes + s->file_size, addr, false };
		return true;
	}
	return false;
}

static uint64_t take_word(struct table *t, size_t size)
{
	uint64_t value = 0;

	if ((size_t)(t->end - t->at) < size) {
		t->bad = true;
		t->at = t->end;
		return 0;
	}
	for (size_t i = 0; i < size; i++)
		value |= (uint64_t)t->at[i] << 8 * i;
	t->at += size;
	t->addr += size;
	return value;
}

static uint8_t take_byte(struct table *t)
{
	return (uint8_t)take_word(t, 1);
}

static int64_t take_signed(struct table *t, size_t size)
{
	const uint64_t sign = UINT64_C(1) << (8 * size - 1);

	return (int64_t)((take_word(t, size) ^ sign) - sign);
}

static uint64_t take_uleb(struct table *t)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = take_byte(t);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

static int64_t take_sleb(struct table *t)
{
	uint64_t value = 0;
	unsigned shift = 0;
	uint8_t byte;

	do {
		byte = take_byte(t);
		if (shift < 64)
			value |= (uint64_t)(byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (byte & 0x40 && shift < 64)
		value |= UINT64_MAX << shift;
	return (int64_t)value;
}

/* ---- which function it is ----------------------------------------------- */

/* A function's part of the tables, and what all of its kind share. */
struct frame {
	struct table first, then; /* instructions: of the kind, its own */
	uint64_t from, size;      /* the function's first address; its bytes */
	uint64_t code_align;
	int64_t data_align;
	uint64_t returns; /* the number of the register with the address */
};

/* The header of the tables stands where the program's says. */
static bool find_header(const struct opened *o, uint64_t *addr)
{
	Elf64_Ehdr eh;
	Elf64_Phdr ph;

	if (o->p.bits != 64 || o->p.big_endian || o->size < sizeof eh)
		return false;
	memcpy(&eh, o->image, sizeof eh);
	if (eh.e_phentsize != sizeof ph || eh.e_phoff > o->size ||
	    eh.e_phnum > (o->size - eh.e_phoff) / sizeof ph)
		return false;
	for (unsigned i = 0; i < eh.e_phnum; i++) {
		memcpy(&ph, o->image + eh.e_phoff + i * sizeof ph, sizeof ph);
		if (ph.p_type == PT_GNU_EH_FRAME) {
			*addr = ph.p_vaddr;
			return true;
		}
	}
	return false;
}

/* The sorted table of all functions: eight bytes for each. */
static bool find_rows(const struct program *p, uint64_t header, struct table *t,
		      uint64_t *rows)
{
	if (!table_at(p, header, t) || take_byte(t) != 1 ||
	    take_byte(t) != POINTER_RELATIVE_4 || take_byte(t) != COUNT_4 ||
	    take_byte(t) != TABLE_RELATIVE_4)
		return false;
	(void)take_word(t, 4);
	*rows = take_word(t, 4);
	return !t->bad && *rows <= (size_t)(t->end - t->at) / 8;
}

/* The last function of the sorted table that begins at the address or before
 * it: where its entry is. */
static bool find_entry(const struct program *p, uint64_t header, uint64_t addr,
		       uint64_t *entry)
{
	uint64_t low = 0, high;
	struct table t, row;

	if (!find_rows(p, header, &t, &high))
		return false;
	while (low < high) {
		const uint64_t middle = low + (high - low) / 2;

		row = t;
		row.at += 8 * middle;
		if (header + (uint64_t)take_signed(&row, 4) <= addr)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	row = t;
	row.at += 8 * (low - 1) + 4;
	*entry = header + (uint64_t)take_signed(&row, 4);
	return true;
}

/* An entry, without its length; a longer form has no compiler's. */
static bool open_entry(const struct program *p, uint64_t addr, struct table *to)
{
	uint64_t length;

	if (!table_at(p, addr, to))
		return false;
	length = take_word(to, 4);
	if (to->bad || !length || length > (size_t)(to->end - to->at))
		return false;
	to->end = to->at + length;
	return true;
}

/* Takes what the letters of a kind announce: "zR", with P, L, S and B maybe. */
static bool take_letters(struct table *t, const char *letter)
{
	bool relative = false;
	uint64_t length;
	struct table rest;

	if (*letter != 'z')
		return false;
	length = take_uleb(t);
	if (t->bad || length > (size_t)(t->end - t->at))
		return false;
	rest = *t;
	rest.end = rest.at + length;
	for (letter++; *letter; letter++)
		switch (*letter) {
		case 'R':
			relative = take_byte(&rest) == POINTER_RELATIVE_4;
			break;
		case 'L':
			(void)take_byte(&rest);
			break;
		case 'P': /* how it is written, and the pointer */
			(void)take_word(&rest, (take_byte(&rest) & 0xf) % 8 == 4
						       ? 8
						       : 4);
			break;
		case 'B':
		case 'S':
			break;
		default:
			return false;
		}
	t->at += length;
	t->addr += length;
	return relative && !rest.bad;
}

static bool take_kind(const struct program *p, uint64_t addr, struct frame *f)
{
	const char *letters;
	struct table t;
	uint8_t version;

	if (!open_entry(p, addr, &t) || take_word(&t, 4) != 0)
		return false;
	version = take_byte(&t);
	letters = (const char *)t.at;
	if (!memchr(letters, '\0', (size_t)(t.end - t.at)))
		return false;
	while (take_byte(&t))
		;
	f->code_align = take_uleb(&t);
	f->data_align = take_sleb(&t);
	f->returns = version == 1 ? take_byte(&t) : take_uleb(&t);
	if (!take_letters(&t, letters) || t.bad ||
	    f->returns >= UNWIND_REGISTERS)
		return false;
	f->first = t;
	return true;
}

static bool take_frame(const struct program *p, uint64_t entry, uint64_t addr,
		       struct frame *f)
{
	uint64_t here, back, size;
	struct table t;

	if (!open_entry(p, entry, &t))
		return false;
	here = t.addr;
	back = take_word(&t, 4);
	if (!back || !take_kind(p, here - back, f))
		return false;
	here = t.addr;
	f->from = here + (uint64_t)take_signed(&t, 4);
	f->size = take_word(&t, 4);
	if (addr - f->from >= f->size)
		return false;
	size = take_uleb(&t);
	if (t.bad || size > (size_t)(t.end - t.at))
		return false;
	t.at += size;
	t.addr += size;
	f->then = t;
	return true;
}

uint64_t cfi_functions(const struct program *p)
{
	uint64_t header, rows;
	struct table t;

	return find_header((const struct opened *)p, &header) &&
			       find_rows(p, header, &t, &rows)
		       ? rows
		       : 0;
}

bool cfi_function(const struct program *p, uint64_t n, uint64_t *from,
		  uint64_t *size)
{
	uint64_t header, rows, addr;
	struct frame f = { .from = 0 };
	struct table t;

	if (!find_header((const struct opened *)p, &header) ||
	    !find_rows(p, header, &t, &rows) || n >= rows)
		return false;
	t.at += 8 * n;
	addr = header + (uint64_t)take_signed(&t, 4);
	if (!take_frame(p, header + (uint64_t)take_signed(&t, 4), addr, &f) ||
	    f.from != addr)
		return false;
	*from = f.from;
	*size = f.size;
	return true;
}

/* ---- where its caller's registers are ----------------------------------- */

struct run {
	const struct frame *f;
	struct rules now, first, kept[REMEMBERED];
	unsigned depth;
	uint64_t at; /* the code that the rules are of */
	bool bad;
};

static void set(struct run *r, uint64_t reg, enum kept how, int64_t value)
{
	if (reg >= UNWIND_REGISTERS)
		return;
	r->now.how[reg] = how;
	r->now.value[reg] = value;
}

static void restore(struct run *r, uint64_t reg)
{
	if (reg < UNWIND_REGISTERS)
		set(r, reg, r->first.how[reg], r->first.value[reg]);
}

static void skip_formula(struct run *r, struct table *t)
{
	const uint64_t size = take_uleb(t);

	if (t->bad || size > (size_t)(t->end - t->at))
		r->bad = true;
	else
		t->at += size;
}

/* Of the frame's address. */
static bool base_rule(struct run *r, struct table *t, uint8_t what)
{
	switch (what) {
	case 0x0c: /* DW_CFA_def_cfa */
		r->now.base = take_uleb(t);
		r->now.distance = (int64_t)take_uleb(t);
		break;
	case 0x12: /* DW_CFA_def_cfa_sf */
		r->now.base = take_uleb(t);
		r->now.distance = take_sleb(t) * r->f->data_align;
		break;
	case 0x0d: /* DW_CFA_def_cfa_register */
		r->now.base = take_uleb(t);
		break;
	case 0x0e: /* DW_CFA_def_cfa_offset */
		r->now.distance = (int64_t)take_uleb(t);
		break;
	case 0x13: /* DW_CFA_def_cfa_offset_sf */
		r->now.distance = take_sleb(t) * r->f->data_align;
		break;
	case 0x0f: /* DW_CFA_def_cfa_expression */
		skip_formula(r, t);
		r->now.formula = true;
		return true;
	default:
		return false;
	}
	if (what == 0x0c || what == 0x12)
		r->now.formula = false;
	return true;
}

/* Of one register. */
static bool register_rule(struct run *r, struct table *t, uint8_t what)
{
	const uint64_t reg = take_uleb(t);
	const int64_t align = r->f->data_align;

	switch (what) {
	case 0x05: /* DW_CFA_offset_extended */
		set(r, reg, KEPT_AT, (int64_t)take_uleb(t) * align);
		return true;
	case 0x11: /* DW_CFA_offset_extended_sf */
		set(r, reg, KEPT_AT, take_sleb(t) * align);
		return true;
	case 0x14: /* DW_CFA_val_offset */
		set(r, reg, KEPT_IS, (int64_t)take_uleb(t) * align);
		return true;
	case 0x15: /* DW_CFA_val_offset_sf */
		set(r, reg, KEPT_IS, take_sleb(t) * align);
		return true;
	case 0x06: /* DW_CFA_restore_extended */
		restore(r, reg);
		return true;
	case 0x07: /* DW_CFA_undefined */
		set(r, reg, KEPT_NOWHERE, 0);
		return true;
	case 0x08: /* DW_CFA_same_value */
		set(r, reg, KEPT_SAME, 0);
		return true;
	case 0x09: /* DW_CFA_register */
		set(r, reg, KEPT_IN, (int64_t)take_uleb(t));
		return true;
	case 0x10: /* DW_CFA_expression */
	case 0x16: /* DW_CFA_val_expression */
		skip_formula(r, t);
		set(r, reg, KEPT_UNKNOWN, 0);
		return true;
	default:
		return false;
	}
}

static void state_rule(struct run *r, struct table *t, uint8_t what)
{
	switch (what) {
	case 0x00: /* DW_CFA_nop */
	case 0x2d: /* DW_CFA_AARCH64_negate_ra_state */
		break;
	case 0x2e: /* DW_CFA_GNU_args_size */
		(void)take_uleb(t);
		break;
	case 0x0a: /* DW_CFA_remember_state */
		if (r->depth == REMEMBERED)
			r->bad = true;
		else
			r->kept[r->depth++] = r->now;
		break;
	case 0x0b: /* DW_CFA_restore_state */
		if (!r->depth)
			r->bad = true;
		else
			r->now = r->kept[--r->depth];
		break;
	default:
		r->bad = true;
	}
}

/* Instructions up to the code that is asked for. */
static void carry_out(struct run *r, struct table t, uint64_t addr)
{
	while (t.at < t.end && !t.bad && !r->bad && r->at <= addr) {
		const uint8_t byte = take_byte(&t), low = byte & 0x3f;

		switch (byte >> 6) {
		case 1: /* DW_CFA_advance_loc */
			r->at += low * r->f->code_align;
			continue;
		case 2: /* DW_CFA_offset */
			set(r, low, KEPT_AT,
			    (int64_t)take_uleb(&t) * r->f->data_align);
			continue;
		case 3: /* DW_CFA_restore */
			restore(r, low);
			continue;
		default:
			break;
		}
		if (low >= 0x02 && low <= 0x04) /* DW_CFA_advance_loc1, 2, 4 */
			r->at += take_word(&t, (size_t)1 << (low - 2)) *
				 r->f->code_align;
		else if ((low >= 0x05 && low <= 0x09) || low == 0x10 ||
			 low == 0x11 || (low >= 0x14 && low <= 0x16))
			(void)register_rule(r, &t, low);
		else if (!base_rule(r, &t, low))
			state_rule(r, &t, low);
	}
	r->bad = r->bad || t.bad;
}

bool cfi_find(const struct program *p, uint64_t addr, struct rules *to,
	      uint64_t *returns)
{
	const struct opened *o = (const struct opened *)p;
	struct frame f = { .from = 0 };
	struct run r = { .f = &f };
	uint64_t header, entry;

	if (!find_header(o, &header) || !find_entry(p, header, addr, &entry) ||
	    !take_frame(p, entry, addr, &f))
		return false;
	r.at = f.from;
	carry_out(&r, f.first, addr);
	r.first = r.now;
	carry_out(&r, f.then, addr);
	*to = r.now;
	*returns = f.returns;
	return !r.bad;
}
