/* SPDX-License-Identifier: MIT */
/*
 * The simulated monitors against a naive one.  The board computes counters
 * from ledger snapshots; here every single event adds one to a plain counter.
 * Random programs of events, register writes and reads, with fixed seeds,
 * must read the same from both, flags and interrupt request included.
 */
#include <stdint.h>

#include "boards/src/pmu/pmu.h"
#include "models.h"
#include "test.h"

struct naive {
	bool arm, strict;
	uint32_t kept; /* read/write bits of the control register */
	uint32_t pmnc; /* as kept, without flags */
	uint32_t flags, irq, fiq;
	uint32_t pmn[2], ccnt, prescale;
};

static uint32_t lcg(uint32_t *seed)
{
	*seed = *seed * 1664525 + 1013904223;
	return *seed >> 8;
}

static uint32_t code_of(const struct naive *n, int counter)
{
	/* ARM11 has counter 0's event in the upper field, XScale in the lower.
	 */
	return n->pmnc >> ((counter == 0) == n->arm ? 20 : 12) & 0xFF;
}

/* The lines: bit i, counter i asks.  30:28 are kept on an ARM1156 only. */
static void ask(struct naive *n, bool may_drop)
{
	if (may_drop)
		n->irq = n->fiq = 0;
	for (int c = 0; c < 3; c++) {
		bool ec = n->pmnc >> (4 + c) & 1, fc = n->pmnc >> (28 + c) & 1;
		bool irq = n->strict ? ec && !fc : ec;
		bool fiq = n->strict ? ec && fc : fc;

		n->irq |= irq ? n->flags & 1u << c : 0;
		n->fiq |= fiq ? n->flags & 1u << c : 0;
	}
}

/* One event, of kind `item`. */
static void one(struct naive *n, const struct pmu_event *rows, unsigned count,
		int item)
{
	if (!(n->pmnc & 1))
		return;
	for (int c = 0; c < 2; c++) {
		const uint32_t code = code_of(n, c);

		for (unsigned i = 0; i < count; i++)
			if (rows[i].code == code && rows[i].item == item &&
			    ++n->pmn[c] == 0)
				n->flags |= 1u << c;
	}
	if (item == LEDGER_CYCLES) {
		bool tick = true;

		if (n->pmnc & 8) {
			n->prescale = (n->prescale + 1) % 64;
			tick = n->prescale == 0;
		}
		if (tick && ++n->ccnt == 0)
			n->flags |= 4;
	}
	ask(n, false);
}

static void write_pmnc(struct naive *n, uint32_t v)
{
	bool was = n->pmnc & 1, is = v & 1, may;

	if (v & 4)
		n->ccnt = n->prescale = 0;
	if (v & 2)
		n->pmn[0] = n->pmn[1] = 0;
	if (!n->arm || !n->strict || (was && is))
		n->flags &= ~(v >> 8 & 7);
	n->pmnc = v & n->kept;
	may = !n->arm || (n->strict ? was && is : was || is);
	ask(n, may);
}

static uint32_t random_pmnc(uint32_t *seed, const struct pmu_event *rows,
			    unsigned count)
{
	uint32_t v = (lcg(seed) & 0x7F7) | (lcg(seed) & 7) << 28;

	if (lcg(seed) % 8 == 0)
		v |= 8;
	if (lcg(seed) % 4)
		v |= 1;
	if (lcg(seed) % 4)
		v &= ~6u;
	v |= (uint32_t)rows[lcg(seed) % count].code << 12;
	v |= (uint32_t)rows[lcg(seed) % count].code << 20;
	return v;
}

struct pair {
	struct ledger ledger;
	struct pmu *p;
	struct naive n;
	const struct pmu_event *rows;
	unsigned count;
	uint32_t seed;
	unsigned wraps, fiqs; /* or the test would not see much */
};

static struct tally_reg place(const struct pair *t, uint32_t index)
{
	struct tally_reg r = { .bits = 32 };

