/* SPDX-License-Identifier: MIT */
/*
 * All masters at once, with random traffic, timings and faults: the counters
 * against a recount of the cells that the status port shows, the registers
 * against the truth in random windows, and what must hold in every cycle.
 */
#include "ahb_fixture.h"

#include "base/rng.h"
#include "test.h"

enum { CYCLES = 20000, RUNS = 12 };

/* A layer's cell in a cycle, as the test has seen it. */
struct seen {
	uint8_t cell, slave;
	bool opens; /* the first cycle on its beat in which it has the slave */
};

static struct seen seen[AHB_LAYERS][CYCLES];
static uint64_t again[AHB_COUNTERS]; /* the recount */
static uint64_t run[AHB_LAYERS];
static bool had[AHB_LAYERS];
static struct rng rng;

static unsigned below(unsigned n)
{
	return rng_next(&rng) % n;
}

/* The names of a layer's counters, by hand, apart from the model's table. */
static enum ahb_counter base_of(enum ahb_layer layer)
{
	static const uint8_t base[] = { CtArmdRd, CtArmiRd, CtClcdRd,
					CtDma0Rd, CtDma1Rd, CtExpRd };

	return base[layer];
}

static enum ahb_counter waits_of(enum ahb_layer layer)
{
	static const uint8_t base[] = { CtArmdWaitTotal, CtArmiWaitTotal,
					CtClcdWaitTotal, CtDma0WaitTotal,
					CtDma1WaitTotal, CtExpWaitTotal };

	return base[layer];
}

static void recount_burst(const struct ahb_status *s)
{
	bool cbpd = s->prot == 15, cbpi = s->prot == 14;

	switch (s->layer) {
	case AHB_ARMD:
		again[CtArmdBurstSingle] += s->type == AHB_SINGLE;
		again[CtArmdBurstIncr4] += s->type == AHB_INCR4;
		again[CtArmdBurstIncr8] += s->type == AHB_INCR8;
		again[CtArmdLineFill] += s->type == AHB_WRAP8;
		again[CtArmdCastOut4] += s->type == AHB_INCR4 && s->write &&
					 cbpd && s->addr % 16 == 0;
		again[CtArmdCastOut8] +=
			s->type == AHB_INCR8 && s->write && cbpd;
		again[CtArmdPageWalkD] += s->type == AHB_SINGLE && !s->write &&
					  s->size == 4 && cbpd;
		again[CtArmdPageWalkI] += s->type == AHB_SINGLE && !s->write &&
					  s->size == 4 && cbpi;
		break;
	case AHB_ARMI:
		again[CtArmiBurstSingle] += s->type == AHB_SINGLE;
		again[CtArmiBurstIncr4] += s->type == AHB_INCR4;
		again[CtArmiLineFill] += s->type == AHB_WRAP8;
		break;
	case AHB_EXP: /* in the order of HBURST */
		again[CtExpBurstSingle + s->type]++;
		break;
	case AHB_CLCDC:
	case AHB_DMA0:
	case AHB_DMA1: {
		static const uint8_t incr[] = { [AHB_CLCDC] = CtClcdBurstIncr,
						[AHB_DMA0] = CtDma0BurstIncr,
						[AHB_DMA1] = CtDma1BurstIncr };
		unsigned i = s->type == AHB_INCR    ? 0
			     : s->type == AHB_INCR4 ? 1
			     : s->type == AHB_INCR8 ? 2
						    : 3;

		assert_true(s->type % 2 == 1);
		again[incr[s->layer] + i]++;
		break;
	}
	case AHB_GXI:
	case AHB_ALL_LAYERS:
		fail();
	}
}

static void recount_beat(const struct ahb_status *s)
{
	unsigned psel = s->addr >> 12 & 15;

	again[base_of(s->layer) + s->write]++;
	if (s->beat == 0)
		recount_burst(s);
	if (s->layer == AHB_DMA0 && s->addr >> 16 == 0x101F && psel < 5)
		again[(psel == 0   ? CtDma0RdSci
		       : psel == 4 ? CtDma0RdSsp
				   : CtDma0RdUart) +
		      s->write]++;
	if (s->layer != AHB_ARMD && s->layer != AHB_EXP)
		return;
	if (s->addr >> 16 == 0x101F)
		again[base_of(s->layer) + 2 + s->write]++;
	if (s->addr >> 16 == 0x101E)
		again[base_of(s->layer) + 4 + s->write]++;
}

