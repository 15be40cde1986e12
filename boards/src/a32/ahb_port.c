/* SPDX-License-Identifier: MIT */
/*
 * The machine's side of the simulated bus: memory and interrupt controller for
 * the masters besides the core, the core's fetches and accesses, DBGACK, and
 * the ledger that the AHB monitor counts from.
 */
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "boards/src/a32/inner.h"
#include "boards/src/ahb/ahb.h"
#include "boards/src/pmu/window.h"

_Static_assert((int)AHB_COUNTERS <= (int)LEDGER_NOTHING,
	       "the ledger has room for them");

/* A master finds memory or a device there, all `size` bytes of it. */
static const struct place *place_for(const struct machine *m, uint32_t addr,
				     unsigned size)
{
	const struct place *place = board_place(m->spec, addr);

	return place && addr - place->base <= place->size - size ? place : NULL;
}

static bool host_read(void *ctx, uint32_t addr, unsigned size, uint32_t *value)
{
	struct machine *m = ctx;
	const struct place *place = place_for(m, addr, size);

	*value = 0;
	if (!place)
		return false;
	if (place->kind == PLACE_DEVICE)
		*value = place->ops->read(&m->devices, place->unit,
					  (addr - place->base) & ~3u) >>
			 addr % 4 * 8;
	else
		memcpy(value, m->memory + addr, size);
	return true;
}

static bool host_write(void *ctx, uint32_t addr, unsigned size, uint32_t value)
{
	struct machine *m = ctx;
	const struct place *place = place_for(m, addr, size);

	if (!place || place->kind == PLACE_FLASH)
		return false;
	if (place->kind == PLACE_DEVICE) {
		machine_device_word(m, place, (addr - place->base) & ~3u,
				    UINT32_MAX >> (32 - 8 * size)
							  << addr % 4 * 8,
				    value << addr % 4 * 8);
		a32_of(m)->port_moved = true;
		return true;
	}
	memcpy(m->memory + addr, &value, size);
	if (m->blocks)
		blocks_written(m->blocks, addr, size);
	if (a32_of(m)->code[addr >> 12 >> 3] >> (addr >> 12 & 7) & 1)
		machine_forget_code(m, addr, addr + size - 1);
	return true;
}

static void host_interrupt(void *ctx, unsigned line, bool level)
{
	struct machine *m = ctx;

	m->spec->set_interrupt(&m->devices, line, level);
	a32_of(m)->port_moved = true;
}

static void host_monitor_changed(void *ctx, uint32_t offset)
{
	monitors_changed_at(ctx, offset);
}

static void host_console(void *ctx, unsigned unit, uint8_t c)
{
	struct machine *m = ctx;

	(void)unit; /* they all end at the same place, as on other boards */
	devices_put(&m->devices, c);
}

static bool host_give_up(void *ctx)
{
	return machine_give_up(ctx);
}

/* A peripheral receives by "every=N" an item each N cycles. */
static bool receives(const char *text, uint64_t *every, struct error *err)
{
	static const char name[] = "every=";
	size_t n = sizeof(name) - 1;

	return (!strncmp(text, name, n) && number_read(text + n, every, err) &&
		*every) ||
	       error_set(err,
			 "\"%s\" is not like every=100, for an item each 100 "
			 "cycles",
			 text);
}

/* Into the bus's options. */
static bool take_traffic(enum board_traffic whose, const char *text,
			 struct ahb_options *options, struct error *err)
{
	if (whose == BOARD_EXP)
		return ahb_pattern_parse(AHB_EXP, text, &options->exp, err);
	if (whose == BOARD_GXI)
		return ahb_pattern_parse(AHB_GXI, text, &options->gxi, err);
	return receives(text, &options->receive_every[whose - BOARD_UART0],
			err);
}

enum board_traffic board_traffic_check(const char *text, struct error *err)
{
	struct ahb_options ignored = { 0 };
	size_t n = strcspn(text, ":");

	for (unsigned i = 0; i < BOARD_TRAFFICS && text[n]; i++) {
		const char *name = board_traffic_name((enum board_traffic)i);

		if (strlen(name) != n || strncmp(name, text, n) != 0)
			continue;
		return take_traffic((enum board_traffic)i, text + n + 1,
				    &ignored, err)
			       ? (enum board_traffic)i
			       : BOARD_TRAFFICS;
	}
	error_set(err,
		  "'%s' names nothing with traffic; it is like "
		  "exp:burst=incr8,every=100 or gxi:every=50,writes=25 or "
		  "uart0:every=1000",
		  text);
	return BOARD_TRAFFICS;
}

bool board_fault_check(const char *text, struct error *err)
{
	struct ahb_fault fault;

	return ahb_fault_parse(text, &fault, err);
}

/* The texts have been checked. */
static struct ahb_options options_of(const struct machine *m)
{
	const struct board_options *o = &m->options;
	struct ahb_options options = {
		.quirks = { .poison = o->poison,
			    .strict = o->strict,
			    .random_reset = o->poison,
			    .late = o->strict,
			    .seed = o->seed },
	};
	struct error ignored;

