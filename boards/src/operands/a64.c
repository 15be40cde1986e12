/* SPDX-License-Identifier: MIT */
/* The registers that an AArch64 instruction reads and writes, by the form of
 * its row. */
#include "boards/src/operands/operands.h"

enum form {
	FORM_NOTHING,
	FORM_D,
	FORM_D_KEPT,
	FORM_DN,
	FORM_DN_SP,
	FORM_DN_TO_SP,
	FORM_DN_SHIFTED,
	FORM_DN_SHIFTED_KEPT,
	FORM_DNM_SHIFTED,
	FORM_DNM_ALL_SHIFTED,
	FORM_DNM,
	FORM_DNM_BY,
	FORM_DNM_EXTENDED,
	FORM_DNM_CARRY,
	FORM_NM_IF,
	FORM_N_IF,
	FORM_DNM_MULTIPLIED,
	FORM_DNMA,
	FORM_FLAGS_TESTED,
	FORM_T_TESTED,
	FORM_N,
	FORM_T_SYSTEM,
	FORM_EXCLUSIVE,
	FORM_LITERAL,
	FORM_PAIR,
	FORM_PREFETCH,
	FORM_ONE,
	/* from here on, of vectors */
	FORM_V_LITERAL,
	FORM_V_PAIR,
	FORM_V_ONE,
	FORM_V_STRUCTURES,
	FORM_V_D,
	FORM_V_D_KEPT,
	FORM_V_DN,
	FORM_V_DN_KEPT,
	FORM_V_DN_WIDE,
	FORM_V_DN_NARROW,
	FORM_V_DN_LONG,
	FORM_V_DNM,
	FORM_V_DNM_KEPT,
	FORM_V_DNM_LONG,
	FORM_V_DNM_ADD,
	FORM_V_DNM_ADD_LONG,
	FORM_V_DNMA,
	FORM_V_DNM_IF,
	FORM_V_NM_IF,
	FORM_V_NM_TO_FLAGS,
	FORM_V_LOOK_UP,
	FORM_V_FROM_OR_TO,
	FORM_X_TO_V,
	FORM_X_TO_ELEMENT,
	FORM_V_TO_X,
};

