/* SPDX-License-Identifier: MIT */
/*
 * ARM1176JZF-S, as far as its performance monitor sees it.  Simulated: what
 * the documents say is followed event by event; where they are silent the
 * simplest rule is taken, and named "chosen".
 *
 * Constant                      value       source
 * caches                        2 x 16 KiB  chosen; 4 to 64 [DDI0301H 7.2]
 * ways, line                    4, 32 B     [DDI0301H 7.2]
 * choice of the victim          invalid way, then at random
 *                                           [DDI0301H 7.2.1]
 * allocation                    reads only  [DDI0301H 7.2.1]
 * MicroTLBs                     2 x 10      [DDI0301H 6.2.1]
 * main TLB                      64, 2-way   [DDI0301H 6.2.2]
 *   its 8 lockable entries      not modelled: nothing locks them
 * TLB replacement               round robin chosen (it is configurable)
 * branch table                  128, VA[9:3], two-bit history
 *                                           [DDI0301H 16.1.1]
 *   full address as tag, in when taken, then weakly taken: chosen
 * static prediction             backward taken, forward not [ARM FAQ 4162]
 *   unconditional: taken        chosen
 * branch folding                none        chosen; costs one cycle a branch
 * return stack                  3           [DDI0301H 16.12.2]
 * flush                         4 cycles, 1 counted as stall [DAI0195B 4]
 * shadow of a taken branch      16 bytes    chosen: 4 cycles of instructions
 * shadow of a predicted return  the next 8 bytes; a fetch is 64 bits wide
 *                                           [DAI0195B 3]
 * LSU queue                     4 requests  chosen
 *
 * The times are in the table below.
 */
#include "board/uarch_arm1176.h"

enum {
	CACHE_WAYS = 4,
	CACHE_SETS = 16 * 1024 / CACHE_LINE_BYTES / CACHE_WAYS,
	MICRO_TLB = 10,
	MAIN_TLB_SETS = 32,
	MAIN_TLB_WAYS = 2,
	BRANCH_SHIFT = 3,
	RETURNS = 3,
	LSU_QUEUE = 4,
	SHADOW_BYTES = 16,
	FETCH_BYTES = 8,
};

static const struct uarch_timing timing = {
	.issue = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 2,   /* chosen */
		[CLASS_MULTIPLY] = 2,	    /* [DDI0301H Table 16-10] */
		[CLASS_MULTIPLY_LONG] = 3,  /* [DDI0301H Table 16-10] */
		[CLASS_LOAD] = 1,	    /* [DDI0301H 16.10] */
		[CLASS_STORE] = 1,	    /* [DDI0301H 16.10] */
		[CLASS_LOAD_MULTIPLE] = 1,  /* [DDI0301H 16.12] */
		[CLASS_STORE_MULTIPLE] = 1, /* [DDI0301H 16.12] */
		[CLASS_SWAP] = 2,	    /* [DDI0301H Table 16-21] */
		[CLASS_STATUS] = 2,	    /* chosen */
		[CLASS_COPROCESSOR] = 2,    /* chosen */
		[CLASS_OTHER] = 1,	    /* chosen */
	},
	.latency = {
		[CLASS_ALU] = 1,
		[CLASS_SHIFT_BY_REG] = 2,  /* chosen */
		[CLASS_MULTIPLY] = 4,	   /* [DDI0301H Table 16-10] */
		[CLASS_MULTIPLY_LONG] = 5, /* high half; low is 4 [ibid.] */
		[CLASS_LOAD] = 3,	   /* as LDREX [DDI0301H Table 16-21] */
		[CLASS_LOAD_MULTIPLE] = 3, /* first pair [Table 16-18] */
		[CLASS_SWAP] = 3,	   /* [DDI0301H Table 16-21] */
		[CLASS_STATUS] = 2,	   /* chosen */
		[CLASS_COPROCESSOR] = 3,   /* chosen */
		[CLASS_OTHER] = 1,	   /* chosen */
	},
	.pair_cycle = 1,       /* [DDI0301H 16.12] */
	.flags_extra = 3,      /* [DDI0301H Table 16-10] */
	.mispredict = 4,       /* [DAI0195B 4] */
	.mispredict_stall = 1, /* [DAI0195B 4] */
	.late_predicted = 3,   /* 4 in all [DDI0301H Table 16-11] */
	.loaded_pc = 3,	       /* 8 in all [DDI0301H Table 16-19] */
	.exception = 4,	       /* chosen: a flush */
	.main_tlb = 3,	       /* chosen; it varies [DDI0301H 6.2.2] */
	.walk_read = 20,       /* chosen */
	.read = 30,	       /* chosen */
	.read_busy = 4,	       /* chosen */
	.line_busy = 8,	       /* chosen: four doublewords, bus at half clock */
	.write = 20,	       /* chosen */
	.write_busy = 4,       /* chosen */
};

