/* SPDX-License-Identifier: MIT */
/*
 * For what an instruction of 32-bit ARM reads its registers, by the fields of
 * its row.  Which ones it reads and writes at all is known when this is asked,
 * and whether it has a condition.
 */
#include "boards/src/operands/operands.h"

/* Fields of a register's number: in ARM state and of four bytes in Thumb
 * state ... */
enum {
	M = 1 << 0,  /* 3:0 */
	S = 1 << 1,  /* 11:8 */
	D = 1 << 2,  /* 15:12 */
	N = 1 << 3,  /* 19:16 */
	M1 = 1 << 4, /* the one behind M's */
	D1 = 1 << 5, /* the one behind D's */
	/* ... and of two. */
	T0 = 1 << 6,    /* 2:0 */
	T3 = 1 << 7,    /* 5:3 */
	T6 = 1 << 8,    /* 8:6 */
	T8 = 1 << 9,    /* 10:8 */
	HIGH = 1 << 10, /* 6:3 */
	STACK = 1 << 11,
	LIST = 1 << 12, /* a bit for each */
	FIELDS = 12,
};

enum { SP = 13, LR = 14, FLAGS = 1 << 16, REGISTERS = 0x7fff };

struct row {
	uint32_t mask, value;
	uint8_t inorder, outoforder;
	uint16_t address, shifted, factors, sum, data;
};

#define ROW(mask, value, inorder, outoforder, ...)                             \
	{ mask, value, INORDER_##inorder, OUTOFORDER_##outoforder,             \
	  __VA_ARGS__ },
static const struct row arm[] = {
#define ARM_STATE
#include "boards/src/operands/a32_rows.def"
#undef ARM_STATE
};
static const struct row narrow[] = {
#define THUMB_NARROW
#include "boards/src/operands/a32_rows.def"
#undef THUMB_NARROW
};
static const struct row wide[] = {
#define THUMB_WIDE
#include "boards/src/operands/a32_rows.def"
#undef THUMB_WIDE
};
#undef ROW

/* The last row of each fits whatever is left. */
static const struct row *fitting_row(const struct insn *i)
{
	const struct row *row = !i->thumb ? arm : i->size == 2 ? narrow : wide;

	while ((i->word & row->mask) != row->value)
		row++;
	return row;
}

static uint32_t register_at(uint32_t w, unsigned field)
{
	static const struct {
		uint8_t lsb, width, add;
	} fields[FIELDS] = { { 0, 4, 0 },  { 8, 4, 0 }, { 12, 4, 0 },
			     { 16, 4, 0 }, { 0, 4, 1 }, { 12, 4, 1 },
			     { 0, 3, 0 },  { 3, 3, 0 }, { 6, 3, 0 },
			     { 8, 3, 0 },  { 3, 4, 0 }, { 0, 0, SP } };

	return (w >> fields[field].lsb & ((1u << fields[field].width) - 1)) +
	       fields[field].add;
}

/* Registers in these fields, a bit for each. */
static uint32_t registers_in(uint32_t w, uint32_t fields)
{
	uint32_t set = 0;

	for (; fields; fields &= fields - 1)
		set |= 1u << register_at(w, (unsigned)__builtin_ctz(fields));
	return set & REGISTERS;
}

static void reads_each(struct operands *f, uint32_t set, enum operand_role role)
{
	for (; set && f->reads < OPERANDS_READ; set &= set - 1) {
		f->read[f->reads] = (uint8_t)__builtin_ctz(set);
		f->role[f->reads++] = (uint8_t)role;
	}
}

static void writes_each(struct operands *f, uint32_t set)
{
	for (; set && f->writes < OPERANDS_WRITTEN; set &= set - 1)
		f->write[f->writes++] = (uint8_t)__builtin_ctz(set);
}

/* The registers of a list, but for the pc. */
static uint16_t in_list(const struct insn *i)
{
	const bool narrow_one = i->thumb && i->size == 2;
	const bool links = narrow_one && (i->word & 0xff00) == 0xb500;

	if (!narrow_one)
		return (uint16_t)(i->word & REGISTERS);
	return (uint16_t)((i->word & 0xff) | (unsigned)links << LR);
}

/* Each register once, for what wants it first. */
static void read_in_turn(struct operands *f, uint32_t *left, uint32_t set,
			 enum operand_role role)
{
	reads_each(f, *left & set, role);
	*left &= ~set;
}

static void find_reads(struct operands *f, const struct insn *i,
		       const struct row *row, uint32_t data)
{
	const uint32_t w = i->word;
	uint32_t left = i->reads & REGISTERS;

	read_in_turn(f, &left, registers_in(w, row->address), ROLE_ADDRESS);
	read_in_turn(f, &left, registers_in(w, row->shifted), ROLE_SHIFTED);
	read_in_turn(f, &left, registers_in(w, row->factors), ROLE_MULTIPLIED);
	read_in_turn(f, &left, registers_in(w, row->sum), ROLE_ADDEND);
	left &= ~(uint32_t)f->list;
	read_in_turn(f, &left, data, ROLE_STORED);
	read_in_turn(f, &left, REGISTERS,
		     row->inorder == INORDER_BRANCH ? ROLE_TESTED : ROLE_PLAIN);
	if (i->reads & FLAGS && f->reads < OPERANDS_READ) {
		f->read[f->reads] = PLACE_FLAGS;
		f->role[f->reads++] = i->flow != FLOW_NEXT ? ROLE_TESTED
				      : i->conditional     ? ROLE_CONDITION
							   : ROLE_PLAIN;
	}
}

/* A base that is updated comes last. */
static void find_writes(struct operands *f, const struct insn *i,
			const struct row *row, uint32_t data)
{
	const uint32_t written = i->writes & REGISTERS & ~(uint32_t)f->list;
	const uint32_t base =
		row->data
			? written & registers_in(i->word, row->address) & ~data
			: 0;
	const uint32_t others = written & ~base;

	if (i->conditional && i->flow == FLOW_NEXT)
		reads_each(f, others & ~i->reads, ROLE_KEPT);
	writes_each(f, others);
	if (i->writes & FLAGS && f->writes < OPERANDS_WRITTEN)
		f->write[f->writes++] = PLACE_FLAGS;
	writes_each(f, base);
	f->updates = base;
}

/* Bytes that a load or store moves. */
static uint8_t bytes_moved(const struct insn *i, const struct row *row)
{
	const uint32_t w = i->word;
	bool word;

	if (!row->data)
		return 0;
	if (i->transfers > 1)
		return (uint8_t)(4 * i->transfers);
	if (!i->thumb)
		word = w >> 26 & 1 ? !(w >> 22 & 1) : (w & 0xf0) == 0x90;
	else if (i->size == 2)
		word = w >> 13 == 3   ? !(w >> 12 & 1)
		       : w >> 12 == 5 ? (w & 0x0600) == 0
				      : w >> 12 != 8;
	else
		word = w >> 25 != 0x7c || (w >> 21 & 3) == 2;
	return word ? 4 : 1;
}

void operands_prepare_a32(struct insn *i)
{
	struct operands *f = &i->operands;
	const struct row *row = fitting_row(i);
	const uint32_t data =
		registers_in(i->word, row->data & ~(uint32_t)LIST);

	*f = (struct operands){ .inorder = row->inorder,
				.outoforder = row->outoforder,
				.bytes = bytes_moved(i, row),
				.list = row->data & LIST ? in_list(i) : 0 };
	find_reads(f, i, row, data);
	find_writes(f, i, row, data);
}
