/* SPDX-License-Identifier: MIT */
/* Which published errata concern the core that was found. */
#include <inttypes.h>
#include <stdio.h>

#include "catalog/errata.h"
#include "run/doctor/inner.h"

uint32_t doctor_main_id(struct doctor *d)
{
	struct tally_reg reg;
	uint64_t value;

	if (!catalog_main_id(d->monitor, &reg))
		return 0;
	value = tally_bus_read(d->bus, &reg);
	return tally_bus_recover(d->bus) ? 0 : (uint32_t)value;
}

static const char *core_of(uint32_t main_id, char *text, size_t room)
{
	if (main_id)
		snprintf(text, room, "r%" PRIu32 "p%" PRIu32,
			 main_id >> 20 & 0xF, main_id & 0xF);
	else
		snprintf(text, room, "a core of unknown revision");
	return text;
}

void doctor_tell_errata(struct doctor *d)
{
	const struct catalog_monitor *m = d->monitor;
	const uint32_t main_id = m->errata ? doctor_main_id(d) : 0;
	char core[32];

	for (unsigned i = 0; i < m->errata; i++) {
		const struct catalog_erratum *e = &m->erratum[i];
		const enum erratum_there there =
			catalog_erratum_there(e, main_id);

		if (there == ERRATUM_NOT)
			continue;
		doctor_find(
			d, "errata", FINDING_PASS, NULL,
			"%s %s %s%s%.40s%s: %s",
			core_of(main_id, core, sizeof core),
			there == ERRATUM_THERE ? "has" : "may have", e->id,
			*e->number ? " (" : "", e->number,
			*e->number ? ")" : "",
			erratum_effect_text((enum erratum_effect)e->effect));
	}
}
