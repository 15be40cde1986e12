/* SPDX-License-Identifier: MIT */
/* All of a core's state that its registers and its ledger do not tell. */
#include <string.h>

#include "boards/src/ahb/pl080.h"
#include "boards/src/core/arm11_inner.h"
#include "boards/src/core/arm926_inner.h"
#include "boards/src/core/cortex_a_inner.h"
#include "boards/src/core/e500.h"
#include "boards/src/core/pxa250_inner.h"
#include "boards/src/inorder/inner.h"
#include "boards/src/machine/inner.h"
#include "boards/src/outoforder/inner.h"
#include "boards/tests/machine/streams.h"

struct sum {
	uint64_t value;
};

static void add_number(struct sum *s, uint64_t number)
{
	s->value = (s->value ^ number) * UINT64_C(0x9e3779b97f4a7c15);
	s->value ^= s->value >> 29;
}

/* Eight bytes at a time: predictors are large, and summed very often. */
static void add(struct sum *s, const void *from, size_t n)
{
	const uint8_t *byte = from;

	for (size_t i = 0; i < n; i += 8) {
		uint64_t some = 0;

		memcpy(&some, byte + i, n - i < 8 ? n - i : 8);
		add_number(s, some);
	}
}

static void add_cache(struct sum *s, const struct cache *c)
{
	size_t slots = (size_t)c->shape.sets * c->shape.ways;

	for (size_t i = 0; i < slots; i++)
		add_number(s, (uint64_t)c->tag[i] << 8 | c->dirty[i]);
	for (unsigned i = 0; i < c->shape.sets; i++)
		add_number(s, c->next[i]);
	add_number(s, c->rng.state);
}

static void add_tlb(struct sum *s, const struct tlb *t)
{
	for (uint32_t i = 0; i < t->sets * t->ways; i++)
		add_number(s, (uint64_t)t->base[i] << 32 | t->mask[i]);
	add(s, t->next, t->sets);
}

/* Registers that are still waited for; one that is there is as any other. */
static void add_pending(struct sum *s, const struct uarch *u)
{
	for (unsigned i = 0; i < REGISTERS; i++)
		if (u->pending >> i & 1 && u->ready[i] > u->now)
			add_number(s, u->ready[i] << 16 | i << 8 | u->why[i]);
}

static uint64_t later_than(uint64_t now, uint64_t then)
{
	return then > now ? then : 0;
}

static void add_buffer(struct sum *s, const struct buffer *b)
{
	add_number(s, b->last);
	for (unsigned i = 0; i < b->size; i++)
		add_number(s, b->done[i] ^ (uint64_t)b->tag[i] << 32);
}

static void add_pxa250(struct sum *s, const struct uarch *u)
{
	const struct pxa250 *p = u->own;

	add_cache(s, &p->mini);
	add_tlb(s, &p->itlb);
	add_tlb(s, &p->dtlb);
	add(s, &p->predictor, sizeof(p->predictor));
	add_buffer(s, &p->requests);
	add_buffer(s, &p->pend);
	add_buffer(s, &p->writes);
}

static void add_arm11(struct sum *s, const struct uarch *u)
{
	const struct arm11 *a = arm11_of(u);

	add_tlb(s, &a->imicro);
	add_tlb(s, &a->dmicro);
	add_tlb(s, &a->main_tlb);
	add(s, &a->predictor, sizeof(a->predictor));
	add(s, a->returns.addr, a->returns.depth * sizeof(uint32_t));
	add_buffer(s, &a->requests);
	add_number(s, later_than(u->now, a->lsu_free));
	add_number(s, later_than(u->now, a->posted));
}

static void add_page_memo(struct sum *s, const struct page_memo *m)
{
	add_number(s, (uint64_t)m->base << 32 | m->mask);
}

/* And the bus, with all that its monitor counts. */
static void add_arm926(struct sum *s, const struct uarch *u)
{
	const struct arm926 *a = arm926_of(u);
	struct ahb_ledger ledger;

	add_tlb(s, &a->tlb);
	add_page_memo(s, &u->ipage);
	add_page_memo(s, &u->dpage);
	add_number(s, a->words_left);
	add(s, a->line, arm926_slots(u) * sizeof(*a->line));
	for (unsigned i = 0; i < a->posts; i++)
		add_number(s, a->posted[i].ticket);
	ahb_truth(a->bus, &ledger);
	add(s, &ledger, sizeof(ledger));
	add_number(s, ahb_now(a->bus));
	add_number(s, ahb_pending(a->bus, AHB_ARMD));
	add_number(s, ahb_pending(a->bus, AHB_ARMI));
}