static void recount_waits(const struct ahb_status *s)
{
	unsigned threshold = s->layer * 3;
	enum ahb_counter w = waits_of(s->layer);

	for (uint64_t i = 0; i < s->cycles; i++) {
		again[w]++;
		if (s->beat == 0)
			again[w + (s->cell == AHB_WAIT_SLAVE ? 1 : 2)]++;
		if (++run[s->layer] == threshold + 1)
			again[w + 3]++;
	}
}

static void recount(void *ctx, const struct ahb_status *s)
{
	bool waits = s->cell == AHB_WAIT_BUS || s->cell == AHB_WAIT_ARBITER ||
		     s->cell == AHB_WAIT_SLAVE;
	bool outside = s->cell == AHB_WAIT_BUS || s->cell == AHB_WAIT_ARBITER ||
		       s->cell == AHB_IDLE;

	(void)ctx;
	for (uint64_t t = s->time; t < s->time + s->cycles && t < CYCLES; t++) {
		struct seen *c = &seen[s->layer][t];

		assert_int_equal(c->cell, AHB_IDLE);
		c->cell = (uint8_t)s->cell;
		c->slave = (uint8_t)s->slave;
		c->opens = !outside && !had[s->layer];
		had[s->layer] = !outside;
	}
	if (waits) {
		recount_waits(s);
		return;
	}
	if (s->cell == AHB_BEAT || s->cell == AHB_ERROR2)
		recount_beat(s);
	if (s->cell == AHB_BEAT || s->cell == AHB_ERROR2 ||
	    s->cell == AHB_RETRY2) {
		run[s->layer] = 0;
		had[s->layer] = false;
	}
}

/* Bursts that never lock need no more: a slave has one user; who waits for the
 * arbiter waits because of a user; nobody passes one of higher priority. */
static void check_cycle(unsigned t)
{
	static const uint8_t rank[] = {
		[AHB_CLCDC] = 0, [AHB_DMA0] = 1, [AHB_EXP] = 2,
		[AHB_DMA1] = 3,  [AHB_ARMD] = 4, [AHB_ARMI] = 5
	};
	int user[AHB_SLAVES];

	memset(user, -1, sizeof(user));
	for (unsigned i = 0; i < AHB_LAYERS; i++) {
		const struct seen *c = &seen[i][t];

		if (c->cell == AHB_IDLE || c->cell == AHB_WAIT_BUS ||
		    c->cell == AHB_WAIT_ARBITER || c->slave == AHB_NOBODY)
			continue;
		assert_int_equal(user[c->slave], -1);
		user[c->slave] = (int)i;
	}
	for (unsigned i = 0; i < AHB_LAYERS; i++) {
		const struct seen *c = &seen[i][t];
		uint8_t before;
		int who;

		if (c->cell != AHB_WAIT_ARBITER)
			continue;
		who = user[c->slave];
		assert_true(who >= 0);
		/* A burst that opens here has won against this one.  Behind
		 * a beat it may be the same burst, and nobody was asked. */
		before = seen[who][t - 1].cell;
		if (seen[who][t].opens && before != AHB_BEAT &&
		    before != AHB_ERROR2)
			assert_true(rank[who] < rank[i]);
	}
}

static struct ahb_burst cpu_burst(bool data)
{
	static const uint32_t where[] = { 0x00001000, 0x20000000, 0x101E2000,
					  0x101F1018, 0x80000000, 0x18000000 };
	uint32_t addr = where[data ? below(6) : below(2)] + 4 * below(64);
	uint8_t prot = (uint8_t)below(16);
	static const uint8_t beats[] = { 1, 4, 8, 3 };
	unsigned n = beats[below(4)];

	if (addr >> 16 == 0x101F)
		return ahb_read_of(0x101F1018, 4, 1, prot);
	if (addr >> 16 == 0x101E)
		n = 1;
	if (!data)
		return below(2) ? ahb_line_fill(addr, false)
				: ahb_read_of(addr, 4, below(2) ? 1 : 4, prot);
	switch (below(5)) {
	case 0:
		return n == 1 ? ahb_page_walk(addr, below(2))
			      : ahb_line_fill(addr, true);
	case 1:
		return ahb_cast_out(addr, n);
	case 2:
		return ahb_write_of(addr, 1u << below(3), 1, prot);
	case 3:
		return ahb_write_of(addr, 4, n, prot);
	default:
		return ahb_read_of(addr, 4, n, prot);
	}
}

