/* SPDX-License-Identifier: MIT */
/*
 * Intel XScale, second generation (PXA27x, IXP4xx, IOP33x): one clock counter
 * (CCNT), four event counters (PMN0-3), 32 bits each; CP14, privileged modes
 * only.  Control, interrupt enables, overflow flags and events are registers
 * of their own: PMNC, INTEN, FLAG, EVTSEL.  Counter i of the monitor has bit i
 * in INTEN and FLAG, for CCNT comes first there [CORE 8; IXP42X 3.7].
 *
 * What shapes the writes:
 * - events are changed only while E is 0;
 * - a counter is never reset by the write that stops it, which would be
 *   unpredictable: stop first, then reset;
 * - C and P read unpredictably and act when written, so they are never kept;
 * - stopping leaves an interrupt request as it is; clearing its flag drops it;
 * - a flag is cleared by writing 1, whatever E is, and by itself: no other
 *   counter's flag can be lost.
 */
#include <tally/library.h>

#include <tally/counting.h>
#include <tally/only.h>
#include <tally/words/xscale2.h>

#define REG(crn, crm)                                                          \
	{                                                                      \
		TALLY_CP(0, crn, crm, 0), TALLY_CP14, 32                       \
	}

#define PMNC_E TALLY_XSCALE2_E
#define PMNC_P TALLY_XSCALE2_P
#define PMNC_C TALLY_XSCALE2_C
#define PMNC_D TALLY_XSCALE2_D
#define ALL    TALLY_XSCALE2_ALL
#define IDLE   TALLY_XSCALE2_IDLE

enum { COUNTERS = TALLY_XSCALE2_COUNTERS };
#define PMN (((1u << COUNTERS) - 1) & ~(1u << TALLY_XSCALE_CCNT))

/* A counter's bit is its number, in both, and its event a byte of EVTSEL. */
#define NTH_BIT(name, counter)                                                 \
	((unsigned)TALLY_XSCALE_INTEN_##name##_LSB == (counter) &&             \
	 (unsigned)TALLY_XSCALE_FLAG_##name##_LSB == (counter))
#define NTH_EVENT(n)                                                           \
	(TALLY_FIELD(XSCALE, EVTSEL, evtCount##n) ==                           \
	 TALLY_FIELD(XSCALE, EVTSEL, evtCount0)                                \
		 << TALLY_XSCALE_EVTSEL_evtCount1_LSB * (n))
_Static_assert(NTH_BIT(C, TALLY_XSCALE_CCNT) &&
		       NTH_BIT(P0, TALLY_XSCALE_PMN0) &&
		       NTH_BIT(P1, TALLY_XSCALE_PMN1) &&
		       NTH_BIT(P2, TALLY_XSCALE_PMN2) &&
		       NTH_BIT(P3, TALLY_XSCALE_PMN3) && NTH_EVENT(1) &&
		       NTH_EVENT(2) && NTH_EVENT(3),
	       "not laid out as words/xscale2.h has it");

static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };
static const struct tally_reg control = REG(0, 1);
static const struct tally_reg inten = REG(4, 1);
static const struct tally_reg flag = REG(5, 1);
static const struct tally_reg evtsel = REG(8, 1);

static const struct tally_counter counters[COUNTERS] = {
	[TALLY_XSCALE_CCNT] = { REG(1, 1), 32, true, TALLY_EVENT_CYCLES },
	[TALLY_XSCALE_PMN0] = { REG(0, 2), 32, false, 0 },
	[TALLY_XSCALE_PMN1] = { REG(1, 2), 32, false, 0 },
	[TALLY_XSCALE_PMN2] = { REG(2, 2), 32, false, 0 },
	[TALLY_XSCALE_PMN3] = { REG(3, 2), 32, false, 0 },
};

/* The rows of the second generation, picked by their `cores`. */
#define ON_XSCALE(code, rate) { code, rate, PMN },
#define ON_XSC1(code, rate)
#define ON_XSC2(code, rate) { code, rate, PMN },
#define ON_I80200(code, rate)
#define EVENT(id, name, code, cores, kind, rate, ...) ON_##cores(code, rate)
static const struct tally_event events[] = {
#include <tally/monitors/xscale.def>
};

static uint32_t get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return (uint32_t)tally_bus_read(bus, reg);
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	uint32_t id = get(bus, &main_id);

	(void)m;
	if (bus->status)
		return bus->status;
	return (id & TALLY_XSCALE2_ID_MASK) == TALLY_XSCALE2_ID
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	uint32_t found = get(bus, &control);
	uint32_t enabled = get(bus, &inten) & ALL;

	(void)setup;
	tally_script_write(restore, &control, found & PMNC_D);
	tally_script_keep(restore, bus, &evtsel);
	for (unsigned i = 0; i < COUNTERS; i++)
		tally_script_keep(restore, bus, &m->counter[i].reg);
	tally_script_write(restore, &inten, enabled);
	if (found & PMNC_E)
		tally_script_write(restore, &control,
				   found & (PMNC_D | PMNC_E));
	return found & PMNC_E || (get(bus, &flag) & enabled);
}

