/* SPDX-License-Identifier: MIT */
/*
 * Sayings of a monitor against tests/documents: by what it is known, what each
 * mode may do with it, and how sure its rows are.
 */
#include "catalog/reach.h"
#include "catalog/taken.h"
#include "catalog_check.h"
#include "core/hpm.h"
#include "documents.h"
#include "test.h"

#include <fnmatch.h>

static void for_each(void (*look)(const struct catalog_monitor *m,
				  const struct document *d))
{
	static struct document d;
	unsigned count;
	const struct catalog_monitor *const *all = hpm_none(&count);

	assert_true(count > 0);
	for (unsigned i = 0; i < count; i++) {
		document_read(all[i]->name, &d);
		look(all[i], &d);
	}
}

/* A bus on which the registers of an identity answer alone, others with 0. */
struct identified {
	struct tally_bus bus;
	const struct document *d;
	uint64_t value[sizeof(((struct document *)NULL)->identity) /
		       sizeof(((struct document *)NULL)->identity[0])];
};

static enum tally_status identify(struct tally_bus *bus,
				  const struct tally_reg *reg, uint64_t *value)
{
	const struct identified *b = (const struct identified *)bus;

	*value = 0;
	for (unsigned i = 0; i < b->d->identities; i++)
		if (b->d->identity[i].reg.space == reg->space &&
		    b->d->identity[i].reg.addr == reg->addr)
			*value = b->value[i];
	*value &= tally_counter_mask(reg->bits);
	return TALLY_OK;
}

static bool is_found(const struct catalog_monitor *m, struct identified *b)
{
	return m->monitor->ops->probe(m->monitor, &b->bus) == TALLY_OK;
}

/* Its bits are `value`, and those of no field of it as in `others`. */
static void set_identity(struct identified *b, uint64_t others)
{
	for (unsigned i = 0; i < b->d->identities; i++)
		b->value[i] = b->d->identity[i].value |
			      (others & ~b->d->identity[i].mask &
			       ~b->d->identity[i].left);
}

/*
 * With each bit of the mask wrong it is another monitor, with others it is not,
 * whatever these are: all 0, all 1, or some.
 */
static void look_at_identity(const struct catalog_monitor *m,
			     const struct document *d)
{
	static const struct tally_bus_ops ops = { .read = identify };
	static const uint64_t others[] = { 0, UINT64_MAX,
					   UINT64_C(0x5A5AA5A5C3C33C3C) };
	struct identified b = { .bus = { .ops = &ops }, .d = d };

	check(d->identities || m->own_map,
	      "tests/documents has no identity of %s", m->name);
	for (unsigned n = 0; n < sizeof others / sizeof others[0]; n++) {
		set_identity(&b, others[n]);
		check(is_found(m, &b),
		      "%s is not found by its identity, with 0x%llx in the "
		      "bits beside it",
		      m->name, (unsigned long long)others[n]);
		for (unsigned i = 0; i < 64 * d->identities; i++) {
			const struct document_identity *row =
				&d->identity[i / 64];
			const uint64_t bit = UINT64_C(1) << i % 64;
			const bool part = row->mask & bit;

			b.value[i / 64] ^= bit;
			check(is_found(m, &b) != part,
			      "%s is%s found with bit %u of its identity "
			      "different",
			      m->name, part ? "" : " not", i % 64);
			b.value[i / 64] ^= bit;
		}
	}
}

TEST(identities_are_the_documents)
{
	for_each(look_at_identity);
}

/* Rows of modes are as many, in that order. */
static void look_at_reach(const struct catalog_monitor *m,
			  const struct document *d)
{
	check(m->reaches == d->reaches,
	      "%s: %u rows of modes, in the document "
	      "%u",
	      m->name, m->reaches, d->reaches);
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];
		const struct document_reach *row = &d->reach[i];

		check(r->level == row->level && r->may == row->may &&
			      strcmp(r->about, row->about) == 0 &&
			      strcmp(r->by, row->by) == 0,
		      "%s: `%s` is not what row %u of `reach` in the document "
		      "says",
		      m->name, r->mode, i + 1);
	}
}

