/* SPDX-License-Identifier: MIT */
/*
 * The driver of the tests' own monitor (hpm.def).  Everything counts from reset
 * on, so that it is in use only where somebody chose what counts: some counters
 * stand still and others do not, or one with an event runs.
 */
#include "hpm.h"

#include <string.h>

#include <tally/counting.h>

enum {
#define COUNTER(id, name, reg, title, cores) HPM_##id,
#include "core/hpm.def"
	HPM_COUNTERS
};

enum { HPM_STEPS = 16 };

#define HPM_REG(at)                                                            \
	{                                                                      \
		(at), TALLY_MMIO, 64                                           \
	}

static const struct tally_reg inhibit = HPM_REG(0x00);
static const struct tally_reg event_reg[] = { HPM_REG(0x28), HPM_REG(0x30) };

/* A counter's bit of INHIBIT. */
static const uint64_t bit[] = { 0x01, 0x04, 0x08, 0x10 };
static const uint64_t all = 0x1D;

static const struct tally_counter counter[] = {
	{ HPM_REG(0x08), 64, TALLY_ONE_EVENT, TALLY_EVENT_CYCLES },
	{ HPM_REG(0x10), 64, TALLY_ONE_EVENT, TALLY_EVENT_FIXED(1) },
	{ HPM_REG(0x18), 40, TALLY_ANY_EVENT, 0 },
	{ HPM_REG(0x20), 40, TALLY_ANY_EVENT, 0 },
};

#define ON(id) (UINT32_C(1) << HPM_##id)
static const struct tally_event event[] = {
#define EVENT(id, name, code, cores, kind, rate, ...)                          \
	{ code, rate, ON(COUNT3) | ON(COUNT4) },
#define EVENT_ON(counters, id, name, code, cores, kind, rate, ...)             \
	{ code, rate, counters },
#include "core/hpm.def"
};
#undef ON

/*
 * Bits beside the event by which its counter stands still at a level: those
 * that a RISC-V core with a hypervisor has, and the two states of an Arm core.
 */
static const struct {
	uint64_t bit;
	uint8_t level;
} filter[] = {
	{ UINT64_C(1) << 56, TALLY_NONSECURE },
	{ UINT64_C(1) << 57, TALLY_SECURE },
	{ UINT64_C(1) << 58, TALLY_VU },
	{ UINT64_C(1) << 59, TALLY_VS },
	{ UINT64_C(1) << 60, TALLY_EL0 },
	{ UINT64_C(1) << 61, TALLY_EL1 },
	{ UINT64_C(1) << 62, TALLY_EL3 },
};

enum {
	HPM_STATES = TALLY_SECURE | TALLY_NONSECURE,
	HPM_LEVELS = HPM_STATES | TALLY_EL0 | TALLY_EL1 | TALLY_EL3 | TALLY_VS |
		     TALLY_VU
};

/* The word that selects a slot's event where it is to be counted. */
static uint64_t word_of(const struct tally_slot *slot)
{
	const unsigned wanted[] = { slot->levels & ~(unsigned)HPM_STATES,
				    slot->levels & HPM_STATES };
	uint64_t word = TALLY_EVENT_SELECTS(slot->event);

	for (unsigned i = 0; i < sizeof filter / sizeof filter[0]; i++) {
		const unsigned kind =
			wanted[(filter[i].level & HPM_STATES) != 0];

		if (kind && !(kind & filter[i].level))
			word |= filter[i].bit;
	}
	return word;
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)m;
	return bus->status ? bus->status : TALLY_E_ABSENT;
}

/* The register with a counter's event; NULL: it has one of its own. */
static const struct tally_reg *event_of(unsigned n)
{
	return n < HPM_COUNT3 ? NULL : &event_reg[n - HPM_COUNT3];
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	const uint64_t still = tally_bus_read(bus, &inhibit) & all;
	bool chosen = still && still != all;

	(void)setup;
	for (unsigned n = 0; n < m->counters; n++) {
		tally_script_keep(restore, bus, &m->counter[n].reg);
		if (!event_of(n))
			continue;
		tally_script_keep(restore, bus, event_of(n));
		chosen |= !(still & bit[n]) && tally_bus_read(bus, event_of(n));
	}
	tally_script_write(restore, &inhibit, still);
	return chosen;
}

static uint64_t others(const struct tally_setup *setup)
{
	uint64_t still = all;

	for (unsigned i = 0; i < setup->slots; i++)
		still &= ~bit[setup->slot[i].counter];
	return still;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	uint64_t selected[HPM_COUNTERS] = { 0 };

	tally_script_write(script, &inhibit,
			   phase == TALLY_START ? others(setup) : all);
	if (phase != TALLY_CONFIGURE)
		return;
	for (unsigned i = 0; i < setup->slots; i++) {
		const unsigned n = setup->slot[i].counter;

		selected[n] = word_of(&setup->slot[i]);
		tally_script_write(script, &m->counter[n].reg, 0);
	}
	for (unsigned n = HPM_COUNT3; n < HPM_COUNTERS; n++)
		tally_script_write(script, event_of(n), selected[n]);
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	bool so = (tally_bus_read(bus, &inhibit) & all) == all;

	(void)m;
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *s = &setup->slot[i];

		if (event_of(s->counter))
			so &= tally_bus_read(bus, event_of(s->counter)) ==
			      word_of(s);
	}
	return so;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	return (tally_bus_read(bus, &inhibit) & all) == start ? TALLY_RUNNING
							      : 0;
}