static const struct row {
	uint32_t mask, value;
	uint8_t inorder, outoforder, form;
} rows[] = {
#define ROW(mask, value, inorder, outoforder, form)                            \
	{ mask, value, INORDER_##inorder, OUTOFORDER_##outoforder,             \
	  FORM_##form },
#include "boards/src/operands/a64_rows.def"
};

/* An instruction whose facts are being found. */
struct finding {
	struct operands *f;
	uint32_t w;
};

static unsigned number_at(const struct finding *x, unsigned lsb)
{
	return x->w >> lsb & 31;
}

static uint32_t bits_at(const struct finding *x, unsigned lsb, unsigned width)
{
	return x->w >> lsb & ((1u << width) - 1);
}

static void reads(struct finding *x, unsigned place, enum operand_role role)
{
	struct operands *f = x->f;

	if (f->reads == OPERANDS_READ)
		return;
	f->read[f->reads] = (uint8_t)place;
	f->role[f->reads++] = (uint8_t)role;
}

static void makes(struct finding *x, unsigned place)
{
	if (x->f->writes < OPERANDS_WRITTEN)
		x->f->write[x->f->writes++] = (uint8_t)place;
}

/* Number 31 is nothing, or the stack pointer: the two have one place. */
static void reads_x(struct finding *x, unsigned lsb, enum operand_role role)
{
	if (number_at(x, lsb) != 31)
		reads(x, number_at(x, lsb), role);
}

static void reads_base(struct finding *x, enum operand_role role)
{
	reads(x, number_at(x, 5), role);
}

static void writes_x(struct finding *x, unsigned lsb)
{
	if (number_at(x, lsb) != 31)
		makes(x, number_at(x, lsb));
}

static void reads_v(struct finding *x, unsigned number, enum operand_role role)
{
	reads(x, PLACE_VECTOR + (number & 31), role);
}

static void writes_v(struct finding *x, unsigned number)
{
	makes(x, PLACE_VECTOR + (number & 31));
}

/* ADDS, ANDS and so on: all of these groups have a bit for that. */
static void writes_flags(struct finding *x, bool logic)
{
	if (logic ? bits_at(x, 29, 2) == 3 : bits_at(x, 29, 1))
		makes(x, PLACE_FLAGS);
}

static bool is_logic(const struct finding *x)
{
	return bits_at(x, 24, 5) == 0x0a || bits_at(x, 24, 5) == 0x12;
}

static void of_numbers(struct finding *x, enum form form)
{
	const bool flags =
		is_logic(x) ? bits_at(x, 29, 2) == 3 : bits_at(x, 29, 1);

	if (form == FORM_D_KEPT)
		reads_x(x, 0, ROLE_PLAIN);
	if (form == FORM_DN_SP)
		reads_base(x, ROLE_PLAIN);
	if (form == FORM_DN_TO_SP)
		reads_x(x, 5, ROLE_PLAIN);
	if (form == FORM_DN_SHIFTED_KEPT)
		reads_x(x, 0, ROLE_PLAIN);
	if (form == FORM_DN_SHIFTED_KEPT || form == FORM_DN_SHIFTED)
		reads_x(x, 5, ROLE_SHIFTED);
	if (form == FORM_DN)
		reads_x(x, 5, ROLE_PLAIN);
	if ((form == FORM_DN_SP || form == FORM_DN_TO_SP) && !flags)
		makes(x, number_at(x, 0));
	else
		writes_x(x, 0);
	if (form == FORM_DN_SP || form == FORM_DN_TO_SP)
		writes_flags(x, is_logic(x));
}

static void of_two(struct finding *x, enum form form)
{
	const bool by =
		form == FORM_DNM_BY && (bits_at(x, 10, 6) || bits_at(x, 22, 2));
	enum operand_role first = ROLE_PLAIN, second = ROLE_PLAIN;

	if (form == FORM_DNM_MULTIPLIED || form == FORM_DNMA)
		first = second = ROLE_MULTIPLIED;
	if (form == FORM_DNM_ALL_SHIFTED || form == FORM_DNM_SHIFTED)
		first = second = ROLE_SHIFTED;
	if (by || form == FORM_DNM_EXTENDED) {
		second = ROLE_SHIFTED;
		x->f->outoforder = OUTOFORDER_ALU_SHIFTED;
	}
	if (form == FORM_DNM_EXTENDED)
		reads_base(x, first);
	else
		reads_x(x, 5, first);
	reads_x(x, 16, second);
	if (form == FORM_DNMA)
		reads_x(x, 10, ROLE_ADDEND);
	if (form == FORM_DNM_CARRY)
		reads(x, PLACE_FLAGS, ROLE_PLAIN);
	if (form == FORM_DNM_EXTENDED && !bits_at(x, 29, 1))
		makes(x, number_at(x, 0));
	else
		writes_x(x, 0);
	if (form == FORM_DNM_BY || form == FORM_DNM_EXTENDED)
		writes_flags(x, is_logic(x));
	if (form == FORM_DNM_CARRY && bits_at(x, 21, 8) == 0xd0)
		writes_flags(x, false);
}

static void of_condition(struct finding *x, enum form form)
{
	switch ((int)form) {
	case FORM_NM_IF:
		reads_x(x, 16, ROLE_PLAIN);
		/* fall through */
	case FORM_N_IF:
		reads_x(x, 5, ROLE_PLAIN);
		reads(x, PLACE_FLAGS, ROLE_PLAIN);
		makes(x, PLACE_FLAGS);
		break;
	case FORM_FLAGS_TESTED:
		if ((x->w & 15) < 14)
			reads(x, PLACE_FLAGS, ROLE_TESTED);
		break;
	case FORM_T_TESTED:
		reads_x(x, 0, ROLE_TESTED);
		break;
	case FORM_N:
		reads_x(x, 5, ROLE_PLAIN);
		break;
	default: /* MSR reads a register, MRS writes it */
		if (bits_at(x, 20, 1) && bits_at(x, 21, 1))
			writes_x(x, 0);
		else
			reads_x(x, 0, ROLE_PLAIN);
		break;
	}
}

/* The base, and the offset in a register; of one register. */
static void reads_address(struct finding *x)
{
	const bool indexed = !bits_at(x, 24, 1) && bits_at(x, 21, 1) &&
			     bits_at(x, 10, 2) == 2;

	reads_base(x, ROLE_ADDRESS);
	if (!indexed)
		return;
	reads_x(x, 16, ROLE_ADDRESS);
	if (x->f->inorder == INORDER_LOAD)
		x->f->outoforder = OUTOFORDER_LOAD_INDEXED;
	if (x->f->outoforder == OUTOFORDER_STORE)
		x->f->outoforder = OUTOFORDER_STORE_INDEXED;
}

/* The last that is written; of one register, or of a pair. */
static void writes_base(struct finding *x, bool pair)
{
	const bool updates = pair ? bits_at(x, 23, 1)
				  : !bits_at(x, 24, 1) && !bits_at(x, 21, 1) &&
					     bits_at(x, 10, 1);

	if (!updates)
		return;
	makes(x, number_at(x, 5));
	x->f->updates = true;
}

static void of_data(struct finding *x, bool load, unsigned lsb)
{
	if (load)
		writes_x(x, lsb);
	else
		reads_x(x, lsb, ROLE_STORED);
}

static void of_memory(struct finding *x, enum form form)
{
	bool load = bits_at(x, 22, 1);

	switch ((int)form) {
	case FORM_LITERAL:
		writes_x(x, 0);
		break;
	case FORM_PREFETCH:
		reads_address(x);
		break;
	case FORM_EXCLUSIVE:
		reads_base(x, ROLE_ADDRESS);
		of_data(x, load, 0);
		if (!bits_at(x, 23, 1) && bits_at(x, 21, 1))
			of_data(x, load, 10);
		if (!load && !bits_at(x, 23, 1))
			writes_x(x, 16);
		break;
	case FORM_PAIR:
		x->f->bytes = bits_at(x, 31, 1) ? 16 : 8;
		reads_base(x, ROLE_ADDRESS);
		of_data(x, load, 0);
		of_data(x, load, 10);
		writes_base(x, true);
		break;
	default: /* one */
		x->f->bytes = (uint8_t)(1 << bits_at(x, 30, 2));
		load = bits_at(x, 22, 2) != 0;
		reads_address(x);
		of_data(x, load, 0);
		writes_base(x, false);
		break;
	}
}

static void of_vector_data(struct finding *x, bool load, unsigned number)
{
	if (load)
		writes_v(x, number);
	else
		reads_v(x, number, ROLE_VECTOR_STORED);
}

/* Registers that LD1 to ST4 load or store. */
static unsigned structures(const struct finding *x)
{
	static const uint8_t of_opcode[] = { 4, 0, 4, 0, 3, 0, 3, 1, 2, 0, 2 };
	const unsigned opcode = bits_at(x, 12, 4);

	if (bits_at(x, 24, 1))
		return 1 + bits_at(x, 21, 1) + 2 * bits_at(x, 13, 1);
	return opcode < sizeof(of_opcode) ? of_opcode[opcode] : 1;
}

static void of_vector_memory(struct finding *x, enum form form)
{
	const bool load = bits_at(x, 22, 1);

	if (form == FORM_V_LITERAL) {
		writes_v(x, number_at(x, 0));
		return;
	}
	if (form == FORM_V_ONE)
		reads_address(x);
	else
		reads_base(x, ROLE_ADDRESS);
	of_vector_data(x, load, number_at(x, 0));
	if (form == FORM_V_PAIR)
		x->f->bytes = (uint8_t)(8 << bits_at(x, 30, 2));
	else if (form == FORM_V_ONE)
		x->f->bytes =
			(uint8_t)(bits_at(x, 23, 1) ? 16
						    : 1 << bits_at(x, 30, 2));
	if (x->f->outoforder == OUTOFORDER_V_STORE && x->f->bytes == 16)
		x->f->outoforder = OUTOFORDER_V_STORE_WIDE;
	if (form == FORM_V_PAIR)
		of_vector_data(x, load, number_at(x, 10));
	for (unsigned i = 1; form == FORM_V_STRUCTURES && i < structures(x);
	     i++)
		of_vector_data(x, load, number_at(x, 0) + i);
	if (form == FORM_V_STRUCTURES && bits_at(x, 23, 1)) {
		makes(x, number_at(x, 5));
		x->f->updates = true;
	} else if (form != FORM_V_STRUCTURES) {
		writes_base(x, form == FORM_V_PAIR);
	}
}

/* Scalars and results of 64 bits take one of two halves. */
static bool takes_both(const struct finding *x, enum form form)
{
	const bool scalar = bits_at(x, 28, 1);

	switch ((int)form) {
	case FORM_V_DN_NARROW:
		return false;
	case FORM_V_DN_WIDE:
	case FORM_V_DNM_LONG:
	case FORM_V_DNM_ADD_LONG:
	case FORM_V_DN_LONG:
	case FORM_V_NM_IF:
	case FORM_V_NM_TO_FLAGS:
	case FORM_V_DNM_IF:
		return true;
	default:
		return !scalar && bits_at(x, 30, 1);
	}
}

static bool keeps(enum form form)
{
	return form == FORM_V_D_KEPT || form == FORM_V_DN_KEPT ||
	       form == FORM_V_DNM_KEPT || form == FORM_X_TO_ELEMENT;
}

static void moves_between(struct finding *x)
{
	/* SCVTF, UCVTF and FMOV to a vector. */
	const unsigned opcode = bits_at(x, 16, 3);
	const bool to = opcode == 2 || opcode == 3 || opcode == 7;

	if (to) {
		reads_x(x, 5, ROLE_PLAIN);
		writes_v(x, number_at(x, 0));
	} else {
		reads_v(x, number_at(x, 5), ROLE_VECTOR);
		writes_x(x, 0);
	}
	x->f->outoforder = to ? OUTOFORDER_CONVERT_TO : OUTOFORDER_CONVERT_FROM;
	if (opcode >= 6 && bits_at(x, 10, 6) == 0 && bits_at(x, 21, 1)) {
		x->f->inorder = to ? INORDER_TO_VECTOR : INORDER_FROM_VECTOR;
		x->f->outoforder =
			to ? OUTOFORDER_MOVE_TO : OUTOFORDER_MOVE_FROM;
	} else if (!to) {
		x->f->inorder = INORDER_V_4;
	}
}

static void look_up_table(struct finding *x)
{
	for (unsigned i = 0; i <= bits_at(x, 13, 2); i++)
		reads_v(x, number_at(x, 5) + i, ROLE_VECTOR);
	reads_v(x, number_at(x, 16), ROLE_VECTOR);
	if (bits_at(x, 12, 1))
		reads_v(x, number_at(x, 0), ROLE_VECTOR);
	writes_v(x, number_at(x, 0));
}

static bool has_second(enum form form)
{
	return (form >= FORM_V_DNM && form <= FORM_V_NM_TO_FLAGS);
}

static void of_vectors(struct finding *x, enum form form)
{
	const bool adds = form == FORM_V_DNM_ADD || form == FORM_V_DNM_ADD_LONG;

	if (form == FORM_X_TO_V || form == FORM_X_TO_ELEMENT)
		reads_x(x, 5, ROLE_PLAIN);
	else if (form != FORM_V_D && form != FORM_V_D_KEPT)
		reads_v(x, number_at(x, 5), ROLE_VECTOR);
	if (has_second(form))
		reads_v(x, number_at(x, 16), ROLE_VECTOR);
	if (form == FORM_V_DNMA)
		reads_v(x, number_at(x, 10), ROLE_VECTOR_ADDEND);
	if (adds)
		reads_v(x, number_at(x, 0), ROLE_VECTOR_ADDEND);
	if (keeps(form))
		reads_v(x, number_at(x, 0), ROLE_VECTOR);
	if (form == FORM_V_DNM_IF || form == FORM_V_NM_IF)
		reads(x, PLACE_FLAGS, ROLE_PLAIN);
	if (form == FORM_V_NM_IF || form == FORM_V_NM_TO_FLAGS)
		makes(x, PLACE_FLAGS);
	else if (form == FORM_V_TO_X)
		writes_x(x, 0);
	else
		writes_v(x, number_at(x, 0));
}

static void find_registers(struct finding *x, enum form form)
{
	if (form == FORM_NOTHING)
		return;
	if (form <= FORM_DN_SHIFTED_KEPT)
		of_numbers(x, form);
	else if (form == FORM_NM_IF || form == FORM_N_IF ||
		 (form >= FORM_FLAGS_TESTED && form <= FORM_T_SYSTEM))
		of_condition(x, form);
	else if (form <= FORM_DNMA)
		of_two(x, form);
	else if (form <= FORM_ONE)
		of_memory(x, form);
	else if (form <= FORM_V_STRUCTURES)
		of_vector_memory(x, form);
	else if (form == FORM_V_FROM_OR_TO)
		moves_between(x);
	else if (form == FORM_V_LOOK_UP)
		look_up_table(x);
	else
		of_vectors(x, form);
	x->f->wide = form >= FORM_V_D && takes_both(x, form);
}

void operands_prepare_a64(struct insn *i)
{
	struct finding x = { &i->operands, i->word };

	for (unsigned k = 0; k < sizeof(rows) / sizeof(rows[0]); k++) {
		if ((i->word & rows[k].mask) != rows[k].value)
			continue;
		x.f->inorder = rows[k].inorder;
		x.f->outoforder = rows[k].outoforder;
		find_registers(&x, (enum form)rows[k].form);
		return;
	}
}
