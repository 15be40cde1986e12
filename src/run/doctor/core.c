/* SPDX-License-Identifier: MIT */
/* Which core it is, by its own registers, and what its monitor can besides. */
#include <inttypes.h>
#include <stdio.h>

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

void doctor_tell_core(struct doctor *d)
{
	const uint32_t id =
		catalog_of_lists(d->monitor) ? doctor_main_id(d) : 0;

	if (id)
		tell_identity(d, id);
	if (id)
		tell_limits(d);
}
