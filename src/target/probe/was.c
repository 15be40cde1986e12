/* SPDX-License-Identifier: MIT */
/*
 * Values of a monitor's registers before they were written.  Whoever wrote them
 * puts them back; when the run ends they are read once more, and those that do
 * not hold it are put back here.
 */
#include <inttypes.h>
#include <string.h>

#include "catalog/zeroing.h"
#include "target/probe/probe.h"

static const struct catalog_monitor *monitor_of(const struct gdb_bus *b)
{
	return b->target->monitor[b->monitor].monitor;
}

static struct gdb_was *find_was(struct gdb_bus *b, const struct tally_reg *reg)
{
	for (unsigned i = 0; i < b->wass; i++)
		if (tally_reg_same(b->was[i].reg, *reg))
			return &b->was[i];
	if (b->wass == GDB_WAS)
		return NULL;
	b->was[b->wass] = (struct gdb_was){ .reg = *reg };
	return &b->was[b->wass++];
}

void gdb_was_read(struct gdb_bus *b, const struct tally_reg *reg,
		  uint64_t value)
{
	struct gdb_was *w = find_was(b, reg);

	if (!w || w->written || w->known)
		return;
	w->known = true;
	w->value = value;
}

void gdb_was_written(struct gdb_bus *b, const struct tally_reg *reg)
{
	struct gdb_was *w = find_was(b, reg);

	if (w)
		w->written = true;
}

/* Registers that nobody has looked at may not be there. */
static void zero(struct gdb_bus *b, const char *counters)
{
	const struct catalog_monitor *m = monitor_of(b);

	for (unsigned i = 0; i < m->monitor->counters; i++) {
		const struct tally_reg *reg = &m->monitor->counter[i].reg;

		if (catalog_about(counters, m->counter[i].name) &&
		    gdb_was_is_known(b, reg))
			gdb_was_written(b, reg);
	}
}

void gdb_was_zeroed(struct gdb_bus *b, const struct tally_reg *reg,
		    uint64_t value)
{
	const struct catalog_monitor *m = monitor_of(b);

	for (unsigned i = 0; i < m->zeroings; i++) {
		struct tally_reg at = { 0 };
		uint64_t bits = 0;

		catalog_zeroing_at(m, &m->zeroing[i], &at, &bits);
		if (tally_reg_same(at, *reg) && value & bits)
			zero(b, m->zeroing[i].counters);
	}
}

bool gdb_was_is_known(struct gdb_bus *b, const struct tally_reg *reg)
{
	const struct gdb_was *w = find_was(b, reg);

	return w && w->known;
}

void gdb_was_forget(struct gdb_bus *b, const struct tally_reg *reg)
{
	struct gdb_was *w = find_was(b, reg);

	if (w)
		w->written = w->known = false;
}

static struct catalog_kept kept_of(const struct gdb_bus *b,
				   const struct tally_reg *reg)
{
	const struct catalog_register *r =
		catalog_register_at(monitor_of(b), *reg);

	return r ? catalog_register_kept(monitor_of(b), r)
		 : (struct catalog_kept){ 0 };
}

uint64_t gdb_was_bits(const struct gdb_bus *b, const struct tally_reg *reg)
{
	const struct catalog_kept kept = kept_of(b, reg);

	return (kept.bits | kept.sets) & UINT64_MAX >> (64 - reg->bits);
}

static bool differ(const struct gdb_bus *b, const struct tally_reg *reg,
		   uint64_t one, uint64_t other)
{
	return (one ^ other) & gdb_was_bits(b, reg);
}

static bool is_counter(const struct gdb_bus *b, const struct tally_reg *reg)
{
	const struct tally_monitor *m = monitor_of(b)->monitor;

	for (unsigned i = 0; i < m->counters; i++)
		if (tally_reg_same(m->counter[i].reg, *reg))
			return true;
	return false;
}

static const char *name_of(const struct gdb_bus *b, const struct tally_reg *reg)
{
	const struct catalog_register *r =
		catalog_register_at(monitor_of(b), *reg);

	return r ? r->name : "a register";
}

static bool read_one(struct gdb_bus *b, const struct tally_reg *reg,
		     uint64_t *value, struct error *err)
{
	struct gdb_access a = { .reg = *reg };

	if (!gdb_bus_access(b, &a, 1, err))
		return false;
	*value = a.value;
	return true;
}

/* Only a register that counts may hold another value a moment later. */
bool gdb_was_look(struct gdb_bus *b, const struct tally_reg *reg,
		  struct error *err)
{
	struct gdb_was *w = find_was(b, reg);
	uint64_t now, then;

