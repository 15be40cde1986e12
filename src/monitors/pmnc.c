/* SPDX-License-Identifier: MIT */
/*
 * The mechanism shared by the monitors of one control word; see
 * tally/words/pmnc.h.
 *
 * Four traps shape every write here:
 * - flags are write-one-to-clear, so a value read is never written back;
 * - C and P read unpredictably and act when written, so they are never kept;
 * - ARM11 clears a flag, and drops the interrupt request, only while E is 1,
 *   and no document says whether the old or the new E decides: the flag is
 *   cleared by a write of E = 1 over E = 1 [DAI0195B 1, 2; DDI0301H 3.2.51];
 * - the counters have no enable of their own: an idle one is given an event
 *   that does not happen.
 */
#include <tally/library.h>

#include <stddef.h>

#include "pmnc.h"

#define E     TALLY_PMNC_E
#define P     TALLY_PMNC_P
#define C     TALLY_PMNC_C
#define FLAGS TALLY_PMNC_FLAGS

enum { PMNC_COUNTERS = TALLY_PMNC_COUNTERS };

static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

static const struct tally_pmnc_facts *facts_of(const struct tally_monitor *m)
{
	return m->facts;
}

static uint32_t control_read(const struct tally_monitor *m,
			     struct tally_bus *bus)
{
	return (uint32_t)tally_bus_read(bus, &facts_of(m)->control);
}

static void control_write(const struct tally_monitor *m, struct tally_bus *bus,
			  uint32_t value)
{
	tally_bus_write(bus, &facts_of(m)->control, value);
}

static uint32_t control_of(const struct tally_monitor *m,
			   const struct tally_setup *setup)
{
	return tally_pmnc_control(facts_of(m), setup);
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	uint32_t id = (uint32_t)tally_bus_read(bus, &main_id);

	if (bus->status)
		return bus->status;
	return (id & facts_of(m)->id_mask) == facts_of(m)->id_value
		       ? TALLY_OK
		       : TALLY_E_ABSENT;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	const struct tally_pmnc_facts *f = facts_of(m);
	uint32_t found = control_read(m, bus);
	uint32_t control = found & f->kept;

	tally_script_write(restore, &f->control, control & ~E);
	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		tally_script_keep(restore, bus, &m->counter[i].reg);
	if (setup->options & TALLY_USER)
		tally_script_write(restore, &f->user,
				   tally_bus_read(bus, &f->user) & 1);
	if (control & E)
		tally_script_write(restore, &f->control, control);
	return tally_pmnc_busy(f, found);
}

/*
 * Write `control` with the monitor stopped, and clear every flag and with them
 * the request.
 */
static void quiet(const struct tally_monitor *m, struct tally_script *script,
		  uint32_t control)
{
	const struct tally_pmnc_facts *f = facts_of(m);
	uint32_t first = tally_pmnc_idle(f), last = control | C | P;

	if (f->clear_needs_enable) {
		/*
		 * The counters run from 0 and count idle events here, so none
		 * can wrap.
		 */
		tally_script_write(script, &f->control, first | C | P | E);
		first |= FLAGS | E;
	} else {
		last |= FLAGS;
		if (f->twice)
			first = last;
	}
	tally_script_write(script, &f->control, first);
	tally_script_write(script, &f->control, last);
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	const struct tally_pmnc_facts *f = facts_of(m);
	uint32_t control = control_of(m, setup);
	uint32_t preset[PMNC_COUNTERS] = { 0 };

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &f->control, control | E);
		break;
	case TALLY_STOP:
		tally_script_write(script, &f->control, control);
		break;
	case TALLY_RELEASE:
		quiet(m, script, tally_pmnc_idle(f));
		break;
	case TALLY_CONFIGURE:
		quiet(m, script, control);
		for (unsigned i = 0; i < setup->slots; i++)
			preset[setup->slot[i].counter] = (uint32_t)tally_preset(
				setup->slot[i].period, 32);
		for (unsigned i = 0; i < PMNC_COUNTERS; i++)
			tally_script_write(script, &m->counter[i].reg,
					   preset[i]);
		if (setup->options & TALLY_USER)
			tally_script_write(script, &f->user, 1);
		break;
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	return ((control_read(m, bus) ^ control_of(m, setup)) &
		facts_of(m)->kept) == 0;
}

/* By counter: OCC goes to bit 0, OC0 and OC1 to 1 and 2. */
static uint32_t counters_of(uint32_t control)
{
	return (control >> TALLY_ARM11_PMNC_OCC_LSB & 1) |
	       (control >> (TALLY_ARM11_PMNC_OC0_LSB - 1) & 6);
}

static const struct tally_reg *flags_at(const struct tally_monitor *m)
{
	return &facts_of(m)->control;
}

static void view(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	(void)m;
	view->flag = UINT32_C(1) << tally_pmnc_flag(setup->slot[i].counter);
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	return counters_of(control_read(m, bus));
}

/*
 * On ARM11 flags can be cleared only while E is 1, and the counters are
 * stopped.  So they run for a moment; their values are taken before and written
 * back afterwards, so that nothing is added.
 */
static void clear_stopped(const struct tally_monitor *m, struct tally_bus *bus,
			  uint32_t control, uint32_t set)
{
	const uint32_t on = (control & (TALLY_PMNC_INTEN | TALLY_PMNC_FIQ)) |
			    tally_pmnc_idle(facts_of(m)) | E;
	uint32_t count[PMNC_COUNTERS];

	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		count[i] = (uint32_t)tally_bus_read(bus, &m->counter[i].reg);
	control_write(m, bus, on | C | P);
	control_write(m, bus, on | set);
	control_write(m, bus, control);
	for (unsigned i = 0; i < PMNC_COUNTERS; i++)
		tally_bus_write(bus, &m->counter[i].reg, count[i]);
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	const struct tally_reg *word = &facts_of(m)->control;
	uint32_t seen = (uint32_t)tally_bus_get(bus, word);
	uint32_t set = seen & FLAGS;
	uint32_t control = (uint32_t)start & ~E;

	(void)setup;
	if (!set)
		return 0;
	if (seen & E)
		tally_bus_put(bus, word, control | E | set);
	else if (!facts_of(m)->clear_needs_enable)
		control_write(m, bus, control | set);
	else
		clear_stopped(m, bus, control, set);
	return counters_of(set) | (seen & E ? TALLY_RUNNING : 0);
}

TALLY_INNER const struct tally_monitor_ops pmnc_ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.flags_at = flags_at,
	.view = view,
};
