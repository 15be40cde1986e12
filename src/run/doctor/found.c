/* SPDX-License-Identifier: MIT */
/*
 * Tells what is found before anything is written: what somebody left, who may
 * reach the monitor, by which way, and what of it can be read back.
 */
#include <stdio.h>
#include <string.h>

#include "base/seconds.h"
#include "run/doctor/inner.h"

/* Only registers that this core has: the others may not even be read. */
static void tell_left(struct doctor *d, const struct tally_limits *limits)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const uint32_t flags = m->ops->flags(m, d->bus);
	unsigned held = 0;

	for (unsigned i = 0; i < m->counters; i++)
		held += (i >= 32 || limits->counters >> i & 1) &&
			tally_bus_read(d->bus, &m->counter[i].reg) != 0;
	if (doctor_bus_failed(d, "left"))
		return;
	if (flags || held)
		doctor_find(d, "left", FINDING_PASS, NULL,
			    "of an earlier use: counts in %u counters, flags "
			    "of overflows 0x%x; opening a session takes them "
			    "away",
			    held, (unsigned)flags);
	else
		doctor_find(d, "left", FINDING_PASS, NULL,
			    "nothing of an earlier use");
}

/* How long a read takes is told where it is more than a moment of the host's.
 */
static void tell_way(struct doctor *d)
{
	enum { READS = 8 };
	const struct target *t = d->run->target;
	const struct target_monitor *there =
		&t->facts.monitor[target_monitor(t, d->monitor->name)];
	const char *way = there->reach == TARGET_BY_MEMORY ? "at addresses"
			  : t->facts.way                   ? t->facts.way
					 : "by instructions of the core";
	const double began = seconds_now();
	struct error err;

	if (!t->facts.goes_on) {
		doctor_find(d, "way", FINDING_PASS, NULL,
			    "registers are reached %s", way);
		return;
	}
	for (unsigned i = 0; i < READS; i++) {
		(void)target_settle(d->run, &err);
		(void)tally_bus_read(d->bus,
				     &d->monitor->monitor->counter[0].reg);
	}
	if (!doctor_bus_failed(d, "way"))
		doctor_find(d, "way", FINDING_PASS, NULL,
			    "registers are reached %s, one in %.3g ms", way,
			    (seconds_now() - began) * 1000 / READS);
}

/* Does any of its fields take writes? */
static bool takes_writes(const struct catalog_monitor *m,
			 const struct catalog_register *r)
{
	for (unsigned i = 0; i < m->fields; i++)
		if (!strcmp(m->field[i].reg, r->name) &&
		    m->field[i].access != ACCESS_RO)
			return true;
	return false;
}

static void tell_unread(struct doctor *d, const char *names)
{
	doctor_find(d, "back", FINDING_PASS, NULL,
		    "no write is read back of %s", names);
}

/* Of which registers a write that is lost shows in counts alone: what they read
 * as is another's, or nothing. */
static void tell_back(struct doctor *d)
{
	enum { LINE = 36 }; /* of names, for a terminal's line */
	const struct catalog_monitor *m = d->monitor;
	char names[96] = "";
	size_t used = 0;
	bool any = false;

	for (unsigned i = 0; i < m->regs; i++) {
		const char *name = m->reg[i].name;

		if (catalog_kept_bits(m, m->reg[i].reg) ||
		    !takes_writes(m, &m->reg[i]))
			continue;
		any = true;
		if (used && used + strlen(", ") + strlen(name) > LINE) {
			tell_unread(d, names);
			used = 0;
		}
		used += (size_t)snprintf(names + used, sizeof names - used,
					 "%s%s", used ? ", " : "", name);
	}
	if (used)
		tell_unread(d, names);
	if (!any)
		doctor_find(d, "back", FINDING_PASS, NULL,
			    "what is written to its registers is read back");
}

void doctor_tell_found(struct doctor *d, const struct tally_limits *limits)
{
	tell_left(d, limits);
	doctor_tell_permission(d);
	tell_way(d);
	tell_back(d);
	doctor_tell_core(d, limits);
	doctor_tell_errata(d);
}