static void start_masters(void)
{
	ahb_poke(f.ahb, PL110_BASE + 0x04, 31);
	ahb_poke(f.ahb, PL110_BASE + 0x08, 3 + below(8));
	ahb_poke(f.ahb, PL110_BASE + 0x10, 0x2000 + 4 * below(64));
	ahb_poke(f.ahb, PL110_BASE + 0x18, below(2) << 16 | 9);
	for (unsigned i = 0; i < 5; i++) {
		ahb_poke(f.ahb, 0x101F0000 + 0x1000 * i + 0x24, 3);
		ahb_poke(f.ahb, 0x101F0000 + 0x1000 * i + 0x48, 3);
	}
	ahb_poke(f.ahb, 0x101F0020, 3);
	set_channel(0, 0x3000, 0x101F1000, 0x05009000 | 0xFFF,
		    1 | 1 << 11 | 15 << 6);
	set_channel(2, 0x101F2000, 0x7000, 0x0A009000 | 0xFFF,
		    1 | 2 << 11 | 12 << 1);
}

/* Copies that end: in memory, off the chip, from SSP to SCI. */
static void start_copies(void)
{
	uint32_t bursts = below(4) << 12 | below(4) << 15;
	uint32_t widths = below(3) << 18 | below(3) << 21;

	set_channel(1, 0x3001, 0x5000, 0x0F000000 | bursts | below(200), 1);
	set_channel(3, 0x3000, 0x80000000,
		    0x0D000000 | widths | bursts | below(100), 1);
	set_channel(4, 0x101F4008, 0x101F0000, bursts | below(50), 1);
}

static void random_options(void)
{
	static const char *const exp[] = {
		"burst=mix,every=37,writes=30,beats=6",
		"burst=8,every=90,base=0x101e0000,span=4096",
		"burst=single,every=23,base=0x101f0000,span=4096,writes=50",
		"burst=wrap16,every=60,base=0x20000000,size=2",
	};
	struct error err;

	for (unsigned i = 0; i < AHB_SLAVES; i++)
		f.options.timing[i] = (struct ahb_timing){ (uint8_t)below(7),
							   (uint8_t)below(3),
							   (uint8_t)below(5),
							   (uint8_t)below(3) };
	/* The memory is fast enough that nobody starves. */
	f.options.timing[AHB_MPMC].read_next = 0;
	f.options.timing[AHB_MPMC].write_next = 0;
	assert_true(ahb_pattern_parse(AHB_EXP, exp[below(4)], &f.options.exp,
				      &err));
	assert_true(ahb_pattern_parse(AHB_GXI, "burst=9,every=70,writes=40",
				      &f.options.gxi, &err));
	for (unsigned i = 0; i < 5; i++)
		f.options.receive_every[i] = 40 + below(100);
}

static void random_faults(void)
{
	struct ahb_fault fault;
	struct error err;

	assert_true(ahb_fault_parse("armd:retry,every=19", &fault, &err));
	assert_true(ahb_inject(f.ahb, &fault, &err));
	assert_true(ahb_fault_parse("armd:error,every=31", &fault, &err));
	assert_true(ahb_inject(f.ahb, &fault, &err));
	assert_true(ahb_fault_parse("exp:retry,every=29", &fault, &err));
	assert_true(ahb_inject(f.ahb, &fault, &err));
}

/* Every third run is the CPU's alone. */
static bool alone(uint64_t seed)
{
	return seed % 3 == 0;
}

static void begin_run(uint64_t seed)
{
	rng_seed(&rng, seed);
	memset(seen, 0, sizeof(seen));
	memset(again, 0, sizeof(again));
	memset(run, 0, sizeof(run));
	memset(had, 0, sizeof(had));
	fixture_reset();
	random_options();
	if (alone(seed)) {
		f.options.exp.on = false;
		f.options.gxi.on = false;
	}
	fixture_go();
	ahb_watch(f.ahb, recount, NULL);
	random_faults();
	set_monitor(0x170, 4);
	for (uint32_t i = 0; i < AHB_LAYERS; i++)
		set_monitor(0x17C + 4 * i, 3 * i);
	if (!alone(seed))
		start_masters();
}

