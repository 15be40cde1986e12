/* SPDX-License-Identifier: MIT */
/*
 * The doctor's checks of what makes a counter zero: a written 0, and the bits
 * that reset it.
 */
#include "catalog/zeroing.h"
#include "run/doctor/inner.h"

/* The pattern that a counter holds before: no count of the doctor's, and of
 * both kinds of bits. */
enum { PATTERN = 0x2AAAAAAA };

/* ---- a written 0 --------------------------------------------------------- */

static bool takes_values(const struct doctor *d,
			 const struct doctor_controlled *c, unsigned i)
{
	const struct tally_reg reg =
		d->monitor->monitor->counter[c->slot[i].counter].reg;

	return catalog_kept_bits(d->monitor, reg) & PATTERN &&
	       !doctor_runs_on(d, &c->slot[i]);
}

static void load(struct doctor *d, const struct doctor_controlled *c,
		 unsigned i, uint64_t value)
{
	const struct tally_monitor *m = d->monitor->monitor;

	if (m->ops->load)
		m->ops->load(m, &c->setup, i, d->bus, value);
	else
		tally_bus_write(d->bus, &m->counter[c->slot[i].counter].reg,
				value);
}

static uint64_t loaded(struct doctor *d, const struct doctor_controlled *c,
		       unsigned i, uint64_t value)
{
	load(d, c, i, value);
	return tally_bus_read(
		d->bus, &d->monitor->monitor->counter[c->slot[i].counter].reg);
}

static void check_clear(struct doctor *d, const struct doctor_controlled *c)
{
	unsigned looked = 0, good = 0;

	for (unsigned i = 0; i < c->setup.slots; i++) {
		uint64_t full, empty;

		if (!takes_values(d, c, i))
			continue;
		full = loaded(d, c, i, PATTERN);
		empty = loaded(d, c, i, 0);
		load(d, c, i, 1);
		if (doctor_bus_failed(d, "clear"))
			return;
		looked++;
		good += full == PATTERN && !empty;
		if (full != PATTERN || empty)
			doctor_find(d, "clear", FINDING_FAIL,
				    "believe no count of it that did not begin "
				    "with a reset",
				    "%s reads 0x%llx where 0x%x was written, "
				    "and then 0x%llx where 0 was",
				    doctor_counter_name(d, &c->setup, i),
				    (unsigned long long)full, (unsigned)PATTERN,
				    (unsigned long long)empty);
	}
	if (!looked)
		doctor_find(d, "clear", FINDING_SKIPPED, NULL,
			    "does not apply: nothing can be written to its "
			    "counters");
	else if (good == looked)
		doctor_find(d, "clear", FINDING_PASS, NULL,
			    "%u counters that held something read 0 after 0 "
			    "was written",
			    good);
}

/* ---- a written reset ------------------------------------------------------
 */

/* Values before a reset, and after it. */
struct around {
	uint64_t before[DOCTOR_SLOTS], after[DOCTOR_SLOTS];
	uint32_t flags, left;
};

static void fill(struct doctor *d, const struct doctor_controlled *c,
		 uint64_t value)
{
	for (unsigned i = 0; i < c->setup.slots; i++)
		if (takes_values(d, c, i))
			load(d, c, i, value);
}

/* The value that stops the monitor, if that is the register; else 0. */
static uint64_t stopped(const struct doctor *d,
			const struct doctor_controlled *c,
			const struct tally_reg *reg)
{
	struct tally_step step;
	struct tally_script script;

	tally_script_init(&script, &step, 1);
	if (tally_encode(d->monitor->monitor, &c->setup, TALLY_STOP, &script) ||
	    script.count != 1 || !tally_reg_same(step.reg, *reg))
		return 0;
	return step.value;
}

static void reset(struct doctor *d, const struct doctor_controlled *c,
		  const struct catalog_zeroing *z, struct around *it)
{
	const struct tally_monitor *m = d->monitor->monitor;
	struct tally_reg reg = { 0 };
	uint64_t bits = 0;

	catalog_zeroing_at(d->monitor, z, &reg, &bits);
	fill(d, c, PATTERN);
	doctor_look_at_all(d, c, it->before);
	it->flags = m->ops->flags(m, d->bus);
	tally_bus_write(d->bus, &reg, stopped(d, c, &reg) | bits);
	tally_bus_sync(d->bus);
	doctor_look_at_all(d, c, it->after);
	it->left = m->ops->flags(m, d->bus);
}

/* One that held nothing, or that nothing stops, proves nothing.  Gives how many
 * of those that it should set to zero are. */
static unsigned judge(struct doctor *d, const struct doctor_controlled *c,
		      const struct catalog_zeroing *z, const struct around *it,
		      bool *good)
{
	static const char cure[] = "have counters begin at 0 by writing 0 to "
				   "them";
	unsigned emptied = 0;

	for (unsigned i = 0; i < c->setup.slots; i++) {
		const char *name = doctor_counter_name(d, &c->setup, i);
		const bool zeroed = catalog_about(z->counters, name);

		if (!it->before[i] || doctor_runs_on(d, &c->slot[i]))
			continue;
		emptied += zeroed && !it->after[i];
		if (it->after[i] == (zeroed ? 0 : it->before[i]))
			continue;
		*good = false;
		doctor_find(d, "reset", FINDING_FAIL, cure,
			    "%s reads 0x%llx after %s.%s was written, which %s "
			    "[%s]",
			    name, (unsigned long long)it->after[i], z->reg,
			    z->field,
			    zeroed ? "sets it to zero" : "is not its reset",
			    z->source);
	}
	if (z->flags_stay && it->left != it->flags) {
		*good = false;
		doctor_find(d, "reset", FINDING_FAIL,
			    "look at the flags before counters are reset",
			    "flags 0x%x were set, and 0x%x are after %s.%s was "
			    "written, which changes none [%s]",
			    (unsigned)it->flags, (unsigned)it->left, z->reg,
			    z->field, z->source);
	}
	return emptied;
}

static void check_reset(struct doctor *d, const struct doctor_controlled *c)
{
	unsigned emptied = 0;
	struct around it;
	bool good = true;

	if (!d->monitor->zeroings) {
		doctor_find(d, "reset", FINDING_SKIPPED, NULL,
			    "does not apply: it has no bits that set counters "
			    "to zero");
		return;
	}
	for (unsigned i = 0; i < d->monitor->zeroings; i++) {
		reset(d, c, &d->monitor->zeroing[i], &it);
		if (doctor_bus_failed(d, "reset"))
			return;
		emptied += judge(d, c, &d->monitor->zeroing[i], &it, &good);
	}
	fill(d, c, 1);
	if (good && !emptied)
		doctor_find(d, "reset", FINDING_SKIPPED, NULL,
			    "not established: no counter held anything");
	else if (good)
		doctor_find(d, "reset", FINDING_PASS, NULL,
			    "%u counters read 0 after a reset of theirs, and "
			    "no other changed",
			    emptied);
}

void doctor_check_zeroes(struct doctor *d, const struct doctor_controlled *c)
{
	check_clear(d, c);
	/* The map's examination looks at it there. */
	if (!d->monitor->own_map)
		check_reset(d, c);
}
