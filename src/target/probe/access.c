/* SPDX-License-Identifier: MIT */
/*
 * The way to a monitor's registers over a debug server: as its own, by commands
 * of OpenOCD's, in memory, or by stubs.  What stubs have to write waits until
 * the target goes on or something is read: so a script, whatever its length, is
 * one stub, and what is read behind it comes with it.
 */
#include <string.h>

#include "catalog/catalog.h"
#include "target/probe/probe.h"

static struct gdb_bus *of(struct tally_bus *bus)
{
	return (struct gdb_bus *)bus;
}

static enum tally_status ended(struct gdb_bus *b, bool good, struct error *err)
{
	if (!good) {
		/* A server may go with its program: not it is at fault. */
		if (b->target->link == GDB_LINK_ENDED)
			error_set(err,
				  "%s: the program has ended inside what is "
				  "measured, so that nothing of it can be read "
				  "any more; measure a region that returns",
				  b->target->name);
		b->target->trouble = *err;
		(void)gdb_failed(b->target);
	}
	return good ? TALLY_OK : TALLY_E_BUS;
}

/* ---- what was written is read back --------------------------------------- */

static bool is_counter(const struct catalog_monitor *m,
		       const struct tally_reg *reg)
{
	for (unsigned i = 0; i < m->monitor->counters; i++)
		if (tally_reg_same(m->monitor->counter[i].reg, *reg))
			return true;
	return false;
}

/* A counter may have counted on meanwhile, by less than a stub can. */
static bool is_as_written(const struct catalog_monitor *m,
			  const struct gdb_access *a)
{
	enum { MEANWHILE = 1 << 16 };
	const uint64_t all = UINT64_MAX >> (64 - a->reg.bits);
	const uint64_t bits = catalog_kept_bits(m, a->reg) & all;

	if (!((a->found ^ a->value) & bits))
		return true;
	return is_counter(m, &a->reg) &&
	       ((a->found - a->value) & all & UINT32_MAX) < MEANWHILE;
}

static bool check_written(const struct gdb_bus *b, const struct gdb_access *a,
			  unsigned count, struct error *err)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;

	for (unsigned i = 0; i < count; i++) {
		const struct catalog_register *r =
			catalog_register_at(m, a[i].reg);

		if (a[i].back && !is_as_written(m, &a[i]))
			return error_set(
				err,
				"%s: 0x%llx was written to %s, and 0x%llx "
				"reads back: nothing is behind that register, "
				"or writing it is not allowed there",
				b->target->name, (unsigned long long)a[i].value,
				r ? r->name : "a register",
				(unsigned long long)a[i].found);
	}
	return true;
}

/*
 * One that needs no stub.  What was written is read back, as a server may not
 * know of an access that was aborted; of its own registers way.c has found out.
 */
static bool access_one(struct gdb_bus *b, const struct tally_reg *reg,
		       bool write, uint64_t *value, struct error *err)
{
	const struct gdb_target *t = b->target;
	struct gdb_access a = { .reg = *reg, .write = write, .value = *value };

	a.back = write &&
		 (t->monitor[b->monitor].mapped || t->way == GDB_BY_COMMAND) &&
		 catalog_kept_bits(t->monitor[b->monitor].monitor, *reg);
	if (write) {
		if (!gdb_was_look(b, reg, err))
			return false;
		gdb_was_written(b, reg);
		gdb_was_zeroed(b, reg, *value);
	}
	if (!gdb_bus_raw(b, reg, write, value, err))
		return false;
	return !a.back || (gdb_bus_raw(b, reg, false, &a.found, err) &&
			   check_written(b, &a, 1, err));
}

/* ---- does a way lead there ----------------------------------------------- */

static bool write_and_read(struct gdb_bus *b, const struct tally_reg *reg,
			   uint64_t value, bool *kept, struct error *err)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;
	struct gdb_access a = { .reg = *reg, .value = value };

	*kept = access_one(b, reg, true, &value, err) &&
		access_one(b, reg, false, &a.found, err) &&
		is_as_written(m, &a);
	return *kept || !b->target->by->lost(b->target);
}

/* By a counter, which takes any value, and is put back.  One that another way
 * may reach has nothing to put back if this way shows it as it was. */