static void expect_recount(void)
{
	struct ahb_ledger ledger;
	unsigned n;
	const struct pmu_event *events = ahb_events(&n);

	ahb_truth(f.ahb, &ledger);
	for (unsigned i = CtArmdRd; i < CtGxiWr; i++) {
		if (ledger.n[i] == again[i])
			continue;
		print_message("%s: %llu, recount %llu\n", events[i].name,
			      (unsigned long long)ledger.n[i],
			      (unsigned long long)again[i]);
		fail();
	}
}

/* The reference's identities; one burst of the display's may be under way. */
static void expect_identities(void)
{
	struct ahb_ledger l;
	uint64_t words;

	ahb_truth(f.ahb, &l);
	for (unsigned i = 0; i < AHB_LAYERS; i++) {
		enum ahb_counter w = waits_of(i);
		uint64_t transfers = l.n[base_of(i)];

		if (i != AHB_ARMI && i != AHB_CLCDC)
			transfers += l.n[base_of(i) + 1];
		assert_true(l.n[w + 1] + l.n[w + 2] <= l.n[w]);
		assert_true(transfers + l.n[w] <= l.n[CtTotalCyclesEn]);
	}
	assert_int_equal(l.n[CtArmiRd], l.n[CtArmiBurstSingle] +
						4 * l.n[CtArmiBurstIncr4] +
						8 * l.n[CtArmiLineFill]);
	words = l.n[CtClcdBurstIncr] + 4 * l.n[CtClcdBurstIncr4] +
		8 * l.n[CtClcdBurstIncr8] + 16 * l.n[CtClcdBurstIncr16];
	assert_in_range(words - l.n[CtClcdRd], 0, 15);
	assert_true(l.n[CtArmdCastOut4] <= l.n[CtArmdBurstIncr4]);
	assert_true(l.n[CtArmdCastOut8] <= l.n[CtArmdBurstIncr8]);
	assert_true(l.n[CtArmdPageWalkD] + l.n[CtArmdPageWalkI] <=
		    l.n[CtArmdBurstSingle]);
}

/* Registers against truth: what they gained while enabled. */
static uint64_t total[AHB_COUNTERS];

static void window(bool *enabled, struct ahb_ledger *since)
{
	struct ahb_ledger now;

	ahb_truth(f.ahb, &now);
	for (unsigned i = 0; i < AHB_COUNTERS; i++)
		if (*enabled || i == CtTotalCycles)
			total[i] += now.n[i] - since->n[i];
	*since = now;
	*enabled = below(2);
	set_monitor(0x170, 4 | *enabled);
	for (unsigned i = 0; i < AHB_COUNTERS; i++)
		assert_int_equal(get_monitor(4 * i), (uint32_t)total[i]);
}

static void one_run(uint64_t seed)
{
	struct ahb_ledger since = { { 0 } };
	struct ahb_done done;
	bool enabled = false;
	uint64_t now = 0;

	begin_run(seed);
	memset(total, 0, sizeof(total));
	while (now < CYCLES) {
		bool data = below(3);
		enum ahb_layer layer = data ? AHB_ARMD : AHB_ARMI;
		struct ahb_burst burst = cpu_burst(data);
		ahb_ticket ticket = ahb_post(f.ahb, layer, &burst, now);

		if (below(3))
			ahb_await(f.ahb, layer, ticket, below(2), &done);
		now = ahb_now(f.ahb) + (uint64_t)below(4) * below(12);
		ahb_advance(f.ahb, now);
		if (below(30) == 0 && !alone(seed))
			start_copies();
		if (below(20) == 0)
			window(&enabled, &since);
	}
	ahb_drain(f.ahb, AHB_ARMI, now);
	expect_recount();
	expect_identities();
	for (unsigned t = 1; t < CYCLES; t++)
		check_cycle(t);
	/* Everybody was there. */
	assert_true(truth(CtArmdRd) > 100 && truth(CtArmiRd) > 100);
	if (alone(seed))
		return;
	for (unsigned i = 0; i < AHB_LAYERS; i++)
		assert_true(truth(base_of(i)) > 100);
	assert_true(truth(CtGxiRd) > 100 && truth(CtGxiWr) > 100);
}

TEST_WITH(test_random, fixture_setup, fixture_teardown)
{
	for (uint64_t seed = 1; seed <= RUNS; seed++)
		one_run(seed);
}
