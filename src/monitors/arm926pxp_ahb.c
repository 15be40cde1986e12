/* SPDX-License-Identifier: MIT */
/*
 * ARM926PXP AHB monitor: counters that are fixed, one control register, one
 * that resets all counters and one that presets them, whatever is written.
 *
 * What shapes the writes:
 * - whether AHBMONCtrlReg reads back is not established: it is never read, and
 *   put back as after reset, disabled;
 * - reset is said to reach all counters (4.3.27) and not CtTotalCycles (table
 *   4-13): no counter is taken to begin at 0, and holds() leaves that one out;
 * - the write that resets is not counted, the next transfer is, and reads of
 *   the monitor count on ARM-D: the counters are off for all but the window.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/counting.h>
#include <tally/monitors/arm926pxp_ahb.h>

static const struct tally_event ahb_events[TALLY_AHB_COUNTERS] = {
#define EVENT(id, name, code, cores, kind, rate, ...) { code, rate, 0 },
#include <tally/monitors/arm926pxp_ahb.def>
};

/* The fields of the rows, as constants. */
enum ahb_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(AHB, reg, name, lsb, width)
#include <tally/monitors/arm926pxp_ahb.def>
};

#define PAGE TALLY_FIELD(AHB, GxiPageSize, size)

static const struct tally_counter ahb_counters[TALLY_AHB_COUNTERS] = {
#define CT(name, number, ...)                                                  \
	[TALLY_AHB_##name] = {                                                 \
		{ TALLY_AHB_AT_##name, TALLY_MMIO, 32 }, 32, true, (number)    \
	},
#include <tally/monitors/arm926pxp_ahb.def>
};

const struct tally_ahb_map tally_ahb_own_map = {
	.base = TALLY_AHB_BASE,
	.at = {
#define AT(name, offset) (offset),
#include <tally/monitors/arm926pxp_ahb_map.def>
	},
	.threshold = {
#define WAIT(layer, offset) (offset),
#include <tally/monitors/arm926pxp_ahb_map.def>
	},
	.enable = TALLY_AHB_BIT_enable,
	.track_dbgack = TALLY_AHB_BIT_track_dbgack,
	.align_castout4 = TALLY_AHB_BIT_align_castout4,
};

const struct tally_ahb_map *tally_ahb_map_of(const struct tally_monitor *m)
{
	return m->facts;
}

static struct tally_reg ahb_reg_of(const struct tally_monitor *m,
				   unsigned which)
{
	return (struct tally_reg){ tally_ahb_map_of(m)->at[which], TALLY_MMIO,
				   32 };
}

static uint32_t ahb_get(const struct tally_monitor *m, unsigned which,
			struct tally_bus *bus)
{
	struct tally_reg reg = ahb_reg_of(m, which);

	return (uint32_t)tally_bus_read(bus, &reg);
}

static void ahb_put(const struct tally_monitor *m, unsigned which,
		    struct tally_script *script, uint32_t value)
{
	struct tally_reg reg = ahb_reg_of(m, which);

	tally_script_write(script, &reg, value);
}

/*
 * The layer whose threshold the counter is compared with; TALLY_AHB_LAYERS: the
 * counter is compared with none.
 */
static unsigned ahb_layer_of(unsigned counter)
{
	switch (counter) {
	case TALLY_AHB_CtArmdWaitThresholdHit:
		return TALLY_AHB_LAYER_Armd;
	case TALLY_AHB_CtArmiWaitThresholdHit:
		return TALLY_AHB_LAYER_Armi;
	case TALLY_AHB_CtClcdWaitThresholdHit:
		return TALLY_AHB_LAYER_Clcd;
	case TALLY_AHB_CtDma0WaitThresholdHit:
		return TALLY_AHB_LAYER_Dma0;
	case TALLY_AHB_CtDma1WaitThresholdHit:
		return TALLY_AHB_LAYER_Dma1;
	case TALLY_AHB_CtExpWaitThresholdHit:
		return TALLY_AHB_LAYER_Exp;
	case TALLY_AHB_CtGxiRdAWaitThresholdHit:
	case TALLY_AHB_CtGxiRdDWaitThresholdHit:
	case TALLY_AHB_CtGxiWrAWaitThresholdHit:
		return TALLY_AHB_LAYER_Gxi;
	default:
		return TALLY_AHB_LAYERS;
	}
}

/* The first slot, before `slots`, that sets the layer's threshold; or NULL. */
static const struct tally_slot *sets(const struct tally_setup *setup,
				     unsigned slots, unsigned layer)
{
	for (unsigned i = 0; i < slots; i++)
		if (setup->slot[i].refine &&
		    ahb_layer_of(setup->slot[i].counter) == layer)
			return &setup->slot[i];
	return NULL;
}

static struct tally_reg threshold_of(const struct tally_monitor *m,
				     unsigned layer)
{
	return (struct tally_reg){ tally_ahb_map_of(m)->threshold[layer],
				   TALLY_MMIO, 32 };
}

/* Two slots that need one threshold register must want the same value in it. */
static enum tally_status ahb_check(const struct tally_monitor *m,
				   const struct tally_setup *setup, unsigned i)
{
	struct tally_slot slot = setup->slot[i];
	const struct tally_refine *r = slot.refine;
	const struct tally_setup one = { &slot, 1, setup->options };
	const struct tally_slot *before;
	unsigned layer;

	if (!r)
		return tally_check_unloaded(m, setup, i);
	layer = ahb_layer_of(slot.counter);
	if (layer == TALLY_AHB_LAYERS || !threshold_of(m, layer).addr ||
	    r->distance || r->burst || r->gap || r->start || r->stop)
		return TALLY_E_FEATURE;
	before = sets(setup, i, layer);
	if (before && before->refine->threshold != r->threshold)
		return TALLY_E_FEATURE;
	for (unsigned k = 0; k < i; k++)
		if (setup->slot[k].counter == slot.counter)
			return TALLY_E_COUNTER;
	slot.refine = NULL;
	return tally_check_unloaded(m, &one, 0);
}

/* AHBMONCtrlReg while stopped. */
static uint32_t ahb_control_of(const struct tally_ahb_map *map)
{
	return (map->track ? UINT32_C(1) << map->track_dbgack : 0) |
	       (map->align ? UINT32_C(1) << map->align_castout4 : 0);
}

/* No register identifies this monitor.  Its counters do: see holds(). */
static enum tally_status ahb_probe(const struct tally_monitor *m,
				   struct tally_bus *bus)
{
	(void)ahb_get(m, TALLY_AHB_CtTotalCycles, bus);
	return bus->status;
}

static bool ahb_save(const struct tally_monitor *m,
		     const struct tally_setup *setup, struct tally_bus *bus,
		     struct tally_script *restore)
{
	uint32_t before = ahb_get(m, TALLY_AHB_CtTotalCyclesEn, bus);
	uint32_t page = ahb_get(m, TALLY_AHB_GxiPageSize, bus);
	uint32_t after = ahb_get(m, TALLY_AHB_CtTotalCyclesEn, bus);

	ahb_put(m, TALLY_AHB_GxiPageSize, restore, page & PAGE);
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++) {
		struct tally_reg reg = threshold_of(m, i);

		if (sets(setup, setup->slots, i))
			tally_script_write(restore, &reg,
					   tally_bus_read(bus, &reg));
	}
	return before != after;
}

