/* SPDX-License-Identifier: MIT */
/*
 * The ARM11 cores: fetching, branching, and what an instruction costs.
 * Sources and constants are in arm11_cores.c, but for how far the
 * prefetcher looks ahead:
 *
 * shadow of a taken branch      16 bytes    chosen: 4 cycles of instructions
 *   and of a branch thought taken: the same at its target, chosen
 * shadow of a predicted return  the next 8 bytes; a fetch is 64 bits wide
 *                                           [DAI0195B 3]
 */
#include "boards/src/core/arm11_inner.h"

enum {
	SHADOW_BYTES = 16,
	FETCH_BYTES = 8,
};

static void first_fetch_of_page(struct uarch *u, const struct retired *r)
{
	if (tlb_touch(&arm11_of(u)->imicro, r->insn->addr, r->fetch->page_bits))
		return;
	count(u, LEDGER_IMICROTLB_MISS, 1);
	count(u, LEDGER_FETCH_STALL, u->t.main_tlb);
	arm11_main_tlb(u, CAUSE_WALK_FETCH, r->insn->addr, r->fetch);
}

/* The line is not there.  Its first doubleword ends the stall, the other
 * three follow. */
static void fill(struct uarch *u, const struct retired *r)
{
	unsigned halves;
	uint64_t done;

	count(u, LEDGER_ICACHE_MISS, 1);
	count(u, LEDGER_ICACHE_FILLS, 1);
	cache_fill(&u->icache, r->fetch->paddr, &halves);
	done = bus_start(u, u->t.line_busy);
	done += arm11_read(u, L2_INSTRUCTION, r->fetch);
	wait_until(u, fetch_cause(u), done);
	arm11_of(u)->fill_line = r->fetch->paddr >> CACHE_LINE_BITS;
	arm11_of(u)->fill_end = u->now + u->t.line_busy * 3u / 4;
}

static void cached_fetch(struct uarch *u, const struct retired *r)
{
	ram_access(u, BOARD_ICACHE_TAG);
	if (cache_find(&u->icache, r->fetch->paddr) < 0) {
		fill(u, r);
	} else if (u->now < arm11_of(u)->fill_end &&
		   r->fetch->paddr >> CACHE_LINE_BITS ==
			   arm11_of(u)->fill_line) {
		/* A second miss, one fill [DAI0195B 3]; the fill's buffer
		 * delivers, so no cycle is lost (chosen). */
		count(u, LEDGER_ICACHE_MISS, 1);
	} else {
		ram_access(u, BOARD_ICACHE_DATA);
	}
}

/* An instruction outside of what the last fetch brought. */
static void fetch(struct uarch *u, const struct retired *r)
{
	uint32_t addr = r->insn->addr, bytes = FETCH_BYTES;
	bool cached = arm11_looks_up(u->control.icache, r->fetch);
	uint64_t asked;

	if (u->control.mmu && other_page(&u->ipage, addr, r->fetch->page_bits))
		first_fetch_of_page(u, r);
	if (cached)
		bytes = CACHE_LINE_BYTES;
	u->fetch_mask = ~(bytes - 1);
	u->fetch_base = addr & u->fetch_mask;
	asked = u->now;
	if (cached)
		cached_fetch(u, r);
	else if (r->fetch->tcm)
		ram_access(u, BOARD_ITCM);
	else
		wait_until(u, CAUSE_FETCH_UNCACHED,
			   bus_start(u, u->t.read_busy) +
				   arm11_read(u, L2_INSTRUCTION, r->fetch));
	count(u, LEDGER_FETCH_STALL, u->now - asked);
}

/*
 * The prefetcher has asked for these bytes before it knew better.  How many
 * lines did it miss?  They are thrown away [DAI0195B 3], if they are fetched
 * at all; they cost no cycles here, and it looks no further than the
 * instruction's page (chosen).
 */
