/* SPDX-License-Identifier: MIT */
/*
 * An event as it is typed: its name, a raw code, and what follows a colon.
 */
#include <string.h>

#include "catalog/names.h"
#include "run/build.h"

static const char letters[] = "ukhwmn";

struct asked {
	char plain[128];       /* without what follows the colon */
	const char *modifiers; /* with the colon; or NULL */
	unsigned levels;
	bool pair;
};

/* False: too long to be any name. */
static bool take_apart(const char *name, struct asked *a)
{
	const char *colon = strrchr(name, ':');
	size_t length = strlen(name);

	*a = (struct asked){ 0 };
	if (colon && colon[1] &&
	    strspn(colon + 1, letters) == strlen(colon + 1)) {
		a->modifiers = colon;
		length = (size_t)(colon - name);
		a->levels = (strchr(colon, 'u') ? TALLY_EL0 : 0u) |
			    (strchr(colon, 'k') ? TALLY_EL1 : 0u) |
			    (strchr(colon, 'h') ? TALLY_EL2 : 0u) |
			    (strchr(colon, 'm') ? TALLY_MARKED : 0u) |
			    (strchr(colon, 'n') ? TALLY_UNMARKED : 0u);
		a->pair = strchr(colon, 'w') != NULL;
	}
	if (length >= sizeof(a->plain))
		return false;
	memcpy(a->plain, name, length);
	return true;
}

/* Can it be counted as it was asked for? */
static bool allowed(const struct request *r, const struct catalog_event *e,
		    const struct asked *a, const char *name, struct error *err)
{
	const struct catalog_monitor *m = r->monitor;

	if (a->levels && !m->monitor->levels)
		return error_set(err,
				 "'%s': %s counts in every mode and cannot "
				 "tell user from kernel; leave out '%s'",
				 name, m->name, a->modifiers);
	if (a->levels & ~(unsigned)m->monitor->levels)
		return error_set(err,
				 "'%s': %s cannot tell that; leave out '%s', "
				 "or ask for %s",
				 name, m->name, a->modifiers,
				 m->monitor->levels & TALLY_MARKED
					 ? "u, k, m, n"
					 : "u, k, h");
	if (a->levels && e && e->code == TALLY_EVENT_CYCLES)
		return error_set(err,
				 "'%s': cycles ride in every pass and are "
				 "counted everywhere; CPU_CYCLES%s can be had",
				 name, a->modifiers);
	if (a->pair && (!m->monitor->pairs || (r->limits && !r->limits->pairs)))
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

const struct catalog_event *request_event(struct request *r, const char *name,
					  struct error *err)
{
	const struct catalog_monitor *m = r->monitor;
	const struct catalog_event *e = catalog_event(m, name, err);
	const struct catalog_monitor *other;
	struct error ignored;
	const char *within;
	struct asked a;
	unsigned code = 0;

	other = e ? catalog_qualifier(name, &within) : NULL;
	if (other && other != m) {
		error_set(err,
			  "'%s' is counted by %s, not by %s: measure with both "
			  "monitors",
			  name, other->name, m->name);
		return NULL;
	}
	if (e && !catalog_countable(m, e)) {
		error_set(
			err,
			"%s is not counted by itself; EVENT:w makes a pair of "
			"counters with it",
			e->name);
		return NULL;
	}
	if (e || !take_apart(name, &a))
		return e;
	e = catalog_event(m, a.plain, &ignored);
	if (!e && !(m->monitor->raw && catalog_raw(m, a.plain, &code) &&
		    code != TALLY_EVENT_CYCLES))
		return NULL;
	if (!allowed(r, e, &a, name, err))
		return NULL;
	return request_variant(r, e, e ? e->code : code, a.levels, a.pair, name,
			       err);
}
