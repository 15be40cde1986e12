/* SPDX-License-Identifier: MIT */
/*
 * PXA250 (XScale core), as far as its performance monitor sees it.
 * Simulated: what the documents say is followed event by event; where they
 * are silent the simplest rule is taken, and named "chosen".  No manual of
 * the PXA250 itself was at hand: the 80200 has the same core.
 *
 * Constant                      value       source
 * instruction cache             32 KiB, 32-way, 32 B lines [80200 4.1]
 * data cache                    32 KiB, 32-way, dirty halves [80200 6.1.1]
 * mini data cache               2 KiB, 2-way [IXP2800 HRM 3.6.1.2]
 * victim                        round robin per set, first the last way
 *                                           [80200 4.2.4, 6.2.4]
 * allocation                    reads; writes where the page says so
 *                                           [80200 6.2.3.3]
 * caches disabled               not looked up (chosen; the real ones hit
 *                               what they still hold [80200 6.2.2])
 * TLBs                          2 x 32, fully associative, round robin
 *                                           [80200 3.1, 3.4.4]
 * branch target buffer          128, VA[8:2] [XScale core 5.1]
 *   in when taken, weakly taken             [80200 5.1.2]
 *   invalidated with the instruction cache  [XScale core 5.1]
 * predicted                     B, BL, Thumb B [80200 14.2]
 * flush                         4 cycles, 5 in Thumb [80200 Table 14-2]
 * fill buffers                  4           [80200 6.1.3]
 * pend buffers                  4           [80200 6.1.3]
 * write buffer                  8 x 16 bytes, joining [80200 6.1.3]
 * fetch buffers                 1 line remembered; real: 2 [80200 4.2.2]
 *
 * The times are in the table below.
 */
#include "boards/src/core/pxa250_inner.h"

enum {
	CACHE_WAYS = 32,
	CACHE_SETS = 32 * 1024 / CACHE_LINE_BYTES / CACHE_WAYS,
	MINI_WAYS = 2,
	MINI_SETS = 2 * 1024 / CACHE_LINE_BYTES / MINI_WAYS,
	TLB_ENTRIES = 32,
	BRANCH_SHIFT = 2,
	FILL_BUFFERS = 4,
	PEND_BUFFERS = 4,
	WRITE_BUFFERS = 8,
};

static const struct uarch_timing timing = {
	.issue = {
		[CLASS_ALU] = 1,	   /* [IXP45X Table 83] */
		[CLASS_SHIFT_BY_REG] = 2,  /* [IXP45X Table 83] */
		[CLASS_MULTIPLY] = 1,	   /* chosen */
		[CLASS_MULTIPLY_LONG] = 2, /* [IXP2800 HRM Table 27] */
		[CLASS_LOAD] = 1,	   /* chosen */
		[CLASS_STORE] = 1,	   /* chosen */
		[CLASS_LOAD_MULTIPLE] = 2, /* + registers [XScale core A.5] */
		[CLASS_STORE_MULTIPLE] = 2, /* + registers [ibid.] */
		[CLASS_SWAP] = 5,	    /* chosen */
		[CLASS_STATUS] = 2,	    /* chosen */
		[CLASS_COPROCESSOR] = 2,    /* chosen */
		[CLASS_OTHER] = 1,	    /* chosen */
	},
	.latency = {
		[CLASS_ALU] = 1,	   /* [IXP45X Table 83] */
		[CLASS_SHIFT_BY_REG] = 2,  /* [IXP45X Table 83] */
		[CLASS_MULTIPLY] = 3,	   /* chosen; by operand, 2 to 4 */
		[CLASS_MULTIPLY_LONG] = 5, /* [IXP2800 HRM Table 27] */
		[CLASS_LOAD] = 3,	   /* chosen */
		[CLASS_LOAD_MULTIPLE] = 3, /* chosen; hidden by the issue */
		[CLASS_SWAP] = 5,	   /* chosen */
		[CLASS_STATUS] = 2,	   /* chosen */
		[CLASS_COPROCESSOR] = 4,   /* chosen */
		[CLASS_OTHER] = 1,	   /* chosen */
	},
	.multiple_issue = 1, /* [XScale core A.5.1.2] */
	.mispredict = 4,     /* [80200 Table 14-2] */
	.thumb_flush = 1,    /* [80200 Table 14-2] */
	.loaded_pc = 3,	     /* LDR to pc: 8 in all [IXP45X Table 82] */
	.exception = 4,	     /* chosen: a flush */
	.walk_read = 40,     /* chosen */
	.read = 60,	     /* chosen: core clock is 4 times memory's */
	.read_busy = 12,     /* chosen */
	.line_busy = 32,     /* chosen: eight words */
	.write = 40,	     /* chosen */
	.write_busy = 12,    /* chosen */
};

