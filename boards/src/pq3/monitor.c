/* SPDX-License-Identifier: MIT */
/*
 * The device performance monitor: PMGC0, then for each counter PMLCA, PMLCB and
 * PMC, all 32 bits, in a block of its own in CCSR [AN3636; VxWorks board
 * support of 2005, "VX"; MSC8144E reference manual 25, "MSC"].  PMC0 has 64
 * bits and counts platform clocks from reset on.
 *
 * What the documents leave open, and what is done here:
 * - PMC0's lower word is at the lower address, as three drivers have it; one
 *   header says otherwise, and so does the option pmc0_upper_first.  Reading
 *   one half does not hold the other.
 * - FAC stops PMC0 as well ("the counters", [AN3636 4.1]), unless the option
 *   pmc0_runs_on has it count on ("continually", [3.1]); its own FC stops it
 *   either way.  Hardware leaves PMIE alone.
 * - The request: PMIE, and a counter with CE whose top bit went up by counting
 *   while CE was set and is still up.  `strict`: whose top bit is up.
 * - A trigger takes effect on the clock after it fired.  "Overflow" is that the
 *   top bit goes up.  Writing PMLCB rearms both triggers.
 * - Bursts: see ends_burst().
 * - Thresholds matter to events that have a length and to no others.
 * - An EVENT of 0 counts nothing.
 */
#include "boards/src/pq3/monitor.h"

#include <string.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

#define FAC   UINT32_C(0x80000000)
#define PMIE  UINT32_C(0x40000000)
#define FCECE UINT32_C(0x20000000)

#define FC UINT32_C(0x80000000)
#define CE UINT32_C(0x04000000)

#define PMLCA_KEPT  UINT32_C(0x847FFFFF)
#define PMLCA0_KEPT UINT32_C(0x84000000)
#define PMLCB_KEPT  UINT32_C(0x3CFF073F)
#define PMLCB0_KEPT UINT32_C(0x3CFF0000)
#define PMGC0_KEPT  UINT32_C(0xE0000000)

#define TOP32 UINT64_C(0x80000000)
#define TOP64 UINT64_C(0x8000000000000000)

enum {
	BLOCK = 0x10, /* PMLCA0 */
	BLOCK_BYTES = 0x10,
	PMLCA = 0x0,
	PMLCB = 0x4,
	PMC = 0x8,
	PMC_SECOND = 0xC, /* PMC0's other word */

	EVENT_LSB = 16,
	EVENT_BITS = 0x7F,
	SPECIFIC = 64, /* from this EVENT on a counter's own */
	BSIZE_LSB = 11,
	BGRAN_LSB = 6,
	FIVE_BITS = 0x1F,
	SIX_BITS = 0x3F, /* BDIST, THRESHOLD */
	TBMULT_LSB = 8,
	TBMULT_BITS = 7,
	TRIGONSEL_LSB = 26,
	TRIGOFFSEL_LSB = 20,
	SELECT_BITS = 15,
	TRIGONCNTL_LSB = 18,
	TRIGOFFCNTL_LSB = 16,
	CONTROL_BITS = 3,

	TRIGGER_CHANGE = 1,
	TRIGGER_OVERFLOW = 2,
};

#define PQ3_EVENT(n, e, words, cls, itm, why)                                  \
	{ (n) ? (n)*256 + SPECIFIC + (e) : (e), words, PMU_##cls, PQ3_##itm,   \
	  why },

static const struct pq3_event mpc8540_events[] = {
#include "boards/src/pq3/monitor_mpc8540.def"
};

#define PQ3_EVENT(n, e, words, cls, itm, why)                                  \
	{ (n) ? (n)*256 + SPECIFIC + (e) : (e), words, PMU_##cls, PQ3_##itm,   \
	  why },

static const struct pq3_event mpc8548_events[] = {
#include "boards/src/pq3/monitor_mpc8548.def"
};

