/* SPDX-License-Identifier: MIT */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "together_fixture.h"

struct world w;

static unsigned whose(const struct tally_reg *reg)
{
	return reg->addr / REGISTERS;
}

static void settle(unsigned i)
{
	if (w.control[i] & 1)
		w.count[i] += w.now - w.since[i];
	w.since[i] = w.now;
}

static enum tally_status read_reg(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	unsigned i = whose(reg);

	(void)bus;
	w.now += w.cost[i];
	settle(i);
	*value = reg->addr % REGISTERS == CONTROL ? w.control[i]
						  : (uint32_t)w.count[i];
	return TALLY_OK;
}

/* The counter's flag rises, and the interrupt is taken. */
static void interrupt(unsigned i)
{
	struct tally_session *s = w.interrupted;

	w.interrupted = NULL;
	if (!s)
		return;
	w.control[i] |= 1u << 8;
	w.told = tally_session_overflow(s);
}

static enum tally_status write_reg(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t value)
{
	unsigned i = whose(reg);

	(void)bus;
	w.writes++;
	w.now += w.cost[i];
	settle(i);
	if (reg->addr % REGISTERS == COUNT) {
		w.count[i] = value;
		return TALLY_OK;
	}
	if (~w.control[i] & value & 1)
		w.began[i] = w.now;
	if (w.control[i] & ~value & 1)
		w.ended[i] = w.now;
	w.control[i] = (uint32_t)value;
	interrupt(i);
	return TALLY_OK;
}

static enum tally_status sync_it(struct tally_bus *bus)
{
	(void)bus;
	w.syncs++;
	return TALLY_OK;
}

static const struct tally_bus_ops world_ops = { .read = read_reg,
						.write = write_reg,
						.sync = sync_it };

static const struct tally_reg *control_of(const struct tally_monitor *m)
{
	return m->facts;
}

static enum tally_status probe(const struct tally_monitor *m,
			       struct tally_bus *bus)
{
	(void)tally_bus_read(bus, control_of(m));
	if (bus->status)
		return bus->status;
	return w.absent[whose(control_of(m))] ? TALLY_E_ABSENT : TALLY_OK;
}

static bool save(const struct tally_monitor *m, const struct tally_setup *setup,
		 struct tally_bus *bus, struct tally_script *restore)
{
	uint64_t control = tally_bus_read(bus, control_of(m));

	(void)setup;
	tally_script_write(restore, control_of(m), control);
	return control & 1;
}

static void encode(const struct tally_monitor *m,
		   const struct tally_setup *setup, enum tally_phase phase,
		   struct tally_script *script)
{
	(void)setup;
	if (phase == TALLY_CONFIGURE) {
		tally_script_write(script, control_of(m), 0x10);
		tally_script_write(script, &m->counter[0].reg, 0);
	} else {
		tally_script_write(script, control_of(m),
				   phase == TALLY_START ? 0x11 : 0x10);
	}
}

static bool holds(const struct tally_monitor *m,
		  const struct tally_setup *setup, struct tally_bus *bus)
{
	(void)setup;
	return tally_bus_read(bus, control_of(m)) == 0x10;
}

static uint32_t flags(const struct tally_monitor *m, struct tally_bus *bus)
{
	return tally_bus_read(bus, control_of(m)) >> 8 & 1;
}

static uint64_t acknowledge(const struct tally_monitor *m,
			    const struct tally_setup *setup, uint64_t start,
			    struct tally_bus *bus)
{
	uint64_t control = tally_bus_read(bus, control_of(m));

	(void)setup;
	(void)start;
	if (!(control >> 8 & 1))
		return 0;
	tally_bus_write(bus, control_of(m), control & 0x11);
	return 1 | (control & 1 ? TALLY_RUNNING : 0);
}

static const struct tally_monitor_ops ops = {
	probe, save, encode, holds, flags, acknowledge,
};

static const struct tally_event one_event = { TALLY_EVENT_CYCLES, 1, 1 };

/* Monitor `i`, of the core or in memory, `b` bits wide. */
#define DOUBLE(i, s, b)                                                        \
	{                                                                      \
		.ops = &ops, .counting = &tally_flagged,                       \
		.facts = &(const struct tally_reg){ (i)*REGISTERS, (s), 32 },  \
		.counter = &(                                                  \
			const struct tally_counter){ { (i)*REGISTERS + COUNT,  \
						       (s), 32 },              \
						     (b),                      \
						     true,                     \
						     TALLY_EVENT_CYCLES },     \
		.event = &one_event, .counters = 1, .events = 1, .steps = 8,   \
	}

static const struct tally_monitor core = DOUBLE(0, TALLY_CP15, 32),
				  device = DOUBLE(1, TALLY_MMIO, 16),
				  other = DOUBLE(2, TALLY_SYSREG, 32),
				  second = DOUBLE(3, TALLY_MMIO, 32);

const struct tally_monitor *const monitors[MOST] = { &core, &device, &other,
						     &second };

struct fixture f;

void begin(unsigned members)
{
	memset(&w, 0, sizeof(w));
	memset(&f, 0, sizeof(f));
	w.bus.ops = &world_ops;
	f.members = members;
	for (unsigned i = 0; i < members; i++) {
		/* A store to a device takes longer than an MCR. */
		w.cost[i] = monitors[i]->counter[0].reg.space == TALLY_MMIO
				    ? 20 + i
				    : 1 + i;
		w.found[i] = w.control[i] = 0x40 + 2 * i;
		f.slot[i].event = TALLY_EVENT_CYCLES;
		f.setup[i] = (struct tally_setup){ &f.slot[i], 1, 0 };
		f.store[i] =
			(struct tally_store){ &f.total[i], f.step[i], 1, 8 };
		tally_bus_fault_init(&f.fault[i], &w.bus, NEVER);
		f.member[i] = (struct tally_member){ &f.session[i], monitors[i],
						     &f.fault[i].bus,
						     &f.setup[i], &f.store[i] };
	}
}

enum tally_status open_all(void)
{
	return tally_together_open(&f.t, f.member, f.members, false, NULL);
}

void assert_as_found(void)
{
	for (unsigned i = 0; i < f.members; i++)
		assert_int_equal(w.control[i], w.found[i]);
}