/* The counters are stopped: events, then all at 0 and no flag left. */
static void configure(const struct tally_monitor *m,
		      const struct tally_setup *setup,
		      struct tally_script *script)
{
	uint32_t preset[COUNTERS] = { 0 };

	tally_script_write(script, &evtsel, tally_xscale2_events(setup));
	tally_script_write(script, &control,
			   tally_xscale2_divider(setup) | PMNC_C | PMNC_P);
	tally_script_write(script, &flag, ALL);
	tally_script_write(script, &inten, tally_xscale2_interrupts(setup));
	for (unsigned i = 0; i < setup->slots; i++)
		preset[setup->slot[i].counter] =
			(uint32_t)tally_preset(setup->slot[i].period, 32);
	for (unsigned i = 0; i < COUNTERS; i++)
		tally_script_write(script, &m->counter[i].reg, preset[i]);
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	uint32_t stopped = tally_xscale2_divider(setup);

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &control, stopped | PMNC_E);
		break;
	case TALLY_STOP:
		tally_script_write(script, &control, stopped);
		break;
	case TALLY_RELEASE:
		tally_script_write(script, &control, 0);
		tally_script_write(script, &inten, 0);
		tally_script_write(script, &flag, ALL);
		tally_script_write(script, &evtsel, IDLE);
		break;
	case TALLY_CONFIGURE:
		tally_script_write(script, &control, stopped);
		configure(m, setup, script);
		break;
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	(void)m;
	return (get(bus, &control) & (PMNC_D | PMNC_E)) ==
		       tally_xscale2_divider(setup) &&
	       (get(bus, &inten) & ALL) == tally_xscale2_interrupts(setup) &&
	       get(bus, &evtsel) == tally_xscale2_events(setup);
}

static const struct tally_reg *flags_at(const struct tally_monitor *m)
{
	(void)m;
	return &flag;
}

static void view(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	(void)m;
	view->flag = UINT32_C(1) << setup->slot[i].counter;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	return get(bus, &flag) & ALL;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	uint32_t set = (uint32_t)tally_bus_get(bus, &flag) & ALL;

	(void)m;
	(void)setup;
	(void)start;
	if (!set)
		return 0;
	tally_bus_put(bus, &flag, set);
	return set |
	       (tally_bus_get(bus, &control) & PMNC_E ? TALLY_RUNNING : 0);
}

static const struct tally_monitor_ops xscale2_ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.flags_at = flags_at,
	.view = view,
};

const struct tally_monitor tally_xscale2 = {
	.ops = TALLY_OPS(xscale2_ops),
	.counting = &tally_flagged,
	.counter = counters,
	.event = events,
	.counters = COUNTERS,
	.options = TALLY_DIVIDE,
	.events = sizeof(events) / sizeof(events[0]),
	.steps = TALLY_XSCALE_STEPS,
};
