/* SPDX-License-Identifier: MIT */
#include "run/doctor/illness.h"

#include <stdio.h>
#include <string.h>

static const char *const names[ILL_KINDS] = {
	[ILL_NOT] = "none",
	[ILL_FOREIGN] = "foreign",
	[ILL_BUSY] = "busy",
	[ILL_DEAD] = "dead",
	[ILL_STUCK] = "stuck",
	[ILL_FROZEN] = "frozen",
	[ILL_MUTE] = "mute",
	[ILL_SLOW] = "slow",
	[ILL_NO_LINE] = "no-line",
	[ILL_NID_OFF] = "nid-off",
	[ILL_LOST_OVERFLOW] = "lost-overflow",
	[ILL_EARLY] = "early",
	[ILL_UNSTOPPED] = "no-stop",
	[ILL_FORGETFUL] = "forgetful",
	[ILL_UNCLEARED] = "no-clear",
	[ILL_UNDIVIDED] = "no-divide",
};

const char *illness_name(enum illness_kind kind)
{
	return names[kind];
}

enum illness_kind illness_find(const char *name, struct error *err)
{
	char all[200] = "";
	size_t used = 0;

	for (unsigned i = 0; i < ILL_KINDS; i++) {
		if (!strcmp(names[i], name))
			return (enum illness_kind)i;
		used += (size_t)snprintf(all + used, sizeof all - used, "%s%s",
					 i ? " " : "", names[i]);
	}
	error_set(err, "no illness is called %s; there are %s", name, all);
	return ILL_KINDS;
}

static struct illness *of(struct tally_bus *bus)
{
	return (struct illness *)bus;
}

/* The number of the counter whose register it is; -1: none's. */
static int counter_at(const struct illness *ill, const struct tally_reg *reg)
{
	const struct tally_monitor *m = ill->monitor->monitor;

	for (unsigned i = 0; i < m->counters && i < ILLNESS_COUNTERS; i++)
		if (tally_reg_same(m->counter[i].reg, *reg))
			return (int)i;
	return -1;
}

/* The bits of a register that tell of overflows. */
static uint32_t flags_in(const struct illness *ill, const struct tally_reg *reg)
{
	const struct tally_monitor *m = ill->monitor->monitor;
	const struct tally_reg *at =
		m->ops->flags_at ? m->ops->flags_at(m) : NULL;
	uint32_t flags = 0;

	for (unsigned i = 0; m->ops->view && i < m->counters; i++) {
		const struct tally_slot slot = { .counter = (uint8_t)i };
		const struct tally_setup setup = { .slot = &slot, .slots = 1 };
		struct tally_view view = { .flag = 0 };

		m->ops->view(m, &setup, 0, &view);
		if (tally_reg_same(at ? *at : m->counter[i].reg, *reg))
			flags |= view.flag;
	}
	return flags;
}

static uint64_t counter_reads(struct illness *ill, unsigned n, uint64_t value)
{
	if (n != ill->counter && ill->kind != ILL_FROZEN)
		return value;
	if (!ill->holds[n])
		ill->held[n] = value;
	ill->holds[n] = true;
	if (ill->kind == ILL_SLOW)
		return ill->held[n] + (value - ill->held[n]) / 2;
	return ill->held[n];
}

/* The register of the bits that do not do what they should. */
static bool is_bits(const struct illness *ill, const struct tally_reg *reg)
{
	return ill->bits && tally_reg_same(ill->on.reg, *reg);
}

/* What the ill monitor has instead of a value. */
static uint64_t reads(struct illness *ill, const struct tally_reg *reg,
		      uint64_t value)
{
	const int n = counter_at(ill, reg);

	switch (ill->kind) {
	case ILL_FOREIGN:
		if (!ill->read)
			ill->first = *reg;
		ill->read = true;
		if (!tally_reg_same(ill->first, *reg))
			return value;
		/* An identity that no core has; 0 where any bits may be one. */
		return reg->space == TALLY_SYSREG ? 0 : ~value & UINT32_MAX;
	case ILL_STUCK:
	case ILL_FROZEN:
	case ILL_SLOW:
		return n < 0 ? value : counter_reads(ill, (unsigned)n, value);
	case ILL_MUTE:
		return value & ~(uint64_t)flags_in(ill, reg);
	case ILL_EARLY:
	case ILL_UNSTOPPED:
	case ILL_UNDIVIDED:
		return is_bits(ill, reg) ? (value & ~ill->bits) | ill->written
					 : value;
	case ILL_NOT:
	case ILL_BUSY:
	case ILL_DEAD:
	case ILL_FORGETFUL:
	case ILL_UNCLEARED:
	case ILL_NO_LINE:
	case ILL_NID_OFF:
	case ILL_LOST_OVERFLOW:
	case ILL_KINDS:
		break;
	}
	return value;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	struct illness *ill = of(bus);

	*value = reads(ill, reg, tally_bus_read(ill->inner, reg));
	return tally_bus_recover(ill->inner);
}