/* As of any monitor of the kind, but that events are counted at levels. */
static enum tally_status check(const struct tally_monitor *m,
			       const struct tally_setup *setup, unsigned i)
{
	struct tally_slot slot[HPM_COUNTERS];
	const struct tally_setup anywhere = { slot, setup->slots,
					      setup->options };

	if (i >= HPM_COUNTERS || setup->slot[i].counter >= HPM_COUNTERS)
		return TALLY_E_COUNTER;
	if (setup->slot[i].levels &
	    ~(unsigned)(event_of(setup->slot[i].counter) ? m->levels : 0))
		return TALLY_E_FEATURE;
	memcpy(slot, setup->slot, (i + 1) * sizeof slot[0]);
	slot[i].levels = 0;
	return tally_check_unloaded(m, &anywhere, i);
}

static const struct tally_monitor_ops ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = check,
};

const struct tally_monitor tally_hpm = {
	.ops = &ops,
	.counting = &tally_free_running,
	.counter = counter,
	.event = event,
	.counters = HPM_COUNTERS,
	.events = sizeof event / sizeof event[0],
	.steps = HPM_STEPS,
	.silent = true,
	.levels = HPM_LEVELS,
};

/*
 * A monitor like it without an inhibit register, as RISC-V 1.10: nothing starts
 * or stops it, START and STOP write nowhere, and who chose an event uses it.
 */
static uint64_t selected_by(const struct tally_setup *setup, unsigned n)
{
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].counter == n)
			return word_of(&setup->slot[i]);
	return 0;
}

static bool save_unstopped(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   struct tally_bus *bus, struct tally_script *restore)
{
	bool chosen = false;

	(void)m;
	(void)setup;
	for (unsigned n = HPM_COUNT3; n < HPM_COUNTERS; n++) {
		tally_script_keep(restore, bus, event_of(n));
		chosen |= tally_bus_read(bus, event_of(n)) != 0;
	}
	return chosen;
}

static void encode_unstopped(const struct tally_monitor *m,
			     const struct tally_setup *setup,
			     enum tally_phase phase,
			     struct tally_script *script)
{
	static const struct tally_reg nowhere = TALLY_NOWHERE;

	(void)m;
	if (phase == TALLY_START || phase == TALLY_STOP) {
		tally_script_write(script, &nowhere, 0);
		return;
	}
	for (unsigned n = HPM_COUNT3; n < HPM_COUNTERS; n++)
		tally_script_write(
			script, event_of(n),
			phase == TALLY_RELEASE ? 0 : selected_by(setup, n));
}

static bool holds_unstopped(const struct tally_monitor *m,
			    const struct tally_setup *setup,
			    struct tally_bus *bus)
{
	bool so = true;

	(void)m;
	for (unsigned n = HPM_COUNT3; n < HPM_COUNTERS; n++)
		so &= tally_bus_read(bus, event_of(n)) == selected_by(setup, n);
	return so;
}

static const struct tally_monitor_ops unstopped_ops = {
	.probe = probe,
	.save = save_unstopped,
	.encode = encode_unstopped,
	.holds = holds_unstopped,
	.flags = flags,
	.acknowledge = acknowledge,
	.check = check,
};

static const struct tally_monitor unstopped = {
	.ops = &unstopped_ops,
	.counting = &tally_unstopped.counting,
	.counter = counter,
	.event = event,
	.counters = HPM_COUNTERS,
	.events = sizeof event / sizeof event[0],
	.steps = HPM_STEPS,
	.silent = true,
	.levels = HPM_LEVELS,
};

#define CORE          hpm
#define CORE_UNASKED  "it is made up"
#define MONITOR_ROWS  "core/hpm.def"
#define TEXT_ROWS     "core/hpm_text.def"
#define REGISTER_BITS 64
#define CORE_AT       0x40000000
#define ON_HPM        1
#include "catalog/tables.h"

const struct catalog_monitor *const *(*hpm_spoilt)(unsigned *count);
const struct tally_monitor *hpm_spoilt_of;

const struct catalog_monitor *hpm_without_a_stop(void)
{
	static struct catalog_monitor without;

	without = catalog_hpm;
	without.name = "test-hpm-1.10";
	without.monitor = &unstopped;
	return &without;
}

const struct catalog_monitor *const *hpm_none(unsigned *count)
{
	return hpm_spoilt ? hpm_spoilt(count) : catalog_monitors(count);
}

const struct catalog_monitor *const *hpm_and_all(unsigned *count)
{
	static const struct catalog_monitor *list[256];
	const struct catalog_monitor *const *all_of = catalog_monitors(count);

	if (hpm_spoilt)
		return hpm_spoilt(count);
	memcpy(list, all_of, *count * sizeof *all_of);
	list[(*count)++] = &catalog_hpm;
	list[(*count)++] = hpm_without_a_stop();
	return list;
}