static bool counter_leads(struct gdb_bus *b, const struct tally_reg *reg,
			  bool *leads, struct error *err)
{
	const uint64_t pattern = UINT64_C(0x5A5A5A5A5A5A0000);
	const uint64_t all = UINT64_MAX >> (64 - reg->bits);
	uint64_t was = 0;
	bool back;

	*leads = access_one(b, reg, false, &was, err);
	if (!*leads)
		return !b->target->by->lost(b->target);
	gdb_was_read(b, reg, was);
	if (!write_and_read(b, reg, (was ^ pattern) & all, leads, err) ||
	    !write_and_read(b, reg, was, &back, err))
		return false;
	if (back)
		gdb_was_forget(b, reg);
	return true;
}

bool gdb_bus_leads(struct gdb_bus *b, enum gdb_way way, bool *leads,
		   struct error *err)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;

	b->target->way = way;
	*leads = false;
	if (way == GDB_BY_REGISTERS && !gdb_bus_offers_all(b))
		return true;
	for (unsigned i = m->monitor->counters; i-- && !*leads;) {
		const struct tally_reg *reg = &m->monitor->counter[i].reg;

		if (way == GDB_BY_COMMAND && !gdb_command_reaches(reg))
			return true;
		if (!counter_leads(b, reg, leads, err))
			return false;
		if (way == GDB_BY_COMMAND)
			break;
	}
	return true;
}

/* ---- what waits, and what is read ahead ---------------------------------- */

/* A register that none of them has told is asked for before it is written. */
static bool look_first(struct gdb_bus *b, struct error *err)
{
	for (unsigned i = 0; i < b->waiting; i++)
		if (!gdb_was_is_known(b, &b->wait[i].reg) &&
		    !gdb_was_look(b, &b->wait[i].reg, err))
			return false;
	return true;
}

/* All that waits, and then `reads` of those that are read ahead. */
static bool carry_out(struct gdb_bus *b, unsigned reads, struct error *err)
{
	const struct catalog_monitor *m =
		b->target->monitor[b->monitor].monitor;
	struct gdb_access a[GDB_WAITING + GDB_AHEAD];
	struct gdb_ahead *h = &b->ahead;
	const unsigned writes = b->waiting;

	if (!look_first(b, err))
		return false;
	for (unsigned i = 0; i < writes; i++) {
		a[i] = (struct gdb_access){
			.reg = b->wait[i].reg,
			.write = true,
			.back = catalog_kept_bits(m, b->wait[i].reg) != 0,
			.value = b->wait[i].value,
		};
		gdb_was_written(b, &a[i].reg);
		gdb_was_zeroed(b, &a[i].reg, a[i].value);
	}
	for (unsigned i = 0; i < reads; i++)
		a[writes + i] = (struct gdb_access){ .reg = h->reg[i] };
	if (!gdb_stub_run(b->target, a, writes + reads, err)) {
		/* Writes wait on for a link that is connected again. */
		if (!b->target->by->lost(b->target))
			b->waiting = 0;
		return false;
	}
	b->waiting = 0;
	if (!check_written(b, a, writes, err))
		return false;
	for (unsigned i = 0; i < reads; i++) {
		h->value[i] = a[writes + i].value;
		gdb_was_read(b, &h->reg[i], h->value[i]);
	}
	return true;
}

bool gdb_bus_flush(struct gdb_bus *bus, struct error *err)
{
	return !bus->waiting || carry_out(bus, 0, err);
}

void gdb_bus_forget(struct gdb_bus *bus)
{
	struct gdb_ahead *h = &bus->ahead;
	unsigned left = 0;

	for (unsigned i = 0; i < h->count; i++)
		if (h->used[i])
			h->reg[left++] = h->reg[i];
	memset(h->used, 0, sizeof h->used);
	if (left)
		h->count = left;
	h->valid = false;
	if (!bus->begun)
		bus->target->begin[bus->monitor] = *h;
	bus->begun = true;
}

static int find_ahead(const struct gdb_ahead *h, const struct tally_reg *reg)
{
	for (unsigned i = 0; i < h->count; i++)
		if (tally_reg_same(h->reg[i], *reg))
			return (int)i;
	return -1;
}

