/* SPDX-License-Identifier: MIT */
/*
 * The way to a monitor's registers over a GDB server: as its own, if it is
 * Tally's, in memory, or by a stub: the one instruction that accesses the
 * register is put into memory that nobody uses, carried out up to a breakpoint
 * behind it, and everything is put back.
 */
#include <poll.h>
#include <stdio.h>

#include "base/seconds.h"
#include "catalog/catalog.h"
#include "program/program.h"
#include "target/gdb.h"

enum { STUB_BYTES = 8, STUB_MS = 2000 };

/* ---- the stub ------------------------------------------------------------ */

/* What a stub changes. */
struct found {
	uint64_t value, high, pc, status;
	uint8_t code[STUB_BYTES];
};

static bool keep(struct gdb_target *t, struct found *f, struct error *err)
{
	const struct gdb_arch *a = t->arch;

	return gdb_read_core(t, a->value, a->value_number, &f->value, err) &&
	       (!a->high || gdb_read_core(t, a->high, a->value_number + 1,
					  &f->high, err)) &&
	       gdb_read_core(t, a->pc, a->pc_number, &f->pc, err) &&
	       gdb_read_core(t, a->status, a->status_number, &f->status, err) &&
	       gdb_read_memory(t, t->scratch, f->code, sizeof f->code, err);
}

/* The status register first: which registers there are depends on it. */
static bool put_back(struct gdb_target *t, const struct found *f,
		     struct error *err)
{
	const struct gdb_arch *a = t->arch;

	return gdb_write_memory(t, t->scratch, f->code, sizeof f->code, err) &&
	       gdb_write_core(t, a->status, a->status_number, f->status, err) &&
	       gdb_write_core(t, a->value, a->value_number, f->value, err) &&
	       (!a->high || gdb_write_core(t, a->high, a->value_number + 1,
					   f->high, err)) &&
	       gdb_write_core(t, a->pc, a->pc_number, f->pc, err);
}

static bool put_code(struct gdb_target *t, uint32_t code, struct error *err)
{
	const bool big = t->program && t->program->big_endian;
	uint8_t byte[4];

	for (unsigned i = 0; i < 4; i++)
		byte[big ? 3 - i : i] = (uint8_t)(code >> 8 * i);
	return gdb_write_memory(t, t->scratch, byte, sizeof byte, err);
}

/* Runs it to the breakpoint behind the instruction. */
static bool run_stub(struct gdb_target *t, struct error *err)
{
	struct pollfd p = { .fd = gdb_fd(t->client), .events = POLLIN };
	const double until = seconds_now() + STUB_MS / 1000.0;
	struct gdb_break end = { .addr = t->scratch + 4 };
	uint64_t pc;

	end.kind = gdb_set_break(t, end.addr, err);
	if (!end.kind || !gdb_go(t->client, "c", err))
		return false;
	while (!gdb_stopped(t->client, false, err)) {
		if (gdb_lost(t->client))
			return false;
		if (seconds_now() > until) {
			gdb_interrupt(t->client);
			return error_set(err, "the instruction that accesses "
					      "a register does not end");
		}
		(void)poll(&p, 1, STUB_MS);
	}
	if (!gdb_clear_break(t, &end, err) ||
	    !gdb_read_core(t, t->arch->pc, t->arch->pc_number, &pc, err))
		return false;
	return pc == end.addr ||
	       error_set(err,
			 "the instruction that accesses a register ended at "
			 "0x%llx: the core may not do that in its state",
			 (unsigned long long)pc);
}