const struct pq3_event *pq3_events(enum pq3_part part, unsigned *count)
{
	*count = part == PQ3_MPC8540 ? COUNT(mpc8540_events)
				     : COUNT(mpc8548_events);
	return part == PQ3_MPC8540 ? mpc8540_events : mpc8548_events;
}

static unsigned code_of(unsigned n, unsigned field)
{
	return field < SPECIFIC ? field : n * 256 + field;
}

/* The row that counter `n` counts with that EVENT field, or NULL. */
static const struct pq3_event *row_of(enum pq3_part part, unsigned n,
				      unsigned field)
{
	unsigned count, code = code_of(n, field);
	const struct pq3_event *rows = pq3_events(part, &count);

	for (unsigned i = 0; i < count; i++)
		if (rows[i].code == code)
			return &rows[i];
	return NULL;
}

void pmu_pq3_init(struct pmu_pq3 *m, const struct pq3_options *options,
		  struct pq3_ledger *ledger)
{
	memset(m, 0, sizeof(*m));
	m->part = options->part;
	m->pmc0_upper_first = options->pmc0_upper_first;
	m->pmc0_runs_on = options->pmc0_runs_on;
	m->strict = options->strict;
	m->ledger = ledger;
	m->counters = options->part == PQ3_MPC8540 ? 9 : 10;
	for (unsigned n = 0; n < m->counters; n++)
		m->counter[n].running = true;
}

/* ---- counting ----------------------------------------------------------- */

static uint64_t top_bit(unsigned n)
{
	return n ? TOP32 : TOP64;
}

static bool frozen(const struct pmu_pq3 *m, unsigned n)
{
	const bool runs_on = !n && m->pmc0_runs_on;

	return (m->pmgc0 & FAC && !runs_on) || m->counter[n].pmlca & FC;
}

static unsigned field(uint32_t value, unsigned lsb, unsigned bits)
{
	return value >> lsb & bits;
}

/* Counter `n` has done what triggers may wait for. */
static void fire(struct pmu_pq3 *m, unsigned n, unsigned what, uint64_t now)
{
	for (unsigned i = 0; i < m->counters; i++) {
		struct pmu_pq3_counter *c = &m->counter[i];
		uint32_t b = c->pmlcb;
		bool on = field(b, TRIGONCNTL_LSB, CONTROL_BITS) == what &&
			  field(b, TRIGONSEL_LSB, SELECT_BITS) == n;
		bool off = field(b, TRIGOFFCNTL_LSB, CONTROL_BITS) == what &&
			   field(b, TRIGOFFSEL_LSB, SELECT_BITS) == n;

		if (!on && !off)
			continue;
		if (!i && n) /* up to here PMC0 counts as before */
			pmu_pq3_settle(m, now);
		c->running = on && !off;
	}
}

/* The counter goes on by `by`, at once. */
static void add(struct pmu_pq3 *m, unsigned n, uint64_t by, uint64_t now)
{
	struct pmu_pq3_counter *c = &m->counter[n];
	uint64_t was = c->value, top = top_bit(n);

	c->value = (was + by) & (top | (top - 1));
	fire(m, n, TRIGGER_CHANGE, now);
	if (!(was & top) && c->value & top) {
		fire(m, n, TRIGGER_OVERFLOW, now);
		if (c->pmlca & CE) {
			c->asked = true;
			if (m->pmgc0 & FCECE) {
				pmu_pq3_settle(m, now);
				m->pmgc0 |= FAC;
			}
		}
	} else if (was & top && !(c->value & top)) {
		c->asked = false;
		m->ledger->n[PQ3_PMC0_CARRY_OUT + n]++;
		pmu_pq3_occur(m, PQ3_PMC0_CARRY_OUT + n, 1, now);
	}
}

/*
 * BSIZE events, each at most BGRAN clocks after the one before, are a burst and
 * count as one; what comes less than BDIST << TBMULT clocks after the burst's
 * newest event belongs to it still.
 */