	for (unsigned i = 0; i < BOARD_TRAFFICS; i++) {
		const char *text = o->inject.traffic[i];

		if (text)
			take_traffic((enum board_traffic)i,
				     strchr(text, ':') + 1, &options, &ignored);
	}
	return options;
}

static bool inject_faults(struct machine *m, struct error *err)
{
	const char *const *text = m->options.inject.fault;
	struct ahb_fault fault;

	for (unsigned i = 0; i < BOARD_FAULTS && text[i]; i++)
		if (!ahb_fault_parse(text[i], &fault, err) ||
		    !ahb_inject(a32_of(m)->ahb, &fault, err))
			return error_within(err, "--inject");
	return true;
}

bool port_make(struct machine *m, struct error *err)
{
	const struct ahb_host host = { .ctx = m,
				       .read = host_read,
				       .write = host_write,
				       .interrupt = host_interrupt,
				       .monitor_changed = host_monitor_changed,
				       .console = host_console,
				       .give_up = host_give_up };
	const struct ahb_options options = options_of(m);

	if (!m->spec->ahb)
		return true;
	a32_of(m)->ahb = ahb_new(&options, &host);
	a32_of(m)->ledger = calloc(1, sizeof(*a32_of(m)->ledger));
	if (!a32_of(m)->ahb || !a32_of(m)->ledger)
		return error_set(err, "out of memory for board %s",
				 m->spec->info.name);
	a32_of(m)->debug_edge =
		m->options.inject.dbgack_period ? 0 : UINT64_MAX;
	return inject_faults(m, err);
}

void port_free(struct machine *m)
{
	ahb_free(a32_of(m)->ahb);
	free(a32_of(m)->ledger);
}

static uint32_t peek(void *ctx, uint32_t offset)
{
	return ahb_peek(ctx, AHB_MONITOR_BASE + offset);
}

static void poke(void *ctx, uint32_t offset, uint32_t value)
{
	ahb_poke(ctx, AHB_MONITOR_BASE + offset, value);
}

void port_monitor(struct machine *m)
{
	const struct pmu_window bus = { a32_of(m)->ahb, peek, poke };

	for (unsigned i = 0; a32_of(m)->ahb && i < m->monitors.count; i++)
		pmu_set_window(m->monitors.pmu[i], &bus);
}

const struct ledger *port_ledger(const struct machine *m)
{
	struct ahb_ledger counted;

	ahb_counted(a32_of(m)->ahb, &counted);
	memcpy(a32_of(m)->ledger->n, counted.n, sizeof(counted.n));
	return a32_of(m)->ledger;
}

const uint64_t *port_live(const struct machine *m, unsigned item,
			  const uint64_t **moved)
{
	if (m->options.inject.dbgack_period)
		return NULL;
	return ahb_live(a32_of(m)->ahb, item, moved);
}

bool port_fetch(struct machine *m)
{
	uint32_t addr = a32_of(m)->now->insn.addr;
	enum uarch_bus bus =
		uarch_begin(m->uarch, &a32_of(m)->now->insn, &m->fetch,
			    m->flight.passed, machine_privileged(m));

	if (bus == UARCH_BUS_OK)
		return true;
	a32_of(m)->now = NULL;
	m->fetch_known = false;
	step_prefetch_abort(
		m, addr, addr, mmu_lookup(a32_of(m)->mmu, addr, true),
		bus == UARCH_BUS_ERROR ? MMU_BUS_ERROR : MMU_EXTERNAL_WALK);
	return false;
}

enum mmu_fault port_access(struct machine *m, const struct access *a,
			   bool privileged, uint32_t *word)
{
	enum uarch_bus bus = uarch_access(m->uarch, &a32_of(m)->now->insn, a,
					  privileged, word);

	return bus == UARCH_BUS_OK      ? MMU_OK
	       : bus == UARCH_BUS_ERROR ? MMU_BUS_ERROR
					: MMU_EXTERNAL_WALK;
}

/* The core is in debug state for so many cycles of each period. */
static void debug(struct machine *m, uint64_t now)
{
	const struct board_inject *i = &m->options.inject;

	while (now >= a32_of(m)->debug_edge) {
		a32_of(m)->debug = !a32_of(m)->debug;
		ahb_debug(a32_of(m)->ahb, a32_of(m)->debug, now);
		a32_of(m)->debug_edge +=
			a32_of(m)->debug ? i->dbgack_high
					 : i->dbgack_period - i->dbgack_high;
	}
}

void port_boundary(struct machine *m)
{
	uint64_t now = uarch_ledger(m->uarch)->n[LEDGER_CYCLES];

	if (now >= a32_of(m)->debug_edge)
		debug(m, now);
	if (a32_of(m)->port_moved) {
		a32_of(m)->port_moved = false;
		machine_lines(m);
	}
}
