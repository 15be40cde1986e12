/* SPDX-License-Identifier: MIT */
/*
 * From what people type to rows of the catalogue.  A name is looked for as it
 * stands, then among the refusals, which tell why it cannot be had; at last the
 * nearest known name is suggested.  Tables are short: searching is linear.
 */
#include "catalog/catalog.h"

#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "catalog/added.h"
#include "catalog/names.h"
#include "catalog/words.h"

enum { NAME_ROOM = 96 };

static const struct catalog_event *event_named(const struct catalog_monitor *m,
					       const char *name);

/* Say which other monitors of the family have the event.  False: none has. */
static bool refuse_foreign(const struct catalog_monitor *m, const char *name,
			   struct error *err)
{
	char who[256] = "";
	unsigned found = 0, count;
	const struct catalog_monitor *const *monitors =
		catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++)
		if (monitors[i]->monitor->ops == m->monitor->ops &&
		    event_named(monitors[i], name))
			name_append(who, sizeof(who),
				    name_within(monitors[i]->name), found++);
	if (!found)
		return false;
	error_set(err, "%s cannot measure %s: this event exists on %s only",
		  m->name, name, who);
	return true;
}

/*
 * The end of every failed lookup: why the name cannot be had if that is known,
 * or the nearest one.
 */
static void refuse(const struct catalog_monitor *m, const char *what,
		   const char *name, const struct nearest *near,
		   struct error *err)
{
	const struct catalog_refusal *r;
	char names[2 * NAME_ROOM];

	if (!err)
		return; /* who asks only whether it is there */
	r = catalog_refusal(m, name);
	if (r)
		error_set(err, "%s cannot measure %s: %s", m->name, name,
			  r->why);
	else if (refuse_foreign(m, name, err))
		return;
	else if (name_elsewhere(name) && near->best)
		error_set(err, "%s has no %s that is %s's %s; did you mean %s?",
			  m->name, what, name_elsewhere(name), name,
			  nearest_names(near, names, sizeof names));
	else if (name_elsewhere(name))
		error_set(err,
			  "%s has no %s that is %s's %s; `tally find %s -m "
			  "%s` looks for the like",
			  m->name, what, name_elsewhere(name), name, name,
			  m->name);
	else if (near->best)
		error_set(err, "%s has no %s %s; did you mean %s?", m->name,
			  what, name, nearest_names(near, names, sizeof names));
	else
		error_set(err,
			  "%s has no %s %s; `tally list %ss -m %s` names them",
			  m->name, what, name, what, m->name);
}

static const struct catalog_metric *
metric_named(const struct catalog_monitor *m, const char *name)
{
	unsigned i;

	for (i = 0; i < m->metrics; i++)
		if (name_same(m->metric[i].name, name))
			return &m->metric[i];
	return NULL;
}

static const struct catalog_group *group_named(const struct catalog_monitor *m,
					       const char *name)
{
	unsigned i;

	for (i = 0; i < m->groups; i++)
		if (name_same(m->group[i].name, name))
			return &m->group[i];
	return NULL;
}

/* Is the name an alias as the row has it, with its prefix if that has one? */
static bool alias_given(const char *aliases, const char *name)
{
	char alias[NAME_ROOM];

	while (catalog_alias(&aliases, alias, sizeof(alias)))
		if (name_same(alias, name))
			return true;
	return false;
}

/* An alias without its prefix: "ITLB_MISS"; `full` is how it is in the row. */
static bool alias_bare(const char *aliases, const char *name, char *full,
		       unsigned room)
{
	while (catalog_alias(&aliases, full, room))
		if (name_same(name_bare(full), name))
			return true;
	return false;
}

/* Aliases are offered too, but it is the event's own name that is suggested. */
static void event_nearest(const struct catalog_monitor *m, const char *name,
			  struct nearest *near)
{
	char alias[NAME_ROOM];
	unsigned i;

	for (i = 0; i < m->events; i++)
		nearest_offer(near, name, m->event[i].name);
	if (name_elsewhere(name))
		return; /* what resembles one such name means another thing */
	for (i = 0; i < m->events; i++) {
		const char *aliases = m->event[i].aliases;

		while (catalog_alias(&aliases, alias, sizeof(alias))) {
			nearest_offer_as(near, name, m->event[i].name,
					 name_bare(alias));
		}
	}
}

