/* SPDX-License-Identifier: MIT */
/*
 * The event monitor of an L210: a block of its own on the cache's event bus,
 * four counters that can only be read and set to zero [DDI0284G C].  The
 * layout is that of the i.MX31 [OKL4 l2cc.h, mx31.h]; so are the bits of EMMC
 * and EMCC, which no document at hand has [OKL4, Freescale's BSP].
 *
 * Chosen, since those are silent, too:
 * - Counters wrap at 2^32: the events that are overflows make no sense
 *   otherwise.  A counter of overflows moves in the same cycle.
 * - EMMC's reset bits are the counters' in falling order, bit 11 EMC0's, act
 *   whether the monitor is on or not, read as 0, and leave flags alone;
 *   `strict`: nothing but all four together is sure to do anything.
 * - EMCC can be written at any time; `strict`: only while EMMC's enable is 0.
 * - Level: INT is active while a flag is set whose counter asks; `strict`:
 *   from then on until no flag is left at all, as [C.3.2] can be read.
 * - Edge: a pulse begins when the first flag of those that ask is set, and
 *   with each that joins; it lasts for EMMC[7:3] and one more cycles.
 * - The interrupt controller is wired for INT's polarity; `strict`: it wants
 *   it active high, EMMC[2].
 * - CLK counts the board's cycles, whether events come over the bus or not.
 * - Everything is 0 after reset; `random_reset`: but for the interrupt
 *   enables, as the line is shared with the core's monitor.
 */
#include "boards/src/pmu/event_bus.h"
#include "boards/src/pmu/l2.h"

enum {
	COUNTERS = 4,
	EMMC = 0x00,
	EMCS = 0x04,
	EMCC0 = 0x08,
	EMC0 = 0x18,
	END = 0x28,

	EMMC_ENABLE = 1 << 0,
	EMMC_EDGE = 1 << 1,
	EMMC_HIGH = 1 << 2,
	EMMC_PULSE_LSB = 3,
	EMMC_RESET_LSB = 8,
	EMMC_KEPT = 0xff,
	EMCC_ASKS = 1 << 0,
	EMCC_EACH = 1 << 1,
	EMCC_EVENT_LSB = 2,
	EMCC_KEPT = 0x7f,
	ALL_COUNTERS = (1 << COUNTERS) - 1,

	EVENT_NONE = 0x00,
	EVENT_EMC3OFL = 0x0b,
	EVENT_EMC0OFL = 0x0e,
	EVENT_CLK = 0x0f,
};

#define EMMC_UNKNOWN UINT32_C(0xfffff000)
#define EMCC_UNKNOWN UINT32_C(0xffffff80)

