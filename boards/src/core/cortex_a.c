/* SPDX-License-Identifier: MIT */
/*
 * Cortex-A: an instruction's way through fetch, data and flow, and what each
 * puts into the ledger.  The items are the architecture's events [DDI0487
 * D14.3]; where that leaves something to the implementation:
 *
 * - An instruction counts as executed unless it ends in an abort, is undefined
 *   or a breakpoint; SVC counts, and so does one whose condition fails.
 * - LD_RETIRED and ST_RETIRED count instructions, pairs and structures as one,
 *   STXR whether it stores or not, DC ZVA as a store, preloads not at all.
 * - PC_WRITE_RETIRED counts branches taken and exception returns; neither SVC
 *   nor ISB.
 * - MEM_ACCESS counts once per line and instruction.
 * - L1 instruction cache: looked up for each `look_up` bytes and after each
 *   branch taken.
 * - While SCTLR.Z is 0 each branch taken is one that was not predicted.
 * - Preloads bring nothing.
 * - A line written back goes out whole, whatever of it is dirty.
 */
#include "boards/src/core/cortex_a_inner.h"

bool cortex_a_init(struct uarch *u)
{
	const struct cortex_a_core *c = cortex_a_core_of(u);
	const struct cache_shape icache = { c->icache_sets, c->icache_ways,
					    CACHE_ROUND_ROBIN, c->line_bits };
	const struct cache_shape dcache = { c->dcache_sets, c->dcache_ways,
					    CACHE_ROUND_ROBIN, c->line_bits };
	const struct cache_shape l2 = { c->l2_sets, c->l2_ways,
					CACHE_ROUND_ROBIN, c->line_bits };

	wanted_tlb(u, BOARD_ITLB, &cortex_a_of(u)->imicro, 1, c->itlb);
	wanted_tlb(u, BOARD_DTLB, &cortex_a_of(u)->dmicro, 1, c->dtlb);
	if (c->tlb_sets)
		wanted_tlb(u, BOARD_TLB, &cortex_a_of(u)->main_tlb, c->tlb_sets,
			   c->tlb_ways);
	global_init(&cortex_a_of(u)->global,
		    wanted_size(u, BOARD_PREDICTOR, GLOBAL_HISTORIES));
	cortex_a_of(u)->returns.size = u->ops->returns;
	return wanted_caches(u, &icache, &dcache) &&
	       (!c->l2_sets ||
		wanted_cache(&u->options, BOARD_L2, &cortex_a_of(u)->l2, &l2));
}

void cortex_a_done(struct uarch *u)
{
	cache_done(&cortex_a_of(u)->l2);
}

void cortex_a_attach_l2(struct uarch *u, struct l2 *controller)
{
	cortex_a_of(u)->controller = controller;
	l2_attach(controller, &u->ledger);
}

void cortex_a_junk(struct uarch *u)
{
	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	if (cortex_a_core_of(u)->l2_sets)
		cache_junk(&cortex_a_of(u)->l2, &u->rng);
	tlb_junk(&cortex_a_of(u)->imicro, &u->rng);
	tlb_junk(&cortex_a_of(u)->dmicro, &u->rng);
	if (cortex_a_core_of(u)->tlb_sets)
		tlb_junk(&cortex_a_of(u)->main_tlb, &u->rng);
	global_junk(&cortex_a_of(u)->global, &u->rng);
}

void cortex_a_look_up(struct uarch *u, uint32_t addr)
{
	u->fetch_mask = ~(cortex_a_core_of(u)->look_up - 1u);
	u->fetch_base = addr & u->fetch_mask;
}