	r.space = t->n.arm ? TALLY_CP15 : TALLY_CP14;
	r.addr = t->n.arm ? TALLY_CP(0, 15, 12, index)
			  : TALLY_CP(0, index, 0, 0);
	return r;
}

static void compare(struct pair *t, uint32_t index)
{
	struct tally_reg r = place(t, index);
	const uint32_t expected[] = { t->n.pmnc | t->n.flags << 8, t->n.ccnt,
				      t->n.pmn[0], t->n.pmn[1] };
	uint64_t value = 0;

	assert_int_equal(pmu_read(t->p, &r, true, &value), PMU_DONE);
	assert_int_equal(value, expected[index]);
}

static void compare_lines(struct pair *t)
{
	assert_int_equal(pmu_irq(t->p), t->n.irq != 0);
	assert_int_equal(pmu_fiq(t->p), t->n.fiq != 0);
	t->fiqs += t->n.fiq != 0;
}

static void write_one(struct pair *t)
{
	uint32_t index = lcg(&t->seed) % 4, v;
	struct tally_reg r = place(t, index);

	if (index == 0)
		v = random_pmnc(&t->seed, t->rows, t->count);
	else /* soon to wrap */
		v = UINT32_MAX - lcg(&t->seed) % 300;
	assert_int_equal(pmu_write(t->p, &r, true, v), PMU_DONE);
	if (index == 0)
		write_pmnc(&t->n, v);
	else if (index == 1)
		t->n.ccnt = v, t->n.prescale = 0;
	else
		t->n.pmn[index - 2] = v;
}

/* An instruction: several things happen, some of them many times. */
static void instruction(struct pair *t)
{
	for (uint32_t k = lcg(&t->seed) % 6; k > 0; k--) {
		int item = t->rows[lcg(&t->seed) % t->count].item;
		uint32_t times =
			1 + lcg(&t->seed) % 100 * (lcg(&t->seed) % 4 == 0);

		if (item == LEDGER_NOTHING)
			continue; /* it never moves */
		t->ledger.n[item] += times;
		for (uint32_t i = 0; i < times; i++)
			one(&t->n, t->rows, t->count, item);
	}
	pmu_update(t->p);
	compare_lines(t);
}

static const uint32_t kept[] = { [PMU_ARM1136] = 0x0FFFF879,
				 [PMU_ARM1156] = 0x7FFFF879,
				 [PMU_ARM1176] = 0x0FFFF879,
				 [PMU_PXA250] = 0x0FFFF079 };

static void run(struct pair *t, enum pmu_kind kind, bool strict, uint32_t seed)
{
	const struct pmu_quirks quirks = { .strict = strict };

	t->ledger = (struct ledger){ 0 };
	t->n = (struct naive){ .arm = kind != PMU_PXA250,
			       .strict = strict,
			       .kept = kept[kind] };
	t->seed = seed;
	t->rows = pmu_events(pmu_of(kind), &t->count);
	t->p = pmu_new(pmu_of(kind), &quirks, &t->ledger);
	assert_non_null(t->p);
	for (int step = 0; step < 3000; step++) {
		uint32_t before = t->n.flags;

		instruction(t);
		t->wraps += t->n.flags != before;
		if (lcg(&t->seed) % 10 == 0)
			write_one(t);
		if (lcg(&t->seed) % 4 == 0)
			compare(t, lcg(&t->seed) % 4);
		compare_lines(t);
	}
	for (uint32_t index = 0; index < 4; index++)
		compare(t, index);
	pmu_free(t->p);
}

TEST(lazy_counters_equal_naive_ones)
{
	for (int kind = PMU_ARM1136; kind <= PMU_PXA250; kind++) {
		struct pair t = { .wraps = 0 };

		for (uint32_t seed = 1; seed <= 20; seed++) {
			run(&t, (enum pmu_kind)kind, false, seed);
			run(&t, (enum pmu_kind)kind, true, seed);
		}
		assert_true(t.wraps > 400);
		if (kind == PMU_ARM1156)
			assert_true(t.fiqs > 1000);
	}
}