static bool ends_burst(struct pmu_pq3_counter *c, unsigned size,
		       uint64_t between, uint64_t now)
{
	const uint64_t since = now - c->last;

	c->last = now;
	if (c->counted && since < between)
		return false;
	if (c->counted || since > field(c->pmlca, BGRAN_LSB, FIVE_BITS))
		c->in_burst = 0;
	c->counted = ++c->in_burst == size;
	return c->counted;
}

/*
 * Up to 2^32 - 1 events may come on one clock, so most are not taken one by
 * one: after BSIZE and one of them each further BSIZE are a burst, or all
 * belong to the one before.
 */
static uint32_t count_bursts(struct pmu_pq3_counter *c, uint32_t times,
			     uint64_t now)
{
	const unsigned size = field(c->pmlca, BSIZE_LSB, FIVE_BITS);
	const uint64_t between = (uint64_t)(c->pmlca & SIX_BITS)
				 << field(c->pmlcb, TBMULT_LSB, TBMULT_BITS);
	uint32_t bursts = 0;

	if (!size)
		return times;
	for (unsigned i = 0; times && i <= size; i++, times--)
		bursts += ends_burst(c, size, between, now);
	if (between)
		return bursts;
	bursts += times / size;
	for (times %= size; times; times--)
		bursts += ends_burst(c, size, between, now);
	return bursts;
}

static void count(struct pmu_pq3 *m, unsigned n, uint32_t times, uint64_t now)
{
	times = count_bursts(&m->counter[n], times, now);
	if (times)
		add(m, n, times, now);
}

/* The counters of `wanted` that count now: one of them stops or starts another
 * from the next clock on. */
static unsigned countable(const struct pmu_pq3 *m, unsigned wanted)
{
	for (unsigned n = 1; wanted >> n; n++)
		if (frozen(m, n) || !m->counter[n].running)
			wanted &= ~(1u << n);
	return wanted;
}

void pmu_pq3_settle(struct pmu_pq3 *m, uint64_t now)
{
	uint64_t gone = now - m->since;

	m->since = now;
	if (gone && !frozen(m, 0) && m->counter[0].running)
		add(m, 0, gone, now);
}

uint64_t pmu_pq3_next(const struct pmu_pq3 *m)
{
	uint64_t left = TOP64 - (m->counter[0].value & (TOP64 - 1));

	if (frozen(m, 0) || !m->counter[0].running ||
	    left > UINT64_MAX - m->since)
		return UINT64_MAX;
	return m->since + left;
}

void pmu_pq3_occur(struct pmu_pq3 *m, enum pq3_item item, uint32_t times,
		   uint64_t now)
{
	unsigned wanted = countable(m, m->wanted[item]);

	for (unsigned n = 1; wanted >> n; n++)
		if (wanted >> n & 1)
			count(m, n, times, now);
}

void pmu_pq3_lasted(struct pmu_pq3 *m, enum pq3_item item, uint64_t clocks,
		    uint64_t now)
{
	unsigned wanted = countable(m, m->wanted[item]);

	for (unsigned n = 1; wanted >> n; n++) {
		uint32_t b = m->counter[n].pmlcb;
		uint32_t threshold = (b & SIX_BITS)
				     << field(b, TBMULT_LSB, TBMULT_BITS);

		if (wanted >> n & 1 && clocks > threshold)
			count(m, n, 1, now);
	}
}

/* ---- registers ---------------------------------------------------------- */

static void select_event(struct pmu_pq3 *m, unsigned n)
{
	struct pmu_pq3_counter *c = &m->counter[n];
	unsigned event = field(c->pmlca, EVENT_LSB, EVENT_BITS);
	const struct pq3_event *row = row_of(m->part, n, event);

	m->wanted[c->item] &= (uint16_t) ~(1u << n);
	c->item = row ? row->item : PQ3_NOTHING;
	c->unmodelled = event && (!row || row->class == PMU_NOT_MODELLED);
	c->in_burst = 0;
	c->counted = false;
	if (c->item != PQ3_NOTHING)
		m->wanted[c->item] |= (uint16_t)(1u << n);
}