static unsigned speculate(struct uarch *u, const struct retired *r,
			  uint32_t first, uint32_t bytes, bool fetched)
{
	uint32_t addr = r->insn->addr, bits = r->fetch->page_bits;
	uint32_t in_page = bits < 32 ? (1u << bits) - 1 : UINT32_MAX;
	uint32_t line = first & ~(CACHE_LINE_BYTES - 1u), paddr;
	unsigned misses = 0;

	if (!arm11_looks_up(u->control.icache, r->fetch))
		return 0;
	for (; line < first + bytes; line += CACHE_LINE_BYTES) {
		if ((line ^ addr) & ~in_page)
			break;
		if ((line ^ addr) < CACHE_LINE_BYTES)
			continue; /* the instruction's own */
		ram_access(u, BOARD_ICACHE_TAG);
		paddr = r->fetch->paddr + (line - addr);
		if (cache_find(&u->icache, paddr) >= 0) {
			ram_access(u, BOARD_ICACHE_DATA);
			continue;
		}
		misses++;
		if (fetched)
			arm11_read_unused(u, L2_INSTRUCTION, paddr,
					  &r->fetch->outer);
	}
	count(u, LEDGER_ICACHE_MISS, misses);
	return misses;
}

/* The pipeline is full of what is at `wrong`. */
static void flush(struct uarch *u, const struct retired *r, uint32_t wrong)
{
	count(u, LEDGER_FETCH_STALL, u->t.mispredict_stall);
	spend(u, flow_cause(r->insn), u->t.mispredict);
	if (r->passed && r->accesses && !r->access[0].write)
		spend(u, flow_cause(r->insn), u->t.loaded_pc);
	/* Discarded when it comes, but fetched [DAI0195B 3]. */
	count(u, LEDGER_ICACHE_FILLS,
	      speculate(u, r, wrong, SHADOW_BYTES, true));
}

/*
 * Does the return stack send the core where the program goes?  Otherwise, it
 * is at *wrong.  A conditional return is not predicted [DDI0301H Table 16-19]
 * but pops (chosen).
 */
static bool predicted_return(struct uarch *u, const struct retired *r,
			     uint32_t *wrong)
{
	uint32_t behind = (r->insn->addr | (FETCH_BYTES - 1)) + 1;
	uint32_t top;

	if (!return_stack_pop(&arm11_of(u)->returns, &top))
		return false;
	count(u, LEDGER_RETURNS, 1);
	if (r->insn->conditional)
		return false;
	count(u, LEDGER_RETURNS_PREDICTED, 1);
	/* Seen too late not to look up what is behind it, in time not to fetch
	 * it: a miss without a fill [DAI0195B 3]. */
	speculate(u, r, behind, FETCH_BYTES, false);
	if (((top ^ r->next) & ~1u) != 0) {
		count(u, LEDGER_RETURNS_MISPREDICTED, 1);
		return_stack_push(&arm11_of(u)->returns,
				  top); /* [DAI0195B 0x26] */
		*wrong = top;
		return false;
	}
	spend(u, CAUSE_BRANCH_LATE, u->t.late_predicted);
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
		p = predictor_ask(&arm11_of(u)->predictor, i->addr);
		predictor_tell(&arm11_of(u)->predictor, i->addr, r->passed);
		taken = p == PREDICT_TAKEN;
	}
	if (p == PREDICT_UNKNOWN && c->static_prediction) {
		taken = !i->conditional || i->target <= i->addr;
		if (taken && r->passed)
			spend(u, CAUSE_BRANCH_LATE, u->t.late_predicted);
	}
	return taken == r->passed;
}

void arm11_flow(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	bool stack = u->control.branch_prediction && u->control.return_stack;
	uint32_t wrong = r->passed ? i->addr + i->size : i->target;
	bool right;

	if (r->exception)
		return; /* entry is uarch_exception()'s */
	if (flow_changes_mode(i->flow)) {
		/* A return, or a call of the host: a flush, no branch. */
		if (r->passed)
			spend(u, CAUSE_EXCEPTION, u->t.mispredict);
		return;
	}
	count(u, LEDGER_BRANCHES, 1);
	if (r->passed) {
		count(u, LEDGER_PC_CHANGES, 1);
		if (u->now <
		    arm11_of(u)->fill_end) /* looked up again, if the same */
			forget_fetch(u);
	}
	if (i->flow == FLOW_RETURN && stack && r->passed)
		right = predicted_return(u, r, &wrong);
	else if (i->flow <= FLOW_CALL && !i->indirect)
		right = predicted_direct(u, r);
	else
		right = !r->passed;
	if (!right) {
		count(u, LEDGER_BRANCH_MISS, 1);
		flush(u, r, wrong);
	}
	if (i->flow == FLOW_CALL && stack && r->passed) {
		count(u, LEDGER_CALLS, 1);
		return_stack_push(&arm11_of(u)->returns, i->addr + i->size);
	}
}