/* The bits that start the monitor, of which one end is lost. */
static uint64_t starts(struct illness *ill, uint64_t value)
{
	const uint64_t on = ill->on.value & ill->bits;
	const bool runs = (value & ill->bits) == on;
	const bool stops = ill->started && !runs;

	if (ill->kind == ILL_UNSTOPPED) {
		ill->started |= runs;
		return ill->started ? (value & ~ill->bits) | on : value;
	}
	ill->started = runs;
	return stops ? value : (value & ~ill->bits) | on;
}

/* More than is counted here, and less than what soon runs over. */
static bool is_much(uint64_t count)
{
	return count >> 29 == 1;
}

/* What the ill monitor is written instead of a value; false: nothing. */
static bool writes(struct illness *ill, const struct tally_reg *reg,
		   uint64_t *value)
{
	if (is_bits(ill, reg)) {
		ill->written = *value & ill->bits;
		ill->last = *value & catalog_kept_bits(ill->monitor, *reg);
		*value = ill->kind == ILL_UNDIVIDED
				 ? (*value & ~ill->bits) |
					   (ill->off.value & ill->bits)
				 : starts(ill, *value);
	}
	if (ill->kind == ILL_FORGETFUL && ill->monitor->monitor->ops->flags_at)
		*value |= flags_in(ill, reg);
	if (ill->kind == ILL_UNCLEARED && !*value && counter_at(ill, reg) >= 0)
		return !is_much(tally_bus_read(ill->inner, reg));
	return ill->kind != ILL_DEAD;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	struct illness *ill = of(bus);
	const int n = counter_at(ill, reg);

	if (n >= 0) {
		ill->held[n] = value;
		ill->holds[n] = true;
	}
	if (writes(ill, reg, &value))
		tally_bus_write(ill->inner, reg, value);
	if (n >= 0 && ill->kind == ILL_EARLY && ill->bits && !ill->started)
		tally_bus_write(ill->inner, &ill->on.reg,
				(ill->last & ~ill->bits) |
					(ill->on.value & ill->bits));
	return tally_bus_recover(ill->inner);
}

static enum tally_status sync(struct tally_bus *bus)
{
	tally_bus_sync(of(bus)->inner);
	return tally_bus_recover(of(bus)->inner);
}

static const struct tally_bus_ops ops = { .read = read,
					  .write = write,
					  .sync = sync };

/* The write that starts it, or stops it, as the driver has it. */
static bool write_of(const struct tally_monitor *m, uint8_t options,
		     enum tally_phase phase, struct tally_step *step)
{
	static const struct tally_slot none;
	const struct tally_setup setup = { &none, 0, options };
	struct tally_script script;

	tally_script_init(&script, step, 1);
	return !tally_encode(m, &setup, phase, &script) && script.count == 1;
}

/* The bits are those by which two writes differ. */
static void find_bits(struct illness *ill)
{
	const struct tally_monitor *m = ill->monitor->monitor;
	const bool divider = ill->kind == ILL_UNDIVIDED;

	if (!divider && ill->kind != ILL_EARLY && ill->kind != ILL_UNSTOPPED)
		return;
	if (write_of(m, divider ? TALLY_DIVIDE : 0, TALLY_START, &ill->on) &&
	    write_of(m, 0, divider ? TALLY_START : TALLY_STOP, &ill->off) &&
	    tally_reg_same(ill->on.reg, ill->off.reg))
		ill->bits = ill->on.value ^ ill->off.value;
}

void illness_init(struct illness *ill, struct tally_bus *inner,
		  const struct catalog_monitor *m, enum illness_kind kind)
{
	*ill = (struct illness){ .bus = { .ops = &ops },
				 .inner = inner,
				 .monitor = m,
				 .kind = kind };
	find_bits(ill);
}