/* The bits of its switch that rows of user code ask for, as `user` has them. */
static unsigned asked_of_switch(const struct catalog_monitor *m,
				const struct document *d, const char *by)
{
	unsigned bits = 0;
	char word[96];

	while (catalog_word(&by, word, sizeof(word))) {
		char *dot = strchr(word, '.');

		if (*word == '!')
			continue;
		*dot = '\0';
		check(strcmp(word, d->toggle) == 0,
		      "%s: %s lets no user in, `switch` says %s", m->name, word,
		      d->toggle);
		for (unsigned i = 0; i < m->fields; i++)
			if (!strcmp(m->field[i].reg, word) &&
			    !strcmp(m->field[i].name, dot + 1))
				bits |= 1u << m->field[i].field.lsb;
	}
	return bits ? bits : DOCUMENT_OPEN;
}

static void check_user(const struct catalog_monitor *m,
		       const struct document *d,
		       const struct catalog_register *reg)
{
	const struct document_user *row = NULL;
	unsigned reads = 0, writes = 0;

	for (unsigned i = 0; i < d->users && !row; i++)
		if (fnmatch(d->user[i].reg, reg->name, 0) == 0)
			row = &d->user[i];
	check(row, "tests/documents: no user row for %s of %s", reg->name,
	      m->name);
	for (unsigned i = 0; i < m->reaches; i++) {
		const struct catalog_reach *r = &m->reach[i];

		if (r->level != TALLY_EL0 ||
		    !catalog_about(r->about, reg->name))
			continue;
		reads |= r->may ? asked_of_switch(m, d, r->by) : 0;
		writes |=
			r->may == REACH_ALL ? asked_of_switch(m, d, r->by) : 0;
	}
	/* Nobody reads what is written only, and the other way round. */
	check((reads == row->read || !row->read) &&
		      (writes == row->write || !row->write) &&
		      !reads == !(row->read | row->write),
	      "%s %s: by the rows of modes user mode reads by 0x%x and writes "
	      "by 0x%x, by the document's `user` 0x%x and 0x%x",
	      m->name, reg->name, reads, writes, row->read, row->write);
}

/* Rows of modes say of user code what `user` rows have. */
static void look_at_user(const struct catalog_monitor *m,
			 const struct document *d)
{
	bool told = false;

	for (unsigned i = 0; i < m->reaches; i++)
		told |= m->reach[i].level == TALLY_EL0;
	for (unsigned i = 0; told && i < m->regs; i++)
		check_user(m, d, &m->reg[i]);
}

TEST(users_are_the_documents)
{
	for_each(look_at_user);
}

TEST(modes_are_the_documents)
{
	static struct document d;

	for_each(look_at_reach);
	document_read(catalog_hpm.name, &d);
	look_at_reach(&catalog_hpm, &d);
	assert_int_equal(d.reaches, 3);
}

/*
 * Events that are transcribed have one source, and those agreed two, unless the
 * document says it of one; of what nobody settled the title says so.
 */
static enum evidence evidence_of(const struct document *d,
				 const struct catalog_event *e)
{
	enum evidence is = evidence_of_source(e->source);

	if (e->code == TALLY_EVENT_CYCLES)
		return EVIDENCE_AGREED;
	if (strncmp(e->title, "not established", 15) == 0)
		return EVIDENCE_NOT_ESTABLISHED;
	for (unsigned i = 0; i < d->evidences; i++)
		if (fnmatch(d->evidence[i].name, e->name, 0) == 0)
			is = (enum evidence)d->evidence[i].evidence;
	return is;
}

static void look_at_evidence(const struct catalog_monitor *m,
			     const struct document *d)
{
	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];

		check((enum evidence)e->evidence == evidence_of(d, e),
		      "%s %s: %s, and by its sources, or the document, %s",
		      m->name, e->name, evidence_text(e->evidence),
		      evidence_text(evidence_of(d, e)));
	}
}

TEST(evidence_is_the_documents)
{
	for_each(look_at_evidence);
}

static void look_at_how_many(const struct catalog_monitor *m,
			     const struct document *d)
{
	const bool unsaid = strstr(m->summary, CATALOG_SIX_TAKEN) != NULL;

	check(unsaid == d->many_unsaid,
	      "%s: its summary says%s how many counters it has, and the "
	      "document, `many -`, that it is%s said",
	      m->name, unsaid ? " not" : "", d->many_unsaid ? " not" : "");
}

TEST(who_says_how_many_is_the_documents)
{
	for_each(look_at_how_many);
}
