/* SPDX-License-Identifier: MIT */
/*
 * ARM L210 event monitor: control EMMC, flags EMCS, and per counter a
 * configuration EMCCn and a count EMCn, words, whose places differ.
 *
 *	EMMC	| 11:8 reset | 7:3 pulse | 2 active high | 1 edge | 0 enable |
 *	EMCCn	| 6:2 event | 1 flag on every increment | 0 interrupt |
 *
 * What shapes the writes:
 * - the counts cannot be written, and which of the reset bits is whose is not
 *   established: all four are reset, and counts begin where they stand;
 * - a flag is cleared by writing 1 to it alone: OKL4 writes back what it read
 *   and so clears them all;
 * - interrupts, where wanted, as a level that is active high: chosen, as no
 *   document says what the line of a part needs.
 */
#include <stddef.h>

#include <tally/monitors/l2cc.h>

enum { COUNTERS = 4 };

/* The fields of the rows, as constants. */
enum l210_field {
#define FIELD(reg, name, lsb, width, ...)                                      \
	TALLY_FIELD_ROW(L210, reg, name, lsb, width)
#include <tally/monitors/l210.def>
};

#define ENABLE TALLY_FIELD(L210, EMMC, enable)
#define HIGH   TALLY_FIELD(L210, EMMC, active_high)
#define KEPT                                                                   \
	(TALLY_FIELD(L210, EMMC, pulse) | HIGH |                               \
	 TALLY_FIELD(L210, EMMC, edge) | ENABLE)
#define RESET TALLY_FIELD(L210, EMMC, reset)
#define FLAGS                                                                  \
	(TALLY_FIELD(L210, EMCS, flag0) | TALLY_FIELD(L210, EMCS, flag1) |     \
	 TALLY_FIELD(L210, EMCS, flag2) | TALLY_FIELD(L210, EMCS, flag3))
#define INTERRUPT TALLY_FIELD(L210, EMCC0, interrupt)
#define SOURCE    TALLY_L210_EMCC0_source_LSB
#define CONFIG                                                                 \
	(TALLY_FIELD(L210, EMCC0, source) |                                    \
	 TALLY_FIELD(L210, EMCC0, increment) | INTERRUPT)

static const struct tally_reg emmc = { 0x000, TALLY_MMIO, 32 };
static const struct tally_reg emcs = { 0x004, TALLY_MMIO, 32 };

const struct tally_event tally_l210_events[TALLY_L210_EVENTS] = {
#define EVENT(id, name, code, cores, kind, rate, ...) { code, rate, 0xF },
#include <tally/monitors/l210.def>
};

static const struct tally_l210_layout imx31 = { 0x008, 0x018 };
static const struct tally_l210_layout trm = { 0x100, 0x200 };
static const struct tally_l210_layout six = { 0x008, 0x020 };

static struct tally_reg emcc(const struct tally_monitor *m, unsigned counter)
{
	const struct tally_l210_layout *layout = m->facts;

	return (struct tally_reg){ layout->config + 4 * counter, TALLY_MMIO,
				   32 };
}

static uint32_t get(struct tally_bus *bus, struct tally_reg reg)
{
	return (uint32_t)tally_bus_read(bus, &reg);
}

/* EMMC while stopped. */
static uint32_t control_of(const struct tally_setup *setup)
{
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].interrupt)
			return HIGH;
	return 0;
}

/* EMCCn; code 0 is no event. */
static uint32_t config_of(const struct tally_setup *setup, unsigned counter)
{
	for (unsigned i = 0; i < setup->slots; i++) {
		const struct tally_slot *slot = &setup->slot[i];

		if (slot->counter == counter)
			return (uint32_t)slot->event << SOURCE |
			       (slot->interrupt ? INTERRUPT : 0);
	}
	return 0;
}

/*
 * No document gives an identification register; but EMCS reads as zero except
 * for its flags [DDI0284G C.2.2].
 */
static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	uint32_t status = get(bus, emcs);

	(void)m;
	if (bus->status)
		return bus->status;
	return status & ~FLAGS ? TALLY_E_ABSENT : TALLY_OK;
}

/* The old counts cannot be put back: no write reaches them. */
static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	uint32_t found = get(bus, emmc) & KEPT;
	uint32_t flags = get(bus, emcs);
	bool pending = false;

	(void)setup;
	tally_script_write(restore, &emmc, found & ~ENABLE);
	for (unsigned i = 0; i < COUNTERS; i++) {
		struct tally_reg reg = emcc(m, i);
		uint32_t config = get(bus, reg) & CONFIG;

		pending |= config & INTERRUPT && flags >> i & 1;
		tally_script_write(restore, &reg, config);
	}
	if (found & ENABLE)
		tally_script_write(restore, &emmc, found);
	return found & ENABLE || pending;
}

static void configure(const struct tally_monitor *m,
		      const struct tally_setup *setup,
		      struct tally_script *script)
{
	for (unsigned i = 0; i < COUNTERS; i++) {
		struct tally_reg reg = emcc(m, i);

		tally_script_write(script, &reg, config_of(setup, i));
	}
	tally_script_write(script, &emcs, FLAGS);
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	static const struct tally_setup nothing = { NULL, 0, 0 };
	uint32_t stopped = control_of(setup);

	switch (phase) {
	case TALLY_START:
		tally_script_write(script, &emmc, stopped | ENABLE);
		break;
	case TALLY_STOP:
		tally_script_write(script, &emmc, stopped);
		break;
	case TALLY_RELEASE:
		tally_script_write(script, &emmc, 0);
		configure(m, &nothing, script);
		break;
	case TALLY_CONFIGURE:
		tally_script_write(script, &emmc, 0);
		configure(m, setup, script);
		tally_script_write(script, &emmc, stopped | RESET);
		break;
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	if ((get(bus, emmc) & KEPT) != control_of(setup))
		return false;
	for (unsigned i = 0; i < COUNTERS; i++)
		if ((get(bus, emcc(m, i)) & CONFIG) != config_of(setup, i))
			return false;
	return true;
}

static void view(const struct tally_monitor *m, const struct tally_setup *setup,
		 unsigned i, struct tally_view *view)
{
	(void)m;
	view->flags = emcs;
	view->flag = UINT32_C(1) << setup->slot[i].counter;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	(void)m;
	return get(bus, emcs) & FLAGS;
}

static uint64_t acknowledge(const struct tally_monitor *m, uint64_t start,
			    struct tally_bus *bus)
{
	uint32_t set = flags(m, bus);

	(void)start;
	if (!set)
		return 0;
	tally_bus_write(bus, &emcs, set);
	return set | (get(bus, emmc) & ENABLE ? TALLY_RUNNING : 0);
}

const struct tally_monitor_ops tally_l210_ops = {
	.probe = probe,
	.save = save,
	.encode = encode,
	.holds = holds,
	.flags = flags,
	.acknowledge = acknowledge,
	.view = view,
	.check = tally_check_unloaded,
};

static const struct tally_counter imx31_counters[COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x018);
static const struct tally_counter trm_counters[COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x200);
static const struct tally_counter six_counters[COUNTERS] =
	TALLY_L210_COUNTERS_AT(0x020);

const struct tally_monitor tally_l210 = TALLY_L210_AT(&imx31, imx31_counters);
const struct tally_monitor tally_l210_trm = TALLY_L210_AT(&trm, trm_counters);
const struct tally_monitor tally_l210_six = TALLY_L210_AT(&six, six_counters);
