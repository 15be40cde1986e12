/* SPDX-License-Identifier: MIT */
/*
 * Rows of errata: each about things that exist, told once, and held against the
 * revisions that its source names.
 */
#include "catalog_check.h"

#include <stdio.h>

#include "catalog/errata.h"
#include "test.h"
#include "tidy.h"

static bool is_known(const struct catalog_monitor *m, const char *name)
{
	for (unsigned i = 0; i < m->events; i++)
		if (catalog_about(name, m->event[i].name))
			return true;
	for (unsigned i = 0; i < m->regs; i++)
		if (catalog_about(name, m->reg[i].name))
			return true;
	/* Outside of the monitor: the debug logic's. */
	return strcmp(name, "DBGPCSR") == 0;
}

static bool is_event(const struct catalog_monitor *m, const char *name)
{
	for (unsigned i = 0; i < m->events; i++)
		if (strcmp(m->event[i].name, name) == 0)
			return true;
	return false;
}

static void check_about(const struct catalog_monitor *m,
			const struct catalog_erratum *e)
{
	const char *about = e->about;
	unsigned names = 0, events = 0;
	char word[ROOM];

	for (; catalog_word(&about, word, sizeof word); names++) {
		/* On any PMUv3 a row may be about what few of them have. */
		check(*e->machine || is_known(m, word),
		      "%s %s is about %s, which is not the monitor's", m->name,
		      e->id, word);
		events += is_event(m, word);
	}
	check(names, "%s %s is about nothing", m->name, e->id);
	if (e->effect <= ERRATUM_FILTERED)
		check(events == names,
		      "%s %s: a count is wrong, and it is about no event",
		      m->name, e->id);
	if (*e->beside)
		check(is_event(m, e->beside) &&
			      !catalog_about(e->about, e->beside),
		      "%s %s: %s, beside it, is no other event", m->name, e->id,
		      e->beside);
	check(!e->takes_off || (*e->beside && e->effect == ERRATUM_HIGH),
	      "%s %s: nothing is too much that could be taken off", m->name,
	      e->id);
}

/* All that have it are among those that may, and some may. */
static void check_revisions(const struct catalog_monitor *m,
			    const struct catalog_erratum *e)
{
	const bool none = e->has.first > e->has.last;
	char text[160];

	check(e->may.first <= e->may.last, "%s %s: no revision may have it",
	      m->name, e->id);
	check(none || (e->has.first >= e->may.first &&
		       e->has.last <= e->may.last),
	      "%s %s: a revision has it that may not", m->name, e->id);
	check(*erratum_revisions(e, text, sizeof text) &&
		      strlen(text) + 1 < sizeof text,
	      "%s %s: its revisions are no text, or too long a one", m->name,
	      e->id);
	check(catalog_erratum_there(e, 0) != ERRATUM_NOT || *e->machine,
	      "%s %s: an unknown core is clear of it", m->name, e->id);
	check(catalog_erratum_there(e, 0x41000000) != ERRATUM_THERE ||
		      !*e->machine,
	      "%s %s: an emulator's", m->name, e->id);
}

static void check_errata(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->errata; i++) {
		const struct catalog_erratum *e = &m->erratum[i];

		check(tidy_name(e->id), "%s `%s` is no tidy name", m->name,
		      e->id);
		check(e->effect < ERRATUM_EFFECTS,
		      "%s %s: there is no effect %u", m->name, e->id,
		      e->effect);
		check(one_line(e->text) && one_line(e->source),
		      "%s %s: its text and its source are clauses of one line",
		      m->name, e->id);
		check(!*e->cure || one_line(e->cure),
		      "%s %s: its cure is a clause of one line", m->name,
		      e->id);
		check_about(m, e);
		check_revisions(m, e);
		for (unsigned k = 0; k < i; k++)
			check(strcmp(m->erratum[k].id, e->id) != 0,
			      "%s %s comes twice", m->name, e->id);
		for (unsigned k = 0; k < m->notes; k++)
			check(strcmp(m->note[k].id, e->id) != 0,
			      "%s %s is a note, too", m->name, e->id);
	}
}

TEST(errata_are_whole)
{
	each_monitor(check_errata);
}

/* Two documents agree on what it is, and not on a count that is wrong; one that
 * is right unless an overflow was lost stands as it is. */
