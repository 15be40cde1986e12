/* SPDX-License-Identifier: MIT */
/* Instructions as text, which Capstone makes. */
#include "program/code_text.h"

#include <inttypes.h>
#include <stdio.h>

#ifdef TALLY_CAPSTONE
#include "program/capstone.h"
#endif

static void put_word(struct program_insn *i)
{
	snprintf(i->text, sizeof i->text,
		 i->size == 2 ? ".short  0x%04" PRIx32 : ".word   0x%08" PRIx32,
		 i->word);
}

#ifdef TALLY_CAPSTONE

const char code_text_missing[] = ": libcapstone4 is missing";

/* Without it an instruction is a word. */
void code_text_load(void)
{
	struct error ignored;

	(void)capstone_load(&ignored);
}

/* How Capstone calls a kind of instructions. */
static const struct called {
	char kind;
	cs_arch arch;
	unsigned mode;
} called[] = {
	{ 'a', CS_ARCH_ARM, CS_MODE_ARM },
	{ 't', CS_ARCH_ARM, CS_MODE_THUMB },
	{ 'x', CS_ARCH_ARM64, CS_MODE_ARM },
	{ 'p', CS_ARCH_PPC, CS_MODE_32 | (unsigned)CS_MODE_BIG_ENDIAN },
	{ 'P', CS_ARCH_PPC, CS_MODE_64 | (unsigned)CS_MODE_BIG_ENDIAN },
	{ 'i', CS_ARCH_X86, CS_MODE_32 },
	{ 'l', CS_ARCH_X86, CS_MODE_64 },
};

static bool open_handle(const struct called *c, char profile, csh *handle)
{
	const unsigned own =
		c->kind == 't' && profile == 'M' ? CS_MODE_MCLASS : 0;

	if (cs_open(c->arch, (cs_mode)(c->mode | own), handle) != CS_ERR_OK)
		return false;
	/* As the assembler of Linux has it, not the maker's manual. */
	return c->arch != CS_ARCH_X86 ||
	       cs_option(*handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT) ==
		       CS_ERR_OK ||
	       (cs_close(handle), false);
}

/* The bytes as they are in memory. */
static void to_bytes(const struct program_insn *i, char kind, uint8_t *b)
{
	uint32_t w = i->word;

	if (kind == 'p' || kind == 'P')
		w = w >> 24 | (w >> 8 & 0xff00) | (w << 8 & 0xff0000) | w << 24;
	else if (kind == 't' && i->size == 4)
		w = w >> 16 | w << 16;
	for (unsigned k = 0; k < 4; k++)
		b[k] = (uint8_t)(w >> 8 * k);
}

void code_text_end(struct code_text *t)
{
	if (t->open)
		cs_close(&t->handle);
	t->open = '\0';
}

bool code_text_begin(struct code_text *t, char kind)
{
	size_t i = 0;

	if (t->open == kind)
		return true;
	code_text_end(t);
	while (i < sizeof called / sizeof *called && called[i].kind != kind)
		i++;
	if (!capstone.open || i == sizeof called / sizeof *called ||
	    !open_handle(&called[i], t->profile, &t->handle))
		return false;
	t->open = kind;
	return true;
}

uint8_t code_text_take(struct code_text *t, struct program_insn *i,
		       const uint8_t *bytes, size_t count)
{
	cs_insn *found;
	uint8_t size;

	if (!cs_disasm(t->handle, bytes, count, i->addr, 1, &found))
		return 0;
	size = (uint8_t)found->size;
	if (size == i->size || !i->size)
		snprintf(i->text, sizeof i->text, "%-7.24s %.80s",
			 found->mnemonic, found->op_str);
	cs_free(found, 1);
	return size;
}

/* Capstone keeps a conditional block of Thumb from one to the next. */
void code_text_put(struct code_text *t, struct program_insn *i, char kind)
{
	uint8_t bytes[4];

	put_word(i);
	if (!code_text_begin(t, kind))
		return;
	to_bytes(i, kind, bytes);
	(void)code_text_take(t, i, bytes, i->size);
}

#else

const char code_text_missing[] = ": this command is without Capstone";

void code_text_load(void)
{
}

void code_text_end(struct code_text *t)
{
	(void)t;
}

bool code_text_begin(struct code_text *t, char kind)
{
	(void)t;
	(void)kind;
	return false;
}

uint8_t code_text_take(struct code_text *t, struct program_insn *i,
		       const uint8_t *bytes, size_t count)
{
	(void)t;
	(void)i;
	(void)bytes;
	(void)count;
	return 0;
}

void code_text_put(struct code_text *t, struct program_insn *i, char kind)
{
	(void)t;
	(void)kind;
	put_word(i);
}

#endif