static bool init(struct uarch *u)
{
	const struct cache_shape main = {
		.sets = CACHE_SETS,
		.ways = CACHE_WAYS,
		.choice = CACHE_ROUND_ROBIN,
	};
	const struct cache_shape mini = {
		.sets = MINI_SETS,
		.ways = MINI_WAYS,
		.choice = CACHE_ROUND_ROBIN,
	};

	wanted_tlb(u, BOARD_ITLB, &pxa250_of(u)->itlb, 1, TLB_ENTRIES);
	wanted_tlb(u, BOARD_DTLB, &pxa250_of(u)->dtlb, 1, TLB_ENTRIES);
	predictor_init(&pxa250_of(u)->predictor, BRANCH_SHIFT,
		       wanted_size(u, BOARD_PREDICTOR, PREDICTOR_ENTRIES));
	pxa250_of(u)->requests.size = FILL_BUFFERS;
	pxa250_of(u)->pend.size = PEND_BUFFERS;
	pxa250_of(u)->writes.size = WRITE_BUFFERS;
	pxa250_of(u)->full_end = UINT64_MAX;
	return wanted_caches(u, &main, &main) &&
	       cache_init(&pxa250_of(u)->mini, &mini);
}

static void done(struct uarch *u)
{
	cache_done(&pxa250_of(u)->mini);
}

static void junk(struct uarch *u)
{
	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	cache_junk(&pxa250_of(u)->mini, &u->rng);
	tlb_junk(&pxa250_of(u)->itlb, &u->rng);
	tlb_junk(&pxa250_of(u)->dtlb, &u->rng);
	predictor_junk(&pxa250_of(u)->predictor, &u->rng);
}

/* Another line than that of the last fetch. */
static void fetch(struct uarch *u, const struct retired *r)
{
	uint32_t addr = r->insn->addr;
	bool cached = u->control.icache && r->fetch->cacheable;
	uint64_t asked = u->now;
	unsigned halves;

	if (u->control.mmu &&
	    other_page(&u->ipage, addr, r->fetch->page_bits) &&
	    !tlb_touch(&pxa250_of(u)->itlb, addr, r->fetch->page_bits)) {
		count(u, LEDGER_ITLB_MISS, 1);
		spend(u, CAUSE_WALK_FETCH, uarch_walk(u, r->fetch));
	}
	u->fetch_mask = ~(CACHE_LINE_BYTES - 1u);
	u->fetch_base = addr & u->fetch_mask;
	if (!cached || cache_find(&u->icache, addr) < 0) {
		/* Counts only with the cache on (chosen). */
		if (u->control.icache) {
			count(u, LEDGER_ICACHE_MISS, 1);
			if (r->fetch->cacheable) {
				count(u, LEDGER_ICACHE_FILLS, 1);
				cache_fill(&u->icache, addr, &halves);
			}
		}
		wait_until(u,
			   cached ? CAUSE_FETCH_MEMORY : CAUSE_FETCH_UNCACHED,
			   bus_start(u, u->t.line_busy) + vary(u, u->t.read));
	}
	/* Waiting for the walk counts as well [80200 Table 12-4]. */
	count(u, LEDGER_FETCH_STALL, u->now - asked);
}

