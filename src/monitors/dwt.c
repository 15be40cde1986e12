/* SPDX-License-Identifier: MIT */
/*
 * CYCCNT of the DWT.
 *
 *	DEMCR	| 24 TRCENA: the unit has its clock |
 *	CTRL	| 25 NOCYCCNT | 0 CYCCNTENA |
 *
 * What shapes the writes:
 * - while TRCENA is 0 the unit does not answer and what is read of it is
 *   anything [RTIC]: so TRCENA comes first, and is given back last;
 * - a Cortex-M7 may have the unit locked, and then ignores writes: the key goes
 *   first, which a unit without a lock ignores;
 * - the other bits of CTRL may be a debugger's: they are 0 while a session is
 *   open, so that START and STOP are one word each, and put back;
 * - the counter is written only while it stands.
 */
#include <tally/library.h>

#include <tally/counting.h>
#include <tally/monitors/dwt.h>
#include <tally/words/dwt.h>

#define DWT_REG(name)                                                          \
	{                                                                      \
		TALLY_DWT_AT_##name, TALLY_MMIO, 32                            \
	}

static const struct tally_reg dwt_ctrl = DWT_REG(CTRL);
static const struct tally_reg dwt_lar = DWT_REG(LAR);
static const struct tally_reg dwt_lsr = DWT_REG(LSR);
static const struct tally_reg dwt_cpuid = DWT_REG(CPUID);
static const struct tally_reg dwt_demcr = DWT_REG(DEMCR);

static const struct tally_counter dwt_counter[] = {
	{ DWT_REG(CYCCNT), 32, TALLY_ONE_EVENT, TALLY_EVENT_CYCLES },
};

static uint32_t dwt_get(struct tally_bus *bus, const struct tally_reg *reg)
{
	return (uint32_t)tally_bus_read(bus, reg);
}

static enum tally_status dwt_probe(const struct tally_monitor *m,
				   struct tally_bus *bus)
{
	uint32_t cpuid = dwt_get(bus, &dwt_cpuid);

	(void)m;
	if (bus->status)
		return bus->status;
	return tally_dwt_is(cpuid) ? TALLY_OK : TALLY_E_ABSENT;
}

/* TRCENA becomes `on` for what comes next. */
static void dwt_clock(struct tally_bus *bus, uint32_t on)
{
	tally_bus_write(bus, &dwt_demcr, on);
	tally_bus_sync(bus);
}

/*
 * A unit without its clock cannot be read: it has it while it is looked at.  It
 * runs only if it has its clock, too, whatever CYCCNTENA is.
 */
static bool dwt_save(const struct tally_monitor *m,
		     const struct tally_setup *setup, struct tally_bus *bus,
		     struct tally_script *restore)
{
	uint32_t on = dwt_get(bus, &dwt_demcr) & TALLY_DWT_TRCENA;
	uint32_t ctrl, count, lsr;

	(void)setup;
	if (!on)
		dwt_clock(bus, TALLY_DWT_TRCENA);
	ctrl = dwt_get(bus, &dwt_ctrl) & TALLY_DWT_KEPT;
	count = dwt_get(bus, &m->counter[0].reg);
	lsr = dwt_get(bus, &dwt_lsr);
	if (!on)
		dwt_clock(bus, 0);
	tally_script_write(restore, &dwt_ctrl, 0);
	tally_script_write(restore, &m->counter[0].reg, count);
	tally_script_write(restore, &dwt_ctrl, ctrl);
	if (tally_dwt_locked(lsr))
		tally_script_write(restore, &dwt_lar, TALLY_DWT_LOCK);
	tally_script_write(restore, &dwt_demcr, on);
	return on && ctrl & TALLY_DWT_ENABLE;
}

static void dwt_encode(const struct tally_monitor *m,
		       const struct tally_setup *setup, enum tally_phase phase,
		       struct tally_script *script)
{
	(void)setup;
	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &dwt_ctrl, TALLY_DWT_ENABLE);
		return;
	case TALLY_STOP:
	case TALLY_RELEASE:
		tally_script_write(script, &dwt_ctrl, 0);
		return;
	case TALLY_CONFIGURE:
		break;
	}
	tally_script_write(script, &dwt_demcr, TALLY_DWT_TRCENA);
	tally_script_write(script, &dwt_lar, TALLY_DWT_KEY);
	tally_script_write(script, &dwt_ctrl, 0);
	tally_script_write(script, &m->counter[0].reg, 0);
}

static bool dwt_holds(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus)
{
	uint32_t demcr = dwt_get(bus, &dwt_demcr);

	(void)m;
	(void)setup;
	return tally_dwt_ready(demcr, dwt_get(bus, &dwt_ctrl));
}

static uint32_t dwt_flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	(void)bus;
	return 0;
}

static uint64_t dwt_acknowledge(const struct tally_monitor *m,
				const struct tally_setup *setup, uint64_t start,
				struct tally_bus *bus)
{
	(void)m;
	(void)setup;
	(void)start;
	return dwt_get(bus, &dwt_ctrl) & TALLY_DWT_ENABLE ? TALLY_RUNNING : 0;
}

static const struct tally_monitor_ops dwt_ops = {
	.probe = dwt_probe,
	.save = dwt_save,
	.encode = dwt_encode,
	.holds = dwt_holds,
	.flags = dwt_flags,
	.acknowledge = dwt_acknowledge,
	.check = tally_check_unloaded,
};

const struct tally_monitor tally_dwt = {
	.ops = &dwt_ops,
	.counting = &tally_difference,
	.counter = dwt_counter,
	.counters = 1,
	.silent = true,
	.steps = TALLY_DWT_STEPS,
};
