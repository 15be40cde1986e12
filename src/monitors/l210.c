/* SPDX-License-Identifier: MIT */
/*
 * ARM L210 event monitor: control EMMC, flags EMCS, and per counter a
 * configuration EMCCn and a count EMCn, words, whose places differ.
 *
 * What shapes the writes:
 * - the counts cannot be written, and which of the reset bits is whose is not
 *   established: all four are reset, and counts begin where they stand;
 * - a flag is cleared by writing 1 to it alone: OKL4 writes back what it read
 *   and so clears them all;
 * - interrupts, where wanted, as a level that is active high: chosen, as no
 *   document says what the line of a part needs.
 */
#include <tally/library.h>

#include <stddef.h>

#include <tally/monitors/l2cc.h>
#include <tally/words/l210.h>

static const struct tally_reg emmc = { TALLY_L210_EMMC, TALLY_MMIO, 32 };
static const struct tally_reg emcs = { TALLY_L210_EMCS, TALLY_MMIO, 32 };

const struct tally_event tally_l210_events[TALLY_L210_EVENTS] = {
#define EVENT(id, name, code, cores, kind, rate, ...) { code, rate, 0xF },
#include <tally/monitors/l210.def>
};

static const struct tally_l210_layout imx31 = TALLY_L210_LAYOUT_IMX31;
static const struct tally_l210_layout trm = TALLY_L210_LAYOUT_TRM;
static const struct tally_l210_layout six = TALLY_L210_LAYOUT_SIX;

static struct tally_reg emcc(const struct tally_monitor *m, unsigned counter)
{
	const struct tally_l210_layout *layout = m->facts;

	return (struct tally_reg){ layout->config + 4 * counter, TALLY_MMIO,
				   32 };
}

static uint32_t l210_get(struct tally_bus *bus, struct tally_reg reg)
{
	return (uint32_t)tally_bus_read(bus, &reg);
}

/*
 * No document gives an identification register; but EMCS reads as zero except
 * for its flags [DDI0284G C.2.2].
 */
static enum tally_status l210_probe(const struct tally_monitor *m,
				    struct tally_bus *bus)
{
	uint32_t status = l210_get(bus, emcs);

	(void)m;
	if (bus->status)
		return bus->status;
	return status & ~TALLY_L210_FLAGS ? TALLY_E_ABSENT : TALLY_OK;
}

/* The old counts cannot be put back: no write reaches them. */
static bool l210_save(const struct tally_monitor *m,
		      const struct tally_setup *setup, struct tally_bus *bus,
		      struct tally_script *restore)
{
	uint32_t found = l210_get(bus, emmc) & TALLY_L210_KEPT;
	uint32_t flags = l210_get(bus, emcs);
	bool pending = false;

	(void)setup;
	tally_script_write(restore, &emmc, found & ~TALLY_L210_ENABLE);
	for (unsigned i = 0; i < TALLY_L210_COUNTERS; i++) {
		struct tally_reg reg = emcc(m, i);
		uint32_t config = l210_get(bus, reg) & TALLY_L210_CONFIG;

		pending |= config & TALLY_L210_INTERRUPT && flags >> i & 1;
		tally_script_write(restore, &reg, config);
	}
	if (found & TALLY_L210_ENABLE)
		tally_script_write(restore, &emmc, found);
	return found & TALLY_L210_ENABLE || pending;
}

static void l210_configure(const struct tally_monitor *m,
			   const struct tally_setup *setup,
			   struct tally_script *script)
{
	for (unsigned i = 0; i < TALLY_L210_COUNTERS; i++) {
		struct tally_reg reg = emcc(m, i);

		tally_script_write(script, &reg, tally_l210_config(setup, i));
	}
	tally_script_write(script, &emcs, TALLY_L210_FLAGS);
}

static void l210_encode(const struct tally_monitor *m,
			const struct tally_setup *setup, enum tally_phase phase,
			struct tally_script *script)
{
	static const struct tally_setup nothing = { NULL, 0, 0 };
	uint32_t stopped = tally_l210_control(setup);

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &emmc, stopped | TALLY_L210_ENABLE);
		break;
	case TALLY_STOP:
		tally_script_write(script, &emmc, stopped);
		break;
	case TALLY_RELEASE:
		tally_script_write(script, &emmc, 0);
		l210_configure(m, &nothing, script);
		break;
	case TALLY_CONFIGURE:
		tally_script_write(script, &emmc, 0);
		l210_configure(m, setup, script);
		tally_script_write(script, &emmc, stopped | TALLY_L210_RESET);
		break;
	}
}

static bool l210_holds(const struct tally_monitor *m,
		       const struct tally_setup *setup, struct tally_bus *bus)
{
	if ((l210_get(bus, emmc) & TALLY_L210_KEPT) !=
	    tally_l210_control(setup))
		return false;
	for (unsigned i = 0; i < TALLY_L210_COUNTERS; i++)
		if ((l210_get(bus, emcc(m, i)) & TALLY_L210_CONFIG) !=
		    tally_l210_config(setup, i))
			return false;
	return true;
}

static const struct tally_reg *l210_flags_at(const struct tally_monitor *m)
{
	(void)m;
	return &emcs;
}

static void l210_view(const struct tally_monitor *m,
		      const struct tally_setup *setup, unsigned i,
		      struct tally_view *view)
{
	(void)m;
	view->flag = UINT32_C(1) << setup->slot[i].counter;
}

static uint32_t l210_flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	return l210_get(bus, emcs) & TALLY_L210_FLAGS;
}

static uint64_t l210_acknowledge(const struct tally_monitor *m,
				 const struct tally_setup *setup,
				 uint64_t start, struct tally_bus *bus)
{
	uint32_t set = l210_flags(m, bus);

	(void)setup;
	(void)start;
	if (!set)
		return 0;
	tally_bus_write(bus, &emcs, set);
	return set |
	       (l210_get(bus, emmc) & TALLY_L210_ENABLE ? TALLY_RUNNING : 0);
}

const struct tally_monitor_ops tally_l210_ops = {
	.probe = l210_probe,
	.save = l210_save,
	.encode = l210_encode,
	.holds = l210_holds,
	.flags = l210_flags,
	.acknowledge = l210_acknowledge,
	.flags_at = l210_flags_at,
	.view = l210_view,
	.check = tally_check_unloaded,
};

static const struct tally_counter imx31_counters[TALLY_L210_COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x018);
static const struct tally_counter trm_counters[TALLY_L210_COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x200);
static const struct tally_counter six_counters[TALLY_L210_COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x020);

const struct tally_monitor tally_l210 = TALLY_L210_AT(&imx31, imx31_counters);
const struct tally_monitor tally_l210_trm = TALLY_L210_AT(&trm, trm_counters);
const struct tally_monitor tally_l210_six = TALLY_L210_AT(&six, six_counters);
