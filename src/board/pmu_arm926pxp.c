/* SPDX-License-Identifier: MIT */
/*
 * The AHB monitor among the boards' monitors.  Registers and counters are the
 * bus's (pmu_ahb.c, ahb*.c); this is the debugger's way to them: by offset from
 * the monitor's base, without a transfer on any layer and without time.
 */
#include "board/ahb.h"
#include "board/pmu_model.h"

static bool is_register(const struct tally_reg *reg)
{
	return reg->space == TALLY_MMIO && reg->addr < AHB_MONITOR_SIZE &&
	       reg->addr % 4 == 0;
}

static enum pmu_access read(struct pmu *p, const struct tally_reg *reg,
			    bool privileged, uint64_t *value)
{
	(void)privileged; /* the bus does not ask */
	if (!is_register(reg))
		return PMU_NONE;
	*value = ahb_peek(p->ahb, AHB_MONITOR_BASE + reg->addr);
	return PMU_DONE;
}

static enum pmu_access write(struct pmu *p, const struct tally_reg *reg,
			     bool privileged, uint64_t value)
{
	(void)privileged;
	if (!is_register(reg))
		return PMU_NONE;
	ahb_poke(p->ahb, AHB_MONITOR_BASE + reg->addr, (uint32_t)value);
	return PMU_DONE;
}

/* The bus's rows; the book of the board has an item for each. */
static const struct pmu_event *rows(unsigned *count)
{
	static struct pmu_event own[AHB_COUNTERS];
	const struct pmu_event *e = ahb_events(count);

	for (unsigned i = 0; i < AHB_COUNTERS; i++) {
		own[i] = e[i];
		own[i].item = (uint8_t)i;
	}
	return own;
}

/* It has no counter of its own, and nothing that wraps here. */
static void nothing(struct pmu *p)
{
	(void)p;
}

const struct pmu_ops pmu_arm926pxp_ops = {
	.rows = rows,
	.reset = nothing,
	.read = read,
	.write = write,
	.configure = nothing,
	.wrapped = nothing,
};
