/* SPDX-License-Identifier: MIT */
/*
 * The e500 core: an instruction's way through fetch, issue, data and flow, and
 * what each puts into the ledger.
 *
 * Constant                     value                        source
 * L1 caches, each              32 KiB, 8 ways, lines of 32  [E500CORERM 1.3]
 * victims                      pseudo-LRU                   [E500CORERM 1.3]
 * L1 MMUs, each                4 entries of all sizes, 64   [E500CORERM
 *                              of 4 KiB in 4 ways, LRU       12.3.1, 1.9.1]
 * BTB                          512, 4 ways, 2-bit history   [E500CORERM 1.4]
 * not in the BTB               predicted not taken; comes in [E500CORERM
 *                              strongly taken when taken     4.4.1.2]
 * index of the BTB             the branch's own address     chosen (there: of
 *                                                           its fetch group)
 * victims of the BTB           round robin                  chosen
 * fetch group                  4 instructions within a line [E500CORERM
 *                                                            4.4.1.3]
 * issue                        2 a cycle; 2 simple units, 1 [GCC 8540.md]
 *                              each for branches, loads and
 *                              stores, multiplication
 * order of issue               the program's                chosen (there: out
 *                                                           of order)
 * latencies                    simple 1, multiply 4,        [GCC 8540.md]
 *                              divide 14 (not pipelined),
 *                              load 3
 * lines asked for at once      5                            chosen
 * misprediction                5 cycles                     chosen
 * L1 MMU reloaded              2 cycles                     chosen
 * exception                    8 cycles                     chosen
 * moves to and from special    3 cycles, alone              chosen
 *  registers, barriers
 *
 * A line's way in is the platform's to time (pq3.h).  A branch that the BTB
 * does not have, and that is taken, is mispredicted, the unconditional too.
 * Nothing is fetched or executed on the wrong path.
 */
#include "boards/src/core/e500_inner.h"

enum { L1_SETS = 128, L1_WAYS = 8 };

const struct uarch_timing e500_timing = {
	.issue = {
		[CLASS_ALU] = 1,
		[CLASS_MULTIPLY] = 1,
		[CLASS_DIVIDE] = 1,
		[CLASS_LOAD] = 1,
		[CLASS_STORE] = 1,
		[CLASS_LOAD_MULTIPLE] = 1,
		[CLASS_STORE_MULTIPLE] = 1,
		[CLASS_STATUS] = 3,
		[CLASS_OTHER] = 1,
	},
	.latency = {
		[CLASS_ALU] = 1,
		[CLASS_MULTIPLY] = 4,
		[CLASS_DIVIDE] = 14,
		[CLASS_LOAD] = 3,
		[CLASS_LOAD_MULTIPLE] = 3,
		[CLASS_STATUS] = 3,
		[CLASS_OTHER] = 1,
	},
	.mispredict = 5,
	.exception = 8,
	.main_tlb = 2,
};

static void clear_tlbs(struct e500_state *e)
{
	e500_tlb_clear(&e->ivsp);
	e500_tlb_clear(&e->i4k);
	e500_tlb_clear(&e->dvsp);
	e500_tlb_clear(&e->d4k);
}

bool e500_init(struct uarch *u)
{
	const struct cache_shape shape = { L1_SETS, L1_WAYS, CACHE_PLRU, 0 };

	e500_stand_alone(u);
	e500_of(u)->slots = E500_FRESH;
	e500_of(u)->btb_sets =
		wanted_size(u, BOARD_PREDICTOR, E500_BTB_SETS * E500_BTB_WAYS) /
		E500_BTB_WAYS;
	e500_btb_clear(e500_of(u));
	clear_tlbs(e500_of(u));
	return wanted_caches(u, &shape, &shape);
}

void e500_junk(struct uarch *u)
{
	struct e500_state *e = e500_of(u);

	cache_junk(&u->icache, &u->rng);
	cache_junk(&u->dcache, &u->rng);
	for (unsigned set = 0; set < e->btb_sets; set++)
		e->btb_next[set] = rng_next(&u->rng) % E500_BTB_WAYS;
}

static void itlb(struct uarch *u, const struct retired *r)
{
	struct e500_state *e = e500_of(u);
	bool variable = r->fetch->variable_size;

	if (!e500_reload(variable ? &e->ivsp : &e->i4k,
			 variable ? 1 : E500_TLB4K_SETS, r->insn->addr,
			 variable ? r->fetch->page_bits : 12))
		return;
	count(u, variable ? LEDGER_IMMU_VSP_RELOADS : LEDGER_IMMU_TLB4K_RELOADS,
	      1);
	spend(u, CAUSE_WALK_FETCH, u->t.main_tlb);
}

/* The next instructions, from the end of the last group or from a target. */
static void fetch(struct uarch *u, const struct retired *r)
{
	uint32_t addr = r->insn->addr, paddr = r->fetch->paddr;
	uint32_t cycles;
	unsigned halves;

	e500_group(u, addr);
	itlb(u, r);
	if (!u->control.icache || !r->fetch->cacheable) {
		spend(u, CAUSE_FETCH_UNCACHED,
		      e500_ask(u, REQUEST_FETCH_SINGLE, paddr));
		return;
	}
	if (cache_find(&u->icache, paddr) >= 0)
		return;
	count(u, LEDGER_IL1_RELOADS, 1);
	cycles = e500_ask(u, REQUEST_FETCH, paddr & ~(E500_LINE - 1u));
	cache_fill(&u->icache, paddr, &halves);
	e500_took(u, LEDGER_ILFB_FETCH_TIMES, cycles);
	spend(u, fetch_cause(u), cycles);
}

