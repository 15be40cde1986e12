/* SPDX-License-Identifier: MIT */
/*
 * The event counters of an L220: two, in the controller's own page, that stop
 * at 0xffffffff; an L2C-310's (l2c310.c) are the same but for more events.
 * Offsets are Linux's (cache-l2x0.h); bits are the L2C-310's [DDI0246A, SAMA5D2
 * L2CC], which has the same registers (chosen: that they mean the same); codes
 * and saturation are Linux's (cache-l2x0-pmu.c).
 *
 * Chosen, since those are silent:
 * - The overflow condition is an event that leaves the counter at 0xffffffff;
 *   `strict`: one that finds it there.
 * - A value can be written while the counter does not count: its source is 0,
 *   or the counters are off, as Linux does it; `strict`: only while its source
 *   is 0 [DDI0246A].  Else the write is lost.
 * - Events need no bit of Aux Control; `strict`: its event bus has to be on.
 * - A reset bit acts whether counters are on or not.
 * - DWREQ is every write, DWTREQ those of them that write through.
 * - All is secure here, so nothing is withheld from counting.
 * - Values are 0 after reset; `random_reset`: anything.
 */
#include "boards/src/pmu/event_bus.h"
#include "boards/src/pmu/l2.h"

enum {
	CONTROL = 0x200,
	CONFIG1 = 0x204,
	CONFIG0 = 0x208,
	VALUE1 = 0x20c,
	VALUE0 = 0x210,
	INTERRUPT_MASK = 0x214,
	MASKED_STATUS = 0x218,
	RAW_STATUS = 0x21c,
	INTERRUPT_CLEAR = 0x220,

	CONTROL_ENABLE = 1 << 0,
	CONTROL_RESET_LSB = 1,
	CONFIG_WHEN = 3,
	WHEN_EACH = 1,
	WHEN_OVERFLOW = 2,
	CONFIG_SOURCE_LSB = 2,
	CONFIG_KEPT = 0x3f,
	ECNTR = 1 << 0,
	ALL_INTERRUPTS = 0x1ff,
};

