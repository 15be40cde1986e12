/* SPDX-License-Identifier: MIT */
/*
 * ARM L220 and L2C-310, in the controller's page: control ECR, and per counter
 * a configuration ECFGRn and a value EVRn, counter 1 first; ECNTR is one
 * interrupt bit for both.
 *
 *	ECR	| 2 reset 1 | 1 reset 0 | 0 enable |
 *	ECFGRn	| 5:2 event, 0 is disabled | 1:0 interrupt, 2: on overflow |
 *
 * What shapes the writes:
 * - a value may be written only while its counter's event is 0 [DDI0246A]:
 *   event 0, value, event again;
 * - a counter stops at 0xFFFFFFFF, so it is emptied in time;
 * - the interrupt mask has the controller's errors too and is not touched; the
 *   clear register is written only where an interrupt was asked for, since both
 *   may be secure only.
 */
#include <tally/library.h>

#include "l2page.h"

#define L2PAGE_REG(offset)                                                     \
	{                                                                      \
		(offset), TALLY_MMIO, 32                                       \
	}

static const struct tally_reg cache_id = L2PAGE_REG(TALLY_L2PAGE_CACHE_ID);
static const struct tally_reg ecr = L2PAGE_REG(TALLY_L2PAGE_ECR);
static const struct tally_reg risr = L2PAGE_REG(TALLY_L2PAGE_RISR);
static const struct tally_reg icr = L2PAGE_REG(TALLY_L2PAGE_ICR);
static const struct tally_reg ecfgr[TALLY_L2PAGE_COUNTERS] = {
	L2PAGE_REG(TALLY_L2PAGE_ECFGR(0)),
	L2PAGE_REG(TALLY_L2PAGE_ECFGR(1)),
};

const struct tally_counter l2page_counters[TALLY_L2PAGE_COUNTERS] = {
	{ L2PAGE_REG(TALLY_L2PAGE_EVR(0)), 32, false, 0 },
	{ L2PAGE_REG(TALLY_L2PAGE_EVR(1)), 32, false, 0 },
};

static uint32_t l2page_get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return (uint32_t)tally_bus_read(bus, reg);
}

static enum tally_status l2page_probe(const struct tally_monitor *m,
				      struct tally_bus *bus)
{
	const struct l2page_facts *f = m->facts;
	uint32_t id = l2page_get(bus, &cache_id);

	if (bus->status)
		return bus->status;
	return tally_l2page_is(f->parts, id) ? TALLY_OK : TALLY_E_ABSENT;
}

static bool l2page_save(const struct tally_monitor *m,
			const struct tally_setup *setup, struct tally_bus *bus,
			struct tally_script *restore)
{
	uint32_t found = l2page_get(bus, &ecr) & TALLY_L2PAGE_ENABLE;
	uint32_t wanted = 0;

	(void)setup;
	tally_script_write(restore, &ecr, 0);
	for (unsigned i = 0; i < TALLY_L2PAGE_COUNTERS; i++) {
		uint32_t config =
			l2page_get(bus, &ecfgr[i]) & TALLY_L2PAGE_CONFIG;

		wanted |= (config & 3) == 1 || (config & 3) == 2;
		tally_script_write(restore, &ecfgr[i], 0);
		tally_script_write(restore, &m->counter[i].reg,
				   l2page_get(bus, &m->counter[i].reg));
		tally_script_write(restore, &ecfgr[i], config);
	}
	if (found)
		tally_script_write(restore, &ecr, found);
	return found || (wanted && l2page_get(bus, &risr) & TALLY_L2PAGE_ECNTR);
}

static void l2page_encode(const struct tally_monitor *m,
			  const struct tally_setup *setup,
			  enum tally_phase phase, struct tally_script *script)
{
	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &ecr, TALLY_L2PAGE_ENABLE);
		return;
	case TALLY_STOP:
		tally_script_write(script, &ecr, 0);
		return;
	case TALLY_RELEASE:
	case TALLY_CONFIGURE:
		break;
	}
	tally_script_write(script, &ecr, 0);
	for (unsigned i = 0; i < TALLY_L2PAGE_COUNTERS; i++) {
		tally_script_write(script, &ecfgr[i], 0);
		tally_script_write(script, &m->counter[i].reg, 0);
	}
	if (tally_l2page_interrupts(setup))
		tally_script_write(script, &icr, TALLY_L2PAGE_ECNTR);
	for (unsigned i = 0;
	     i < TALLY_L2PAGE_COUNTERS && phase == TALLY_CONFIGURE; i++)
		tally_script_write(script, &ecfgr[i],
				   tally_l2page_config(setup, i));
}

static bool l2page_holds(const struct tally_monitor *m,
			 const struct tally_setup *setup, struct tally_bus *bus)
{
	(void)m;
	for (unsigned i = 0; i < TALLY_L2PAGE_COUNTERS; i++)
		if ((l2page_get(bus, &ecfgr[i]) & TALLY_L2PAGE_CONFIG) !=
		    tally_l2page_config(setup, i))
			return false;
	return (l2page_get(bus, &ecr) & TALLY_L2PAGE_ENABLE) == 0;
}

/*
 * ECNTR does not say which counter overflowed: the one that stands at its top
 * did.
 */
static uint32_t l2page_flags(const struct tally_monitor *m,
			     struct tally_bus *bus)
{
	uint32_t found = 0;

	for (unsigned i = 0; i < TALLY_L2PAGE_COUNTERS; i++)
		if (l2page_get(bus, &m->counter[i].reg) == UINT32_MAX)
			found |= UINT32_C(1) << i;
	return found;
}

static uint64_t l2page_acknowledge(const struct tally_monitor *m,
				   const struct tally_setup *setup,
				   uint64_t start, struct tally_bus *bus)
{
	(void)start;
	if (tally_l2page_interrupts(setup) &&
	    l2page_get(bus, &risr) & TALLY_L2PAGE_ECNTR)
		tally_bus_write(bus, &icr, TALLY_L2PAGE_ECNTR);
	return l2page_flags(m, bus) |
	       (l2page_get(bus, &ecr) & TALLY_L2PAGE_ENABLE ? TALLY_RUNNING
							    : 0);
}

static void l2page_load(const struct tally_monitor *m,
			const struct tally_setup *setup, unsigned slot,
			struct tally_bus *bus, uint64_t value)
{
	unsigned counter = setup->slot[slot].counter;

	tally_bus_write(bus, &ecfgr[counter], 0);
	tally_bus_write(bus, &m->counter[counter].reg, value);
	tally_bus_write(bus, &ecfgr[counter],
			tally_l2page_config(setup, counter));
}

const struct tally_monitor_ops l2page_ops = {
	.probe = l2page_probe,
	.save = l2page_save,
	.encode = l2page_encode,
	.holds = l2page_holds,
	.flags = l2page_flags,
	.acknowledge = l2page_acknowledge,
	.check = tally_check_unloaded,
	.load = l2page_load,
};