/* How far PMC0's word at `reg` is shifted. */
static unsigned pmc0_shift(const struct pmu_pq3 *m, unsigned reg)
{
	return (reg == PMC) == m->pmc0_upper_first ? 32 : 0;
}

enum pmu_access pmu_pq3_read(struct pmu_pq3 *m, uint32_t offset, uint64_t now,
			     uint32_t *value)
{
	unsigned n = (offset - BLOCK) / BLOCK_BYTES;
	unsigned reg = offset % BLOCK_BYTES;
	const struct pmu_pq3_counter *c;

	pmu_pq3_settle(m, now);
	if (offset == 0) {
		*value = m->pmgc0;
		return PMU_DONE;
	}
	if (offset < BLOCK || n >= m->counters || (n && reg == PMC_SECOND))
		return PMU_NONE;
	c = &m->counter[n];
	if (reg == PMLCA)
		*value = c->pmlca;
	else if (reg == PMLCB)
		*value = c->pmlcb;
	else if (n)
		*value = (uint32_t)c->value;
	else
		*value = (uint32_t)(c->value >> pmc0_shift(m, reg));
	return PMU_DONE;
}

static void write_value(struct pmu_pq3 *m, unsigned n, unsigned reg,
			uint32_t value)
{
	struct pmu_pq3_counter *c = &m->counter[n];
	unsigned shift = n ? 0 : pmc0_shift(m, reg);

	c->value &= ~(UINT64_C(0xFFFFFFFF) << shift);
	c->value |= (uint64_t)value << shift;
	if (!(c->value & top_bit(n)))
		c->asked = false;
}

static bool has_triggers(const struct pmu_pq3 *m)
{
	uint32_t all = 0;

	for (unsigned n = 0; n < m->counters; n++)
		all |= m->counter[n].pmlcb;
	return field(all, TRIGONCNTL_LSB, CONTROL_BITS) ||
	       field(all, TRIGOFFCNTL_LSB, CONTROL_BITS);
}

enum pmu_access pmu_pq3_write(struct pmu_pq3 *m, uint32_t offset, uint64_t now,
			      uint32_t value)
{
	unsigned n = (offset - BLOCK) / BLOCK_BYTES;
	unsigned reg = offset % BLOCK_BYTES;
	struct pmu_pq3_counter *c;

	pmu_pq3_settle(m, now);
	if (offset == 0) {
		m->pmgc0 = value & PMGC0_KEPT;
		return PMU_DONE;
	}
	if (offset < BLOCK || n >= m->counters || (n && reg == PMC_SECOND))
		return PMU_NONE;
	c = &m->counter[n];
	if (reg == PMLCA) {
		c->pmlca = value & (n ? PMLCA_KEPT : PMLCA0_KEPT);
		select_event(m, n);
	} else if (reg == PMLCB) {
		c->pmlcb = value & (n ? PMLCB_KEPT : PMLCB0_KEPT);
		c->running = !field(value, TRIGONCNTL_LSB, CONTROL_BITS);
		m->triggered = has_triggers(m);
	} else {
		write_value(m, n, reg, value);
	}
	return PMU_DONE;
}

bool pmu_pq3_irq(const struct pmu_pq3 *m)
{
	if (!(m->pmgc0 & PMIE))
		return false;
	for (unsigned n = 0; n < m->counters; n++) {
		const struct pmu_pq3_counter *c = &m->counter[n];

		if (c->pmlca & CE && c->value & top_bit(n) &&
		    (c->asked || m->strict))
			return true;
	}
	return false;
}

bool pmu_pq3_counts_unmodelled(const struct pmu_pq3 *m, uint16_t *code)
{
	for (unsigned n = 1; n < m->counters; n++) {
		const struct pmu_pq3_counter *c = &m->counter[n];

		if (!c->unmodelled || frozen(m, n) || !c->running)
			continue;
		*code = (uint16_t)code_of(
			n, field(c->pmlca, EVENT_LSB, EVENT_BITS));
		return true;
	}
	return false;
}
