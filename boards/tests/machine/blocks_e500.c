/* SPDX-License-Identifier: MIT */
/* The state that only e500 boards have, for test_blocks.c. */
#include "boards/src/core/e500_inner.h"
#include "boards/src/ppc/inner.h"
#include "boards/tests/machine/streams.h"

static void add(uint64_t *sum, uint64_t number)
{
	*sum = (*sum ^ number) * UINT64_C(0x9e3779b97f4a7c15);
	*sum ^= *sum >> 29;
}

static void add_order(uint64_t *sum, const struct cache *c)
{
	for (uint32_t set = 0; set < c->shape.sets; set++)
		add(sum, (uint32_t)c->next[set] << 8 | c->recent[set]);
}

static void add_tlb(uint64_t *sum, const struct e500_tlb *t)
{
	for (unsigned set = 0; set < E500_TLB4K_SETS; set++)
		for (unsigned way = 0; way < E500_TLB_WAYS; way++)
			add(sum, (uint64_t)t->base[set][way] << 32 |
					 t->mask[set][way]);
}

static void add_branches(uint64_t *sum, const struct e500_state *e)
{
	for (unsigned set = 0; set < E500_BTB_SETS; set++) {
		for (unsigned way = 0; way < E500_BTB_WAYS; way++) {
			add(sum, e->btb[set][way].branch);
			add(sum, (uint64_t)e->btb[set][way].target << 8 |
					 e->btb[set][way].history);
		}
		add(sum, e->btb_next[set]);
	}
}

/* Operands that are late, lines on their way, and where the program is in its
 * group: of one that is over, nothing. */
static void add_pipeline(uint64_t *sum, const struct uarch *u, uint32_t pc)
{
	const struct e500_state *e = e500_of(u);

	if (pc - e->group < e->group_bytes)
		add(sum, (uint64_t)e->group << 8 | e->group_bytes);
	add(sum, e->slots);
	for (unsigned i = 0; i < E500_ALWAYS; i++)
		if (e->ready[i] > u->now)
			add(sum, e->ready[i] << 16 | i << 8 | e->why[i]);
	if (e->divider_free > u->now)
		add(sum, e->divider_free);
	for (unsigned i = 0; i < E500_DLFB; i++)
		add(sum, e->dlfb[i].until ^ (uint64_t)e->dlfb[i].line << 32);
}

static void add_registers(uint64_t *sum, const struct ppc *p)
{
	const struct ppc_regs *r = &p->regs;

	add(sum, (uint64_t)r->cr << 32 | r->xer);
	add(sum, (uint64_t)r->lr << 32 | r->ctr);
	add(sum, (uint64_t)p->system.srr0 << 32 | p->system.srr1);
	add(sum, (uint64_t)p->system.esr << 32 | p->system.dear);
	add(sum, (uint64_t)p->system.tsr << 32 | p->asking);
}

uint64_t e500_sum(const struct machine *m)
{
	const struct ppc *p = ppc_of(m);
	const struct e500_state *e = e500_of(m->uarch);
	uint64_t sum = 0;

	add_order(&sum, &m->uarch->icache);
	add_order(&sum, &m->uarch->dcache);
	add_tlb(&sum, &e->ivsp);
	add_tlb(&sum, &e->i4k);
	add_tlb(&sum, &e->dvsp);
	add_tlb(&sum, &e->d4k);
	add_branches(&sum, e);
	add_pipeline(&sum, m->uarch, p->regs.pc);
	add_registers(&sum, p);
	for (unsigned i = 0; i < PQ3_ITEMS; i++)
		add(&sum, pq3_count(p->pq3, (enum pq3_item)i));
	return sum;
}