static bool init(struct uarch *u)
{
	const struct cache_shape shape = {
		.sets = CACHE_SETS,
		.ways = CACHE_WAYS,
		.choice = CACHE_INVALID_THEN_RANDOM,
	};

	tlb_init(&u->imicro, 1, MICRO_TLB);
	tlb_init(&u->dmicro, 1, MICRO_TLB);
	tlb_init(&u->main_tlb, MAIN_TLB_SETS, MAIN_TLB_WAYS);
	predictor_init(&u->predictor, BRANCH_SHIFT);
	u->returns.size = RETURNS;
	u->requests.size = LSU_QUEUE;
	return cache_init(&u->icache, &shape) && cache_init(&u->dcache, &shape);
}

static void junk(struct uarch *u)
{
	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	tlb_junk(&u->imicro, &u->rng);
	tlb_junk(&u->dmicro, &u->rng);
	tlb_junk(&u->main_tlb, &u->rng);
	predictor_junk(&u->predictor, &u->rng);
}

/* An instruction outside of what the last fetch brought. */
static void fetch(struct uarch *u, const struct retired *r)
{
	uint32_t addr = r->insn->addr, bytes = FETCH_BYTES;
	bool cached = u->control.icache && r->fetch.cacheable;
	uint64_t asked;

	if (u->control.mmu && other_page(&u->ipage, addr, r->fetch.page_bits) &&
	    !tlb_touch(&u->imicro, addr, r->fetch.page_bits)) {
		count(u, LEDGER_IMICROTLB_MISS, 1);
		count(u, LEDGER_FETCH_STALL, u->t.main_tlb);
		arm1176_main_tlb(u, addr, &r->fetch);
	}
	if (cached)
		bytes = CACHE_LINE_BYTES;
	u->fetch_mask = ~(bytes - 1);
	u->fetch_base = addr & u->fetch_mask;
	if (cached && cache_find(&u->icache, r->fetch.paddr) >= 0)
		return;
	asked = u->now;
	if (cached) {
		unsigned halves;

		count(u, LEDGER_ICACHE_MISS, 1);
		cache_fill(&u->icache, r->fetch.paddr, &halves);
		u->now = bus_start(u, u->t.line_busy) + vary(u, u->t.read);
	} else {
		u->now = bus_start(u, u->t.read_busy) + vary(u, u->t.read);
	}
	count(u, LEDGER_FETCH_STALL, u->now - asked);
}

/*
 * The prefetcher has asked for `bytes` behind the instruction before it knew
 * better.  A miss there counts, but the line is thrown away [DAI0195B 3]; it
 * costs no cycles here (chosen), and ends at the page (chosen).
 */
static void shadow(struct uarch *u, const struct retired *r, uint32_t end)
{
	uint32_t addr = r->insn->addr;
	uint32_t next = (addr | (CACHE_LINE_BYTES - 1)) + 1;

	if (!u->control.icache || !r->fetch.cacheable || end <= next)
		return;
	if ((next & ((1u << r->fetch.page_bits) - 1)) == 0)
		return;
	if (cache_find(&u->icache, r->fetch.paddr + (next - addr)) < 0)
		count(u, LEDGER_ICACHE_MISS, 1);
}

static void flush(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;

	count(u, LEDGER_FETCH_STALL, u->t.mispredict_stall);
	u->now += u->t.mispredict;
	if (r->passed && r->accesses && !r->access[0].write)
		u->now += u->t.loaded_pc;
	if (r->passed)
		shadow(u, r, i->addr + i->size + SHADOW_BYTES);
}

/* Does the return stack send the core where the program goes?  A conditional
 * return is not predicted [DDI0301H Table 16-19] but pops (chosen). */
static bool predicted_return(struct uarch *u, const struct retired *r)
{
	uint32_t top;

	if (!return_stack_pop(&u->returns, &top))
		return false;
	count(u, LEDGER_RETURNS, 1);
	if (r->insn->conditional)
		return false;
	count(u, LEDGER_RETURNS_PREDICTED, 1);
	if (((top ^ r->next) & ~1u) != 0) {
		count(u, LEDGER_RETURNS_MISPREDICTED, 1);
		return_stack_push(&u->returns, top); /* [DAI0195B 0x26] */
		return false;
	}
	u->now += u->t.late_predicted;
	shadow(u, r, (r->insn->addr | (FETCH_BYTES - 1)) + 1 + FETCH_BYTES);
	return true;
}

/* Direct branches: history first, then the rule of thumb. */
static bool predicted_direct(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	const struct uarch_control *c = &u->control;
	enum prediction p = PREDICT_UNKNOWN;
	bool taken = false;

	if (!c->branch_prediction)
		return !r->passed;
	if (c->dynamic_prediction) {
		p = predictor_ask(&u->predictor, i->addr);
		predictor_tell(&u->predictor, i->addr, r->passed);
		taken = p == PREDICT_TAKEN;
	}
	if (p == PREDICT_UNKNOWN && c->static_prediction) {
		taken = !i->conditional || i->target <= i->addr;
		if (taken && r->passed)
			u->now += u->t.late_predicted;
	}
	return taken == r->passed;
}

