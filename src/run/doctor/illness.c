/* SPDX-License-Identifier: MIT */
#include "run/doctor/illness.h"

#include <stdio.h>
#include <string.h>

#include "catalog/zeroing.h"

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
	[ILL_UNRESET] = "no-reset",
	[ILL_UNDIVIDED] = "no-divide",
	[ILL_SWAPPED] = "swapped",
	[ILL_EXTRA] = "extra",
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
	/* One that has not moved since it was written has it right. */
	if (ill->kind == ILL_EXTRA)
		return value + (value != ill->held[n]);
	if (ill->kind == ILL_SLOW)
		return ill->held[n] + (value - ill->held[n]) / 2;
	return ill->held[n];
}

/* The register of the bits that do not do what they should. */
static bool is_bits(const struct illness *ill, const struct tally_reg *reg)
{
	return ill->bits && tally_reg_same(ill->on.reg, *reg);
}

/* The value that the ill monitor has instead. */
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
	case ILL_EXTRA:
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
	case ILL_UNRESET:
	case ILL_SWAPPED:
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
	const uint64_t found = tally_bus_read(ill->inner, reg);

	*value = reads(ill, reg, found);
	ill->altered |= *value != found;
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

/* ---- events chosen for the wrong counter --------------------------------- */

static unsigned lowest(uint64_t bits)
{
	unsigned n = 0;

	while (bits && !(bits >> n & 1))
		n++;
	return n;
}

static uint64_t field_of(const struct illness_selector *s, uint64_t value)
{
	return (value & s->bits) >> lowest(s->bits);
}

static uint64_t with_field(const struct illness_selector *s, uint64_t value,
			   uint64_t field)
{
	return (value & ~s->bits) | field << lowest(s->bits);
}

/* Its field in what is written, or else in its own register. */
static void put_field(struct illness *ill, const struct illness_selector *s,
		      uint64_t *value, uint64_t field)
{
	if (tally_reg_same(s->reg, ill->on.reg))
		*value = with_field(s, *value, field);
	else
		tally_bus_write(ill->inner, &s->reg,
				with_field(s,
					   tally_bus_read(ill->inner, &s->reg),
					   field));
}

static void note_field(struct illness *ill, struct illness_selector *s,
		       uint64_t value)
{
	if (!tally_reg_same(s->reg, ill->on.reg))
		value = tally_bus_read(ill->inner, &s->reg);
	s->chosen = field_of(s, value);
}

/* While it counts, each of the two has what was chosen for the other one; what
 * is read back of a monitor that stands is what was written. */
static void swap(struct illness *ill, uint64_t *value)
{
	struct illness_selector *const s = ill->swapped;
	const bool runs = (*value & ill->bits) == (ill->on.value & ill->bits);

	if (!s[0].bits || !s[1].bits)
		return;
	if (runs && (!ill->started || tally_reg_same(s->reg, ill->on.reg))) {
		note_field(ill, &s[0], *value);
		note_field(ill, &s[1], *value);
		put_field(ill, &s[0], value, s[1].chosen);
		put_field(ill, &s[1], value, s[0].chosen);
		ill->altered |= s[0].chosen != s[1].chosen;
	} else if (!runs && ill->started &&
		   !tally_reg_same(s->reg, ill->on.reg)) {
		put_field(ill, &s[0], value, s[0].chosen);
		put_field(ill, &s[1], value, s[1].chosen);
	}
	ill->started = runs;
}

/* ---- resets that do nothing ---------------------------------------------- */

/* A counter that stands keeps what is written to it: 0, by its reset. */
static void note_resets(struct illness *ill, const struct tally_reg *reg,
			uint64_t value)
{
	const struct catalog_monitor *m = ill->monitor;

	for (unsigned i = 0; i < m->zeroings; i++) {
		struct tally_reg at = { 0 };
		uint64_t bits = 0;

		catalog_zeroing_at(m, &m->zeroing[i], &at, &bits);
		if (!tally_reg_same(at, *reg) || (value & bits) != bits)
			continue;
		for (unsigned n = 0;
		     n < m->monitor->counters && n < ILLNESS_COUNTERS; n++)
			if (catalog_about(m->zeroing[i].counters,
					  m->counter[n].name))
				ill->held[n] = 0;
	}
}

