/* SPDX-License-Identifier: MIT */
/* Which core it is, by its own registers, and what its monitor can besides. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "catalog/errata.h"
#include "run/doctor/inner.h"

static void tell_identity(struct doctor *d, uint32_t id)
{
	const struct catalog_monitor *core = catalog_of_main_id(d->monitor, id);

	if (core)
		doctor_find(d, "core", FINDING_PASS, NULL,
			    "MIDR 0x%08" PRIx32 ": %s r%" PRIu32 "p%" PRIu32
			    "%s",
			    id, core->name, id >> 20 & 0xF, id & 0xF,
			    core->monitor == d->monitor->monitor
				    ? ""
				    : "; by that name it has its own events");
	else
		doctor_find(d, "core", FINDING_PASS, NULL,
			    "MIDR 0x%08" PRIx32
			    " is no core that Tally has events of",
			    id);
}

/* A field of an identification register; 0 where that cannot be reached. */
static unsigned field_of(struct doctor *d, const char *reg, unsigned lsb,
			 unsigned width)
{
	const struct catalog_register *r =
		catalog_register(d->monitor, reg, NULL);
	const uint64_t value = r ? tally_bus_read(d->bus, &r->reg) : 0;

	return tally_bus_recover(d->bus)
		       ? 0
		       : (unsigned)(value >> lsb & ((1U << width) - 1));
}

/*
 * PMMIR_EL1 came with PMUv3p4, and reading it is an exception before
 * [DDI0487 D24.5].  Its thresholds and edges nobody here has tried.
 */
static void tell_limits(struct doctor *d)
{
	enum { P4 = 5, P5 = 6, NOT_ARM = 0xF };
	const unsigned version = field_of(d, "ID_AA64DFR0_EL1", 8, 4);
	unsigned slots, width, edge;

	if (version < P4 || version == NOT_ARM)
		return;
	slots = field_of(d, "PMMIR_EL1", 0, 8);
	width = field_of(d, "PMMIR_EL1", 20, 4);
	edge = field_of(d, "PMMIR_EL1", 24, 4);
	doctor_find(d, "limits", FINDING_PASS, NULL,
		    "PMUVer %u: counters of %u bits%s", version,
		    version >= P5 ? 64 : 32, version >= P5 ? ", EVENT:w" : "");
	if (slots)
		doctor_find(d, "limits", FINDING_PASS, NULL,
			    "PMMIR_EL1: at most %u slots a cycle", slots);
	if (width || edge)
		doctor_find(d, "limits", FINDING_SKIPPED, NULL,
			    "not established: thresholds of %u bits%s are "
			    "there, untried: Tally sets none",
			    width, edge ? " and edges" : "");
}

/* Puts a name behind the others, or counts it where there is no more room. */
static void list_name(char *list, size_t room, const char *name, unsigned *left)
{
	const size_t used = strlen(list), size = strlen(name);

	if (used + size + sizeof ", " > room)
		++*left;
	else
		snprintf(list + used, room - used, "%s%s", used ? ", " : "",
			 name);
}

/*
 * The core tells of 128 codes whether it has them: which of its list it has,
 * and not only where somebody asks for one.
 */
static void tell_events(struct doctor *d, const struct tally_limits *limits)
{
	const struct catalog_monitor *m = d->monitor;
	unsigned common = 0, denied = 0, left = 0;
	char names[120] = "", more[32] = "";

	/* Of a monitor without such registers nothing is known. */
	if (limits->event[0] == UINT64_MAX && limits->event[1] == UINT64_MAX)
		return;
	for (unsigned i = 0; i < m->events; i++) {
		const uint16_t code = m->event[i].code;

		if (code & ~0x403F)
			continue;
		common++;
		if (tally_limits_event(limits, code))
			continue;
		denied++;
		list_name(names, sizeof names, m->event[i].name, &left);
	}
	if (left)
		snprintf(more, sizeof more, " and %u more", left);
	if (common)
		doctor_find(d, "events", FINDING_PASS, NULL,
			    "it has %u of the %u common events%s%s%s",
			    common - denied, common, denied ? "; not " : "",
			    names, more);
}

void doctor_tell_core(struct doctor *d, const struct tally_limits *limits)
{
	const uint32_t id =
		catalog_of_lists(d->monitor) ? doctor_main_id(d) : 0;

	if (id) {
		tell_identity(d, id);
		tell_events(d, limits);
		tell_limits(d);
	}
}
