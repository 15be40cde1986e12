/* SPDX-License-Identifier: MIT */
/*
 * Which member a name means: the one that qualifies it, the only one that has
 * it, or the first that has.
 */
#include <stdio.h>
#include <string.h>

#include "base/nearest.h"
#include "catalog/names.h"
#include "request/inner.h"

static bool of_core(const struct catalog_monitor *m)
{
	return m->monitor->counters &&
	       m->monitor->counter[0].reg.space != TALLY_MMIO;
}

static bool goes_by(const struct catalog_monitor *m, const char *name)
{
	return name_same(m->name, name) ||
	       name_same(name_within(m->name), name) ||
	       (of_core(m) && name_same(name, "core"));
}

/* The members' names as -m takes them. */
static const char *listed(const struct request *r, char *text, size_t room)
{
	size_t used = 0;

	for (unsigned i = 0; i < r->members && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s",
					 i ? "," : "",
					 r->member[i].monitor->name);
	return text;
}

int request_qualifier(const struct request *r, const char **name,
		      struct error *err)
{
	const char *colon = strchr(*name, ':');
	struct error ignored;
	char front[64], names[160];

	if (!colon || colon == *name || !colon[1] ||
	    (size_t)(colon - *name) >= sizeof(front))
		return ANY_MEMBER;
	memcpy(front, *name, (size_t)(colon - *name));
	front[colon - *name] = '\0';
	for (unsigned i = 0; i < r->members; i++)
		if (goes_by(r->member[i].monitor, front)) {
			*name = colon + 1;
			return (int)i;
		}
	if (name_same(front, "core")) {
		error_set(err,
			  "'%s': the core's own monitor is not measured; name "
			  "it too, -m CORE,%s",
			  *name, listed(r, names, sizeof(names)));
		return NO_MEMBER;
	}
	if (!catalog_monitor(front, &ignored))
		return ANY_MEMBER;
	error_set(err, "'%s': %s is not measured; name it too, -m %s,%s", *name,
		  front, listed(r, names, sizeof(names)), front);
	return NO_MEMBER;
}

static bool has_metric(const struct request_member *p, const char *name)
{
	struct error ignored;

	return catalog_metric(p->monitor, name, &ignored) != NULL;
}

/* Is the event there, as far as the target told? */
static bool there(const struct request_member *p, const struct catalog_event *e)
{
	return !e || !p->limits || tally_limits_event(p->limits, e->code);
}

/* Has the member an event of this name?  Aliases do not count. */
static bool has_event(const struct request_member *p, const char *name)
{
	for (unsigned i = 0; i < p->monitor->events; i++)
		if (name_same(p->monitor->event[i].name, name))
			return there(p, &p->monitor->event[i]);
	return false;
}

static bool shared(const struct request *r, unsigned member, const char *name,
		   bool (*has)(const struct request_member *p,
			       const char *name))
{
	for (unsigned i = 0; i < r->members; i++)
		if (i != member && has(&r->member[i], name))
			return true;
	return false;
}

bool request_event_shared(const struct request *r, unsigned member,
			  const char *name)
{
	return shared(r, member, name, has_event);
}

bool request_metric_shared(const struct request *r, unsigned member,
			   const char *name)
{
	return shared(r, member, name, has_metric);
}

int request_metric_member(const struct request *r, const char *name)
{
	for (unsigned i = 0; i < r->members; i++)
		if (has_metric(&r->member[i], name))
			return (int)i;
	return ANY_MEMBER;
}

void request_other_metrics(const struct request *r, unsigned member,
			   const char *name, char *text, size_t room)
{
	size_t used = 0;

	*text = '\0';
	for (unsigned i = 0; i < r->members && used < room; i++)
		if (i != member && has_metric(&r->member[i], name))
			used += (size_t)snprintf(text + used, room - used,
						 "%s%s:%s", used ? ", " : "",
						 r->member[i].monitor->name,
						 name);
}

/* Several members have it: tell the user to say which. */
static bool ambiguous(const bool *has, const struct request *r,
		      const char *name, struct error *err)
{
	char text[512] = "";
	size_t used = 0;

	for (unsigned i = 0; i < r->members && used < sizeof(text); i++)
		if (has[i])
			used += (size_t)snprintf(
				text + used, sizeof(text) - used, "%s%s:%s",
				used ? " or " : "", r->member[i].monitor->name,
				name);
	return error_set(err, "'%s' is on several of the monitors; write %s",
			 name, text);
}

