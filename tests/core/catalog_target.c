/* SPDX-License-Identifier: MIT */
/* See catalog_target.h. */
#include "catalog_target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static unsigned named(const struct catalog_monitor *m, const char *name)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (strcmp(m->reg[i].name, name) == 0)
			return i;
	fail_msg("%s has no register %s", m->name, name);
	return 0;
}

unsigned catalog_target_at(const struct catalog_monitor *m,
			   const struct tally_reg *reg)
{
	for (unsigned i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, *reg))
			return i;
	fail_msg("%s has no register at 0x%x", m->name, (unsigned)reg->addr);
	return 0;
}

bool catalog_target_runs(const struct catalog_target *t)
{
	return ((t->value[t->control] ^ t->running) & t->mask) == 0;
}

static enum tally_status read_cell(struct tally_bus *bus,
				   const struct tally_reg *reg, uint64_t *value)
{
	struct catalog_target *t = (struct catalog_target *)bus;
	unsigned i;

	*value = 0;
	if (reg->space == TALLY_CP15 && reg->addr == TALLY_CP(0, 0, 0, 0))
		return TALLY_OK; /* the main ID register is no monitor's */
	i = t->cell[catalog_target_at(t->monitor, reg)];
	*value = t->value[i] & ~t->hidden[i];
	return TALLY_OK;
}

static enum tally_status write_cell(struct tally_bus *bus,
				    const struct tally_reg *reg, uint64_t value)
{
	struct catalog_target *t = (struct catalog_target *)bus;
	uint64_t *cell, holds;
	unsigned i;

	if (tally_reg_none(*reg))
		return tally_bus_drop(bus, reg, value);
	i = catalog_target_at(t->monitor, reg);
	cell = &t->value[t->cell[i]];
	holds = t->kept[i] | t->hidden[i];
	t->writes++;
	if (tally_reg_shared(*reg))
		value = tally_reg_merge(*reg, *cell, value);
	if (t->counts[i] && t->mask && catalog_target_runs(t))
		t->breach = t->monitor->reg[i].name;
	if (t->late && t->flags[i] && value & t->clears[i]) {
		*cell |= t->clears[i];
		t->late = false;
	}
	*cell = (*cell & ~holds) | (value & holds);
	*cell &= ~(value & t->clears[i]);
	*cell |= value & t->sets[i];
	for (unsigned n = 0; value & t->acts[i] && n < t->monitor->regs; n++)
		if (t->counts[n])
			t->value[n] = 0;
	return TALLY_OK;
}

static const struct tally_bus_ops ops = { .read = read_cell,
					  .write = write_cell };

static void add_field(struct catalog_target *t, const struct catalog_field *f)
{
	unsigned i = named(t->monitor, f->reg);
	uint64_t bits = tally_counter_mask(f->field.width) << f->field.lsb;

	if (f->access == ACCESS_RW)
		t->kept[i] |= bits;
	else if (f->access == ACCESS_W1C)
		t->clears[i] |= bits;
	else if (f->access == ACCESS_W1S)
		t->sets[i] |= bits;
	else if (f->access == ACCESS_W1 || f->access == ACCESS_WO)
		t->acts[i] |= bits;
	else
		assert_int_equal(f->access, ACCESS_RO);
}

/* The register that flags() looks at. */
static enum tally_status remember(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	struct catalog_target *t = (struct catalog_target *)bus;
	unsigned i = catalog_target_at(t->monitor, reg);

	t->flags[i] = true;
	*value = 0;
	return TALLY_OK;
}

static void find_flags(struct catalog_target *t)
{
	static const struct tally_bus_ops asking = { .read = remember };

	t->bus.ops = &asking;
	(void)t->monitor->monitor->ops->flags(t->monitor->monitor, &t->bus);
	assert_int_equal(tally_bus_recover(&t->bus), TALLY_OK);
	t->bus.ops = &ops;
}

/*
 * Two ways to one cell: what is called ..CLR.. clears what ..SET.. sets, if
 * there is such a one, enables or flags; flags time sets, too, and nobody puts
 * back.
 */
static void join(struct catalog_target *t, unsigned reg)
{
	char name[64];
	char *way;

	strncpy(name, t->monitor->reg[reg].name, sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	way = strstr(name, "CLR");
	if (!way)
		return;
	memcpy(way, "SET", 3);
	for (unsigned i = 0; i < t->monitor->regs; i++) {
		if (strcmp(t->monitor->reg[i].name, name) != 0)
			continue;
		t->cell[reg] = (uint8_t)i;
		if (!t->flags[reg])
			t->stays[i] |= t->sets[i];
	}
}

void catalog_target_control(struct catalog_target *t)
{
	t->hidden[t->control] = t->mask & t->acts[t->control];
	t->acts[t->control] &= ~t->mask;
	t->stays[t->control] |= t->hidden[t->control];
}

void catalog_target_init(struct catalog_target *t,
			 const struct catalog_monitor *m)
{
	memset(t, 0, sizeof(*t));
	assert_in_range(m->regs, 1, CATALOG_CELLS);
	t->bus.ops = &ops;
	t->monitor = m;
	for (unsigned i = 0; i < m->regs; i++) {
		t->cell[i] = (uint8_t)i;
		for (unsigned n = 0; n < m->monitor->counters; n++)
			t->counts[i] |= tally_reg_same(
				m->reg[i].reg, m->monitor->counter[n].reg);
	}
	for (unsigned i = 0; i < m->fields; i++)
		add_field(t, &m->field[i]);
	memcpy(t->stays, t->kept, sizeof(t->stays));
	find_flags(t);
	for (unsigned i = 0; i < m->regs; i++)
		join(t, i);
}