/* BLX to an address is not one of them. */
static bool is_b_or_bl(const struct insn *i)
{
	if (i->indirect || (i->flow != FLOW_BRANCH && i->flow != FLOW_CALL))
		return false;
	if (i->flow == FLOW_BRANCH)
		return true;
	if (i->thumb)
		return (i->word & 0xF800) == 0xF800;
	return i->word >> 28 != 0xF;
}

static void flush(struct uarch *u, const struct retired *r)
{
	enum cause cause = flow_cause(r->insn);

	spend(u, cause, u->t.mispredict);
	if (r->insn->thumb)
		spend(u, cause, u->t.thumb_flush);
	if (r->passed && r->accesses && !r->access[0].write)
		spend(u, cause, u->t.loaded_pc);
}

static void flow(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	bool branch = is_b_or_bl(i), taken = false;

	if (r->exception)
		return; /* entry is uarch_exception()'s */
	if (flow_changes_mode(i->flow)) {
		/* A return, or a call of the host: a flush, no branch. */
		if (r->passed)
			flush(u, r);
		return;
	}
	count(u, LEDGER_PC_CHANGES, r->passed);
	if (branch) {
		count(u, LEDGER_BRANCHES, 1);
		/* Thumb BL is not predicted [80200 14.2]. */
		if (u->control.branch_prediction &&
		    !(i->thumb && i->flow == FLOW_CALL)) {
			taken = predictor_ask(&pxa250_of(u)->predictor,
					      i->addr) == PREDICT_TAKEN;
			predictor_tell(&pxa250_of(u)->predictor, i->addr,
				       r->passed);
		}
	}
	if (taken != r->passed) {
		count(u, LEDGER_BRANCH_MISS, branch);
		flush(u, r);
	}
}

/* Results that do not come from memory. */
static void results(struct uarch *u, const struct insn *i)
{
	uint32_t writes = i->writes & ~(1u << PC);
	bool load = i->class == CLASS_LOAD || i->class == CLASS_SWAP ||
		    i->class == CLASS_LOAD_MULTIPLE;

	if (!load && u->t.latency[i->class] > u->t.issue[i->class])
		uarch_results(u, writes, u->result[i->class],
			      u->now + u->t.latency[i->class], 0,
			      (struct late){ 0 });
	else
		u->pending &= ~writes;
}

static void execute(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;

	count(u, LEDGER_INSTRUCTIONS, 1);
	if (!r->passed) { /* waits for the flags only (chosen) */
		if (u->pending & 1u << 16)
			uarch_operand_stall(u, 1u << 16);
		spend(u, CAUSE_ISSUE, 1);
	} else {
		if (u->pending & i->reads)
			uarch_operand_stall(u, i->reads);
		results(u, i);
		if (r->accesses)
			pxa250_data(u, r);
		spend_issue(u, i->class, u->t.issue[i->class]);
		if (i->class == CLASS_LOAD_MULTIPLE ||
		    i->class == CLASS_STORE_MULTIPLE)
			spend(u, CAUSE_UNITS,
			      (uint64_t)i->transfers * u->t.multiple_issue);
	}
}

static void retire(struct uarch *u, const struct retired *r)
{
	uint64_t before = u->now;

	if ((r->insn->addr & u->fetch_mask) != u->fetch_base)
		fetch(u, r);
	execute(u, r);
	if (r->insn->flow != FLOW_NEXT)
		flow(u, r);
	settle(u, before);
}

static void maintain_tlb(struct uarch *u, struct tlb *t, struct page_memo *memo,
			 bool all, uint32_t vaddr)
{
	if (all)
		tlb_drop_all(t);
	else
		tlb_drop(t, vaddr);
	forget_page(memo);
	forget_fetch(u);
}

