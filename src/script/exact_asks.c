/* SPDX-License-Identifier: MIT */
/*
 * Comparisons of open() of `--exact`, found by asking the monitor's own
 * functions: which bits of which registers say that the monitor is there, and
 * that it holds what was written.  A bit is looked at if it alone makes the
 * answer another.
 */
#include "script/exact.h"

static const struct catalog_register extras[] = {
	{ "MIDR",
	  { TALLY_CP(0, 0, 0, 0), TALLY_CP15, 32 },
	  "main ID, which core it is",
	  "",
	  "" },
	{ "MPIDR",
	  { TALLY_CP(0, 0, 0, 5), TALLY_CP15, 32 },
	  "which of several cores it is",
	  "",
	  "" },
	{ "CACHE_ID",
	  { 0x000, TALLY_MMIO, 32 },
	  "cache ID, which controller it is",
	  "",
	  "" },
	{ "MPIDR_EL1",
	  { TALLY_SYS(3, 0, 0, 0, 5), TALLY_SYSREG, 64 },
	  "which of several cores it is",
	  "",
	  "" },
};

const struct catalog_register *exact_extra(unsigned n)
{
	return n < sizeof extras / sizeof extras[0] ? &extras[n] : NULL;
}

enum { SEEN = 8 };

/*
 * A bus that reads as configure left the registers, `rest` where it wrote
 * nothing, and one register as `value`; it remembers what was read.
 */
struct cells {
	struct tally_bus bus;
	const struct tally_script *written; /* NULL: nothing */
	uint64_t rest;
	struct tally_reg reg; /* 0 bits: none */
	uint64_t value;
	struct tally_reg seen[SEEN];
	unsigned sees;
};

static uint64_t held(const struct cells *c, const struct tally_reg *reg)
{
	uint64_t value = c->rest;

	for (unsigned i = 0; c->written && i < c->written->count; i++)
		if (tally_reg_same(c->written->step[i].reg, *reg))
			value = c->written->step[i].value;
	return value & tally_counter_mask(reg->bits);
}

static enum tally_status answer(struct tally_bus *bus,
				const struct tally_reg *reg, uint64_t *value)
{
	struct cells *c = (struct cells *)bus;
	unsigned i = 0;

	while (i < c->sees && !tally_reg_same(c->seen[i], *reg))
		i++;
	if (i == c->sees && i < SEEN)
		c->seen[c->sees++] = *reg;
	*value = c->reg.bits && tally_reg_same(c->reg, *reg)
			 ? c->value & tally_counter_mask(reg->bits)
			 : held(c, reg);
	return TALLY_OK;
}

static enum tally_status refuse(struct tally_bus *bus,
				const struct tally_reg *reg, uint64_t value)
{
	(void)bus;
	(void)reg;
	(void)value;
	return TALLY_E_NOREG;
}

static const struct tally_bus_ops cells_ops = { .read = answer,
						.write = refuse };

static struct cells cells_of(const struct tally_script *written, uint64_t rest)
{
	return (struct cells){ .bus.ops = &cells_ops,
			       .written = written,
			       .rest = rest };
}

static bool is_there(const struct script *s, struct cells *c)
{
	c->bus.status = TALLY_OK;
	return s->monitor->monitor->ops->probe(s->monitor->monitor, &c->bus) ==
	       TALLY_OK;
}

static bool is_held(const struct script *s, struct cells *c)
{
	c->bus.status = TALLY_OK;
	return s->monitor->monitor->ops->holds(s->monitor->monitor, &s->setup,
					       &c->bus);
}

/* The bits of a register that the answer depends on, around `value`. */
static uint64_t bits_that_matter(const struct script *s, struct cells *c,
				 struct tally_reg reg, uint64_t value,
				 bool (*is)(const struct script *s,
					    struct cells *c))
{
	uint64_t mask = 0;

	c->reg = reg;
	for (unsigned bit = 0; bit < reg.bits; bit++) {
		c->value = value ^ UINT64_C(1) << bit;
		if (!is(s, c))
			mask |= UINT64_C(1) << bit;
	}
	c->reg.bits = 0;
	return mask;
}

static void find_held(struct script *s)
{
	const struct catalog_monitor *m = s->monitor;
	struct cells c = cells_of(&s->phase[TALLY_CONFIGURE], 0);
	struct exact *e = s->exact;

	if (!is_held(s, &c))
		return;
	for (unsigned i = 0; i < m->regs && e->holds < EXACT_ROWS; i++) {
		uint64_t value = held(&c, &m->reg[i].reg);
		uint64_t mask =
			bits_that_matter(s, &c, m->reg[i].reg, value, is_held);

		if (mask)
			e->held[e->holds++] =
				(struct exact_held){ &m->reg[i], mask,
						     value & mask };
	}
}

static const struct catalog_register *named(const struct script *s,
					    struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(s->monitor, reg);

	for (unsigned i = 0; !r && exact_extra(i); i++)
		if (tally_reg_same(exact_extra(i)->reg, reg))
			r = exact_extra(i);
	return r;
}

/*
 * A main ID that the monitor takes for its own: bits 31:24 name who made the
 * core, and 15:4 which it is.
 */
static bool guess(struct script *s, struct cells *c, struct tally_reg reg)
{
	static const uint32_t makers[] = { 0x41000000, 0x69000000 };

	c->reg = reg;
	for (unsigned i = 0; i < sizeof makers / sizeof makers[0]; i++)
		for (uint32_t part = 0; part < 0x1000; part++) {
			uint64_t mask;

			c->value = makers[i] | part << 4;
			if (!is_there(s, c))
				continue;
			mask = bits_that_matter(
				s, c, reg, makers[i] | part << 4, is_there);
			s->exact->there =
				(struct exact_held){ named(s, reg), mask,
						     (makers[i] | part << 4) &
							     mask };
			return true;
		}
	c->reg.bits = 0;
	return false;
}

/*
 * The other thing that a probe looks at, beside a main ID, is a version (4 will
 * do) or is 0 of a monitor that is there.
 */
static void find_there(struct script *s)
{
	static const uint64_t rests[] = { 0, UINT64_C(0x4444444444444444) };

	for (unsigned i = 0; i < sizeof rests / sizeof rests[0]; i++) {
		struct cells c = cells_of(NULL, rests[i]);
		bool found = is_there(s, &c);
		struct exact_held there = { named(s, c.seen[0]), 0, 0 };

		if (found && !rests[i]) {
			there.mask =
				bits_that_matter(s, &c, c.seen[0], 0, is_there);
			s->exact->there = there;
		}
		for (unsigned k = 0; !found && k < c.sees; k++)
			found = guess(s, &c, c.seen[k]);
		if (found)
			return;
	}
}

/* Which parts of a cache ID, of ARM's, is it? */
static void find_parts(struct script *s)
{
	struct cells c = cells_of(NULL, 0);

	for (unsigned part = 0; part < 16; part++) {
		c.rest = UINT32_C(0x41000000) | part << 6;
		if (is_there(s, &c))
			s->exact->parts |= (uint16_t)(1u << part);
	}
}

void exact_ask(struct script *s)
{
	if (s->exact->kind->counting == EXACT_STOPS)
		find_parts(s);
	else
		find_there(s);
	find_held(s);
}
