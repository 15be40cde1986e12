/* SPDX-License-Identifier: MIT */
#ifndef CATALOG_WORDS_H
#define CATALOG_WORDS_H

#include "base/error.h"
#include "catalog/catalog.h"

/*
 * Words by which a monitor selects events, where they are more than a code: of
 * up to 64 bits, made of a class and a mask, so that one counter may count
 * several events of a class together.  A row's code stays 16 bits, short for
 * its word; what a document and a register have is the word.
 */
struct catalog_words {
	/* The word of an event's code. */
	uint64_t (*word)(uint16_t code);
	/*
	 * The code of the n-th of the events that a word selects; false: there
	 * are no more.  A code need not have a row.
	 */
	bool (*code)(uint64_t word, unsigned n, uint16_t *code);
};

/* Events that a word selects. */
struct catalog_selection {
	uint64_t word;
	const struct catalog_event *event[64]; /* those that have rows */
	unsigned events;
	bool known; /* these are all of it */
};

/* The word of an event: its code, but for monitors that have words. */
uint64_t catalog_word_of(const struct catalog_monitor *m,
			 const struct catalog_event *e);

/* Events that a word selects, of a monitor that has words. */
void catalog_select(const struct catalog_monitor *m, uint64_t word,
		    struct catalog_selection *s);

/* The one event that a word selects, or that has the code; NULL: none. */
const struct catalog_event *
catalog_event_of_word(const struct catalog_monitor *m, uint64_t word);

/*
 * From what is typed, "NAME|NAME" or "0x4200", to a word, of a monitor that has
 * words.  False: `err` says why, as that no one counter counts both.
 */
bool catalog_word_typed(const struct catalog_monitor *m, const char *text,
			struct catalog_selection *s, struct error *err);

/*
 * Parts that a file has of an event: its word as text, in `text`, and its code,
 * the word if that has 16 bits and else TALLY_EVENT_WORD.  NULL, and the
 * event's own code, where a code is all of it.
 */
const char *catalog_word_said(const struct catalog_monitor *m,
			      const struct catalog_event *e, char text[20],
			      uint16_t *code);

/* "NAME|NAME" and, for what has no row, the number: in the room of `text`. */
const char *catalog_word_text(const struct catalog_selection *s, char *text,
			      size_t room);

/*
 * Events of one counter alone, where one number selects another event on each
 * counter: TALLY_EVENT_OF() of <tally/monitor.h>.
 */

/* Tells whether it is one of them. */
bool catalog_is_alone(const struct catalog_event *e);

/* True: no row has the code, but `err` says which counters have one with it. */
bool catalog_codes_alone(const struct catalog_monitor *m, unsigned code,
			 struct error *err);

/*
 * The number of the counter whose event this field selects, found by asking the
 * driver what it writes; -1: it cannot be told.
 */
int catalog_field_counter(const struct catalog_monitor *m,
			  const struct catalog_field *f);

#endif
