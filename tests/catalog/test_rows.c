/* SPDX-License-Identifier: MIT */
/*
 * The catalogue against tests/documents, both ways: what a document has, the
 * catalogue has at the same place, and the other way round.  Every monitor of
 * the catalogue, so one that no file has fails here.
 */
#include "catalog/words.h"
#include "catalog_check.h"
#include "core/hpm.h"
#include "documents.h"
#include "test.h"

#include <fnmatch.h>
#include <strings.h>

static void for_each(void (*look)(const struct catalog_monitor *m,
				  const struct document *d))
{
	static struct document d;
	unsigned count;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	assert_true(count > 0);
	for (unsigned i = 0; i < count; i++) {
		document_read(all[i]->name, &d);
		look(all[i], &d);
	}
}

static void is_there(const struct catalog_monitor *m, const struct document *d)
{
	check(d->registers && d->fields && d->events && d->words,
	      "tests/documents has no registers, fields, events or words of %s",
	      m->name);
}

static void look_at_way(const struct catalog_monitor *m,
			const struct document *d)
{
	const char *tree = m->device_tree ? m->device_tree : "";

	check(strcmp(m->native, d->way) == 0, "%s by %s, in the document %s",
	      m->name, m->native, d->way);
	check(strcmp(tree, d->tree) == 0,
	      "%s is `%s` in a device tree, in the document `%s`", m->name,
	      tree, d->tree);
}

TEST(ways_are_the_documents)
{
	for_each(look_at_way);
}

TEST(every_monitor_has_a_document)
{
	for_each(is_there);
}

static const struct catalog_event *event_of(const struct catalog_monitor *m,
					    const char *name)
{
	for (unsigned i = 0; i < m->events; i++)
		if (strcmp(m->event[i].name, name) == 0)
			return &m->event[i];
	return NULL;
}

/* The counters that may have a choice: one that counts one event has none. */
static bool may_count(const struct catalog_monitor *m,
		      const struct document_event *e, unsigned counter)
{
	const struct tally_counter *c = &m->monitor->counter[counter];

	if (e->far)
		return counter == e->counter;
	if (e->counters)
		return counter < 64 && e->counters >> counter & 1;
	return e->code < 0 ? c->fixed : !c->fixed;
}

/*
 * The code of an event that one counter alone can be given has the counter in
 * its upper byte, for the same number on another counter is another event.
 */
static long code_of(const struct catalog_monitor *m,
		    const struct document_event *e)
{
	bool alone = e->counters && !(e->counters & (e->counters - 1));

	if (e->code < 0)
		return !e->counters || m->monitor->counter[e->counter].event ==
					       TALLY_EVENT_CYCLES
			       ? TALLY_EVENT_CYCLES
			       : (long)TALLY_EVENT_FIXED(e->counter);
	return alone && !m->monitor->counter[e->counter].fixed
		       ? e->code + e->counter * 256L
		       : e->code;
}

static void look_at_event(const struct catalog_monitor *m,
			  const struct document_event *e)
{
	const struct catalog_event *row = event_of(m, e->name);
	long code = code_of(m, e);
	uint64_t has;

	if (!e->name[0]) {
		check(!catalog_event_of_word(m, (uint64_t)code),
		      "%s has an event 0x%lx", m->name, code);
		return;
	}

	check(row, "%s has no event %s", m->name, e->name);
	has = e->code < 0 ? row->code : catalog_word_of(m, row);
	check(has == (uint64_t)code, "%s %s: 0x%llx, in the document 0x%lx",
	      m->name, e->name, (unsigned long long)has, code);
	if (!catalog_countable(m, row)) /* Tally makes pairs of it by itself */
		return;
	for (unsigned i = 0; i < m->monitor->counters; i++)
		check(catalog_counts(m, row, i) == may_count(m, e, i),
		      "%s %s on %s", m->name, e->name, m->counter[i].name);
}

static void look_at_events(const struct catalog_monitor *m,
			   const struct document *d)
{
	for (unsigned i = 0; i < d->events; i++)
		look_at_event(m, &d->event[i]);
	for (unsigned i = 0; i < m->events; i++) {
		unsigned k = 0;

		while (k < d->events &&
		       strcmp(d->event[k].name, m->event[i].name) != 0)
			k++;
		check(k < d->events, "no document of %s has %s", m->name,
		      m->event[i].name);
	}
}

/* The most that the documents let an event count in one cycle. */
static unsigned most_of(const struct document *d, const struct catalog_event *e)
{
	unsigned most = 1;

	for (unsigned i = 0; i < d->mosts; i++) {
		const char *name = d->most[i].name;
		bool one = strcmp(name, e->name) == 0;

		if (one || (e->kind != EVENT_DURATION &&
			    fnmatch(name, e->name, 0) == 0))
			most = d->most[i].most;
	}
	return most;
}