/* By itself: it may be one that is not there.  From now on it is read together
 * with the others. */
static bool read_new(struct gdb_bus *b, const struct tally_reg *reg,
		     uint64_t *value, struct error *err)
{
	struct gdb_ahead *h = &b->ahead;
	struct gdb_access one = { .reg = *reg };

	if (!gdb_bus_flush(b, err) || !gdb_stub_run(b->target, &one, 1, err))
		return false;
	*value = one.value;
	if (h->count < GDB_AHEAD) {
		h->reg[h->count] = *reg;
		h->value[h->count] = one.value;
		h->used[h->count++] = true;
	}
	return true;
}

static bool read_by_stub(struct gdb_bus *b, const struct tally_reg *reg,
			 uint64_t *value, struct error *err)
{
	struct gdb_ahead *h = &b->ahead;
	const int at = find_ahead(h, reg);

	if (at < 0)
		return read_new(b, reg, value, err);
	if (!h->valid && !carry_out(b, h->count, err)) {
		h->count = 0;
		return false;
	}
	h->valid = true;
	h->used[at] = true;
	*value = h->value[at];
	return true;
}

/* ---- the bus ------------------------------------------------------------- */

static enum tally_status read(struct tally_bus *bus,
			      const struct tally_reg *reg, uint64_t *value)
{
	struct gdb_bus *b = of(bus);
	struct error err;
	bool good;

	*value = 0;
	if (gdb_bus_out_of_reach(b, reg))
		return TALLY_E_NOREG;
	good = gdb_bus_by_stub(b, reg) ? read_by_stub(b, reg, value, &err)
				       : access_one(b, reg, false, value, &err);
	if (good)
		gdb_was_read(b, reg, *value);
	return ended(b, good, &err);
}

static enum tally_status write(struct tally_bus *bus,
			       const struct tally_reg *reg, uint64_t value)
{
	struct gdb_bus *b = of(bus);
	struct error err;

	if (gdb_bus_out_of_reach(b, reg))
		return TALLY_E_NOREG;
	if (!gdb_bus_by_stub(b, reg))
		return ended(b, access_one(b, reg, true, &value, &err), &err);
	b->ahead.valid = false;
	if (b->waiting == GDB_WAITING && !gdb_bus_flush(b, &err))
		return ended(b, false, &err);
	b->wait[b->waiting++] = (struct tally_step){ *reg, value };
	return TALLY_OK;
}

/*
 * Reads by one stub.  Where one of them fails, none is known to be there, and
 * each is asked for alone.  These are not read ahead.
 */
static bool batch_by_stub(struct gdb_bus *b, struct tally_access *access,
			  unsigned count, struct error *err)
{
	struct gdb_access a[GDB_AHEAD];

	if (count > GDB_AHEAD || !b->target->has_scratch ||
	    !gdb_bus_flush(b, err))
		return false;
	for (unsigned i = 0; i < count; i++) {
		if (access[i].write || !gdb_bus_by_stub(b, &access[i].reg))
			return false;
		a[i] = (struct gdb_access){ .reg = access[i].reg };
	}
	if (!gdb_stub_run(b->target, a, count, err))
		return false;
	for (unsigned i = 0; i < count; i++) {
		access[i].value = a[i].value;
		access[i].status = TALLY_OK;
	}
	return true;
}

void gdb_bus_batch(struct gdb_bus *b, struct tally_access *access,
		   unsigned count)
{
	struct error err;
	enum tally_status lost = TALLY_OK;

	if (batch_by_stub(b, access, count, &err))
		return;
	if (b->target->by->lost(b->target))
		lost = ended(b, false, &err);
	for (unsigned i = 0; i < count; i++) {
		access[i].status = lost;
		if (lost)
			continue;
		if (access[i].write)
			tally_bus_write(&b->bus, &access[i].reg,
					access[i].value);
		else
			access[i].value =
				tally_bus_read(&b->bus, &access[i].reg);
		access[i].status = tally_bus_recover(&b->bus);
	}
}

const struct tally_bus_ops gdb_bus_ops = { .read = read, .write = write };