/* The place, of two, that is ready later. */
static unsigned later_of(const struct e500_state *e, unsigned a, int b)
{
	return e->ready[b] > e->ready[a] ? (unsigned)b : a;
}

/* The last of all operands, where the facts have no room. */
static unsigned last_operand(const struct e500_state *e, const struct insn *i)
{
	unsigned last = E500_ALWAYS;

	for (uint32_t regs = i->reads; regs; regs &= regs - 1)
		last = later_of(e, last, __builtin_ctz(regs));
	for (uint32_t regs = i->extra_reads; regs; regs &= regs - 1)
		last = later_of(e, last, E500_EXTRAS + __builtin_ctz(regs));
	return last;
}

static void result(struct uarch *u, int place, struct late at)
{
	struct e500_state *e = e500_of(u);

	e->ready[place] = at.until;
	e->why[place] = (uint8_t)at.cause;
	e->maker[place] = u->here;
}

static void results(struct uarch *u, const struct insn *i, struct late at)
{
	for (uint32_t regs = i->writes; regs; regs &= regs - 1)
		result(u, __builtin_ctz(regs), at);
	for (uint32_t regs = i->extra_writes; regs; regs &= regs - 1)
		result(u, E500_EXTRAS + __builtin_ctz(regs), at);
}

/* Wait for operands and a unit, in this order. */
static void issue(struct uarch *u, const struct insn *i)
{
	struct e500_state *e = e500_of(u);
	bool divides = i->class == CLASS_DIVIDE;
	const unsigned last = last_operand(e, i);

	if (e->ready[last] > u->now)
		e500_wait_for(u, last, e->ready[last]);
	if (divides && e->divider_free > u->now)
		e500_stall_for(u, CAUSE_DIVIDE, e->divider_free,
			       e->divider_maker);
	e500_take(u, e500_slots(i));
	if (divides) {
		e->divider_free = u->now + u->t.latency[CLASS_DIVIDE];
		e->divider_maker = u->here;
	}
	spend(u, u->longer[i->class], u->t.issue[i->class] - 1u);
}

static void count_uops(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	bool load = i->class == CLASS_LOAD || i->class == CLASS_LOAD_MULTIPLE;
	uint64_t moves =
		r->element ? i->transfers : r->operation == OPERATION_ZERO;

	count(u, LEDGER_UOPS, (r->element ? moves : 1) + e500_updates(i));
	if (!moves)
		return;
	count(u, load ? LEDGER_LOAD_UOPS : LEDGER_STORE_UOPS, moves);
	count(u, LEDGER_MISALIGNED,
	      r->accesses && r->element &&
		      (r->access[0].vaddr & (r->element - 1u)) != 0);
}

static void flow(struct uarch *u, const struct retired *r)
{
	if (!flow_changes_mode(r->insn->flow)) {
		e500_branch(u, r);
		return;
	}
	e500_of(u)->group_bytes = 0;
	if (u->t.mispredict)
		e500_stall(u, CAUSE_EXCEPTION, u->now + u->t.mispredict);
}

void e500_execute(struct uarch *u, const struct retired *r)
{
	const struct insn *i = r->insn;
	struct late data = { 0 }, at;

	if (u->options.flat)
		spend(u, CAUSE_ISSUE, 1);
	else
		issue(u, i);
	if (r->accesses || r->operation == OPERATION_SYNC)
		data = e500_data(u, r);
	at = (struct late){ u->now + u->t.latency[i->class],
			    u->result[i->class] };
	results(u, i, later(at, data));
	if (r->exception)
		return;
	count(u, LEDGER_INSTRUCTIONS, 1);
	count_uops(u, r);
}

void e500_retire(struct uarch *u, const struct retired *r)
{
	struct e500_state *e = e500_of(u);
	const struct insn *i = r->insn;
	uint64_t before = u->now;

	u->here = i->addr;
	if (i->addr - e->group >= e->group_bytes)
		fetch(u, r);
	e500_execute(u, r);
	if (r->exception)
		e->group_bytes = 0;
	else if (i->flow != FLOW_NEXT)
		flow(u, r);
	settle(u, before);
}

void e500_maintain(struct uarch *u, enum maintenance what, uint32_t vaddr,
		   const struct mapping *map)
{
	(void)vaddr;
	(void)map;
	e500_of(u)->group_bytes = 0;
	switch ((int)what) {
	case MAINTAIN_I_INVALIDATE_ALL:
		cache_drop_all(&u->icache);
		break;
	case MAINTAIN_D_INVALIDATE_ALL: /* what is modified is lost */
		cache_drop_all(&u->dcache);
		break;
	case MAINTAIN_PREDICTOR_FLUSH:
		e500_btb_clear(e500_of(u));
		break;
	case MAINTAIN_TLB_INVALIDATE_ALL:
		clear_tlbs(e500_of(u));
		break;
	case MAINTAIN_PREFETCH_FLUSH:
		if (u->t.mispredict)
			e500_stall(u, CAUSE_SYNCHRONISE,
				   u->now + u->t.mispredict);
		break;
	default: /* by address: operations of their own */
		break;
	}
}
