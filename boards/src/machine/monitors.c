/* SPDX-License-Identifier: MIT */
/*
 * The board's monitors.  Each answers for its own registers and nobody
 * else's: the core's are reached by instructions, one in memory by loads and
 * stores and, from the debugger, by offset.
 */
#include "boards/src/machine/inner.h"

#include <string.h>

static const struct ledger *ledger_of(const struct machine *m, unsigned i)
{
	const struct board_monitor *wired = &m->spec->monitor[i];

	return wired->ledger ? wired->ledger(m) : uarch_ledger(m->uarch);
}

void monitors_changed(struct machine *m, unsigned number,
		      const struct tally_reg *reg)
{
	struct target_writes *w;

	if (!m->stop) /* the debugger */
		return;
	w = &m->stop->writes[number];
	if (w->count++)
		return;
	w->reg = *reg;
	machine_where(m, m->arch->at(m), w->where, sizeof(w->where));
}

void monitors_changed_at(struct machine *m, uint32_t offset)
{
	const struct tally_reg reg = { offset, TALLY_MMIO, 32 };
	unsigned i = 0;

	while (!m->spec->monitor[i].mapped)
		i++;
	monitors_changed(m, i, &reg);
}

static void on_change(void *ctx, const struct tally_reg *reg)
{
	const struct monitor_place *place = ctx;

	monitors_changed(place->machine, place->number, reg);
}

static void listen_to(struct machine *m, unsigned i)
{
	struct machine_monitors *all = &m->monitors;
	const struct pmu_listener listener = { &all->place[i], on_change };

	all->place[i] = (struct monitor_place){ m, (uint8_t)i };
	pmu_listen(all->pmu[i], &listener);
}

bool monitors_make(struct machine *m, const struct pmu_quirks *quirks)
{
	struct machine_monitors *all = &m->monitors;
	unsigned count = board_monitors(&m->spec->info);

	for (unsigned i = 0; i < count; i++) {
		if (m->spec->monitor[i].elsewhere)
			break;
		struct pmu_quirks own = *quirks;

		own.seed += i;
		all->pmu[i] =
			pmu_new(board_pmu(m->spec, i), &own, ledger_of(m, i));
		if (!all->pmu[i])
			return false;
		listen_to(m, i);
		pmu_tell(all->pmu[i], &all->due);
		m->devices.monitor[i] = all->pmu[i];
		all->count++;
	}
	if (board_core_monitor(m->spec))
		m->pmu = all->pmu[0];
	return true;
}

void monitors_free(struct machine *m)
{
	struct machine_monitors *all = &m->monitors;

	for (unsigned i = 0; i < all->count; i++) {
		pmu_free(all->pmu[i]);
		pmu_free(all->spare[i]);
		for (unsigned k = 0; k < all->others; k++)
			pmu_free(all->other[k][i]);
	}
}

bool monitors_set_aside(struct machine *m)
{
	struct machine_monitors *all = &m->monitors;

	for (unsigned i = 0; i < all->count; i++) {
		pmu_free(all->spare[i]);
		all->spare[i] = NULL;
		if (!pmu_can_clone(board_pmu(m->spec, i)))
			continue;
		all->spare[i] = pmu_clone(all->pmu[i]);
		if (!all->spare[i])
			return false;
	}
	return true;
}

unsigned machine_instances(const struct board_spec *spec)
{
	for (unsigned i = 0; i < board_monitors(&spec->info); i++)
		if (!spec->monitor[i].elsewhere &&
		    !pmu_can_clone(board_pmu(spec, i)))
			return 1;
	return BOARD_INSTANCES;
}

/* An instance that fails half-way is freed with the machine. */
static bool add_instance(struct machine *m)
{
	struct machine_monitors *all = &m->monitors;
	struct pmu **other;

	if (m->instructions || all->others == BOARD_INSTANCES - 1)
		return false;
	for (unsigned i = 0; i < all->count; i++)
		if (!all->spare[i])
			return false;
	other = all->other[all->others++];
	for (unsigned i = 0; i < all->count; i++) {
		other[i] = pmu_clone(all->spare[i]);
		if (!other[i])
			return false;
		pmu_follow(all->pmu[i], other[i]);
	}
	return !m->arch->monitor_add || m->arch->monitor_add(m);
}

bool machine_choose(struct machine *m, unsigned instance)
{
	struct machine_monitors *all = &m->monitors;

	if (instance > all->others + 1 ||
	    (instance == all->others + 1 && !add_instance(m)))
		return false;
	all->chosen = instance;
	if (m->arch->monitor_choose)
		m->arch->monitor_choose(m, instance);
	return true;
}

static struct pmu *chosen(const struct machine *m, unsigned monitor)
{
	const struct machine_monitors *all = &m->monitors;

	return all->chosen ? all->other[all->chosen - 1][monitor]
			   : all->pmu[monitor];
}

/*
 * No instruction lets an item of a ledger gain more: those that work on a whole
 * cache have thousands of lines, of hundreds of cycles each.  (WFI and the like
 * look at the monitors themselves.)
 */
static const uint64_t MOST_PER_INSTRUCTION = UINT64_C(1) << 22;

static bool are_wired(const struct machine *m)
{
	return !(m->options.ill & 1u << BOARD_ILL_NO_LINE);
}

