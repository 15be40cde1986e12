/* SPDX-License-Identifier: MIT */
/*
 * An event of one monitor as it is typed: its name, a raw code, and what
 * follows a colon.
 */
#include <stdio.h>
#include <string.h>

#include "catalog/words.h"
#include "request/inner.h"

/* A level, its letter, and whether any monitor's events take that. */
static const struct {
	unsigned bit;
	char letter;
	bool common;
} level[] = {
#define LEVEL(word, letter, common, what) { TALLY_##word, letter, common },
#include "catalog/text/levels.def"
};
enum { LEVELS = sizeof level / sizeof level[0] };

/* The bit of a level's letter; 0: it is none here. */
static unsigned level_of(const struct catalog_monitor *m, char letter)
{
	for (unsigned i = 0; i < LEVELS; i++)
		if (level[i].letter == letter &&
		    (level[i].common || level[i].bit & m->monitor->levels))
			return level[i].bit;
	return 0;
}

/* Is the text made of letters of levels, and w? */
static bool has_letters_only(const struct catalog_monitor *m, const char *text)
{
	while (*text && (*text == 'w' || level_of(m, *text)))
		text++;
	return !*text;
}

/* "u, k, h": what can be asked for. */
static const char *write_letters(const struct catalog_monitor *m,
				 char text[3 * LEVELS])
{
	char *at = text;

	for (unsigned i = 0; i < LEVELS; i++)
		if (level[i].letter && level[i].bit & m->monitor->levels)
			at += sprintf(at, "%s%c", at == text ? "" : ", ",
				      level[i].letter);
	return text;
}

struct asked {
	char plain[128];       /* the name without its modifiers and settings */
	const char *modifiers; /* the letters, with the colon; or NULL */
	int length;            /* of these: settings may be behind them */
	unsigned levels;
	bool pair;
	bool refined;
	struct tally_refine refine;
};

/* `word` has the letters alone; `colon` is where they stand in what was typed.
 */
static void take_letters(const struct catalog_monitor *m, const char *word,
			 const char *colon, struct asked *a)
{
	a->modifiers = colon;
	a->length = 1 + (int)strlen(word);
	a->levels = 0;
	for (const char *at = word; *at; at++)
		a->levels |= level_of(m, *at);
	a->pair = strchr(word, 'w') != NULL;
}

/*
 * Removes settings from the end of the name, one colon after the other:
 * "NAME:u:threshold=20".  (The name may hold colons itself.)  False: `err` says
 * which setting is wrong, or `err` is unchanged and the text is too long to be
 * a name.
 */
static bool take_apart(const struct catalog_monitor *m, const char *name,
		       struct asked *a, struct error *err)
{
	char *colon;

	*a = (struct asked){ 0 };
	if (strlen(name) >= sizeof(a->plain))
		return false;
	memcpy(a->plain, name, strlen(name) + 1);
	while ((colon = strrchr(a->plain, ':')) && colon[1]) {
		if (refine_is_setting(colon + 1)) {
			if (!refine_take(m, colon + 1, &a->refine, err))
				return false;
			a->refined = true;
		} else if (!a->modifiers && has_letters_only(m, colon + 1)) {
			take_letters(m, colon + 1, name + (colon - a->plain),
				     a);
		} else {
			break;
		}
		*colon = '\0';
	}
	return true;
}

/* Can the member count the event in the way that was asked for? */
static bool allowed(const struct request_member *member,
		    const struct catalog_event *e, const struct asked *a,
		    const char *name, struct error *err)
{
	const struct catalog_monitor *m = member->monitor;
	char text[3 * LEVELS];
	const bool pairs =
		m->monitor->pairs && (!member->limits || member->limits->pairs);

	if (a->levels && !m->monitor->levels)
		return error_set(err,
				 "'%s': %s counts in every mode and cannot "
				 "tell user from kernel; leave out '%.*s'",
				 name, m->name, a->length, a->modifiers);
	if (a->levels & ~(unsigned)m->monitor->levels)
		return error_set(err,
				 "'%s': %s cannot tell that; leave out '%.*s', "
				 "or ask for %s",
				 name, m->name, a->length, a->modifiers,
				 write_letters(m, text));
	if (a->pair && !pairs)
		return error_set(err,
				 "'%s': the counters of %s cannot be chained "
				 "to pairs; leave out the 'w'",
				 name, m->name);
	if (a->pair && e && e->code == TALLY_EVENT_CYCLES)
		return error_set(err,
				 "'%s': the cycle counter has 64 bits anyway; "
				 "leave out the 'w'",
				 name);
	return true;
}

void request_counters(const struct request *r, unsigned member,
		      const struct catalog_event *e, struct plan_counters *set)
{
	const struct request_member *p = &r->member[member];
	const struct catalog_monitor *m = p->monitor;

	*set = (struct plan_counters){ 0 };
	for (unsigned i = 0; i < m->monitor->counters; i++) {
		unsigned at = p->counter + i;
		bool there =
			i >= 32 || !p->limits || p->limits->counters >> i & 1;

		if (there && catalog_counts(m, e, i))
			set->word[at / 64] |= UINT64_C(1) << at % 64;
	}
}

bool request_countable(const struct request *r, unsigned member,
		       const struct catalog_event *e)
{
	const struct request_member *p = &r->member[member];

	return catalog_countable(p->monitor, e) &&
	       (!p->limits || tally_limits_event(p->limits, e->code));
}

/* Several events in one counter, or a word that no row has; or just one. */
static bool take_word(const struct catalog_monitor *m, struct asked *a,
		      const struct catalog_event **e, struct named *n,
		      struct error *err)
{
	struct catalog_selection s;

	if (!catalog_word_typed(m, a->plain, &s, err))
		return false;
	if (s.known && s.events == 1) {
		*e = s.event[0];
		return true;
	}
	if (!s.known && !m->monitor->raw)
		return error_set(err,
				 "'%s': %s has no events of that word; `tally "
				 "list events -m %s` has the words",
				 a->plain, m->name, m->name);
	a->refined = true;
	a->refine.word = s.word;
	n->sum = true;
	return true;
}

bool request_event_on(const struct request *r, unsigned member,
		      const char *name, struct named *n, struct error *err)
{
	const struct request_member *p = &r->member[member];
	const struct catalog_monitor *m = p->monitor;
	const struct catalog_event *e;
	const char *within;
	struct error ignored;
	struct asked a;

	if (catalog_qualifier(name, &within))
		return error_set(err, "'%s' is another monitor's event", name);
	e = catalog_event(m, name, err);
	*n = (struct named){ .row = e, .member = member, .said = name };
	if (e && !catalog_countable(m, e))
		return error_set(err,
				 "%s is not counted by itself; EVENT:w makes a "
				 "pair of counters with it",
				 e->name);
	if (e) {
		n->code = e->code;
		return true;
	}
	if (!take_apart(m, name, &a, err))
		return false;
	e = catalog_event(m, a.plain, &ignored);
	if (!e && p->named)
		e = p->named(p->ctx, a.plain);
	if (!e && m->words && !take_word(m, &a, &e, n, err))
		return false;
	if (e)
		n->code = e->code;
	else if (n->sum)
		n->code = TALLY_EVENT_WORD;
	else if (!m->monitor->raw || !catalog_raw(m, a.plain, &n->code) ||
		 n->code == TALLY_EVENT_CYCLES)
		return false;
	n->row = e;
	n->levels = a.levels;
	n->pair = a.pair;
	n->refined = a.refined;
	n->refine = a.refine;
	return allowed(p, e, &a, name, err) &&
	       (!a.refined || n->sum || refine_allowed(m, n, err));
}