static void put_thresholds(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   struct tally_script *script)
{
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++) {
		const struct tally_slot *slot = sets(setup, setup->slots, i);
		struct tally_reg reg = threshold_of(m, i);

		if (slot)
			tally_script_write(script, &reg,
					   slot->refine->threshold);
	}
}

static void ahb_encode(const struct tally_monitor *m,
		       const struct tally_setup *setup, enum tally_phase phase,
		       struct tally_script *script)
{
	const struct tally_ahb_map *map = tally_ahb_map_of(m);
	uint32_t stopped = ahb_control_of(map);

	switch (phase) {
	case TALLY_START:
		ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script,
			stopped | UINT32_C(1) << map->enable);
		break;
	case TALLY_STOP:
		ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script, stopped);
		break;
	case TALLY_RELEASE:
		ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script, 0);
		break;
	case TALLY_CONFIGURE:
		ahb_put(m, TALLY_AHB_AHBMONCtrlReg, script, stopped);
		ahb_put(m, TALLY_AHB_GxiPageSize, script, map->page);
		put_thresholds(m, setup, script);
		ahb_put(m, TALLY_AHB_AHBMONRstCtrs, script, 0);
		break;
	}
}

static bool ahb_holds(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus)
{
	for (unsigned i = 0; i < TALLY_AHB_COUNTERS; i++)
		if (i != TALLY_AHB_CtTotalCycles && ahb_get(m, i, bus) != 0)
			return false;
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++) {
		const struct tally_slot *slot = sets(setup, setup->slots, i);
		struct tally_reg reg = threshold_of(m, i);

		if (slot &&
		    tally_bus_read(bus, &reg) != slot->refine->threshold)
			return false;
	}
	return (ahb_get(m, TALLY_AHB_GxiPageSize, bus) & PAGE) ==
	       tally_ahb_map_of(m)->page;
}