/*
 * By bare alias.  Documents use one word for different events, so it counts
 * only while all that use it mean the same: false, and `err` set, if not.
 */
static bool event_by_alias(const struct catalog_monitor *m, const char *name,
			   const struct catalog_event **found,
			   struct error *err)
{
	char full[NAME_ROOM], first[NAME_ROOM] = "";
	unsigned i;

	*found = NULL;
	for (i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];

		if (!alias_bare(e->aliases, name, full, sizeof(full)))
			continue;
		if (*found)
			return error_set(err,
					 "%s is ambiguous on %s: %s is %s, %s "
					 "is %s; write one of these",
					 name, m->name, first, (*found)->name,
					 full, e->name);
		*found = e;
		memcpy(first, full, sizeof(first));
	}
	return true;
}

static const struct catalog_event *event_named(const struct catalog_monitor *m,
					       const char *name)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		if (name_same(m->event[i].name, name))
			return &m->event[i];
	for (i = 0; i < m->events; i++)
		if (alias_given(m->event[i].aliases, name))
			return &m->event[i];
	return NULL;
}

static const struct catalog_event *event_raw(const struct catalog_monitor *m,
					     unsigned code, struct error *err)
{
	const struct nearest none = { 0 };
	const struct catalog_event *e = NULL;
	char text[16];
	unsigned i;

	/* A kernel's own numbers are none of the processor's codes. */
	if (!tally_event_uncoded((uint16_t)code) && m->regs)
		e = catalog_event_of_word(m, code);
	if (e)
		return e;
	e = m->regs && !m->words ? catalog_event_elsewhere(m, (uint16_t)code)
				 : NULL;
	if (e) {
		refuse(m, "event", e->name, &none, err);
		return NULL;
	}
	if (catalog_codes_alone(m, code, err))
		return NULL;
	snprintf(text, sizeof(text), "0x%02x", code);
	for (i = 0; i < m->refusals; i++)
		if (name_same(m->refusal[i].name, text)) {
			refuse(m, "event", text, &none, err);
			return NULL;
		}
	error_set(err,
		  "%s has no event with the code %s; what a reserved code "
		  "counts is unpredictable; `tally list events -m %s` has the "
		  "codes",
		  m->name, text, m->name);
	return NULL;
}

const struct catalog_monitor *catalog_qualifier(const char *name,
						const char **event)
{
	const char *colon = strchr(name, ':');
	char prefix[NAME_ROOM];
	unsigned i, count;
	const struct catalog_monitor *const *monitors =
		catalog_monitors(&count);

	if (!colon || (size_t)(colon - name) >= sizeof(prefix))
		return NULL;
	memcpy(prefix, name, (size_t)(colon - name));
	prefix[colon - name] = '\0';
	*event = colon + 1;
	for (i = 0; i < count; i++)
		if (name_same(monitors[i]->name, prefix) ||
		    name_same(name_within(monitors[i]->name), prefix))
			return monitors[i];
	return NULL;
}

bool catalog_raw(const struct catalog_monitor *m, const char *name,
		 unsigned *code)
{
	unsigned counter, number;

	if (name_raw(name, code))
		return true;
	if (!m->numbers || !name_number(name, m->numbers, &counter, &number) ||
	    number > 127)
		return false;
	*code = number;
	/* A device's own numbers of a counter are 64 up, below the counter. */
	if (m->monitor->counter[0].fixed && counter != NAME_ANY_COUNTER)
		*code = counter << 8 | (number + 64);
	return number < 64 || !m->monitor->counter[0].fixed;
}

const struct catalog_event *catalog_event(const struct catalog_monitor *m,
					  const char *name, struct error *err)
{
	const struct catalog_event *e = event_named(m, name);
	const struct catalog_monitor *other;
	struct nearest near = { 0 };
	const char *within;
	unsigned code;

	if (e || !event_by_alias(m, name, &e, err) || e)
		return e;
	if (catalog_raw(m, name, &code))
		return event_raw(m, code, err);
	other = catalog_qualifier(name, &within);
	if (other)
		return catalog_event(other, within, err);
	if (metric_named(m, name)) {
		error_set(err, "%s is a metric, not an event: -M %s", name,
			  name);
		return NULL;
	}
	/* Near names are for a message that not everybody wants. */
	if (err) {
		event_nearest(m, name, &near);
		refuse(m, "event", name, &near, err);
	}
	return NULL;
}

