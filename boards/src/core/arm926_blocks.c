/* SPDX-License-Identifier: MIT */
/*
 * The ARM926EJ-S: what an instruction takes by itself, and how the core is
 * asked in blocks: see timing.h.  The bus is let go on behind blocks, which
 * makes no difference while it does nothing but what the core has posted to
 * memory.
 */
#include "boards/src/core/arm926_inner.h"

enum { WORD = 4, FLAGS = 16 };

void arm926_operands(struct uarch *u, const struct insn *i, bool passed)
{
	const uint32_t reads = passed ? i->reads : 1u << FLAGS;

	count(u, LEDGER_INSTRUCTIONS, 1);
	if (u->pending & reads)
		uarch_operand_stall(u, reads);
}

/* A scaled register offset of LDR or STR takes a cycle more. */
static bool scaled(const struct insn *i)
{
	return !i->thumb && (i->word & 0x0e000010) == 0x06000000 &&
	       (i->word & 0xfe0);
}

/* Byte and halfword loads: the register comes later. */
static bool part_of_word(const struct insn *i)
{
	if (i->thumb)
		return (i->word & 0xf800) == 0x7800 || /* LDRB, immediate */
		       (i->word & 0xf800) == 0x8800 || /* LDRH, immediate */
		       ((i->word & 0xf000) == 0x5000 &&
			(i->word & 0x0e00) != 0x0800); /* by register */
	if ((i->word & 0x0c000000) == 0x04000000)
		return i->word & 1u << 22;
	return i->transfers == 1; /* LDRH, LDRSB, LDRSH */
}

static bool sets_flags(const struct insn *i)
{
	return i->writes & 1u << FLAGS;
}

static unsigned cycles(const struct uarch *u, const struct insn *i)
{
	unsigned n = u->t.issue[i->class];

	if (u->options.flat)
		return 1;
	switch ((enum insn_class)i->class) {
	case CLASS_LOAD_MULTIPLE:
	case CLASS_STORE_MULTIPLE:
		return i->transfers > 1 ? i->transfers : 2;
	case CLASS_LOAD:
	case CLASS_STORE:
		if (i->transfers > 1) /* LDRD, STRD */
			return i->transfers;
		return n + (scaled(i) ? 1 : 0);
	case CLASS_MULTIPLY:
	case CLASS_MULTIPLY_LONG:
		return n + (sets_flags(i) && !i->thumb ? u->t.flags_extra : 0);
	case CLASS_ALU:
	case CLASS_SHIFT_BY_REG:
	case CLASS_SWAP:
	case CLASS_DIVIDE:
	case CLASS_STATUS:
	case CLASS_COPROCESSOR:
	case CLASS_OTHER:
	default:
		return n;
	}
}

/* The instruction's results come late: the next one may have to wait. */
static void results(struct uarch *u, const struct insn *i)
{
	uint32_t writes = i->writes & ~(1u << PC | 1u << FLAGS);
	unsigned late = u->t.latency[i->class];

	u->pending &= ~i->writes;
	if (!late || u->options.flat)
		return;
	if (i->class == CLASS_LOAD || i->class == CLASS_SWAP)
		writes = uarch_loaded(i) & ~(1u << FLAGS);
	if (i->class == CLASS_LOAD && part_of_word(i))
		late++;
	if (i->class == CLASS_LOAD_MULTIPLE) {
		writes = i->word & (i->thumb ? 0xff : 0x7fff);
		writes = writes ? 1u << (31 - __builtin_clz(writes)) : 0;
	}
	uarch_results(u, writes, u->result[i->class], u->now + late, 0,
		      (struct late){ 0 });
}

/* Cycles that a new value of the pc costs. */
static unsigned refill(const struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	unsigned op = i->word >> 21 & 15;

	if (u->options.flat)
		return 0;
	if (i->class == CLASS_LOAD || i->class == CLASS_LOAD_MULTIPLE)
		return u->t.loaded_pc;
	if ((i->class == CLASS_ALU || i->class == CLASS_SHIFT_BY_REG) &&
	    (i->flow == FLOW_INDIRECT || i->flow == FLOW_RETURN) && !i->thumb &&
	    (op < 2 || op > 6)) /* logical: a cycle more than ADD and SUB */
		return u->t.mispredict + 1u;
	return u->t.mispredict;
}