static void check_evidence(const struct catalog_monitor *m)
{
	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_erratum *e;
		bool has = false;
		unsigned at = 0;

		while ((e = catalog_erratum(m, m->event[i].name, &at)))
			has |= !*e->machine && e->effect <= ERRATUM_FILTERED;
		check(!has || catalog_evidence(m, &m->event[i]) <
				      EVIDENCE_AGREED,
		      "%s %s counts wrong, and documents agree on it", m->name,
		      m->event[i].name);
		check(has || catalog_evidence(m, &m->event[i]) ==
				      (enum evidence)m->event[i].evidence,
		      "%s %s: its row has another evidence", m->name,
		      m->event[i].name);
	}
}

TEST(agreement_does_not_stand_on_one)
{
	each_monitor(check_evidence);
}

static enum erratum_there there(const char *core, const char *id,
				uint32_t main_id)
{
	const struct catalog_monitor *m = monitor(core);

	for (unsigned i = 0; i < m->errata; i++)
		if (strcmp(m->erratum[i].id, id) == 0)
			return catalog_erratum_there(&m->erratum[i], main_id);
	check(false, "%s has no %s", core, id);
	return ERRATUM_NOT;
}

TEST(revisions_are_the_sources)
{
	/* [NXP ERR003719]: r2p10; Intel's list for r3p0 has it not. */
	assert_int_equal(there("cortex-a9", "lost_overflow", 0x412FC09A),
			 ERRATUM_THERE);
	assert_int_equal(there("cortex-a9", "lost_overflow", 0x412FC092),
			 ERRATUM_PERHAPS);
	assert_int_equal(there("cortex-a9", "lost_overflow", 0),
			 ERRATUM_PERHAPS);
	assert_int_equal(there("cortex-a9", "lost_overflow", 0x413FC090),
			 ERRATUM_NOT);
	assert_int_equal(there("cortex-a9", "isb_is_a_branch", 0x413FC090),
			 ERRATUM_THERE);
	assert_int_equal(there("cortex-a9", "isb_is_a_branch", 0x414FC091),
			 ERRATUM_PERHAPS);
	/* Intel lists 855827 for r0p4. */
	assert_int_equal(there("cortex-a53", "branches_count_more", 0x410FD034),
			 ERRATUM_THERE);
	assert_int_equal(there("cortex-a53", "branches_count_more", 0x410FD030),
			 ERRATUM_PERHAPS);
	assert_int_equal(there("cortex-a53", "branches_count_more", 0x411FD030),
			 ERRATUM_NOT);
	/* Right from r0p3 on. */
	assert_int_equal(there("neoverse-n2", "slots_and_cycles", 0x410FD492),
			 ERRATUM_THERE);
	assert_int_equal(there("neoverse-n2", "slots_and_cycles", 0x410FD493),
			 ERRATUM_NOT);
	assert_int_equal(there("i80200", "flag_cleared", 0x69052001),
			 ERRATUM_THERE);
	assert_int_equal(there("i80200", "flag_cleared", 0x69052002),
			 ERRATUM_NOT);
	assert_int_equal(there("xscale2", "fetch_erratum", 0), ERRATUM_THERE);
	assert_int_equal(there("pmuv3", "qemu_preset", 0), ERRATUM_NOT);
}

TEST(revisions_are_told)
{
	static const struct catalog_erratum some = { .has = { 0x2A, 0x2A },
						     .may = { 0, 0x2F },
						     .machine = "" };
	static const struct catalog_erratum none = { .has = { 1, 0 },
						     .may = { 0, 0xFF },
						     .machine = "" };
	static const struct catalog_erratum sure = { .has = { 0, 2 },
						     .may = { 0, 2 },
						     .machine = "" };
	char text[160];

	assert_string_equal(erratum_revisions(&some, text, sizeof text),
			    "revisions: r2p10; of others up to r2 it is not "
			    "established, and they are taken for affected");
	assert_string_equal(erratum_revisions(&none, text, sizeof text),
			    "revisions: not established; all are taken for "
			    "affected");
	assert_string_equal(erratum_revisions(&sure, text, sizeof text),
			    "revisions: up to r0p2");
}

/* The register that has the revision, wherever a row asks for it. */
static void check_main_id(const struct catalog_monitor *m)
{
	struct tally_reg reg;

	for (unsigned i = 0; i < m->errata; i++) {
		const struct catalog_erratum *e = &m->erratum[i];

		if (*e->machine ||
		    (e->may.first == 0 && e->may.last == REVISION_LAST))
			continue;
		check(catalog_main_id(m, &reg), "%s %s: nothing tells", m->name,
		      e->id);
	}
}

TEST(a_register_tells_the_revision)
{
	each_monitor(check_main_id);
}