/* Other bytes than those of the last look-up. */
void cortex_a_fetch(struct uarch *u, const struct retired *r)
{
	uint32_t addr = r->insn->addr, paddr = r->fetch->paddr;
	uint64_t asked = u->now, cycles;
	unsigned halves;

	cortex_a_look_up(u, addr);
	if (u->control.mmu && other_page(&u->ipage, addr, r->fetch->page_bits))
		cortex_a_take(u, CAUSE_WALK_FETCH,
			      cortex_a_translate(u, addr, r->fetch, true));
	if (!u->control.icache || !r->fetch->cacheable) {
		count(u, LEDGER_BUS_ACCESS, 1);
		count(u, LEDGER_BUS_READ, 1);
		cortex_a_take(u, CAUSE_FETCH_UNCACHED,
			      beyond_read(u, cortex_a_of(u)->controller,
					  L2_INSTRUCTION, paddr,
					  &r->fetch->outer, u->t.read));
	} else {
		count(u, LEDGER_L1I_ACCESS, 1);
		if (cache_find(&u->icache, paddr) < 0) {
			count(u, LEDGER_L1I_REFILL, 1);
			cache_fill(&u->icache, paddr, &halves);
			cycles = cortex_a_refill(u, L2_INSTRUCTION, paddr,
						 &r->fetch->outer);
			cortex_a_take(u, fetch_cause(u), cycles);
		}
	}
	count(u, LEDGER_STALL_FRONTEND, u->now - asked);
	count(u, LEDGER_STALL, u->now - asked);
}

static bool predicted(struct uarch *u, const struct insn *i, bool taken,
		      uint32_t next)
{
	uint32_t back;

	if (!u->control.branch_prediction)
		return !taken;
	if (i->flow == FLOW_RETURN && taken)
		return return_stack_pop(&cortex_a_of(u)->returns, &back) &&
		       back == next;
	if (i->indirect && taken)
		return global_target(&cortex_a_of(u)->global, i->addr, next) ==
		       next;
	if (i->conditional)
		return global_direction(&cortex_a_of(u)->global, i->addr,
					taken) == taken;
	return true;
}

bool cortex_a_foretells(struct uarch *u, const struct insn *i, bool taken,
			uint32_t next)
{
	bool right = predicted(u, i, taken, next);

	if (i->flow == FLOW_CALL && taken && u->control.branch_prediction)
		return_stack_push(&cortex_a_of(u)->returns, i->addr + i->size);
	return right;
}

void cortex_a_count_branch(struct uarch *u, const struct retired *r, bool right)
{
	const struct insn *i = r->insn;
	bool taken = r->passed;

	count(u, LEDGER_BR_RETIRED, 1);
	count(u, LEDGER_BRANCHES_PREDICTABLE, 1);
	count(u, LEDGER_BR_IMMED_RETIRED, !i->indirect);
	count(u, LEDGER_BR_RETURN_RETIRED, i->flow == FLOW_RETURN && taken);
	count(u, LEDGER_PC_WRITE_RETIRED, taken);
	if (taken)
		forget_fetch(u);
	count(u, LEDGER_BRANCHES_CORRECTED, !right);
	count(u, LEDGER_BR_MIS_PRED_RETIRED, !right);
}

void cortex_a_branch(struct uarch *u, const struct retired *r, bool right)
{
	cortex_a_count_branch(u, r, right);
	if (right)
		return;
	count(u, LEDGER_STALL_FRONTEND, u->t.mispredict);
	count(u, LEDGER_STALL, u->t.mispredict);
	spend(u, flow_cause(r->insn), u->t.mispredict);
}

void cortex_a_change_mode(struct uarch *u, const struct retired *r)
{
	if (!r->passed)
		return;
	if (r->insn->flow == FLOW_EXCEPTION_RETURN) {
		count(u, LEDGER_PC_WRITE_RETIRED, 1);
		spend(u, CAUSE_EXCEPTION, u->t.mispredict);
	}
	forget_fetch(u);
}