static void add_cortex_a(struct sum *s, const struct uarch *u)
{
	const struct cortex_a *a = cortex_a_of(u);

	add_cache(s, &a->l2);
	add_tlb(s, &a->imicro);
	add_tlb(s, &a->dmicro);
	add_tlb(s, &a->main_tlb);
	add(s, &a->global, sizeof(a->global));
	add(s, a->returns.addr, a->returns.depth * sizeof(uint32_t));
}

static void add_inorder(struct sum *s, const struct uarch *u)
{
	const struct inorder *e = inorder_of(u);

	add_cortex_a(s, u);
	for (unsigned i = 0; i < PLACES_ALL; i++)
		if (e->ready[i] > u->now)
			add_number(s, e->ready[i] << 16 | i << 8 | e->why[i]);
	add_number(s, (uint64_t)e->slots << 32 | e->recent);
}

/* All that can still make a difference. */
static void add_outoforder(struct sum *s, const struct uarch *u)
{
	const struct outoforder *e = outoforder_of(u);
	const struct outoforder_core *c = outoforder_core_of(u);

	add_cortex_a(s, u);
	add_number(s, u->now - e->front);
	add_number(s, (uint64_t)e->slots << 40 | e->recent);
	add_number(s, (uint64_t)e->retiring << 40 | e->front_why);
	for (unsigned i = 0; i < c->window; i++)
		add_number(s, u->now - e->retired[(e->newest + i) % c->window]);
	for (unsigned i = 0; i < PLACES_ALL; i++)
		add_number(s, (u->now - e->ready[i]) << 8 | e->forward[i]);
	for (unsigned i = 0; i < PORT_CYCLES; i++)
		add_number(s, e->busy[(e->front + i) % PORT_CYCLES]);
	for (unsigned i = 0; i < STORES; i++)
		add_number(s, (u->now - e->store[i].ready) << 32 |
				      e->store[i].number);
	for (unsigned i = 0; i < c->fills; i++)
		add_number(s,
			   (u->now - e->fill[i].until) << 32 | e->fill[i].line);
}

uint64_t core_sum(const struct machine *m)
{
	const struct uarch *u = m->uarch;
	struct sum s = { u->now };

	add_cache(&s, &u->icache);
	add_cache(&s, &u->dcache);
	add_pending(&s, u);
	add_number(&s, later_than(u->now, u->bus_free));
	add_number(&s, u->rng.state);
	if (u->ops == &uarch_pxa250_ops)
		add_pxa250(&s, u);
	else if (u->ops == &uarch_arm926_ops)
		add_arm926(&s, u);
	else if (u->ops == &uarch_e500_ops)
		add_number(&s, e500_sum(m));
	else if (u->ops->blocks == &inorder_blocks ||
		 u->ops->blocks == &inorder_blocks_no_target)
		add_inorder(&s, u);
	else if (u->ops->blocks == &outoforder_blocks ||
		 u->ops->blocks == &outoforder_blocks_no_target)
		add_outoforder(&s, u);
	else
		add_arm11(&s, u);
	return s.value;
}

/* By channel 0 of the DMA controller: words, both addresses go up. */
void begin_copy(const struct machine *m, uint32_t from, uint32_t to,
		uint32_t words)
{
	enum {
		CONFIGURATION = PL080_BASE + 0x30,
		CHANNEL = PL080_BASE + 0x100,
		OF_WORDS = 2 << 18 | 2 << 21,
		GO_UP = 3 << 26,
		MASTER_2 = 3 << 24, /* of memory */
	};
	struct ahb *bus;

	if (m->uarch->ops != &uarch_arm926_ops)
		return;
	bus = arm926_of(m->uarch)->bus;
	ahb_poke(bus, CONFIGURATION, 1);
	ahb_poke(bus, CHANNEL, from);
	ahb_poke(bus, CHANNEL + 4, to);
	ahb_poke(bus, CHANNEL + 0xc, words | OF_WORDS | GO_UP | MASTER_2);
	ahb_poke(bus, CHANNEL + 0x10, 1);
}