/* False: nothing of it is left.  A register that does nothing else empties its
 * counters the second time, or else nothing could be counted. */
static bool resets_nothing(struct illness *ill, const struct tally_reg *reg,
			   uint64_t *value)
{
	for (unsigned i = 0; i < ill->monitor->zeroings; i++) {
		struct tally_reg at = { 0 };
		uint64_t bits = 0;

		catalog_zeroing_at(ill->monitor, &ill->monitor->zeroing[i], &at,
				   &bits);
		if (!tally_reg_same(at, *reg))
			continue;
		if (bits != tally_counter_mask(at.bits)) {
			*value &= ~bits;
			continue;
		}
		if (!ill->reset) {
			ill->reset = true;
			return false;
		}
	}
	return true;
}

/* More than is counted here, and less than what soon runs over. */
static bool is_much(uint64_t count)
{
	return count >> 29 == 1;
}

/* The value that the ill monitor is written instead; false: nothing. */
static bool writes(struct illness *ill, const struct tally_reg *reg,
		   uint64_t *value)
{
	if (ill->kind == ILL_SWAPPED && is_bits(ill, reg)) {
		swap(ill, value);
	} else if (is_bits(ill, reg)) {
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
	if (ill->kind == ILL_UNRESET)
		return resets_nothing(ill, reg, value);
	return ill->kind != ILL_DEAD;
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	struct illness *ill = of(bus);
	const int n = counter_at(ill, reg);
	const uint64_t wanted = value;

	if (n >= 0) {
		ill->held[n] = value;
		ill->holds[n] = true;
	}
	note_resets(ill, reg, value);
	if (writes(ill, reg, &value)) {
		ill->altered |= value != wanted;
		tally_bus_write(ill->inner, reg, value);
	} else {
		ill->altered = true;
	}
	if (n >= 0 && ill->kind == ILL_EARLY && ill->bits && !ill->started) {
		ill->altered = true;
		tally_bus_write(ill->inner, &ill->on.reg,
				(ill->last & ~ill->bits) |
					(ill->on.value & ill->bits));
	}
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

	if (!divider && ill->kind != ILL_EARLY && ill->kind != ILL_UNSTOPPED &&
	    ill->kind != ILL_SWAPPED)
		return;
	if (write_of(m, divider ? TALLY_DIVIDE : 0, TALLY_START, &ill->on) &&
	    write_of(m, 0, divider ? TALLY_START : TALLY_STOP, &ill->off) &&
	    tally_reg_same(ill->on.reg, ill->off.reg))
		ill->bits = ill->on.value ^ ill->off.value;
}

/* The driver's write to have one counter count one event. */
static bool write_of_event(const struct tally_monitor *m, unsigned counter,
			   uint16_t event, struct tally_script *script)
{
	const struct tally_slot slot = { .counter = (uint8_t)counter,
					 .event = event };
	const struct tally_setup setup = { &slot, 1, 0 };

	return !tally_encode(m, &setup, TALLY_CONFIGURE, script);
}

/* The bits are those by which the writes for its events differ. */
static struct illness_selector selector_of(const struct tally_monitor *m,
					   unsigned counter)
{
	enum { STEPS = 64 }; /* of a setup of one counter, or it is left out */
	struct illness_selector s = { .bits = 0 };
	struct tally_step step[2][STEPS];
	struct tally_script one = { 0 }, other = { 0 };
	bool first = true;

	for (unsigned i = 0; i < m->events; i++) {
		struct tally_script *to = first ? &one : &other;

		tally_script_init(to, step[!first], STEPS);
		if (!write_of_event(m, counter, m->event[i].code, to))
			continue;
		for (unsigned k = 0; !first && k < one.count; k++) {
			if (step[0][k].value == step[1][k].value)
				continue;
			s.reg = step[0][k].reg;
			s.bits |= step[0][k].value ^ step[1][k].value;
		}
		first = false;
	}
	return s;
}

void illness_swap(struct illness *ill, unsigned one, unsigned other)
{
	const struct tally_monitor *m = ill->monitor->monitor;

	ill->swapped[0] = selector_of(m, one);
	ill->swapped[1] = selector_of(m, other);
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
