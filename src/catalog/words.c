/* SPDX-License-Identifier: MIT */
/* Words that select events, one or several of a class. */
#include "catalog/words.h"

#include <inttypes.h>
#include <stdio.h>

enum { EVENTS = 64 };

const struct catalog_event *
catalog_event_by_code(const struct catalog_monitor *m, uint16_t code)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		if (m->event[i].code == code)
			return &m->event[i];
	return NULL;
}

uint64_t catalog_word_of(const struct catalog_monitor *m,
			 const struct catalog_event *e)
{
	if (!m->words || tally_event_uncoded(e->code))
		return e->code;
	return e->code == TALLY_EVENT_WORD && e->refine
		       ? e->refine->word
		       : m->words->word(e->code);
}

void catalog_select(const struct catalog_monitor *m, uint64_t word,
		    struct catalog_selection *s)
{
	uint64_t made = 0;
	uint16_t code;

	*s = (struct catalog_selection){ .word = word };
	for (unsigned n = 0; n < EVENTS && m->words->code(word, n, &code);
	     n++) {
		const struct catalog_event *e = catalog_event_by_code(m, code);

		if (!e)
			continue;
		s->event[s->events++] = e;
		made |= m->words->word(code);
	}
	s->known = s->events && made == word;
}

const struct catalog_event *
catalog_event_of_word(const struct catalog_monitor *m, uint64_t word)
{
	struct catalog_selection s;

	if (!m->words)
		return word > UINT16_MAX
			       ? NULL
			       : catalog_event_by_code(m, (uint16_t)word);
	catalog_select(m, word, &s);
	return s.known && s.events == 1 ? s.event[0] : NULL;
}

const char *catalog_word_said(const struct catalog_monitor *m,
			      const struct catalog_event *e, char text[20],
			      uint16_t *code)
{
	uint64_t word;

	*code = e->code;
	if (!m->words || tally_event_uncoded(e->code))
		return NULL;
	word = catalog_word_of(m, e);
	*code = word < TALLY_EVENT_WORD ? (uint16_t)word : TALLY_EVENT_WORD;
	snprintf(text, 20, "0x%" PRIx64, word);
	return text;
}

const char *catalog_word_text(const struct catalog_selection *s, char *text,
			      size_t room)
{
	size_t at = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < s->events && at < room; i++)
		at += (size_t)snprintf(text + at, room - at, "%s%s",
				       i ? "|" : "", s->event[i]->name);
	if (!s->known && at < room)
		snprintf(text + at, room - at, "%s0x%" PRIx64, at ? "|" : "",
			 s->word);
	return text;
}

bool catalog_is_alone(const struct catalog_event *e)
{
	const unsigned counter = e->code >> 8;

	return counter && counter < 32 && e->counters == UINT32_C(1) << counter;
}

bool catalog_codes_alone(const struct catalog_monitor *m, unsigned code,
			 struct error *err)
{
	char who[256] = "";
	size_t at = 0;

	for (unsigned i = 0; code <= 0xFF && i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];

		if (catalog_is_alone(e) &&
		    TALLY_EVENT_SELECTS(e->code) == code && at < sizeof who)
			at += (size_t)snprintf(who + at, sizeof who - at,
					       "%s%s (0x%x)", at ? ", " : "",
					       e->name, e->code);
	}
	if (at)
		error_set(err,
			  "%s: 0x%02x selects another event on each counter "
			  "that has one; write one of these: %s",
			  m->name, code, who);
	return at != 0;
}