static void flow(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	bool stack = u->control.branch_prediction && u->control.return_stack;
	bool right;

	if (r->exception)
		return; /* entry is uarch_exception()'s */
	if (i->flow == FLOW_EXCEPTION) {
		if (r->passed) /* an exception return: a flush, no branch */
			u->now += u->t.mispredict;
		return;
	}
	count(u, LEDGER_BRANCHES, 1);
	if (r->passed)
		count(u, LEDGER_PC_CHANGES, 1);
	if (i->flow == FLOW_RETURN && stack && r->passed)
		right = predicted_return(u, r);
	else if (i->flow <= FLOW_CALL && !i->indirect)
		right = predicted_direct(u, r);
	else
		right = !r->passed;
	if (!right) {
		count(u, LEDGER_BRANCH_MISS, 1);
		flush(u, r);
	}
	if (i->flow == FLOW_CALL && stack && r->passed) {
		count(u, LEDGER_CALLS, 1);
		return_stack_push(&u->returns, i->addr + i->size);
	}
}

/* Results that do not come from memory. */
static void results(struct uarch *u, const struct insn *i, uint64_t issued)
{
	uint32_t writes = i->writes & ~(1u << PC);

	bool load = i->class == CLASS_LOAD || i->class == CLASS_SWAP ||
		    i->class == CLASS_LOAD_MULTIPLE;

	if (!load && u->t.latency[i->class] > u->t.issue[i->class])
		uarch_results(u, writes, issued + u->t.latency[i->class], 0, 0);
	else
		u->pending &= ~writes;
}

static void retire(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	uint64_t before = u->now, from, issued;

	if ((i->addr & u->fetch_mask) != u->fetch_base)
		fetch(u, r);
	count(u, LEDGER_INSTRUCTIONS, 1);
	from = u->now;
	if (!r->passed) { /* waits for the flags only (chosen) */
		if (u->pending & 1u << 16)
			uarch_operand_stall(u, 1u << 16);
		u->now++;
	} else {
		if (u->pending & i->reads)
			uarch_operand_stall(u, i->reads);
		issued = u->now;
		results(u, i, issued);
		if (r->accesses)
			arm1176_data(u, r, from);
		u->now += u->t.issue[i->class];
		if (i->class == CLASS_MULTIPLY ||
		    i->class == CLASS_MULTIPLY_LONG)
			u->now += i->writes >> 16 & 1 ? u->t.flags_extra : 0u;
	}
	if (i->flow != FLOW_NEXT)
		flow(u, r);
	settle(u, before);
}

static void drop_tlbs(struct uarch *u)
{
	/* Any operation on the main TLB empties the MicroTLBs (chosen). */
	tlb_drop_all(&u->imicro);
	tlb_drop_all(&u->dmicro);
	forget_page(&u->ipage);
	forget_page(&u->dpage);
	forget_fetch(u);
}

static void maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		     const struct mapping *map)
{
	switch (what) {
	case MAINTAIN_PREDICTOR_FLUSH:
		predictor_flush(&u->predictor);
		u->returns.depth = 0; /* chosen */
		break;
	case MAINTAIN_PREFETCH_FLUSH:
		u->now += u->t.mispredict; /* no branch, no stall (chosen) */
		forget_fetch(u);
		break;
	case MAINTAIN_DRAIN_WRITE_BUFFER:
		arm1176_drain(u);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ALL:
	case MAINTAIN_DTLB_INVALIDATE_ALL:
	case MAINTAIN_TLB_INVALIDATE_ALL:
		tlb_drop_all(&u->main_tlb);
		drop_tlbs(u);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ENTRY:
	case MAINTAIN_DTLB_INVALIDATE_ENTRY:
	case MAINTAIN_TLB_INVALIDATE_ENTRY:
		tlb_drop(&u->main_tlb, vaddr);
		drop_tlbs(u);
		break;
	case MAINTAIN_I_INVALIDATE_ALL:
	case MAINTAIN_I_INVALIDATE_LINE:
	case MAINTAIN_D_INVALIDATE_ALL:
	case MAINTAIN_D_INVALIDATE_LINE:
	case MAINTAIN_D_CLEAN_ALL:
	case MAINTAIN_D_CLEAN_LINE:
	case MAINTAIN_D_CLEAN_INVALIDATE_ALL:
	case MAINTAIN_D_CLEAN_INVALIDATE_LINE:
		/* Tagged by physical address [DDI0301H 7.2]. */
		uarch_maintain_caches(u, what, map ? map->paddr : vaddr);
		break;
	case MAINTAIN_D_ALLOCATE_LINE:
		break; /* XScale only */
	}
}

const struct uarch_ops uarch_arm1176_ops = {
	.timing = &timing,
	.init = init,
	.junk = junk,
	.retire = retire,
	.maintain = maintain,
};
