/* SPDX-License-Identifier: MIT */
/*
 * Instruction facts.  What an instruction is (flow, class, target) follows
 * from few bits of its word and is worked out in decode_arm.c,
 * decode_thumb.c and decode_thumb2.c.  Which registers it reads and writes has
 * hundreds of cases; that comes from Capstone.  Both are asked once per place,
 * and the answer is kept in a direct-mapped table.
 */
#include "boards/src/a32/decode/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rare.h"
#include "boards/src/operands/operands.h"
#include "program/capstone.h"

enum {
	ENTRIES = 1 << 16,
	FLAGS_BIT = 16,
};

struct decoder {
	const struct decode_features *has;
	void (*prepare)(struct decoded *d);
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

struct decoder *decoder_new(const struct decode_features *has,
			    void (*prepare)(struct decoded *d),
			    struct error *err)
{
	struct decoder *d = calloc(1, sizeof(*d));

	if (d) {
		d->has = has;
		d->prepare = prepare;
	}
	if (!capstone_load(err)) {
		free(d);
		return NULL;
	}
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

/* Capstone would take every instruction after it for one of the block. */
static bool is_it(const struct insn *i)
{
	return i->thumb && i->size == 2 && (i->word & 0xff00) == 0xbf00 &&
	       (i->word & 15);
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

	if (is_it(i))
		return NULL;
	if (i->thumb && left == 4) /* halfwords, the first one first */
		word = word << 16 | word >> 16;
	memcpy(bytes, &word, sizeof(bytes));
	return cs_disasm_iter(handle, &at, &left, &addr, insn) ? insn : NULL;
}

bool decode_compares(uint32_t w)
{
	return (w & 0xf800) == 0x2800 || (w & 0xff00) == 0x4500 ||
	       (w & 0xffc0) == 0x4200 || (w & 0xff80) == 0x4280;
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
	if (entry->in_it && entry->insn.size == 2 &&
	    !decode_compares(entry->insn.word))
		entry->insn.writes &= ~(1u << FLAGS_BIT);
	if (uses_carry(insn) || entry->condition < 14)
		entry->insn.reads |= 1u << FLAGS_BIT;
}

void decode_name(struct decoder *d, const struct insn *insn, char *to,
		 size_t room)
{
	const cs_insn *known = disassemble(d, insn);

	snprintf(to, room, "%s", known ? known->mnemonic : "the instruction");
}

/* A branch may be told by its target, which is not behind it. */
static bool tells_by_target(const struct decoded *d)
{
	const struct insn *i = &d->insn;

	return i->conditional && !i->indirect && !d->in_it &&
	       (i->flow == FLOW_BRANCH || i->flow == FLOW_CALL) &&
	       i->target != i->addr + i->size;
}

static bool is_plain(const struct decoded *d)
{
	return !d->special && !d->insn.preload && !d->in_it &&
	       d->insn.flow != FLOW_EXCEPTION_RETURN &&
	       (d->by_target || !d->insn.conditional);
}

static RARE void fill(struct decoder *d, struct decoded *entry, uint32_t addr,
		      uint32_t word, unsigned size, bool thumb, uint8_t it)
{
	memset(entry, 0, sizeof(*entry));
	entry->insn.addr = addr;
	entry->insn.word = word;
	entry->insn.size = (uint8_t)size;
	entry->insn.thumb = thumb;
	entry->insn.class = CLASS_OTHER;
	entry->condition = 14;
	entry->has = d->has;
	entry->in_it = it;
	if (thumb)
		decode_thumb(entry);
	else
		decode_arm(entry);
	/* A breakpoint is one whatever the block says. */
	if (it && entry->special != SPECIAL_BREAKPOINT)
		entry->condition = it >> 4;
	entry->insn.conditional =
		entry->condition < 14 || entry->if_zero || entry->if_not_zero;
	registers(d, entry);
	entry->restate = flow_changes_mode(entry->insn.flow) ||
			 entry->insn.class == CLASS_STATUS ||
			 entry->insn.indirect || entry->restate;
	entry->by_target = tells_by_target(entry);
	entry->plain = is_plain(entry);
	operands_prepare_a32(&entry->insn);
	if (d->prepare)
		d->prepare(entry);
}

const struct decoded *decode(struct decoder *d, uint32_t addr, uint32_t word,
			     unsigned size, bool thumb, uint8_t it)
{
	struct decoded *entry = &d->entry[addr / 2 % ENTRIES];
	const uint64_t key = (uint64_t)addr << 32 | word;
	const uint32_t form = size | (uint32_t)thumb << 8 | (uint32_t)it << 16;

	if (entry->key != key || entry->form != form) {
		fill(d, entry, addr, word, size, thumb, it);
		entry->key = key;
		entry->form = form;
	}
	return entry;
}

const struct decoded *decode_at(struct decoder *d, uint32_t addr,
				const uint8_t *at, bool thumb, uint8_t it)
{
	enum { PAGE = 4096 };
	uint16_t half[2];
	uint32_t word;
	unsigned size;

	if (!thumb) {
		memcpy(&word, at, sizeof(word));
		return decode(d, addr, word, 4, false, 0);
	}
	memcpy(half, at, sizeof(half[0]));
	size = decode_thumb_size(d->has, addr, half[0]);
	if (addr % PAGE + size > PAGE)
		return NULL;
	memcpy(half, at, size);
	word = size == 2 ? half[0] : (uint32_t)half[0] << 16 | half[1];
	return decode(d, addr, word, size, true, it);
}

static uint8_t advanced(uint8_t it)
{
	unsigned next = 2u * it & 0x1f; /* bits 4 to 0 move up */

	return it & 7 ? (uint8_t)((it & 0xe0u) | next) : 0;
}

uint8_t decode_it_after(const struct decoded *d)
{
	return d->it ? d->it : advanced(d->in_it);
}