static const struct pmu_event events[] = {
	{ EVENT_NONE, "no event", PMU_EXACT, LEDGER_NOTHING, "OKL4 l2cc.h" },
	{ 0x01, "abort of a buffered write", PMU_NOT_MODELLED, LEDGER_NOTHING,
	  "DDI0284G C.1; memory never refuses one here" },
	{ 0x02, "half line cast out of level 2", PMU_MODELLED,
	  LEDGER_L2CC_HALF_LINES_OUT, "DDI0284G C.1; victims chosen" },
	{ 0x03, "data read hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_DATA_READ_HITS, "DAI0195B 9; victims chosen" },
	{ 0x04, "data read request to level 2", PMU_MODELLED,
	  LEDGER_L2CC_DATA_READS, "DAI0195B 9; one line buffer: chosen" },
	{ 0x05, "data write hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_WRITE_HITS,
	  "DAI0195B 9; write-through ones too: chosen" },
	{ 0x06, "data write request, not write-through", PMU_MODELLED,
	  LEDGER_L2CC_WRITES_BACK, "DAI0195B 9; no merging: chosen" },
	{ 0x07, "data write request, write-through", PMU_MODELLED,
	  LEDGER_L2CC_WRITES_THROUGH, "DAI0195B 9; no merging: chosen" },
	{ 0x08, "instruction read hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_INSTRUCTION_HITS, "DAI0195B 9; victims chosen" },
	{ 0x09, "instruction read request to level 2", PMU_MODELLED,
	  LEDGER_L2CC_INSTRUCTION_READS,
	  "DAI0195B 9; one line buffer: chosen" },
	{ 0x0a, "line allocated by a write", PMU_MODELLED,
	  LEDGER_L2CC_WRITE_ALLOCATIONS, "DDI0284G C.1; OKL4 l2cc.h" },
	{ EVENT_EMC3OFL, "EMC3 overflowed", PMU_EXACT, LEDGER_NOTHING,
	  "DDI0284G C.1; wrap at 2^32: chosen" },
	{ 0x0c, "EMC2 overflowed", PMU_EXACT, LEDGER_NOTHING,
	  "DDI0284G C.1; wrap at 2^32: chosen" },
	{ 0x0d, "EMC1 overflowed", PMU_EXACT, LEDGER_NOTHING,
	  "DDI0284G C.1; wrap at 2^32: chosen" },
	{ EVENT_EMC0OFL, "EMC0 overflowed", PMU_EXACT, LEDGER_NOTHING,
	  "DDI0284G C.1; wrap at 2^32: chosen" },
	{ EVENT_CLK, "clock of level 2", PMU_MODELLED, LEDGER_CYCLES,
	  "DDI0284G C.1; the board's cycle: chosen" },
};

static void reset(struct pmu *p)
{
	if (!p->quirks.random_reset)
		return;
	p->control = rng_next(&p->rng) & EMMC_KEPT;
	p->flags = rng_next(&p->rng) & ALL_COUNTERS;
	for (unsigned n = 0; n < COUNTERS; n++) {
		l2_of(p)->config[n] =
			rng_next(&p->rng) & (EMCC_KEPT - EMCC_ASKS);
		p->counter[n].value = rng_next(&p->rng);
	}
}

static unsigned event_of(const struct pmu *p, unsigned counter)
{
	return l2_of(p)->config[counter] >> EMCC_EVENT_LSB;
}

static void configure(struct pmu *p)
{
	for (unsigned n = 0; n < COUNTERS; n++) {
		unsigned event = event_of(p, n);

		pmu_select(p, n, event, p->control & EMMC_ENABLE);
		if (event < EVENT_EMC3OFL && !l2_of(p)->bus) {
			p->counter[n].item = LEDGER_NOTHING;
			p->counter[n].snap = 0;
		}
	}
}

static void add(struct pmu *p, unsigned counter, uint64_t gained)
{
	uint64_t sum = p->counter[counter].value + gained, wraps = sum >> 32;

	if (!gained)
		return;
	p->counter[counter].value = (uint32_t)sum;
	if (wraps || l2_of(p)->config[counter] & EMCC_EACH)
		p->flags |= 1u << counter;
	if (!wraps)
		return;
	for (unsigned n = 0; n < COUNTERS; n++)
		if (event_of(p, n) == EVENT_EMC0OFL - counter)
			add(p, n, wraps);
}

static void settle(struct pmu *p)
{
	for (unsigned n = 0; n < COUNTERS; n++)
		add(p, n, pmu_gained(p, n));
}

static bool pulsing(const struct pmu *p)
{
	return p->ledger->n[LEDGER_CYCLES] < l2_of(p)->pulse_end;
}

static void arm(struct pmu *p)
{
	struct pmu_watch watch[COUNTERS + 1];
	unsigned count = 0;

	for (unsigned n = 0; n < COUNTERS; n++) {
		const struct pmu_counter *c = &p->counter[n];
		bool each = l2_of(p)->config[n] & EMCC_EACH;
		uint64_t left = (UINT64_C(1) << 32) - c->value;

		if (!c->counting || c->item == LEDGER_NOTHING)
			continue;
		if (each && !(p->flags & 1u << n))
			left = 1;
		watch[count++] = (struct pmu_watch){ &p->ledger->n[c->item],
						     c->snap + left };
	}
	if (pulsing(p))
		watch[count++] =
			(struct pmu_watch){ &p->ledger->n[LEDGER_CYCLES],
					    l2_of(p)->pulse_end };
	pmu_set_watches(p, watch, count);
}

/* The flags whose counters ask. */
static uint32_t asking(const struct pmu *p)
{
	uint32_t asks = 0;

	for (unsigned n = 0; n < COUNTERS; n++)
		if (l2_of(p)->config[n] & EMCC_ASKS)
			asks |= p->flags & 1u << n;
	return asks;
}

static void update_request(struct pmu *p)
{
	uint32_t asks = asking(p);
	bool active;

	if (asks & ~l2_of(p)->asked)
		l2_of(p)->pulse_end = p->ledger->n[LEDGER_CYCLES] + 1 +
				      (p->control >> EMMC_PULSE_LSB);
	l2_of(p)->asked = asks;
	l2_of(p)->held = asks || (l2_of(p)->held && p->flags);
	if (p->control & EMMC_EDGE)
		active = pulsing(p);
	else
		active = p->quirks.strict ? l2_of(p)->held : asks != 0;
	if (p->quirks.strict && !(p->control & EMMC_HIGH))
		active = false;
	p->request = active;
}

/* A pulse may have begun, whose end is to be waited for. */
static void wrapped(struct pmu *p)
{
	update_request(p);
	arm(p);
}

static void reset_counters(struct pmu *p, uint32_t bits)
{
	if (p->quirks.strict && bits != ALL_COUNTERS)
		return;
	for (unsigned n = 0; n < COUNTERS; n++)
		if (bits & 1u << (COUNTERS - 1 - n))
			p->counter[n].value = 0;
}

static void write_emmc(struct pmu *p, uint32_t value)
{
	reset_counters(p, value >> EMMC_RESET_LSB & ALL_COUNTERS);
	p->control = value & EMMC_KEPT;
	configure(p);
}

static void write_emcc(struct pmu *p, unsigned counter, uint32_t value)
{
	if (p->quirks.strict && p->control & EMMC_ENABLE)
		return;
	l2_of(p)->config[counter] = value & EMCC_KEPT;
	configure(p);
}

static bool ours(const struct tally_reg *reg)
{
	return reg->space == TALLY_MMIO && reg->addr < END &&
	       reg->addr % 4 == 0;
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	(void)privileged; /* the bus does not tell */
	if (!ours(reg))
		return PMU_NONE;
	if (reg->addr == EMMC)
		*value = p->control | pmu_junk(p, EMMC_UNKNOWN);
	else if (reg->addr == EMCS)
		*value = p->flags;
	else if (reg->addr < EMC0)
		*value = l2_of(p)->config[(reg->addr - EMCC0) / 4] |
			 pmu_junk(p, EMCC_UNKNOWN);
	else
		*value = pmu_counter_read(p, (reg->addr - EMC0) / 4);
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t wide)
{
	uint32_t value = (uint32_t)wide;

	(void)privileged;
	if (!ours(reg))
		return PMU_NONE;
	if (reg->addr == EMMC)
		write_emmc(p, value);
	else if (reg->addr == EMCS)
		p->flags &= ~value;
	else if (reg->addr < EMC0)
		write_emcc(p, (reg->addr - EMCC0) / 4, value);
	update_request(p);
	return PMU_DONE; /* the counters themselves can only be read */
}

void pmu_set_event_bus(struct pmu *p, bool on)
{
	for (; p; p = p->next) {
		pmu_update(p);
		pmu_settle(p);
		l2_of(p)->bus = on;
		p->ops->configure(p);
		pmu_arm(p);
	}
}

const struct pmu_ops pmu_l210_ops = {
	.events = events,
	.event_count = sizeof(events) / sizeof(events[0]),
	.counters = ALL_COUNTERS,
	.own_size = sizeof(struct pmu_l2),
	.reset = reset,
	.read = read,
	.write = write,
	.configure = configure,
	.wrapped = wrapped,
	.settle = settle,
	.arm = arm,
};