const struct catalog_event *
catalog_event_elsewhere(const struct catalog_monitor *m, uint16_t code)
{
	unsigned count;
	const struct catalog_monitor *const *monitors =
		catalog_monitors(&count);

	for (unsigned i = 0; i < count; i++) {
		const struct catalog_event *e;

		if (monitors[i]->monitor->ops != m->monitor->ops)
			continue;
		e = catalog_event_by_code(monitors[i], code);
		if (e && catalog_refusal(m, e->name))
			return e;
	}
	return NULL;
}

const struct catalog_metric *catalog_metric(const struct catalog_monitor *m,
					    const char *name, struct error *err)
{
	const struct catalog_metric *metric = metric_named(m, name);
	struct nearest_parts parts = { .count = 0 };
	struct nearest near = { 0 };
	char names[NEAREST_PARTS * NAME_ROOM];
	unsigned i;

	if (metric || !err)
		return metric;
	if (group_named(m, name)) {
		error_set(err, "%s is a group of metrics: -g %s", name, name);
		return NULL;
	}
	if (event_named(m, name)) {
		error_set(err, "%s is an event, not a metric: -e %s", name,
			  name);
		return NULL;
	}
	for (i = 0; i < m->metrics; i++) {
		nearest_offer(&near, name, m->metric[i].name);
		nearest_part_offer(&parts, name, m->metric[i].name);
	}
	if (parts.count && !catalog_refusal(m, name) && !name_elsewhere(name))
		error_set(err, "%s has no metric %s; did you mean %s?", m->name,
			  name,
			  nearest_part_names(&parts, names, sizeof names));
	else
		refuse(m, "metric", name, &near, err);
	return NULL;
}

const struct catalog_group *catalog_group(const struct catalog_monitor *m,
					  const char *name, struct error *err)
{
	const struct catalog_group *group = group_named(m, name);
	struct nearest near = { 0 };
	unsigned i;

	if (group || !err)
		return group;
	if (metric_named(m, name)) {
		error_set(err, "%s is a metric, not a group: -M %s", name,
			  name);
		return NULL;
	}
	for (i = 0; i < m->groups; i++)
		nearest_offer(&near, name, m->group[i].name);
	refuse(m, "group", name, &near, err);
	return NULL;
}

bool catalog_is_taken(const struct catalog_monitor *m, const char *name)
{
	return metric_named(m, name) || group_named(m, name) ||
	       event_named(m, name);
}

const struct catalog_register *catalog_register(const struct catalog_monitor *m,
						const char *name,
						struct error *err)
{
	struct nearest near = { 0 };
	unsigned i;

	for (i = 0; i < m->regs; i++)
		if (name_same(m->reg[i].name, name))
			return &m->reg[i];
	for (i = 0; i < m->regs; i++) {
		if (alias_given(m->reg[i].aliases, name))
			return &m->reg[i];
		if (err)
			nearest_offer(&near, name, m->reg[i].name);
	}
	if (err)
		refuse(m, "register", name, &near, err);
	return NULL;
}

const struct catalog_register *
catalog_register_at(const struct catalog_monitor *m, struct tally_reg reg)
{
	unsigned i;

	for (i = 0; i < m->regs; i++)
		if (tally_reg_same(m->reg[i].reg, reg))
			return &m->reg[i];
	return NULL;
}

uint64_t catalog_kept_bits(const struct catalog_monitor *m,
			   struct tally_reg reg)
{
	const struct catalog_register *r = catalog_register_at(m, reg);
	uint64_t bits = 0;
	bool any = false;

	for (unsigned i = 0; r && i < m->fields; i++) {
		const struct catalog_field *f = &m->field[i];

		if (strcmp(f->reg, r->name) != 0)
			continue;
		any = true;
		if (f->access == ACCESS_RW)
			bits |= tally_field_mask(f->field);
	}
	return any || !r ? bits : UINT64_MAX;
}

const struct catalog_refusal *catalog_refusal(const struct catalog_monitor *m,
					      const char *name)
{
	char number[16] = "";
	unsigned i, code;

	/* A number is refused in any of its spellings: CE:Ref:0 is 0x00. */
	if (catalog_raw(m, name, &code))
		snprintf(number, sizeof(number), "0x%02x", code);
	for (i = 0; i < m->refusals; i++)
		if (name_match(m->refusal[i].name, name) ||
		    name_match(m->refusal[i].name, number))
			return &m->refusal[i];
	return NULL;
}