/*
 * Nothing that runs would tell: with too low a rate a session polls too late,
 * and only where an event comes as often as the core can make it.
 */
static void look_at_rates(const struct catalog_monitor *m,
			  const struct document *d)
{
	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];
		const struct tally_event *row =
			tally_event_find(m->monitor, e->code);

		check(!row || row->rate == most_of(d, e),
		      "%s %s: at most %u in a cycle, in the document %u",
		      m->name, e->name, row ? row->rate : 0, most_of(d, e));
	}
	for (unsigned i = 0; i < d->mosts; i++)
		check(strpbrk(d->most[i].name, "*?") ||
			      event_of(m, d->most[i].name),
		      "%s has no event %s", m->name, d->most[i].name);
}

TEST(rates_are_the_documents)
{
	for_each(look_at_rates);
}

TEST(events_are_the_documents)
{
	for_each(look_at_events);
}

/*
 * A counter beside the cycle counter whose event no code selects: the tests'
 * own monitor has one.  It has its name, and no number is taken for it.
 */
TEST(events_without_a_code)
{
	static struct document d;
	const struct catalog_monitor *m = &catalog_hpm;
	const struct catalog_field *field = &m->field[m->fields - 1];
	const struct catalog_event *e;
	struct error err;
	uint64_t value;

	document_read(m->name, &d);
	for (unsigned i = 0; i < d.events; i++)
		if (d.event[i].code < 0)
			look_at_event(m, &d.event[i]);
	e = catalog_event(m, "instret", &err);
	assert_non_null(e);
	assert_true(tally_event_uncoded(e->code));
	assert_false(tally_event_uncoded(0x200));
	assert_false(tally_event_uncoded(TALLY_EVENT_WORD));
	assert_false(catalog_field_value(m, field, e, &value));
	assert_null(catalog_event(m, "0xff01", &err));
	assert_null(catalog_event_class(m, e));
}

static void look_at_registers(const struct catalog_monitor *m,
			      const struct document *d)
{
	for (unsigned i = 0; i < m->regs; i++) {
		unsigned k = 0;

		while (k < d->registers &&
		       strcmp(d->reg[k].name, m->reg[i].name) != 0)
			k++;
		check(k < d->registers, "no document of %s has %s", m->name,
		      m->reg[i].name);
		check(tally_reg_same(d->reg[k].reg, m->reg[i].reg),
		      "%s %s is elsewhere: 0x%x, in the document 0x%x", m->name,
		      m->reg[i].name, m->reg[i].reg.addr, d->reg[k].reg.addr);
	}
	check(m->regs == d->registers, "%s: %u registers, in the document %u",
	      m->name, m->regs, d->registers);
}

TEST(registers_are_the_documents)
{
	for_each(look_at_registers);
}

/* Each counter is read and written where the register of its name is, and as
 * wide as its count there. */
static void look_at_counters(const struct catalog_monitor *m,
			     const struct document *d)
{
	for (unsigned i = 0; i < m->monitor->counters; i++) {
		struct tally_reg reg = m->monitor->counter[i].reg;
		unsigned k = 0;

		while (k < d->registers && !tally_reg_same(d->reg[k].reg, reg))
			k++;
		check(k < d->registers, "%s %s is in no register", m->name,
		      m->counter[i].name);
		check(strncasecmp(d->reg[k].name, m->counter[i].name,
				  strlen(m->counter[i].name)) == 0,
		      "%s %s is in %s", m->name, m->counter[i].name,
		      d->reg[k].name);
		const struct document_field *f =
			document_field(d, d->reg[k].name, "count");
		check(!f || f->field.width == m->monitor->counter[i].bits,
		      "%s %s has %u bits, in the document %u", m->name,
		      m->counter[i].name, m->monitor->counter[i].bits,
		      f ? f->field.width : 0);
	}
}

TEST(counters_are_the_documents)
{
	for_each(look_at_counters);
}

static void look_at_fields(const struct catalog_monitor *m,
			   const struct document *d)
{
	unsigned expected = 0;

	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		const struct document_field *row =
			document_field(d, f->reg, f->name);

		check(row, "no document of %s has %s.%s", m->name, f->reg,
		      f->name);
		check(row->field.lsb == f->field.lsb &&
			      row->field.width == f->field.width,
		      "%s %s.%s: bit %u, %u wide; in the document %u, %u",
		      m->name, f->reg, f->name, f->field.lsb, f->field.width,
		      row->field.lsb, row->field.width);
		check(strcmp(access_text(f->access), row->access) == 0,
		      "%s %s.%s: %s, in the document %s", m->name, f->reg,
		      f->name, access_text(f->access), row->access);
	}
	for (unsigned i = 0; i < d->fields; i++) {
		unsigned here = 0;

		for (unsigned k = 0; k < m->regs; k++)
			here += fnmatch(d->field[i].reg, m->reg[k].name, 0) ==
				0;
		check(here, "%s has no register for %s.%s", m->name,
		      d->field[i].reg, d->field[i].name);
		expected += here;
	}
	check(m->fields == expected, "%s: %u fields, in the document %u",
	      m->name, m->fields, expected);
}

