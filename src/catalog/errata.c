/* SPDX-License-Identifier: MIT */
/* Rows of errata: which of them concern a core, an event, a count. */
#include "catalog/errata.h"

#include <stdio.h>
#include <string.h>

#include <tally/monitors/arm11.h>
#include <tally/monitors/armv7.h>
#include <tally/monitors/pmuv3.h>

/* Of the main ID register of every ARM: which revision it is [DDI0406 B4.1.105;
 * DDI0487 D24.2.122]. */
static uint8_t revision_of(uint32_t main_id)
{
	return (uint8_t)((main_id >> 16 & 0xF0) | (main_id & 0xF));
}

static bool is_among(const struct revisions *r, uint8_t revision)
{
	return revision >= r->first && revision <= r->last;
}

static bool is_all(const struct revisions *r)
{
	return r->first == 0 && r->last == REVISION_LAST;
}

enum erratum_there catalog_erratum_there(const struct catalog_erratum *e,
					 uint32_t main_id)
{
	const uint8_t revision = revision_of(main_id);

	if (*e->machine)
		return ERRATUM_NOT;
	if (is_all(&e->has))
		return ERRATUM_THERE;
	if (!main_id)
		return ERRATUM_PERHAPS;
	if (is_among(&e->has, revision))
		return ERRATUM_THERE;
	return is_among(&e->may, revision) ? ERRATUM_PERHAPS : ERRATUM_NOT;
}

bool catalog_asks_main_id(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->errata; i++)
		if (!*m->erratum[i].machine && !is_all(&m->erratum[i].has))
			return true;
	return false;
}

/* By the place of the monitor's own registers: the core's are where they are.
 */
bool catalog_main_id(const struct catalog_monitor *m, struct tally_reg *reg)
{
	static const struct tally_reg a32 = { TALLY_CP(0, 0, 0, 0), TALLY_CP15,
					      32 };
	struct error ignored;
	const struct catalog_register *row;

	switch (m->regs ? m->reg[0].reg.space : TALLY_MMIO) {
	case TALLY_CP14:
	case TALLY_CP15:
		*reg = a32;
		return true;
	case TALLY_SYSREG:
		row = catalog_register(m, "MIDR_EL1", &ignored);
		if (row)
			*reg = row->reg;
		return row;
	default:
		return false;
	}
}

const struct catalog_erratum *catalog_erratum(const struct catalog_monitor *m,
					      const char *name, unsigned *at)
{
	while (*at < m->errata) {
		const struct catalog_erratum *e = &m->erratum[(*at)++];

		if (catalog_about(e->about, name))
			return e;
	}
	return NULL;
}

enum evidence catalog_evidence(const struct catalog_monitor *m,
			       const struct catalog_event *e)
{
	const struct catalog_erratum *row;
	unsigned at = 0;

	if (e->evidence < EVIDENCE_AGREED)
		return (enum evidence)e->evidence;
	do
		row = catalog_erratum(m, e->name, &at);
	while (row && (*row->machine || row->effect > ERRATUM_FILTERED));
	return row ? EVIDENCE_MISCOUNTED : (enum evidence)e->evidence;
}

const char *erratum_effect_text(enum erratum_effect e)
{
	static const char *const text[ERRATUM_EFFECTS] = {
		[ERRATUM_HIGH] = "at most",
		[ERRATUM_LOW] = "at least",
		[ERRATUM_WRONG] = "untrusted",
		[ERRATUM_FILTERED] = "untrusted at chosen levels",
		[ERRATUM_OVERFLOW] = "overflow may be missed",
		[ERRATUM_SAMPLES] = "samples",
		[ERRATUM_TOLD] = "count is right",
	};

	return text[e];
}

const char *erratum_effect_words(enum erratum_effect e)
{
	static const char *const words[ERRATUM_EFFECTS] = {
		[ERRATUM_HIGH] = "a count of it is at most what it says",
		[ERRATUM_LOW] = "a count of it is at least what it says",
		[ERRATUM_WRONG] = "a count of it is not to be trusted",
		[ERRATUM_FILTERED] = "counted at chosen exception levels it is "
				     "not to be trusted",
		[ERRATUM_OVERFLOW] = "a count that may have wrapped unseen is "
				     "at least what it says",
		[ERRATUM_SAMPLES] = "a sample's address is another one",
		[ERRATUM_TOLD] = "counts are not wrong by it",
	};

	return words[e];
}