	if (!w)
		return error_set(err,
				 "%s: more registers are written than can "
				 "be put back",
				 b->target->name);
	if (w->written || !gdb_was_bits(b, reg))
		return true;
	if (!read_one(b, reg, &now, err))
		return false;
	if (w->known && differ(b, reg, now, w->value)) {
		if (!read_one(b, reg, &then, err))
			return false;
		if (!is_counter(b, reg) || !differ(b, reg, now, then))
			return error_set(err,
					 "%s: 0x%" PRIx64 " was read of %s, "
					 "and then 0x%" PRIx64 ", though "
					 "nobody wrote it",
					 b->target->name, w->value,
					 name_of(b, reg), now);
	}
	gdb_was_read(b, reg, now);
	return true;
}

/* ---- the writes that put it back ----------------------------------------- */

/* The register that clears what this one sets; NULL: there is none. */
static const struct catalog_register *clearing(const struct gdb_bus *b,
					       const struct tally_reg *reg)
{
	const struct catalog_monitor *m = monitor_of(b);
	const char *name = name_of(b, reg), *set = strstr(name, "SET");

	for (unsigned i = 0; set && i < m->regs; i++) {
		const char *other = m->reg[i].name;
		const size_t at = (size_t)(set - name);

		if (!strncmp(other, name, at) &&
		    !strncmp(other + at, "CLR", 3) &&
		    !strcmp(other + at + 3, set + 3))
			return &m->reg[i];
	}
	return NULL;
}

static bool is_to_put_back(const struct gdb_bus *b, const struct gdb_was *w)
{
	return w->written && gdb_was_bits(b, &w->reg);
}

static unsigned writes_of(struct gdb_bus *b, bool counters,
			  struct gdb_access *to)
{
	unsigned n = 0;

	for (unsigned i = 0; i < b->wass; i++) {
		const struct gdb_was *w = &b->was[i];
		const struct catalog_register *clear;

		if (!is_to_put_back(b, w) || !w->known ||
		    is_counter(b, &w->reg) != counters)
			continue;
		clear = kept_of(b, &w->reg).sets ? clearing(b, &w->reg) : NULL;
		if (clear)
			to[n++] = (struct gdb_access){
				.reg = clear->reg,
				.write = true,
				.value = gdb_was_bits(b, &w->reg),
			};
		to[n++] = (struct gdb_access){
			.reg = w->reg,
			.write = true,
			.value = w->value & gdb_was_bits(b, &w->reg),
		};
	}
	return n;
}

unsigned gdb_was_writes(struct gdb_bus *b, struct gdb_access *to)
{
	const unsigned n = writes_of(b, false, to);

	return n + writes_of(b, true, to + n);
}

/* ---- is it as it was? ---------------------------------------------------- */

/* A counter that counts on by itself was found so. */
static bool holds(struct gdb_bus *b, const struct gdb_was *w, uint64_t now,
		  bool *good, struct error *err)
{
	uint64_t then;

	*good = !differ(b, &w->reg, now, w->value);
	if (*good || !is_counter(b, &w->reg))
		return true;
	if (!read_one(b, &w->reg, &then, err))
		return false;
	*good = then != now;
	return true;
}

/* False and `err`: it could not be read, or does not hold what it held. */
static bool check(struct gdb_bus *b, struct error *err)
{
	struct gdb_access a[GDB_WAS];
	unsigned at[GDB_WAS], n = 0;
	bool good;

	for (unsigned i = 0; i < b->wass; i++) {
		if (!is_to_put_back(b, &b->was[i]))
			continue;
		at[n] = i;
		a[n++] = (struct gdb_access){ .reg = b->was[i].reg };
	}
	if (n && !gdb_bus_access(b, a, n, err))
		return false;
	for (unsigned i = 0; i < n; i++) {
		const struct gdb_was *w = &b->was[at[i]];

		if (!w->known)
			return error_set(err,
					 "%s: nobody had read %s when it was "
					 "written",
					 b->target->name, name_of(b, &w->reg));
		if (!holds(b, w, a[i].value, &good, err))
			return false;
		if (!good)
			return error_set(err,
					 "%s: %s was 0x%" PRIx64
					 ", and reads as 0x%" PRIx64
					 " when it is put back",
					 b->target->name, name_of(b, &w->reg),
					 w->value & gdb_was_bits(b, &w->reg),
					 a[i].value & gdb_was_bits(b, &w->reg));
	}
	return true;
}

static bool end_one(struct gdb_bus *b, struct error *err)
{
	struct gdb_access a[GDB_WAS_WRITES];

	if (check(b, err))
		return true;
	return !b->target->by->lost(b->target) &&
	       gdb_bus_access(b, a, gdb_was_writes(b, a), err) && check(b, err);
}

bool gdb_was_end(struct gdb_target *t, struct error *err)
{
	struct error more;
	bool good = true;

	for (unsigned i = 0; i < t->target.facts.monitors; i++)
		if (!end_one(&t->run->bus[i], good ? err : &more))
			good = false;
	return good;
}