/* The field that an event's code is written into is an EVENT_FIELD. */
static void look_at_selects(const struct catalog_monitor *m,
			    const struct document *d)
{
	for (unsigned i = 0; i < d->words; i++)
		for (unsigned k = 0; k < m->fields; k++) {
			const struct document_word *w = &d->word[i];
			const struct catalog_field *f = &m->field[k];

			if (strncmp(w->when, "select", 6) == 0 &&
			    fnmatch(w->reg, f->reg, 0) == 0 &&
			    strcmp(w->field, f->name) == 0)
				check(f->event,
				      "%s %s.%s selects an event, and "
				      "is no EVENT_FIELD",
				      m->name, f->reg, f->name);
		}
}

TEST(selects_are_event_fields)
{
	for_each(look_at_selects);
}

TEST(fields_are_the_documents)
{
	for_each(look_at_fields);
}

/* The last row that is of the field. */
static const char *reset_of(const struct document *d,
			    const struct catalog_field *f)
{
	for (unsigned i = d->resets; i-- > 0;)
		if (fnmatch(d->reset[i].reg, f->reg, 0) == 0 &&
		    fnmatch(d->reset[i].field, f->name, 0) == 0)
			return d->reset[i].value;
	return NULL;
}

static void look_at_resets(const struct catalog_monitor *m,
			   const struct document *d)
{
	for (unsigned i = 0; i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];
		const struct catalog_reset *row = catalog_reset(m, f);
		const char *value = reset_of(d, f);

		check(!row == !value &&
			      (!row || strcmp(row->value, value) == 0),
		      "%s %s.%s after reset: %s, in the document %s", m->name,
		      f->reg, f->name, row ? row->value : "nothing",
		      value ? value : "nothing");
	}
	for (unsigned i = 0; i < m->resets; i++) {
		unsigned k = 0;

		while (k < m->fields &&
		       (strcmp(m->field[k].reg, m->reset[i].reg) != 0 ||
			strcmp(m->field[k].name, m->reset[i].field) != 0))
			k++;
		check(k < m->fields, "%s has no %s.%s", m->name,
		      m->reset[i].reg, m->reset[i].field);
	}
}

TEST(resets_are_the_documents)
{
	for_each(look_at_resets);
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
	return TALLY_OK;
}

static bool is_found(const struct catalog_monitor *m, struct identified *b)
{
	return m->monitor->ops->probe(m->monitor, &b->bus) == TALLY_OK;
}

/* With each bit of the mask wrong it is another monitor, with others it is not.
 */
static void look_at_identity(const struct catalog_monitor *m,
			     const struct document *d)
{
	static const struct tally_bus_ops ops = { .read = identify };
	struct identified b = { .bus = { .ops = &ops }, .d = d };

	check(d->identities || m->own_map,
	      "tests/documents has no identity of %s", m->name);
	for (unsigned i = 0; i < d->identities; i++)
		b.value[i] = d->identity[i].value;
	check(is_found(m, &b), "%s is not found by its identity", m->name);
	for (unsigned i = 0; i < d->identities; i++)
		for (unsigned bit = 0; bit < 32; bit++) {
			bool part = d->identity[i].mask >> bit & 1;

			b.value[i] ^= UINT64_C(1) << bit;
			check(is_found(m, &b) != part,
			      "%s is%s found with bit %u of its identity "
			      "different",
			      m->name, part ? "" : " not", bit);
			b.value[i] ^= UINT64_C(1) << bit;
		}
}

TEST(identities_are_the_documents)
{
	for_each(look_at_identity);
}

static void look_at_what_counts(const struct catalog_monitor *m,
				const struct document *d)
{
	const char *instructions = m->instructions ? m->instructions : "";
	const char *cycles = m->cycles ? m->cycles : "";

	check(strcmp(instructions, d->instructions) == 0,
	      "%s: `%s` counts instructions, in the document `%s`", m->name,
	      instructions, d->instructions);
	check(strcmp(cycles, d->cycles) == 0,
	      "%s: `%s` counts cycles, in the document `%s`", m->name, cycles,
	      d->cycles);
}

TEST(instructions_are_the_documents)
{
	for_each(look_at_what_counts);
}