bool monitors_update(struct machine *m)
{
	struct machine_monitors *all = &m->monitors;
	uint64_t quiet = UINT64_MAX;
	bool moved = false;

	for (unsigned i = 0; i < all->count; i++) {
		uint64_t left;

		pmu_update(all->pmu[i]);
		left = pmu_quiet(all->pmu[i]);
		quiet = left < quiet ? left : quiet;
		moved |= are_wired(m) &&
			 (pmu_irq(all->pmu[i]) != all->line[i] ||
			  pmu_fiq(all->pmu[i]) != all->fast_line[i]);
	}
	/* A line that moved is told again until the controller has it. */
	all->due = moved ? 0 : m->instructions + quiet / MOST_PER_INSTRUCTION;
	return moved;
}

static uint64_t sooner_of(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

uint64_t monitors_quiet_cycles(const struct machine *m)
{
	const struct machine_monitors *all = &m->monitors;
	uint64_t quiet = UINT64_MAX / 2;

	for (unsigned i = 0; i < all->count; i++)
		quiet = sooner_of(quiet, pmu_quiet_cycles(all->pmu[i]));
	if (!m->watch.observes)
		return quiet;
	for (unsigned k = 0; k < all->others; k++)
		for (unsigned i = 0; i < all->count; i++)
			quiet = sooner_of(quiet,
					  pmu_quiet_cycles(all->other[k][i]));
	return quiet;
}

/* Monitors may share an interrupt: its line is high if one of them asks. */
static void put_line(struct machine *m, unsigned interrupt)
{
	const struct machine_monitors *all = &m->monitors;
	bool level = false;

	if (!interrupt)
		return;
	for (unsigned i = 0; i < all->count; i++) {
		const struct board_monitor *wired = &m->spec->monitor[i];

		level |= wired->interrupt == interrupt && all->line[i];
		level |=
			wired->fast_interrupt == interrupt && all->fast_line[i];
	}
	m->spec->set_interrupt(&m->devices, interrupt, level);
}

void monitors_lines(struct machine *m)
{
	struct machine_monitors *all = &m->monitors;

	for (unsigned i = 0; i < all->count; i++) {
		all->line[i] = are_wired(m) && pmu_irq(all->pmu[i]);
		all->fast_line[i] = are_wired(m) && pmu_fiq(all->pmu[i]);
	}
	for (unsigned i = 0; i < all->count; i++) {
		put_line(m, m->spec->monitor[i].interrupt);
		put_line(m, m->spec->monitor[i].fast_interrupt);
	}
}

/* Asks each monitor; the one that has the register answers. */
static enum pmu_access read_one(struct machine *m, const struct tally_reg *reg,
				uint64_t *value)
{
	enum pmu_access done = PMU_NONE;

	for (unsigned i = 0; i < m->monitors.count && done == PMU_NONE; i++)
		done = pmu_read(chosen(m, i), reg, true, value);
	return done;
}

/* The debugger also reads what else is on the page of a monitor in memory. */
static bool read_page(struct machine *m, const struct tally_reg *reg,
		      uint64_t *value)
{
	if (reg->space != TALLY_MMIO || reg->bits != 32 || reg->addr % 4)
		return false;
	for (unsigned i = 0; i < m->monitors.count; i++) {
		const struct device_ops *page = m->spec->monitor[i].page;

		if (!page)
			continue;
		*value = page->read(&m->devices, i, reg->addr);
		return true;
	}
	return false;
}

enum tally_status machine_reg_read(struct machine *m,
				   const struct tally_reg *reg, uint64_t *value)
{
	enum pmu_access done = read_one(m, reg, value);

	if (done == PMU_DONE)
		return TALLY_OK;
	if (done != PMU_NONE)
		return TALLY_E_NOREG;
	if (read_page(m, reg, value))
		return TALLY_OK;
	return m->arch->reg_read(m, reg, value);
}

enum tally_status machine_reg_write(struct machine *m,
				    const struct tally_reg *reg, uint64_t value)
{
	enum pmu_access done = PMU_NONE;

	for (unsigned i = 0; i < m->monitors.count && done == PMU_NONE; i++)
		done = pmu_write(chosen(m, i), reg, true, value);
	if (done == PMU_NONE && m->arch->reg_write &&
	    m->arch->reg_write(m, reg, value) == TALLY_OK)
		done = PMU_DONE;
	if (done != PMU_DONE)
		return TALLY_E_NOREG;
	machine_lines(m);
	return TALLY_OK;
}

uint8_t monitor_class(const struct monitor_ledger *ledger,
		      const struct pmu_event *event)
{
	return ledger->sketch && event->class == PMU_MODELLED &&
			       ledger_is_time((enum ledger_item)event->item)
		       ? PMU_SKETCH
		       : event->class;
}

bool machine_monitor_ledger(const struct machine *m, unsigned monitor,
			    struct monitor_ledger *to)
{
	const struct board_monitor *wired;

	memset(to, 0, sizeof(*to));
	if (monitor >= m->monitors.count)
		return m->arch->monitor_ledger &&
		       monitor < board_monitors(&m->spec->info) &&
		       m->arch->monitor_ledger(m, monitor, to);
	wired = &m->spec->monitor[monitor];
	to->event = pmu_events(board_pmu(m->spec, monitor), &to->events);
	to->ledger = ledger_of(m, monitor);
	to->counted = m->arch->counted;
	to->counted_until = m->arch->counted_until;
	to->sketch = board_sketch(&m->spec->info, &m->options);
	to->only = m->arch->counted_only;
	to->clock = wired->mapped || !m->arch->cycle_counter ? wired->clock
		    : m->options.flat ? "flat: one per instruction"
				      : "timing model of the core";
	return true;
}
