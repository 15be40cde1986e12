/* SPDX-License-Identifier: MIT */
/* One access by each of the ways, as it is: nothing is kept or checked. */
#include <stdio.h>

#include "catalog/catalog.h"
#include "target/probe/probe.h"
#include "target/probe/view/view.h"

/* The register that tells which core it is: no monitor's, and asked for by
 * each. */
static const struct tally_reg main_id = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					  32 };

static bool is_main_id(const struct tally_reg *reg)
{
	return tally_reg_same(*reg, main_id);
}

const struct gdb_register *gdb_bus_offered(const struct gdb_bus *b,
					   const struct tally_reg *reg)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;
	const struct catalog_register *r = catalog_register_at(m, *reg);
	const char *word = r ? r->name : is_main_id(reg) ? "MIDR" : NULL;
	const struct gdb_register *found;
	char name[128];

	if (!word || b->target->way != GDB_BY_REGISTERS)
		return NULL;
	found = gdb_find_register(b->target, word);
	if (found)
		return found;
	snprintf(name, sizeof name, "%s_%s", m->name, word);
	return gdb_find_register(b->target, name);
}

bool gdb_bus_offers_all(const struct gdb_bus *b)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;

	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (!gdb_bus_offered(b, &m->monitor->counter[i].reg))
			return false;
	for (unsigned i = 0; i < m->regs; i++)
		if (!gdb_bus_offered(b, &m->reg[i].reg))
			return false;
	return (m->reg->reg.space != TALLY_CP14 &&
		m->reg->reg.space != TALLY_CP15) ||
	       gdb_bus_offered(b, &main_id);
}

static bool in_memory(struct gdb_bus *b, const struct tally_reg *reg,
		      bool write, uint64_t *value, struct error *err)
{
	const struct gdb_target *t = b->target;
	const unsigned count = reg->bits / 8;
	const uint64_t addr =
		t->monitor[b->monitor].base + tally_reg_offset(*reg);
	uint8_t byte[8];

	if (t->monitor[b->monitor].view)
		return view_access(b->target, &t->monitor[b->monitor], reg,
				   write, value, err);
	if (write && tally_reg_shared(*reg)) {
		if (!b->target->by->read_memory(b->target, addr, byte, count,
						err))
			return false;
		*value = tally_reg_merge(*reg, gdb_get_bytes(t, byte, count),
					 *value);
	}
	gdb_put_bytes(t, byte, *value, count);
	if (write)
		return b->target->by->write_memory(b->target, addr, byte, count,
						   err);
	if (!b->target->by->read_memory(b->target, addr, byte, count, err))
		return false;
	*value = gdb_get_bytes(t, byte, count);
	return true;
}

bool gdb_bus_by_stub(const struct gdb_bus *b, const struct tally_reg *reg)
{
	return !b->target->monitor[b->monitor].mapped &&
	       !gdb_bus_offered(b, reg) && b->target->way != GDB_BY_COMMAND;
}

bool gdb_bus_out_of_reach(const struct gdb_bus *b, const struct tally_reg *reg)
{
	const struct debug_view *view = b->target->monitor[b->monitor].view;

	if (view)
		return !view_row(view, reg);
	return gdb_bus_by_stub(b, reg) && !b->target->has_scratch;
}

bool gdb_bus_raw(struct gdb_bus *b, const struct tally_reg *reg, bool write,
		 uint64_t *value, struct error *err)
{
	struct gdb_target *t = b->target;
	const struct gdb_register *server = gdb_bus_offered(b, reg);

	if (t->monitor[b->monitor].mapped)
		return in_memory(b, reg, write, value, err);
	if (t->way == GDB_BY_COMMAND)
		return gdb_by_command(t, reg, write, value, err);
	return write ? t->by->write_core(t, server->name, server->number,
					 *value, err)
		     : t->by->read_core(t, server->name, server->number, value,
					err);
}

bool gdb_bus_access(struct gdb_bus *b, struct gdb_access *a, unsigned count,
		    struct error *err)
{
	unsigned by_stub = 0;

	for (unsigned i = 0; i < count; i++) {
		if (gdb_bus_out_of_reach(b, &a[i].reg))
			return error_set(err, "%s: a register is out of reach",
					 b->target->name);
		by_stub += gdb_bus_by_stub(b, &a[i].reg);
	}
	if (by_stub == count)
		return gdb_stub_run(b->target, a, count, err);
	for (unsigned i = 0; i < count; i++)
		if (gdb_bus_by_stub(b, &a[i].reg)
			    ? !gdb_stub_run(b->target, &a[i], 1, err)
			    : !gdb_bus_raw(b, &a[i].reg, a[i].write,
					   &a[i].value, err))
			return false;
	return true;
}