/* Loads and stores as instructions. */
static void count_kind(struct uarch *u, const struct retired *r)
{
	bool load = r->insn->class == CLASS_LOAD ||
		    r->insn->class == CLASS_LOAD_MULTIPLE;

	count(u, load ? LEDGER_LD_RETIRED : LEDGER_ST_RETIRED, 1);
	count(u, LEDGER_UNALIGNED_LDST_RETIRED,
	      r->accesses && (r->access[0].vaddr & (r->element - 1u)) != 0);
}

/* Its time, and what its data add. */
void cortex_a_issue_and_move(struct uarch *u, const struct retired *r)
{
	spend_issue(u, r->insn->class, u->t.issue[r->insn->class]);
	if (r->accesses)
		cortex_a_data(u, r);
}

void cortex_a_complete(struct uarch *u, const struct retired *r)
{
	count(u, LEDGER_INSTRUCTIONS, 1);
	if (r->element)
		count_kind(u, r);
}

static void drop_translations(struct uarch *u, bool all, uint32_t vaddr)
{
	struct cortex_a *a = cortex_a_of(u);
	struct tlb *tlbs[] = { &a->imicro, &a->dmicro, &a->main_tlb };
	unsigned levels = cortex_a_core_of(u)->tlb_sets ? 3 : 2;

	for (unsigned i = 0; i < levels; i++)
		if (all)
			tlb_drop_all(tlbs[i]);
		else
			tlb_drop(tlbs[i], vaddr);
	forget_page(&u->ipage);
	forget_page(&u->dpage);
	forget_fetch(u);
}

static void data_line(struct uarch *u, uint32_t paddr, bool clean, bool drop)
{
	int slot = cache_find(&u->dcache, paddr);

	if (slot < 0)
		return;
	if (clean)
		cortex_a_clean(u, slot, paddr);
	if (!drop)
		return;
	count(u, LEDGER_L1D_INVALIDATED, 1);
	cache_drop(&u->dcache, slot);
}

/* Of the level 2 cache nothing is cleaned or invalidated (chosen). */
void cortex_a_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		       const struct mapping *map)
{
	uint32_t paddr = map ? map->paddr : 0;
	int slot;

	switch ((int)what) {
	case MAINTAIN_ITLB_INVALIDATE_ALL: /* both sides (chosen) */
	case MAINTAIN_DTLB_INVALIDATE_ALL:
	case MAINTAIN_TLB_INVALIDATE_ALL:
		drop_translations(u, true, vaddr);
		break;
	case MAINTAIN_ITLB_INVALIDATE_ENTRY:
	case MAINTAIN_DTLB_INVALIDATE_ENTRY:
	case MAINTAIN_TLB_INVALIDATE_ENTRY:
		drop_translations(u, false, vaddr);
		break;
	case MAINTAIN_I_INVALIDATE_ALL:
		cache_drop_all(&u->icache);
		forget_fetch(u);
		break;
	case MAINTAIN_I_INVALIDATE_LINE:
		slot = cache_find(&u->icache, paddr);
		if (slot >= 0)
			cache_drop(&u->icache, slot);
		forget_fetch(u);
		break;
	case MAINTAIN_D_CLEAN_LINE:
		data_line(u, paddr, true, false);
		break;
	case MAINTAIN_D_INVALIDATE_LINE: /* of DC IVAC a core may clean */
	case MAINTAIN_D_CLEAN_INVALIDATE_LINE:
		data_line(u, paddr, true, true);
		break;
	case MAINTAIN_D_CLEAN_ALL:
		cortex_a_clean_all(u);
		break;
	case MAINTAIN_D_INVALIDATE_ALL:
	case MAINTAIN_D_CLEAN_INVALIDATE_ALL:
		cortex_a_clean_all(u);
		cache_drop_all(&u->dcache);
		break;
	case MAINTAIN_PREFETCH_FLUSH:
		spend(u, CAUSE_SYNCHRONISE, u->t.mispredict);
		forget_fetch(u);
		break;
	default: /* none of these cores has it */
		break;
	}
}