static const struct pmu_event events[] = {
	{ 0x0, "counter disabled", PMU_EXACT, LEDGER_NOTHING,
	  "Linux cache-l2x0-pmu.c" },
	{ 0x1, "line cast out of level 2", PMU_MODELLED, LEDGER_L2CC_LINES_OUT,
	  "Linux cache-l2x0-pmu.c; victims, only dirty ones: chosen" },
	{ 0x2, "data read hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_DATA_READ_HITS, "DAI0195B 9; victims chosen" },
	{ 0x3, "data read request to level 2", PMU_MODELLED,
	  LEDGER_L2CC_DATA_READS, "DAI0195B 9; one line buffer: chosen" },
	{ 0x4, "data write hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_WRITE_HITS,
	  "DAI0195B 9; write-through ones too: chosen" },
	{ 0x5, "data write request to level 2", PMU_MODELLED,
	  LEDGER_L2CC_WRITES,
	  "Linux cache-l2x0-pmu.c; write-through ones too: chosen" },
	{ 0x6, "data write request, write-through", PMU_MODELLED,
	  LEDGER_L2CC_WRITES_THROUGH, "DAI0195B 9; no merging: chosen" },
	{ 0x7, "instruction read hit in level 2", PMU_MODELLED,
	  LEDGER_L2CC_INSTRUCTION_HITS, "DAI0195B 9; victims chosen" },
	{ 0x8, "instruction read request to level 2", PMU_MODELLED,
	  LEDGER_L2CC_INSTRUCTION_READS,
	  "DAI0195B 9; one line buffer: chosen" },
	{ 0x9, "line allocated by a write", PMU_MODELLED,
	  LEDGER_L2CC_WRITE_ALLOCATIONS, "Linux cache-l2x0-pmu.c" },
};

void pmu_l220_reset(struct pmu *p)
{
	if (!p->quirks.random_reset)
		return;
	for (unsigned n = 0; n < L220_COUNTERS; n++)
		p->counter[n].value = rng_next(&p->rng);
}

void pmu_l220_configure(struct pmu *p)
{
	bool on = p->control & CONTROL_ENABLE;
	bool heard = l2_of(p)->bus || !p->quirks.strict;

	for (unsigned n = 0; n < L220_COUNTERS; n++) {
		unsigned source = l2_of(p)->config[n] >> CONFIG_SOURCE_LSB;

		pmu_select(p, n, source, on && source);
		if (!heard) {
			p->counter[n].item = LEDGER_NOTHING;
			p->counter[n].snap = 0;
		}
	}
}

/* Events until the overflow condition is there. */
static uint64_t until_overflow(const struct pmu *p, unsigned counter)
{
	uint64_t left = UINT32_MAX - (uint32_t)p->counter[counter].value;

	if (p->quirks.strict)
		return left + 1;
	return left ? left : 1;
}

static uint32_t when(const struct pmu *p, unsigned counter)
{
	return l2_of(p)->config[counter] & CONFIG_WHEN;
}

void pmu_l220_settle(struct pmu *p)
{
	for (unsigned n = 0; n < L220_COUNTERS; n++) {
		uint64_t gained = pmu_gained(p, n);
		uint64_t sum = p->counter[n].value + gained;

		if ((when(p, n) == WHEN_EACH && gained) ||
		    (when(p, n) == WHEN_OVERFLOW &&
		     gained >= until_overflow(p, n)))
			p->flags |= ECNTR;
		p->counter[n].value = sum < UINT32_MAX ? sum : UINT32_MAX;
	}
}

void pmu_l220_arm(struct pmu *p)
{
	struct pmu_watch watch[L220_COUNTERS];
	unsigned count = 0;

	for (unsigned n = 0; n < L220_COUNTERS && !(p->flags & ECNTR); n++) {
		const struct pmu_counter *c = &p->counter[n];
		uint64_t left = 1;

		if (!c->counting || c->item == LEDGER_NOTHING)
			continue;
		if (when(p, n) == WHEN_OVERFLOW)
			left = until_overflow(p, n);
		else if (when(p, n) != WHEN_EACH)
			continue;
		watch[count++] = (struct pmu_watch){ &p->ledger->n[c->item],
						     c->snap + left };
	}
	pmu_set_watches(p, watch, count);
}

void pmu_l220_line(struct pmu *p)
{
	p->request = p->flags & l2_of(p)->mask;
}

static void write_control(struct pmu *p, uint32_t value)
{
	for (unsigned n = 0; n < L220_COUNTERS; n++)
		if (value & 1u << (CONTROL_RESET_LSB + n))
			p->counter[n].value = 0;
	p->control = value & CONTROL_ENABLE;
	pmu_l220_configure(p);
}

static void write_config(struct pmu *p, unsigned counter, uint32_t value)
{
	l2_of(p)->config[counter] = value & CONFIG_KEPT;
	pmu_l220_configure(p);
}

static void write_value(struct pmu *p, unsigned counter, uint32_t value)
{
	bool no_source = l2_of(p)->config[counter] >> CONFIG_SOURCE_LSB == 0;
	bool off = !(p->control & CONTROL_ENABLE);

	if (no_source || (off && !p->quirks.strict))
		p->counter[counter].value = value;
}

static bool ours(const struct tally_reg *reg)
{
	return reg->space == TALLY_MMIO && reg->addr >= CONTROL &&
	       reg->addr <= INTERRUPT_CLEAR && reg->addr % 4 == 0;
}

enum pmu_access pmu_l220_read(struct pmu *p, const struct tally_reg *reg,
			      bool privileged, uint64_t *value)
{
	(void)privileged; /* the board's bus does not tell */
	if (!ours(reg))
		return PMU_NONE;
	switch (reg->addr) {
	case CONTROL:
		*value = p->control;
		break;
	case CONFIG1:
	case CONFIG0:
		*value = l2_of(p)->config[(CONFIG0 - reg->addr) / 4];
		break;
	case VALUE1:
	case VALUE0:
		*value = pmu_counter_read(p, (VALUE0 - reg->addr) / 4);
		break;
	case INTERRUPT_MASK:
		*value = l2_of(p)->mask;
		break;
	case MASKED_STATUS:
		*value = p->flags & l2_of(p)->mask;
		break;
	case RAW_STATUS:
		*value = p->flags;
		break;
	default:
		break; /* Interrupt Clear reads 0 */
	}
	return PMU_DONE;
}

enum pmu_access pmu_l220_write(struct pmu *p, const struct tally_reg *reg,
			       bool privileged, uint64_t wide)
{
	uint32_t value = (uint32_t)wide;

	(void)privileged;
	if (!ours(reg))
		return PMU_NONE;
	switch (reg->addr) {
	case CONTROL:
		write_control(p, value);
		break;
	case CONFIG1:
	case CONFIG0:
		write_config(p, (CONFIG0 - reg->addr) / 4, value);
		break;
	case VALUE1:
	case VALUE0:
		write_value(p, (VALUE0 - reg->addr) / 4, value);
		break;
	case INTERRUPT_MASK:
		l2_of(p)->mask = value & ALL_INTERRUPTS;
		break;
	case INTERRUPT_CLEAR:
		p->flags &= ~value;
		break;
	default:
		break; /* the status registers can only be read */
	}
	pmu_l220_line(p);
	return PMU_DONE;
}

const struct pmu_ops pmu_l220_ops = L220_OPS(events);