static bool by_stub(struct gdb_target *t, const struct tally_reg *reg,
		    bool write, uint64_t *value, struct error *err)
{
	const struct gdb_arch *a = t->arch;
	const uint32_t code = a->instruction(reg, write);
	struct found found;
	struct error later;
	uint64_t high = *value >> 32;
	bool good;

	if (!code || !keep(t, &found, err))
		return false;
	good = put_code(t, code, err) &&
	       gdb_write_core(t, a->status, a->status_number,
			      (found.status & ~a->off) | a->on, err) &&
	       (!write ||
		gdb_write_core(t, a->value, a->value_number, *value, err)) &&
	       (!write || !a->high ||
		gdb_write_core(t, a->high, a->value_number + 1, high, err)) &&
	       gdb_write_core(t, a->pc, a->pc_number, t->scratch, err) &&
	       run_stub(t, err);
	if (good && !write) {
		good = gdb_read_core(t, a->value, a->value_number, value, err);
		if (good && a->high && reg->bits == 64)
			good = gdb_read_core(t, a->high, a->value_number + 1,
					     &high, err);
		if (a->high && reg->bits == 64)
			*value |= high << 32;
		else if (reg->bits < 64)
			*value &= UINT32_MAX;
	}
	if (!gdb_lost(t->client) && !put_back(t, &found, &later) && good) {
		*err = later;
		good = false;
	}
	return good;
}

/* Of one behind a select register: selected, accessed, put back. */
static bool by_stubs(struct gdb_target *t, const struct tally_reg *reg,
		     bool write, uint64_t *value, struct error *err)
{
	const struct tally_reg select = tally_reg_select(*reg);
	const struct tally_reg window = tally_reg_window(*reg);
	uint64_t held = 0, number = tally_reg_number(*reg);

	if (!tally_reg_behind(*reg))
		return by_stub(t, reg, write, value, err);
	return by_stub(t, &select, false, &held, err) &&
	       by_stub(t, &select, true, &number, err) &&
	       by_stub(t, &window, write, value, err) &&
	       by_stub(t, &select, true, &held, err);
}

/* ---- the bus ------------------------------------------------------------- */

static struct gdb_bus *of(struct tally_bus *bus)
{
	return (struct gdb_bus *)bus;
}

/* The server's register for one of the monitor's; NULL: it offers none. */
static const struct gdb_register *offered(const struct gdb_bus *b,
					  const struct tally_reg *reg)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;
	const struct catalog_register *r = catalog_register_at(m, *reg);
	const struct gdb_register *found;
	char name[128];

	if (!r || !b->target->own || b->target->always_stub)
		return NULL;
	found = gdb_find_register(b->target, r->name);
	if (found)
		return found;
	snprintf(name, sizeof name, "%s_%s", m->name, r->name);
	return gdb_find_register(b->target, name);
}

static bool in_memory(struct gdb_bus *b, const struct tally_reg *reg,
		      bool write, uint64_t *value, struct error *err)
{
	const struct gdb_target *t = b->target;
	const bool big = t->program && t->program->big_endian;
	const unsigned count = reg->bits / 8;
	const uint64_t addr = t->monitor[b->monitor].base + reg->addr;
	uint8_t byte[8];

	for (unsigned i = 0; i < count; i++)
		byte[big ? count - 1 - i : i] = (uint8_t)(*value >> 8 * i);
	if (write)
		return gdb_write_memory(b->target, addr, byte, count, err);
	if (!gdb_read_memory(b->target, addr, byte, count, err))
		return false;
	*value = 0;
	for (unsigned i = 0; i < count; i++)
		*value |= (uint64_t)byte[big ? count - 1 - i : i] << 8 * i;
	return true;
}

static enum tally_status access_one(struct tally_bus *bus,
				    const struct tally_reg *reg, bool write,
				    uint64_t *value)
{
	struct gdb_bus *b = of(bus);
	struct gdb_target *t = b->target;
	const struct gdb_register *server = offered(b, reg);
	struct error err = { "its core has no instruction for that register" };
	bool good;

	if (t->monitor[b->monitor].mapped)
		good = in_memory(b, reg, write, value, &err);
	else if (server && write)
		good = gdb_write_core(t, server->name, server->number, *value,
				      &err);
	else if (server)
		good = gdb_read_core(t, server->name, server->number, value,
				     &err);
	else
		good = by_stubs(t, reg, write, value, &err);
	if (!good)
		t->trouble = err;
	return good ? TALLY_OK : TALLY_E_BUS;
}

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	*value = 0;
	return access_one(bus, reg, false, value);
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	return access_one(bus, reg, true, &value);
}

const struct tally_bus_ops gdb_bus_ops = { .read = read, .write = write };