int request_refuses(const struct request *r, const char *name)
{
	size_t longest = 0;
	int best = ANY_MEMBER;

	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_refusal *refusal =
			catalog_refusal(r->member[i].monitor, name);

		if (!refusal || strlen(refusal->name) < longest)
			continue;
		longest = strlen(refusal->name);
		best = (int)i;
	}
	return best;
}

/* No member has it: say why, or which name is near. */
static bool nowhere(const struct request *r, const char *name,
		    struct error *err)
{
	const int refuses = request_refuses(r, name);
	struct nearest near = { 0 };
	char who[160], names[160];

	if (refuses >= 0)
		return catalog_event(r->member[refuses].monitor, name, err);
	for (unsigned i = 0; i < r->members; i++) {
		const struct catalog_monitor *m = r->member[i].monitor;

		for (unsigned k = 0; k < m->events; k++)
			nearest_offer(&near, name, m->event[k].name);
	}
	request_monitors(r, who, sizeof(who));
	if (near.best)
		return error_set(err, "%s have no event %s; did you mean %s?",
				 who, name,
				 nearest_names(&near, names, sizeof names));
	return error_set(err,
			 "%s have no event %s; `tally list events -m MONITOR` "
			 "names them",
			 who, name);
}

static bool any_has(const struct request *r, const char *name, struct named *n,
		    struct error *err)
{
	bool has[REQUEST_MEMBERS] = { false }, own[REQUEST_MEMBERS] = { false };
	unsigned count = 0, owns = 0;
	struct error why[REQUEST_MEMBERS];
	int missing = NO_MEMBER; /* it has the event, and the core has not */
	struct named found;

	for (unsigned i = 0; i < r->members; i++) {
		has[i] = request_event_on(r, i, name, &found, &why[i]);
		if (has[i])
			missing = (int)i;
		has[i] = has[i] && there(&r->member[i], found.row);
		own[i] = has[i] && has_event(&r->member[i], name);
		count += has[i];
		owns += own[i];
	}
	if (count == 0 && missing != NO_MEMBER)
		return request_event_on(r, (unsigned)missing, name, n, err);
	if (count == 0)
		return nowhere(r, name, err);
	if (owns > 1 || (owns == 0 && count > 1))
		return ambiguous(owns ? own : has, r, name, err);
	for (unsigned i = 0; i < r->members; i++)
		if (owns ? own[i] : has[i])
			return request_event_on(r, i, name, n, err);
	return false;
}

bool request_event(const struct request *r, int home, const char *name,
		   struct named *n, struct error *err)
{
	int member = request_qualifier(r, &name, err);

	if (member == NO_MEMBER)
		return false;
	if (member == ANY_MEMBER)
		member = r->members == 1 ? 0 : home;
	if (member != ANY_MEMBER)
		return request_event_on(r, (unsigned)member, name, n, err);
	return any_has(r, name, n, err);
}

unsigned request_member_of(const struct request *r, unsigned counter)
{
	unsigned member = r->members;

	while (member > 1 && counter < r->member[member - 1].counter)
		member--;
	return member - 1;
}

const char *request_counter(const struct request *r, unsigned counter,
			    char *text)
{
	const struct request_member *p =
		&r->member[request_member_of(r, counter)];
	unsigned own = counter - p->counter;
	const char *name = own < p->monitor->monitor->counters
				   ? p->monitor->counter[own].name
				   : "none";

	if (r->members == 1)
		return name;
	snprintf(text, 96, "%s:%s", p->monitor->name, name);
	return text;
}

char *request_monitors(const struct request *r, char *text, size_t room)
{
	size_t used = 0;

	*text = '\0';
	for (unsigned i = 0; i < r->members && used < room; i++)
		used += (size_t)snprintf(text + used, room - used, "%s%s",
					 i == 0                ? ""
					 : i + 1 == r->members ? " and "
							       : ", ",
					 r->member[i].monitor->name);
	return text;
}