void arm926_flow(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;

	if (!flow_changes_mode(i->flow) && !r->exception)
		count(u, LEDGER_PC_CHANGES, r->passed);
	if (!r->passed)
		return;
	arm926_of(u)->words_left = 0;
	if (u->fetch_mask == ~(WORD - 1u))
		forget_fetch(u);
	if (!r->exception) /* entry is uarch_exception()'s */
		spend(u, flow_cause(i), refill(u, r));
}

void arm926_issue(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;

	if (r->passed) {
		spend_issue(u, i->class, cycles(u, i));
		if (!r->exception)
			results(u, i);
	} else {
		spend(u, CAUSE_ISSUE, 1);
	}
}

static uint64_t bus_alone(const struct uarch *u)
{
	return ahb_alone(arm926_of(u)->bus);
}

/* No word fetched ahead is left, and the bus is the core's. */
static bool bus_quiet(const struct uarch *u)
{
	return !arm926_of(u)->words_left && bus_alone(u) > u->now;
}

/* Each word of data is an access of its own, and all of them hit. */
static void execute_hits(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	const unsigned words = i->transfers > 1 ? i->transfers : 1u;

	arm926_operands(u, i, r->passed);
	if (r->accesses) {
		count(u, LEDGER_DCACHE_ACCESS, words);
		count(u, LEDGER_DCACHE_ACCESS_CACHEABLE, words);
	}
	arm926_issue(u, r);
}

/* Nothing is predicted: each flow takes what it takes. */
static bool always_foretells(struct uarch *u, const struct insn *insn,
			     bool taken, uint32_t next)
{
	(void)u;
	(void)insn;
	(void)taken;
	(void)next;
	return true;
}

static void flow_once(struct uarch *u, const struct retired *r, bool foretold)
{
	(void)foretold;
	arm926_flow(u, r);
}

static bool page_known(const struct uarch *u, uint32_t vaddr,
		       const struct mapping *map)
{
	return !u->control.mmu ||
	       tlb_has(&arm926_of(u)->tlb, vaddr, map->page_bits);
}

static int code_slot(struct uarch *u, uint32_t vaddr, const struct mapping *map)
{
	if (!u->control.icache || !map->cacheable || !page_known(u, vaddr, map))
		return -1;
	return cache_find(&u->icache, vaddr);
}

static int data_slot(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		     uint64_t now)
{
	(void)now;
	if (!u->control.dcache || !map->cacheable || map->write_through ||
	    !page_known(u, vaddr, map))
		return -1;
	return cache_find(&u->dcache, vaddr);
}

static uint64_t *newest_access(struct uarch *u)
{
	return &arm926_of(u)->found_at;
}

static uint32_t page_changes(const struct uarch *u, bool fetch)
{
	(void)fetch; /* there is one TLB */
	return arm926_of(u)->tlb.changes;
}

/* A page that is in the TLB was looked at last.  The largest: others there may
 * be left of what is not in force. */
static void look_at_last(const struct uarch *u, struct page_memo *memo,
			 uint32_t vaddr)
{
	const struct tlb *t = &arm926_of(u)->tlb;
	uint32_t mask = UINT32_MAX;

	if (!u->control.mmu || (vaddr & memo->mask) == memo->base)
		return;
	for (uint32_t i = 0; i < t->sets * t->ways; i++)
		if ((vaddr & t->mask[i]) == t->base[i] && t->mask[i] < mask)
			mask = t->mask[i];
	memo->mask = mask;
	memo->base = vaddr & mask;
}

static void bus_follows(struct uarch *u, uint32_t last)
{
	struct arm926 *a = arm926_of(u);

	ahb_advance(a->bus, u->now);
	look_at_last(u, &u->ipage, last);
	if (a->found_at == ARM926_NOWHERE)
		return;
	look_at_last(u, &u->dpage, (uint32_t)a->found_at);
	a->found_at = ARM926_NOWHERE;
}

const struct uarch_blocks arm926_blocks = {
	.alone = bus_alone,
	.quiet = bus_quiet,
	.execute = execute_hits,
	.foretells = always_foretells,
	.lose = flow_once,
	.fetched = code_slot,
	.found = data_slot,
	.touched = newest_access,
	.touched_where = true,
	.pages = page_changes,
	.given = bus_follows,
};
