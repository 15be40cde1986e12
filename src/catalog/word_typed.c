/* SPDX-License-Identifier: MIT */
/*
 * Words as they are typed, names with bars between, and numbers; and event
 * fields: the counter that each is of, and the event that a value is there.
 */
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "catalog/words.h"

enum { EVENTS = 64, STEPS = 512 };

/* A number as a document writes it, "0x4200" or "r4200", of up to 64 bits. */
static bool read_raw(const char *text, uint64_t *word)
{
	char number[24];
	struct error ignored;

	if ((text[0] == 'r' || text[0] == 'R') && strlen(text) < 18) {
		snprintf(number, sizeof number, "0x%.17s", text + 1);
		text = number;
	}
	return text[0] == '0' && (text[1] == 'x' || text[1] == 'X') &&
	       number_read(text, word, &ignored);
}

/* One of the pieces; `e`: it is an event's name. */
static bool read_piece(const struct catalog_monitor *m, const char *text,
		       uint64_t *word, const struct catalog_event **e,
		       struct error *err)
{
	*e = NULL;
	if (read_raw(text, word))
		return true;
	*e = catalog_event(m, text, err);
	if (!*e)
		return false;
	*word = catalog_word_of(m, *e);
	return !tally_event_uncoded((*e)->code) ||
	       error_set(err,
			 "%s: no word selects %s; it has a counter of its own",
			 text, (*e)->name);
}

static bool selects(const struct catalog_selection *s,
		    const struct catalog_event *e)
{
	for (unsigned i = 0; i < s->events; i++)
		if (s->event[i] == e)
			return true;
	return false;
}

/* Is that what was asked for, and no other event besides? */
static bool is_sum(const struct catalog_selection *s,
		   const struct catalog_event *const *named, unsigned count,
		   bool raw)
{
	for (unsigned i = 0; i < count; i++)
		if (!selects(s, named[i]))
			return false;
	return raw || (s->known && s->events <= count);
}

bool catalog_word_typed(const struct catalog_monitor *m, const char *text,
			struct catalog_selection *s, struct error *err)
{
	const struct catalog_event *named[EVENTS];
	unsigned count = 0;
	uint64_t word = 0;
	bool raw = false;

	for (const char *at = text;; at++) {
		const size_t length = strcspn(at, "|");
		const struct catalog_event *e;
		uint64_t piece;
		char name[96];

		if (length >= sizeof name || count == EVENTS)
			return error_set(err, "'%s': too long", text);
		snprintf(name, sizeof name, "%.*s", (int)length, at);
		if (!read_piece(m, name, &piece, &e, err))
			return false;
		word |= piece;
		raw |= !e;
		if (e)
			named[count++] = e;
		at += length;
		if (!*at)
			break;
	}
	catalog_select(m, word, s);
	if (is_sum(s, named, count, raw))
		return true;
	return error_set(
		err,
		"'%s': one counter of %s counts several events only of "
		"one class; give them a counter each, with a comma",
		text, m->name);
}

/* The value of a field as CONFIGURE leaves it; false: no such setup. */
static bool configured_field(const struct catalog_monitor *m,
			     const struct catalog_field *f,
			     const struct tally_setup *setup, uint64_t *value)
{
	const struct catalog_register *r = catalog_register(m, f->reg, NULL);
	struct tally_step step[STEPS];
	struct tally_script script;

	*value = 0;
	tally_script_init(&script, step, STEPS);
	if (!r || tally_encode(m->monitor, setup, TALLY_CONFIGURE, &script))
		return false;
	for (unsigned i = 0; i < script.count; i++)
		if (tally_reg_same(step[i].reg, r->reg))
			*value = tally_field_get(step[i].value, f->field);
	return true;
}

/* The value that the field of an event's counter has for it. */
static uint64_t field_holds(const struct catalog_monitor *m,
			    const struct catalog_event *e)
{
	return catalog_is_alone(e) ? TALLY_EVENT_SELECTS(e->code)
				   : catalog_word_of(m, e);
}

/* Does this counter's event go into the field? */
static bool of_counter(const struct catalog_monitor *m,
		       const struct catalog_field *f, unsigned counter,
		       uint64_t idle)
{
	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];
		const struct tally_slot slot =
			TALLY_SLOT((uint8_t)counter, e->code);
		const struct tally_setup setup = { &slot, 1, 0 };
		const uint64_t wanted = field_holds(m, e);
		uint64_t value;

		if (tally_event_uncoded(e->code) || wanted == idle ||
		    !catalog_counts(m, e, counter) ||
		    !configured_field(m, f, &setup, &value))
			continue;
		return value == wanted;
	}
	return false;
}

int catalog_field_counter(const struct catalog_monitor *m,
			  const struct catalog_field *f)
{
	static const struct tally_setup nothing;
	uint64_t idle;

	if (!configured_field(m, f, &nothing, &idle))
		return -1;
	for (unsigned n = 0; n < m->monitor->counters && n < 32; n++)
		if (!m->monitor->counter[n].fixed && of_counter(m, f, n, idle))
			return (int)n;
	return -1;
}

/* Can it, which any counter counts, not be counted on this one? */
static bool is_elsewhere(const struct catalog_monitor *m,
			 const struct catalog_event *e, int counter)
{
	return counter >= 0 && catalog_countable(m, e) &&
	       !catalog_counts(m, e, (unsigned)counter);
}

const struct catalog_event *catalog_field_event(const struct catalog_monitor *m,
						const struct catalog_field *f,
						uint64_t value)
{
	const int counter = m->words ? -1 : catalog_field_counter(m, f);
	const struct catalog_event *e = NULL;

	if (m->words)
		return catalog_event_of_word(m, value);
	if (counter > 0 && value <= 0xFF)
		e = catalog_event_by_code(
			m, (uint16_t)TALLY_EVENT_OF((unsigned)counter,
						    (unsigned)value));
	if (!e || !catalog_is_alone(e))
		e = catalog_event_of_word(m, (uint16_t)value);
	return e && !is_elsewhere(m, e, counter) ? e : NULL;
}

bool catalog_field_value(const struct catalog_monitor *m,
			 const struct catalog_field *f,
			 const struct catalog_event *e, uint64_t *value)
{
	const int counter = m->words ? -1 : catalog_field_counter(m, f);

	*value = field_holds(m, e);
	return !tally_event_uncoded(e->code) && !is_elsewhere(m, e, counter) &&
	       *value <= tally_counter_mask(f->field.width);
}
