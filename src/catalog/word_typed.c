/* SPDX-License-Identifier: MIT */
/* Words as they are typed: names with bars between, and numbers. */
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "catalog/words.h"

enum { EVENTS = 64 };

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
