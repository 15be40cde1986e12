/* SPDX-License-Identifier: MIT */
/*
 * The simulated PMUv3 against a naive one.  The board computes counters from
 * ledger snapshots; here every single event adds one to a plain counter, and
 * whether it counts is asked anew for each.  Random programs of events, changes
 * of level, register writes and reads, with fixed seeds, must read the same
 * from both, flags and interrupt request included.
 */
#include <stdint.h>

#include "boards/src/pmu/pmuv3.h"
#include "models.h"
#include "pmu_v3_bench.h"
#include "test.h"

enum { N = 6, CC = 31 };

struct naive {
	bool p5;
	unsigned el;
	bool secure;
	uint64_t mdcr_el2, mdcr_el3;
	uint32_t pmcr, enable, inten, ovs, sel;
	uint32_t type[32];
	uint64_t count[32];
	unsigned ticks;   /* of the divider */
	unsigned chained; /* wraps that the next counter counted */
};

static uint32_t lcg(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

/* HPMN here is 1 to 6. */
static unsigned own(const struct naive *n)
{
	return n->mdcr_el2 & 31;
}

static bool sees(const struct naive *n, unsigned i)
{
	return i == CC || i < (n->el < 2 && !n->secure ? own(n) : N);
}

static uint32_t seen(const struct naive *n)
{
	uint32_t mask = CYCLES;

	for (unsigned i = 0; i < N; i++)
		mask |= (uint32_t)sees(n, i) << i;
	return mask;
}

static bool bit(uint64_t word, unsigned i)
{
	return word >> i & 1;
}

static bool gate(const struct naive *n, unsigned i)
{
	return i == CC || i < own(n) ? bit(n->pmcr, 0) : bit(n->mdcr_el2, 7);
}

static bool forbidden(const struct naive *n, unsigned i)
{
	if ((n->secure || n->el == 3) && !bit(n->mdcr_el3, 17))
		return true;
	return n->p5 && n->el == 2 && bit(n->mdcr_el2, 17) &&
	       (i == CC || i < own(n));
}

static bool let_through(const struct naive *n, uint32_t t)
{
	bool p = bit(t, 31), u = bit(t, 30);

	if (n->el == 3)
		return bit(t, 26) == p;
	if (n->el == 2)
		return bit(t, 27);
	if (n->el == 1)
		return n->secure ? !p : bit(t, 29) == p;
	return n->secure ? !u : bit(t, 28) == u;
}

static bool counts(const struct naive *n, unsigned i)
{
	if (!gate(n, i) || !bit(n->enable, i) || !let_through(n, n->type[i]))
		return false;
	if (i != CC)
		return !forbidden(n, i);
	if (bit(n->pmcr, 5) && forbidden(n, i))
		return false;
	if (n->p5 && (n->secure || n->el == 3) && bit(n->mdcr_el3, 23))
		return false;
	return !(n->p5 && n->el == 2 && bit(n->mdcr_el2, 23));
}

static unsigned code(const struct naive *n, unsigned i)
{
	return n->type[i] & (n->p5 ? 0xFFFF : 0x3FF);
}

/* One more on counter i. */
static void add(struct naive *n, unsigned i)
{
	bool kept64 = i == CC || n->p5, by64;

	if (i == CC)
		by64 = bit(n->pmcr, 6);
	else
		by64 = n->p5 && bit(i < own(n) ? n->pmcr : n->mdcr_el2,
				    i < own(n) ? 7 : 26);
	n->count[i]++;
	if (!kept64)
		n->count[i] &= UINT32_MAX;
	if (by64 ? n->count[i] != 0 : (uint32_t)n->count[i] != 0)
		return;
	n->ovs |= 1u << i;
	if (!by64 && i < N && i % 2 == 0 && code(n, i + 1) == EV_CHAIN &&
	    counts(n, i + 1)) {
		n->chained++;
		add(n, i + 1);
	}
}

static void one(struct naive *n, unsigned event)
{
	for (unsigned i = 0; i < N; i++)
		if (code(n, i) == event && counts(n, i))
			add(n, i);
	if (event != EV_CPU_CYCLES || !counts(n, CC))
		return;
	if (bit(n->pmcr, 3) && !bit(n->pmcr, 6)) {
		n->ticks = (n->ticks + 1) % 64;
		if (n->ticks)
			return;
	}
	add(n, CC);
}

static bool asks(const struct naive *n)
{
	for (unsigned i = 0; i < 32; i++)
		if (bit(n->ovs & n->inten, i) && gate(n, i))
			return true;
	return false;
}

struct pair {
	struct v3_bench b;
	struct naive n;
	uint32_t seed;
	unsigned wraps, chains, requests;
};

static uint32_t draw(struct pair *t, uint32_t below)
{
	return lcg(&t->seed) % below;
}

static uint32_t draw_type(struct pair *t)
{
	static const uint32_t events[] = { EV_SW_INCR,    EV_INST_RETIRED,
					   EV_CPU_CYCLES, EV_CHAIN,
					   EV_CHAIN,      0x1F };
	uint32_t filter = draw(t, 2) ? 0x08000000 : draw(t, 64) << 26;

	return filter | events[draw(t, 6)];
}

/* Soon to wrap, at 32 or at 64 bits. */
static uint64_t draw_count(struct pair *t)
{
	uint64_t high = draw(t, 2) ? UINT32_MAX : draw(t, 3);

	return high << 32 | (UINT32_MAX - draw(t, draw(t, 2) ? 60 : 2));
}

static void write_pmcr(struct pair *t)
{
	struct naive *n = &t->n;
	uint32_t v = draw(t, 256) | (draw(t, 8) ? E : 0);

	if (draw(t, 4))
		v &= ~(uint32_t)(P | C);
	put(&t->b, PMCR, v);
	if (v & C)
		n->count[CC] = n->ticks = 0;
	for (unsigned i = 0; i < N; i++)
		if ((v & P) && sees(n, i))
			n->count[i] = 0;
	n->pmcr = n->p5 ? (v & 0xA1) | 0x40 : v & 0x79;
}

static void write_counter(struct pair *t)
{
	unsigned i = draw(t, N + 1);
	uint64_t v = draw_count(t);

	if (i == N) {
		put(&t->b, PMCCNTR, v);
		t->n.count[CC] = v;
		t->n.ticks = 0;
		return;
	}
	if (draw(t, 2)) {
		put(&t->b, PMEVCNTR(i), v);
	} else {
		put(&t->b, PMSELR, i);
		t->n.sel = i;
		put(&t->b, PMXEVCNTR, v);
	}
	if (sees(&t->n, i))
		t->n.count[i] = t->n.p5 ? v : (uint32_t)v;
}

static void write_type(struct pair *t)
{
	unsigned i = draw(t, N + 1);
	uint32_t v = draw_type(t);

	if (i == N) {
		put(&t->b, PMCCFILTR, v);
		t->n.type[CC] = v & 0xFC000000;
		return;
	}
	put(&t->b, PMEVTYPER(i), v);
	if (sees(&t->n, i))
		t->n.type[i] = v;
}

static void write_sets(struct pair *t)
{
	const struct {
		struct tally_reg set, clear;
		uint32_t *word;
	} pairs[] = {
		{ PMCNTENSET, PMCNTENCLR, &t->n.enable },
		{ PMOVSSET, PMOVSCLR, &t->n.ovs },
		{ PMINTENSET, PMINTENCLR, &t->n.inten },
	};
	unsigned k = draw(t, 3);
	uint32_t v = draw(t, 64) | draw(t, 2) << 31;
	uint32_t bits = v & seen(&t->n);

	/* Flags are mostly cleared, enables mostly set. */
	if ((draw(t, 4) != 0) == (k != 1)) {
		put(&t->b, pairs[k].set, v);
		*pairs[k].word |= bits;
	} else {
		put(&t->b, pairs[k].clear, v);
		*pairs[k].word &= ~bits;
	}
}

static void increment(struct pair *t)
{
	uint32_t v = draw(t, 64);

	put(&t->b, PMSWINC, v);
	for (unsigned i = 0; i < N; i++)
		if (bit(v, i) && sees(&t->n, i) &&
		    code(&t->n, i) == EV_SW_INCR && counts(&t->n, i))
			add(&t->n, i);
}

static void change_inputs(struct pair *t)
{
	struct naive *n = &t->n;

	n->mdcr_el2 = 1 + draw(t, 6);
	if (draw(t, 2))
		n->mdcr_el2 = N;
	n->mdcr_el2 |= draw(t, 2) << 7 | draw(t, 2) << 17 | draw(t, 2) << 23 |
		       draw(t, 2) << 26;
	n->mdcr_el3 = draw(t, 2) << 17 | draw(t, 2) << 23;
	pmu_set_mdcr(t->b.p, n->mdcr_el2, n->mdcr_el3);
}

static void change_level(struct pair *t)
{
	struct naive *n = &t->n;

	n->el = draw(t, 4);
	n->secure = n->el == 3 || (n->el < 2 && draw(t, 4) == 0);
	pmu_set_level(t->b.p, n->el, n->secure);
}

/* Accesses are a debugger's where the core is in EL0: as from EL1. */
static void compare(struct pair *t)
{
	struct naive *n = &t->n;
	unsigned i = draw(t, N);
	uint32_t n_seen = 0;

	while (n_seen < N && sees(n, n_seen))
		n_seen++;
	assert_int_equal(get(&t->b, PMCR) & 0xFFFF, n->pmcr | n_seen << 11);
	assert_int_equal(get(&t->b, PMCNTENSET), n->enable & seen(n));
	assert_int_equal(get(&t->b, PMOVSCLR), n->ovs & seen(n));
	assert_int_equal(get(&t->b, PMINTENCLR), n->inten & seen(n));
	assert_int_equal(get(&t->b, PMCCNTR), n->count[CC]);
	assert_int_equal(get(&t->b, PMCCFILTR), n->type[CC]);
	assert_int_equal(get(&t->b, PMEVCNTR(i)), sees(n, i) ? n->count[i] : 0);
	assert_int_equal(get(&t->b, PMEVTYPER(i)), sees(n, i) ? n->type[i] : 0);
	assert_int_equal(get(&t->b, PMSELR), n->sel);
}

/* An instruction: several things happen, some of them many times. */
static void instruction(struct pair *t)
{
	uint32_t before = t->n.ovs;
	uint32_t cycles = 1 + draw(t, 40) * (draw(t, 4) == 0);

	t->b.ledger.n[LEDGER_INSTRUCTIONS]++;
	t->b.ledger.n[LEDGER_CYCLES] += cycles;
	one(&t->n, EV_INST_RETIRED);
	for (uint32_t k = 0; k < cycles; k++)
		one(&t->n, EV_CPU_CYCLES);
	/* The level may change before the monitor is told. */
	if (draw(t, 20) == 0)
		change_level(t);
	pmu_update(t->b.p);
	for (unsigned i = 0; i < 32; i++)
		t->wraps += bit(t->n.ovs & ~before, i);
}

static void (*const actions[])(struct pair *t) = {
	write_pmcr, write_counter, write_counter, write_type, write_sets,
	write_sets, write_sets,    increment,     increment,  change_inputs,
};

static void run(struct pair *t, enum pmu_kind kind, uint32_t seed)
{
	begin(&t->b, kind, NULL);
	t->n = (struct naive){ .p5 = kind == PMU_V3P5, .el = 1, .mdcr_el2 = N };
	t->n.pmcr = t->n.p5 ? 0x40 : 0;
	t->seed = seed;
	for (int step = 0; step < 4000; step++) {
		instruction(t);
		if (draw(t, 3) == 0)
			actions[draw(t, sizeof(actions) / sizeof(actions[0]))](
				t);
		assert_int_equal(pmu_irq(t->b.p), asks(&t->n));
		t->requests += asks(&t->n);
		if (draw(t, 4) == 0)
			compare(t);
	}
	t->chains += t->n.chained;
	pmu_free(t->b.p);
}

TEST(lazy_counters_equal_naive_ones)
{
	for (unsigned i = 0; i < V3_KINDS; i++) {
		struct pair t = { .wraps = 0 };

		for (uint32_t seed = 1; seed <= 20; seed++)
			run(&t, v3_kinds[i], seed);
		/* or the test would not see much */
		assert_true(t.wraps > 400);
		assert_true(t.chains > 30);
		assert_true(t.requests > 1000);
	}
}