static uint32_t ahb_flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static uint64_t ahb_acknowledge(const struct tally_monitor *m,
				const struct tally_setup *setup, uint64_t start,
				struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)start;
	(void)bus;
	return 0;
}

void tally_ahb_preset(const struct tally_monitor *m, struct tally_bus *bus)
{
	struct tally_reg reg = ahb_reg_of(m, TALLY_AHB_AHBMONPrstCtrs);

	tally_bus_write(bus, &reg, 0);
	tally_bus_sync(bus);
}

void tally_ahb_reset(const struct tally_monitor *m, struct tally_bus *bus)
{
	struct tally_reg reg = ahb_reg_of(m, TALLY_AHB_AHBMONRstCtrs);

	tally_bus_write(bus, &reg, 0);
	tally_bus_sync(bus);
}

static const struct tally_monitor_ops ahb_ops = {
	.probe = ahb_probe,
	.save = ahb_save,
	.encode = ahb_encode,
	.holds = ahb_holds,
	.flags = ahb_flags,
	.acknowledge = ahb_acknowledge,
	.check = ahb_check,
};

const struct tally_monitor tally_arm926pxp_ahb = {
	.ops = &ahb_ops,
	.counting = &tally_difference,
	.facts = &tally_ahb_own_map,
	.counter = ahb_counters,
	.event = ahb_events,
	.counters = TALLY_AHB_COUNTERS,
	.events = TALLY_AHB_COUNTERS,
	.steps = TALLY_ARM926PXP_AHB_STEPS,
	.silent = true,
};

/*
 * The first register that the map has no place for, or that shares its place
 * with an earlier one.
 */
static unsigned misplaced(const struct tally_ahb_map *map)
{
	for (unsigned i = 0; i < TALLY_AHB_REGISTERS; i++) {
		if (map->at[i] % 4)
			return i;
		for (unsigned k = 0; k < i; k++)
			if (map->at[k] == map->at[i])
				return i;
	}
	return TALLY_AHB_REGISTERS;
}

/* The first threshold with that fault, of those whose place is known. */
static unsigned misplaced_threshold(const struct tally_ahb_map *map)
{
	for (unsigned i = 0; i < TALLY_AHB_LAYERS; i++) {
		if (map->threshold[i] % 4)
			return i;
		for (unsigned k = 0; k < TALLY_AHB_REGISTERS; k++)
			if (map->threshold[i] &&
			    map->at[k] == map->threshold[i])
				return i;
		for (unsigned k = 0; k < i; k++)
			if (map->threshold[i] &&
			    map->threshold[k] == map->threshold[i])
				return i;
	}
	return TALLY_AHB_LAYERS;
}

static bool good_bits(const struct tally_ahb_map *map)
{
	const uint8_t bit[] = { map->enable, map->track_dbgack,
				map->align_castout4 };

	if (map->enable == TALLY_AHB_NO_BIT)
		return false;
	for (unsigned i = 0; i < 3; i++) {
		if (bit[i] == TALLY_AHB_NO_BIT)
			continue;
		if (bit[i] > 31)
			return false;
		for (unsigned k = 0; k < i; k++)
			if (bit[k] == bit[i])
				return false;
	}
	return true;
}

enum tally_status tally_ahb_init(struct tally_ahb *ahb,
				 const struct tally_ahb_map *map, unsigned *row)
{
	unsigned wrong;

	if (!ahb || !map)
		return TALLY_E_INVALID;
	wrong = misplaced(map);
	if (wrong == TALLY_AHB_REGISTERS)
		wrong += misplaced_threshold(map);
	if (row)
		*row = wrong;
	if (wrong != TALLY_AHB_REGISTERS + TALLY_AHB_LAYERS ||
	    !good_bits(map) || map->page > 3)
		return TALLY_E_INVALID;
	if ((map->track && map->track_dbgack == TALLY_AHB_NO_BIT) ||
	    (map->align && map->align_castout4 == TALLY_AHB_NO_BIT))
		return TALLY_E_FEATURE;
	ahb->monitor = tally_arm926pxp_ahb;
	ahb->monitor.facts = map;
	ahb->monitor.counter = ahb->counter;
	for (unsigned i = 0; i < TALLY_AHB_COUNTERS; i++) {
		ahb->counter[i] = ahb_counters[i];
		ahb->counter[i].reg.addr = map->at[i];
	}
	return TALLY_OK;
}
