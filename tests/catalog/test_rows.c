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
	const struct catalog_monitor *const *all = hpm_none(&count);

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

/* A file typed before its rows, or with a name misspelt. */
static void must_name(const char *path, unsigned line, const char *pattern)
{
	unsigned count, i = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	while (i < count && fnmatch(pattern, all[i]->name, 0) != 0)
		i++;
	check(i < count || strcmp(pattern, catalog_hpm.name) == 0 ||
		      strcmp(pattern, hpm_without_a_stop()->name) == 0,
	      "%s:%u: no monitor is called %s: it has a word in `families` of "
	      "src/monitors/meson.build, and what is typed is in its ABOUT row",
	      path, line, pattern);
}

TEST(every_document_is_a_monitors)
{
	document_each_name(must_name);
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
	check(e->code < 0 || catalog_event_of_word(m, has) == row,
	      "%s %s: 0x%llx is read back as another event, or as none",
	      m->name, e->name, (unsigned long long)has);
	if (!catalog_countable(m, row)) /* Tally makes pairs of it by itself */
		return;
	for (unsigned i = 0; i < m->monitor->counters; i++)
		check(catalog_counts(m, row, i) == may_count(m, e, i),
		      "%s %s: %s is %sa counter of it, and by the document it "
		      "is%s",
		      m->name, e->name, m->counter[i].name,
		      catalog_counts(m, row, i) ? "" : "not ",
		      may_count(m, e, i) ? "" : " not");
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

/* A field of a counter holds this for an event, and it is read back so. */
static void look_at_selected(const char *reg, const char *event, int64_t holds)
{
	const struct catalog_monitor *m = &catalog_hpm;
	const struct catalog_event *e = catalog_event_named(m, event);
	const struct catalog_field *f = m->field;
	uint64_t value;

	while (!f->event || strcmp(f->reg, reg) != 0)
		f++;
	assert_int_equal(catalog_field_value(m, f, e, &value), holds >= 0);
	if (holds < 0)
		return;
	assert_int_equal(value, holds);
	assert_ptr_equal(catalog_field_event(m, f, value), e);
}

/* A number may be another event on each counter: the tests' own monitor's 10.
 */
TEST(a_number_of_each_counter)
{
	static struct document d;
	const struct catalog_monitor *m = &catalog_hpm;
	struct error err = { "" };

	document_read(m->name, &d);
	look_at_events(m, &d);
	look_at_selected("EVENT3", "misses", 10);
	look_at_selected("EVENT4", "stores", 10);
	look_at_selected("EVENT3", "stores", -1);
	look_at_selected("EVENT4", "misses", -1);
	look_at_selected("EVENT3", "loads", 9);
	look_at_selected("EVENT4", "loads", 9);
	assert_null(catalog_event(m, "10", &err));
	assert_null(catalog_event(m, "0x0a", &err));
	assert_non_null(strstr(err.text, "misses (0x20a), stores (0x30a)"));
	assert_string_equal(catalog_event(m, "0x30a", &err)->name, "stores");
}

/* Of a document's registers each is the catalogue's, too. */
static void register_is_there(const struct catalog_monitor *m, const char *name)
{
	unsigned i = 0;

	while (i < m->regs && strcmp(m->reg[i].name, name) != 0)
		i++;
	check(i < m->regs, "%s has no register %s, which the document has",
	      m->name, name);
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
	for (unsigned i = 0; i < d->registers; i++)
		register_is_there(m, d->reg[i].name);
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

/* A field that the document gives a register: its pattern may fit too many. */
static void field_is_there(const struct catalog_monitor *m,
			   const struct document_field *row, const char *reg)
{
	unsigned i = 0;

	while (i < m->fields && (strcmp(m->field[i].reg, reg) != 0 ||
				 strcmp(m->field[i].name, row->name) != 0))
		i++;
	check(i < m->fields,
	      "%s has no field %s.%s, and the document's row %s %s fits it",
	      m->name, reg, row->name, row->reg, row->name);
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

		for (unsigned k = 0; k < m->regs; k++) {
			if (fnmatch(d->field[i].reg, m->reg[k].name, 0) != 0)
				continue;
			field_is_there(m, &d->field[i], m->reg[k].name);
			here++;
		}
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