/* "r2p10"; of the last revision of a variant its name alone, "r2". */
static void put_revision(unsigned revision, bool last, char *text, size_t room)
{
	if (last && (revision & 0xF) == 0xF)
		snprintf(text, room, "r%u", revision >> 4);
	else
		snprintf(text, room, "r%up%u", revision >> 4, revision & 0xF);
}

static const char *put_range(const struct revisions *r, char *text, size_t room)
{
	char first[16], last[16];

	put_revision(r->first, false, first, sizeof first);
	put_revision(r->last, true, last, sizeof last);
	if (is_all(r))
		snprintf(text, room, "all");
	else if (r->first == r->last)
		snprintf(text, room, "%s", first);
	else if (r->first == 0)
		snprintf(text, room, "up to %s", last);
	else
		snprintf(text, room, "%s to %s", first, last);
	return text;
}

const char *erratum_revisions(const struct catalog_erratum *e, char *text,
			      size_t room)
{
	char has[40], may[40];

	put_range(&e->has, has, sizeof has);
	put_range(&e->may, may, sizeof may);
	if (*e->machine)
		snprintf(text, room, "%s", e->machine);
	else if (e->has.first > e->has.last)
		snprintf(
			text, room,
			"revisions: not established; %s are taken for affected",
			may);
	else if (strcmp(has, may) == 0)
		snprintf(text, room, "revisions: %s", has);
	else
		snprintf(text, room,
			 "revisions: %s; of others%s%s it is not established, "
			 "and they are taken for affected",
			 has, is_all(&e->may) ? "" : " ",
			 is_all(&e->may) ? "" : may);
	return text;
}

/* ---- cores of lists -------------------------------------------------------
 */

/* Implementer and part. */
static const uint32_t CORE_OF = 0xFF00FFF0;

struct listed {
	const struct tally_monitor *monitor;
	uint32_t id;
};

static const struct listed listed[] = {
#define LISTED(word, part, ...) { &tally_##word, TALLY_PMUV3_MIDR_OF(part) },
#include <tally/monitors/pmuv3/cores.def>
#define LISTED(word, part, ...) { &tally_##word, TALLY_PMUV3_MIDR_OF(part) },
#include <tally/monitors/armv7/cores.def>
};

enum { CORES = sizeof listed / sizeof *listed };

static const struct catalog_monitor *
row_of_monitor(const struct tally_monitor *m)
{
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++)
		if (all[i]->monitor == m)
			return all[i];
	return NULL;
}

const struct catalog_monitor *
catalog_of_main_id(const struct catalog_monitor *like, uint32_t id)
{
	for (unsigned i = 0; i < CORES; i++)
		if (listed[i].id == (id & CORE_OF) &&
		    listed[i].monitor->ops == like->monitor->ops)
			return row_of_monitor(listed[i].monitor);
	return NULL;
}

const struct catalog_monitor *catalog_of_core(uint32_t id)
{
	static const struct listed unlisted[] = {
#define ARM11(number)                                                          \
	{ &tally_arm##number, TALLY_PMUV3_MIDR_OF(TALLY_ARM11_PART_##number) }
		ARM11(1136),
		ARM11(1156),
		ARM11(1176),
	};

	for (unsigned i = 0; i < CORES; i++)
		if (listed[i].id == (id & CORE_OF))
			return row_of_monitor(listed[i].monitor);
	for (unsigned i = 0; i < sizeof unlisted / sizeof *unlisted; i++)
		if (unlisted[i].id == (id & CORE_OF))
			return row_of_monitor(unlisted[i].monitor);
	return NULL;
}

bool catalog_of_lists(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < CORES; i++)
		if (listed[i].monitor->ops == m->monitor->ops)
			return true;
	return false;
}