static void maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		     const struct mapping *map)
{
	bool all = what == MAINTAIN_ITLB_INVALIDATE_ALL ||
		   what == MAINTAIN_DTLB_INVALIDATE_ALL ||
		   what == MAINTAIN_TLB_INVALIDATE_ALL;

	(void)map; /* tags are virtual [80200 4.1, 6.1.1] */
	switch (what) {
	case MAINTAIN_PREDICTOR_FLUSH:
		predictor_flush(&pxa250_of(u)->predictor);
		break;
	case MAINTAIN_PREFETCH_FLUSH:
		spend(u, CAUSE_SYNCHRONISE, u->t.mispredict); /* (chosen) */
		forget_fetch(u);
		break;
	case MAINTAIN_DRAIN_WRITE_BUFFER:
		pxa250_drain(u);
		break;
	case MAINTAIN_TLB_INVALIDATE_ALL:
	case MAINTAIN_TLB_INVALIDATE_ENTRY:
		maintain_tlb(u, &pxa250_of(u)->itlb, &u->ipage, all, vaddr);
		maintain_tlb(u, &pxa250_of(u)->dtlb, &u->dpage, all, vaddr);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ALL:
	case MAINTAIN_ITLB_INVALIDATE_ENTRY:
		maintain_tlb(u, &pxa250_of(u)->itlb, &u->ipage, all, vaddr);
		break;
	case MAINTAIN_DTLB_INVALIDATE_ALL:
	case MAINTAIN_DTLB_INVALIDATE_ENTRY:
		maintain_tlb(u, &pxa250_of(u)->dtlb, &u->dpage, all, vaddr);
		break;
	case MAINTAIN_I_INVALIDATE_ALL:
		predictor_flush(&pxa250_of(u)->predictor);
		uarch_maintain_caches(u, &pxa250_of(u)->mini, what, vaddr);
		break;
	case MAINTAIN_I_INVALIDATE_LINE:
	case MAINTAIN_D_INVALIDATE_ALL:
	case MAINTAIN_D_INVALIDATE_LINE:
	case MAINTAIN_D_CLEAN_ALL:
	case MAINTAIN_D_CLEAN_LINE:
	case MAINTAIN_D_CLEAN_INVALIDATE_ALL:
	case MAINTAIN_D_CLEAN_INVALIDATE_LINE:
	case MAINTAIN_D_ALLOCATE_LINE:
		uarch_maintain_caches(u, &pxa250_of(u)->mini, what, vaddr);
		break;
	}
}

/*
 * The core, asked in blocks: see timing.h.  Requests that are under way keep no
 * access waiting that hits another line.
 */
static void pretend(struct uarch *second, const struct uarch *u)
{
	predictor_init(&pxa250_of(second)->predictor,
		       pxa250_of(u)->predictor.shift,
		       pxa250_of(u)->predictor.entries);
}

static struct predictor *predictor(const struct uarch *u)
{
	return &pxa250_of(u)->predictor;
}

static int fetched(struct uarch *u, uint32_t vaddr, const struct mapping *map)
{
	if (!u->control.icache || !map->cacheable ||
	    (u->control.mmu &&
	     !tlb_has(&pxa250_of(u)->itlb, vaddr, map->page_bits)))
		return -1;
	return cache_find(&u->icache, vaddr);
}

static int found(struct uarch *u, uint32_t vaddr, const struct mapping *map,
		 uint64_t now)
{
	uint8_t why;

	if (!u->control.dcache || !map->cacheable || map->mini ||
	    map->write_through ||
	    (u->control.mmu && !page_looked_at(&u->dpage, vaddr) &&
	     !tlb_has(&pxa250_of(u)->dtlb, vaddr, map->page_bits)) ||
	    buffer_find(&pxa250_of(u)->requests, vaddr >> CACHE_LINE_BITS, now,
			&why))
		return -1;
	return cache_find(&u->dcache, vaddr);
}

static uint32_t pages(const struct uarch *u, bool fetch)
{
	return fetch ? pxa250_of(u)->itlb.changes : pxa250_of(u)->dtlb.changes;
}

static const struct uarch_blocks blocks = {
	.pretend = pretend,
	.execute = execute,
	.flow = flow,
	.predictor = predictor,
	.fetched = fetched,
	.found = found,
	.pages = pages,
};

const struct uarch_ops uarch_pxa250_ops = {
	.blocks = &blocks,
	.timing = &timing,
	.own_size = sizeof(struct pxa250),
	.init = init,
	.done = done,
	.junk = junk,
	.quick_retire = true,
	.retire = retire,
	.maintain = maintain,
};
