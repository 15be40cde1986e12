/* SPDX-License-Identifier: MIT */
/* Finds what a name on the command line of `tally explain` stands for. */
#include "explain/subject.h"

#include <stdio.h>
#include <string.h>

#include "catalog/added.h"
#include "catalog/names.h"
#include "catalog/words.h"

const char *subject_kind_text(enum subject_kind k)
{
	switch (k) {
	case SUBJECT_MONITOR:
		return "monitor";
	case SUBJECT_EVENT:
		return "event";
	case SUBJECT_METRIC:
		return "metric";
	case SUBJECT_GROUP:
		return "group";
	case SUBJECT_REGISTER:
		return "register";
	case SUBJECT_REFUSAL:
		return "refusal";
	}
	return "?";
}

struct subject subject_of_monitor(const struct catalog_monitor *m)
{
	return (struct subject){ .kind = SUBJECT_MONITOR,
				 .monitor = m,
				 .name = m->name };
}

/* By the thing's own name; an event comes before a register of its name. */
static bool subject_by_name(struct subject *s, const struct catalog_monitor *m,
			    const char *name)
{
	*s = (struct subject){ .monitor = m };
	s->metric = catalog_metric(m, name, NULL);
	s->group = s->metric ? NULL : catalog_group(m, name, NULL);
	s->event = catalog_event(m, name, NULL);
	s->reg = catalog_register(m, name, NULL);
	if (s->metric) {
		s->kind = SUBJECT_METRIC;
		s->name = s->metric->name;
	} else if (s->group) {
		s->kind = SUBJECT_GROUP;
		s->name = s->group->name;
	} else if (s->event && name_same(s->event->name, name)) {
		s->kind = SUBJECT_EVENT;
		s->name = s->event->name;
	} else if (s->reg && name_same(s->reg->name, name)) {
		s->kind = SUBJECT_REGISTER;
		s->name = s->reg->name;
	}
	return s->name;
}

/* By what other documents and tools call it, or by a raw code. */
static bool by_alias(struct subject *s)
{
	if (s->event) {
		s->kind = SUBJECT_EVENT;
		s->name = s->event->name;
	} else if (s->reg) {
		s->kind = SUBJECT_REGISTER;
		s->name = s->reg->name;
	}
	return s->name;
}

static bool by_refusal(struct subject *s, const char *name)
{
	s->refusal = catalog_refusal(s->monitor, name);
	if (!s->refusal)
		return false;
	s->kind = SUBJECT_REFUSAL;
	s->name = name;
	return true;
}

static bool is_code(const struct catalog_monitor *m, const char *name,
		    unsigned *code)
{
	return m->regs &&
	       (catalog_raw(m, name, code) || name_decimal(name, code));
}

/* By the word of one event. */
static bool by_word(struct subject *s, const char *name)
{
	struct catalog_selection words;
	struct error ignored;

	if (!catalog_word_typed(s->monitor, name, &words, &ignored) ||
	    !words.known || words.events > 1)
		return false;
	s->event = words.event[0];
	return by_alias(s);
}

/* By a code, in decimal too, as some tables print it; also by one that only
 * other cores of the family have. */
static bool by_code(struct subject *s, const char *name)
{
	const struct catalog_event *other;
	unsigned code;

	if (s->monitor->words)
		return by_word(s, name);
	if (!is_code(s->monitor, name, &code) || code > UINT16_MAX)
		return false;
	s->event = catalog_event_by_code(s->monitor, (uint16_t)code);
	if (s->event)
		return by_alias(s);
	other = catalog_event_elsewhere(s->monitor, (uint16_t)code);
	return other && by_refusal(s, other->name);
}

bool subject_there(const struct catalog_monitor *m, const char *name)
{
	if (catalog_is_taken(m, name))
		return true;
	for (unsigned i = 0; i < m->regs; i++)
		if (name_same(m->reg[i].name, name))
			return true;
	return false;
}

/* Do several events have this alias, without a qualifier? */
static bool ambiguous(const struct catalog_monitor *m, const char *name)
{
	unsigned i, events = 0;
	char alias[96];

	for (i = 0; i < m->events; i++) {
		const char *aliases = m->event[i].aliases;
		bool has = false;

		while (catalog_alias(&aliases, alias, sizeof(alias)))
			has |= name_same(name_bare(alias), name);
		events += has;
	}
	return events > 1;
}

void subject_nearest(const struct catalog_monitor *m, const char *name,
		     struct nearest *near)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		nearest_offer(near, name, m->metric[i].name);
	for (i = 0; i < m->events; i++)
		nearest_offer(near, name, m->event[i].name);
	for (i = 0; i < m->groups; i++)
		nearest_offer(near, name, m->group[i].name);
	for (i = 0; i < m->regs; i++)
		nearest_offer(near, name, m->reg[i].name);
	for (i = 0; i < m->refusals; i++)
		if (!strpbrk(m->refusal[i].name, "*?"))
			nearest_offer(near, name, m->refusal[i].name);
}

/* "i80200, xscale2": the other monitors that have it; "": none has. */
static void elsewhere(const struct catalog_monitor *m, const char *name,
		      char *list, size_t room)
{
	unsigned i, count, found = 0;
	const struct catalog_monitor *const *all = catalog_monitors(&count);

	*list = '\0';
	for (i = 0; i < count; i++)
		if (all[i] != m && subject_there(all[i], name))
			name_append(list, (unsigned)room, all[i]->name,
				    found++);
}

static bool unknown(const struct catalog_monitor *m, const char *name,
		    struct error *err)
{
	struct catalog_selection words;
	struct nearest near = { 0 };
	struct error ignored;
	char others[256];
	unsigned code;

	if (m->words && catalog_word_typed(m, name, &words, &ignored) &&
	    words.events)
		return error_set(
			err,
			"%s: %s counts any of several events by it: "
			"%s; name one of them",
			name, m->name,
			catalog_word_text(&words, others, sizeof others));
	if (is_code(m, name, &code))
		return error_set(err,
				 "%s has no event with the code %s; what a "
				 "reserved code counts is unpredictable; "
				 "`tally list events -m %s` has the codes",
				 m->name, name, m->name);
	elsewhere(m, name, others, sizeof(others));
	if (*others)
		return error_set(err, "%s has no %s; there is one on %s",
				 m->name, name, others);
	subject_nearest(m, name, &near);
	if (near.best)
		return error_set(err,
				 "%s has nothing called %s; did you mean %s?",
				 m->name, name, near.best);
	return error_set(err,
			 "%s has nothing called %s; `tally list events -m %s` "
			 "names the events, metrics, groups and registers "
			 "likewise",
			 m->name, name, m->name);
}

bool subject_find(struct subject *s, const struct catalog_monitor *m,
		  const char *name, struct error *err)
{
	if (subject_by_name(s, m, name) || by_alias(s))
		return true;
	if (ambiguous(m, name))
		return catalog_event(m, name, err) != NULL;
	return by_refusal(s, name) || by_code(s, name) || unknown(m, name, err);
}