/* Results that do not come from memory. */
static void results(struct uarch *u, const struct insn *i, uint64_t issued)
{
	uint32_t writes = i->writes & ~(1u << PC);

	bool load = i->class == CLASS_LOAD || i->class == CLASS_SWAP ||
		    i->class == CLASS_LOAD_MULTIPLE;

	if (!load && u->t.latency[i->class] > u->t.issue[i->class])
		uarch_results(u, writes, u->result[i->class],
			      issued + u->t.latency[i->class], 0,
			      (struct late){ 0 });
	else
		u->pending &= ~writes;
}

void arm11_execute(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	uint64_t from, issued;

	count(u, LEDGER_INSTRUCTIONS, 1);
	from = u->now;
	if (!r->passed) { /* waits for the flags only (chosen) */
		if (u->pending & 1u << 16)
			uarch_operand_stall(u, 1u << 16);
		spend(u, CAUSE_ISSUE, 1);
	} else {
		if (u->pending & i->reads)
			uarch_operand_stall(u, i->reads);
		issued = u->now;
		results(u, i, issued);
		if (r->accesses)
			arm11_data(u, r, from);
		spend_issue(u, i->class, u->t.issue[i->class]);
		if (i->class == CLASS_MULTIPLY ||
		    i->class == CLASS_MULTIPLY_LONG)
			spend(u, CAUSE_MULTIPLY,
			      i->writes >> 16 & 1 ? u->t.flags_extra : 0u);
	}
}

void arm11_retire(struct uarch *u, const struct retired *r)
{
	uint64_t before = u->now;

	if ((r->insn->addr & u->fetch_mask) != u->fetch_base)
		fetch(u, r);
	arm11_execute(u, r);
	if (r->insn->flow != FLOW_NEXT)
		arm11_flow(u, r);
	settle(u, before);
}

static void drop_tlbs(struct uarch *u)
{
	/* Any operation on the main TLB empties the MicroTLBs (chosen). */
	tlb_drop_all(&arm11_of(u)->imicro);
	tlb_drop_all(&arm11_of(u)->dmicro);
	forget_page(&u->ipage);
	forget_page(&u->dpage);
	forget_fetch(u);
}

void arm11_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		    const struct mapping *map)
{
	switch (what) {
	case MAINTAIN_PREDICTOR_FLUSH:
		predictor_flush(&arm11_of(u)->predictor);
		arm11_of(u)->returns.depth = 0; /* chosen */
		break;
	case MAINTAIN_PREFETCH_FLUSH:
		/* No branch, no stall (chosen). */
		spend(u, CAUSE_SYNCHRONISE, u->t.mispredict);
		forget_fetch(u);
		break;
	case MAINTAIN_DRAIN_WRITE_BUFFER:
		arm11_drain(u, CAUSE_SYNCHRONISE);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ALL:
	case MAINTAIN_DTLB_INVALIDATE_ALL:
	case MAINTAIN_TLB_INVALIDATE_ALL:
		tlb_drop_all(&arm11_of(u)->main_tlb);
		drop_tlbs(u);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ENTRY:
	case MAINTAIN_DTLB_INVALIDATE_ENTRY:
	case MAINTAIN_TLB_INVALIDATE_ENTRY:
		tlb_drop(&arm11_of(u)->main_tlb, vaddr);
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
		uarch_maintain_caches(u, NULL, what, map ? map->paddr : vaddr);
		break;
	case MAINTAIN_D_ALLOCATE_LINE:
		break; /* XScale only */
	}
}
