/* SPDX-License-Identifier: MIT */
/*
 * Instruction facts.  What an instruction is (flow, class, target) follows
 * from few bits of its word and is worked out in decode_arm.c and
 * decode_thumb.c.  Which registers it reads and writes has hundreds of cases;
 * that comes from Capstone.  Both are asked once per place, and the answer is
 * kept in a direct-mapped table.
 */
#include "board/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <capstone/capstone.h>

enum {
	ENTRIES = 1 << 16,
	FLAGS_BIT = 16,
};

struct decoder {
	csh arm, thumb;
	cs_insn *scratch[2]; /* per handle */
	struct decoded entry[ENTRIES];
};

static bool open_handle(csh *handle, cs_insn **scratch, cs_mode mode)
{
	if (cs_open(CS_ARCH_ARM, mode, handle) != CS_ERR_OK) {
		*handle = 0;
		return false;
	}
	cs_option(*handle, CS_OPT_DETAIL, CS_OPT_ON);
	*scratch = cs_malloc(*handle);
	return *scratch != NULL;
}

struct decoder *decoder_new(struct error *err)
{
	struct decoder *d = calloc(1, sizeof(*d));

	if (!d || !open_handle(&d->arm, &d->scratch[0], CS_MODE_ARM) ||
	    !open_handle(&d->thumb, &d->scratch[1], CS_MODE_THUMB)) {
		error_set(err, "cannot start the Capstone disassembler");
		decoder_free(d);
		return NULL;
	}
	return d;
}

void decoder_free(struct decoder *d)
{
	if (!d)
		return;
	for (unsigned i = 0; i < 2; i++)
		if (d->scratch[i])
			cs_free(d->scratch[i], 1);
	if (d->arm)
		cs_close(&d->arm);
	if (d->thumb)
		cs_close(&d->thumb);
	free(d);
}

static uint32_t reg_bit(unsigned reg)
{
	if (reg >= ARM_REG_R0 && reg <= ARM_REG_R12)
		return 1u << (reg - ARM_REG_R0);
	switch (reg) {
	case ARM_REG_SP:
		return 1u << 13;
	case ARM_REG_LR:
		return 1u << 14;
	case ARM_REG_PC:
		return 1u << 15;
	case ARM_REG_CPSR:
		return 1u << FLAGS_BIT;
	default:
		return 0;
	}
}

static uint32_t reg_set(const uint16_t *regs, unsigned count)
{
	uint32_t set = 0;

	for (unsigned i = 0; i < count; i++)
		set |= reg_bit(regs[i]);
	return set;
}

/* Instructions that take the carry in besides their operands. */
static bool uses_carry(const cs_insn *insn)
{
	switch (insn->id) {
	case ARM_INS_ADC:
	case ARM_INS_SBC:
	case ARM_INS_RSC:
	case ARM_INS_RRX:
	case ARM_INS_MRS:
		return true;
	default:
		return false;
	}
}

/* Capstone's view of an instruction, valid until the next; or NULL. */
static cs_insn *disassemble(struct decoder *d, const struct insn *i)
{
	csh handle = i->thumb ? d->thumb : d->arm;
	cs_insn *insn = d->scratch[i->thumb];
	uint32_t word = i->word;
	uint8_t bytes[4];
	const uint8_t *at = bytes;
	size_t left = i->size;
	uint64_t addr = i->addr;

	if (i->thumb && left == 4) /* halfwords, the first one first */
		word = word << 16 | word >> 16;
	memcpy(bytes, &word, sizeof(bytes));
	return cs_disasm_iter(handle, &at, &left, &addr, insn) ? insn : NULL;
}

static void registers(struct decoder *d, struct decoded *entry)
{
	const cs_insn *insn = disassemble(d, &entry->insn);
	csh handle = entry->insn.thumb ? d->thumb : d->arm;
	cs_regs reads, writes;
	uint8_t read_count, write_count;

	if (!insn || cs_regs_access(handle, insn, reads, &read_count, writes,
				    &write_count) != CS_ERR_OK)
		return;
	entry->insn.reads = reg_set(reads, read_count);
	entry->insn.writes = reg_set(writes, write_count);
	if (insn->detail->arm.update_flags)
		entry->insn.writes |= 1u << FLAGS_BIT;
	if (uses_carry(insn) || entry->insn.conditional)
		entry->insn.reads |= 1u << FLAGS_BIT;
}

void decode_name(struct decoder *d, const struct insn *insn, char *to,
		 size_t room)
{
	const cs_insn *known = disassemble(d, insn);

	snprintf(to, room, "%s", known ? known->mnemonic : "the instruction");
}

static void fill(struct decoder *d, struct decoded *entry, uint32_t addr,
		 uint32_t word, unsigned size, bool thumb)
{
	memset(entry, 0, sizeof(*entry));
	entry->used = true;
	entry->insn.addr = addr;
	entry->insn.word = word;
	entry->insn.size = (uint8_t)size;
	entry->insn.thumb = thumb;
	entry->insn.class = CLASS_OTHER;
	entry->condition = 14;
	if (thumb)
		decode_thumb(entry);
	else
		decode_arm(entry);
	entry->insn.conditional = entry->condition < 14;
	registers(d, entry);
	entry->restate = entry->insn.flow == FLOW_EXCEPTION ||
			 entry->insn.class == CLASS_STATUS ||
			 entry->insn.indirect || entry->restate;
}

const struct decoded *decode(struct decoder *d, uint32_t addr, uint32_t word,
			     unsigned size, bool thumb)
{
	struct decoded *entry = &d->entry[addr / 2 % ENTRIES];

	if (!entry->used || entry->insn.addr != addr ||
	    entry->insn.word != word || entry->insn.thumb != thumb ||
	    entry->insn.size != size)
		fill(d, entry, addr, word, size, thumb);
	return entry;
}

bool condition_holds(unsigned condition, uint32_t cpsr)
{
	bool n = cpsr >> 31 & 1, z = cpsr >> 30 & 1;
	bool c = cpsr >> 29 & 1, v = cpsr >> 28 & 1;
	bool holds;

	switch (condition >> 1) {
	case 0:
		holds = z;
		break;
	case 1:
		holds = c;
		break;
	case 2:
		holds = n;
		break;
	case 3:
		holds = v;
		break;
	case 4:
		holds = c && !z;
		break;
	case 5:
		holds = n == v;
		break;
	case 6:
		holds = n == v && !z;
		break;
	default:
		return true;
	}
	return holds != (condition & 1);
}
