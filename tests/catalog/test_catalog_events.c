/* SPDX-License-Identifier: MIT */
/*
 * The catalogue of events: each row, and the names that it has elsewhere,
 * held against the rules that the rest relies on and against the driver.
 */
#include "catalog_check.h"

#include "catalog/names.h"
#include "catalog/questions.h"
#include "core/hpm.h"
#include "test.h"
#include "tidy.h"

static void check_event_row(const struct catalog_monitor *m, unsigned i)
{
	const struct catalog_event *e = &m->event[i];
	uint32_t all = m->monitor->counters < 32
			       ? ~(UINT32_MAX << m->monitor->counters)
			       : UINT32_MAX;
	struct error err;

	check(tidy_event(e->name), "%s %s", m->name, e->name);
	/* Only halves of pairs are not countable: PMUv3's CHAIN, and wraps. */
	check(catalog_countable(m, e) || !strcmp(e->name, "CHAIN") ||
		      name_match("PMC?_OVERFLOW", e->name) ||
		      name_match("PMC?_CARRY_OUT", e->name),
	      "%s %s", m->name, e->name);
	check(!(e->counters & ~all), "%s %s", m->name, e->name);
	check(e->kind <= EVENT_KIND_UNKNOWN, "%s %s", m->name, e->name);
	/*
	 * Tables of documents: nobody has seen these events counted yet.  Who
	 * does not know what one counts says so.
	 */
	check(e->evidence == EVIDENCE_TRANSCRIBED ||
		      e->evidence == EVIDENCE_AGREED ||
		      (e->evidence == EVIDENCE_NOT_ESTABLISHED &&
		       strncmp(e->title, "not established", 15) == 0 &&
		       e->note[0]),
	      "%s %s", m->name, e->name);
	check(one_line(e->title) && one_line(e->source), "%s %s", m->name,
	      e->name);
	check(!*e->note || one_line(e->note), "%s %s", m->name, e->name);
	check(catalog_event(m, e->name, &err) == e, "%s %s", m->name, e->name);
	check(catalog_event_by_code(m, e->code) == e,
	      "%s %s: code 0x%02x twice", m->name, e->name, e->code);
}

/* Has the title one of the words of what lasts?  They begin one there. */
static bool lasts(const char *title)
{
	static const char *const words[] = {
		"cycle", "clock",  "tick",        "wait",  "stalled",
		"mode",  "active", "asserted",    "valid", "busy",
		"full",  "above",  "outstanding",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		for (const char *at = title; (at = strstr(at, words[i])); at++)
			if (at == title || at[-1] == ' ' || at[-1] == '(')
				return true;
	return false;
}

static void check_kind(const struct catalog_monitor *m,
		       const struct catalog_event *e)
{
	bool cycle = strncmp(e->title, "cycle", 5) == 0;

	check(e->kind != EVENT_DURATION || lasts(e->title),
	      "%s %s is a DURATION, and its title does not say of what: %s",
	      m->name, e->name, e->title);
	check(e->kind != EVENT_OCCURRENCE || !cycle,
	      "%s %s is an OCCURRENCE, and its title says cycles: %s", m->name,
	      e->name, e->title);
}

/* A core's monitor has a cycle counter, a cache's or a bus's has not. */
static bool has_cycles(const struct catalog_monitor *m)
{
	return m->event[0].code == TALLY_EVENT_CYCLES;
}

/* Does the counter count one thing only, as far as the catalogue's rows go? */
static bool is_fixed(const struct catalog_monitor *m, unsigned i)
{
	for (unsigned n = has_cycles(m); n < m->events; n++)
		if (i < 32 && m->event[n].counters >> i & 1)
			return false;
	return true;
}

/* Of a cache or a bus: a core's own may be in memory, too, on each core at one
 * place. */
static bool in_memory(const struct catalog_monitor *m)
{
	return m->reg[0].reg.space == TALLY_MMIO && !m->at;
}

static void check_events(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->events; i++)
		check_event_row(m, i);
	for (i = 0; i < m->events; i++)
		check_kind(m, &m->event[i]);
	/* what has a counter of its own first, then ascending codes */
	check(!has_cycles(m) ||
		      in_memory(m) != !strcmp(m->event[0].name, "cycles"),
	      "%s %s: cycles are a core's, those of a monitor in memory have "
	      "another name: CYCLES_NAME",
	      m->name, m->event[0].name);
	for (i = 1 + has_cycles(m); i < m->events; i++)
		check(m->event[i - 1].code < m->event[i].code, "%s %s", m->name,
		      m->event[i].name);
}

TEST(events_are_whole)
{
	each_monitor(check_events);
}

/* The driver and the catalogue have the same events on the same counters. */
static void check_driver_events(const struct catalog_monitor *m)
{
	const struct tally_monitor *t = m->monitor;
	unsigned i;

	/* cycles are no code, unless an event counts them */
	assert_int_equal(t->events, m->events - has_cycles(m));
	for (i = 0; i < t->events; i++) {
		const struct catalog_event *e =
			catalog_event_by_code(m, t->event[i].code);

		check(e, "%s 0x%02x", m->name, t->event[i].code);
		check(e->counters == t->event[i].counters, "%s %s", m->name,
		      e->name);
		check(t->event[i].rate >= 1 &&
			      (e->kind != EVENT_DURATION ||
			       t->event[i].rate == 1 || e->code == 0x22),
		      "%s %s: rate %u", m->name, e->name, t->event[i].rate);
	}
	for (i = 0; i < t->counters; i++)
		check((t->counter[i].fixed != TALLY_ANY_EVENT) ==
			      is_fixed(m, i),
		      "%s counter %u", m->name, i);
	for (i = 0; i < t->counters; i++)
		check(t->counter[i].fixed == TALLY_ANY_EVENT ||
			      catalog_event_by_code(m, t->counter[i].event),
		      "%s counter %u: its event has no row", m->name, i);
}

TEST(driver_has_the_same_events)
{
	each_monitor(check_driver_events);
}

/*
 * A counter with an event of its own is a row, however many there are; so is an
 * event that one counter takes alone.
 */
TEST(several_fixed_counters)
{
	const struct catalog_monitor *m = &catalog_hpm;
	static const struct {
		const char *event;
		unsigned counters;
	} row[] = { { "cycles", 1 },
		    { "loads", 4 | 8 },
		    { "misses", 4 },
		    { "stores", 8 },
		    { "instret", 2 } };

	check_events(m);
	check_driver_events(m);
	for (unsigned i = 0; i < sizeof row / sizeof row[0]; i++)
		for (unsigned n = 0; n < 4; n++)
			check(catalog_counts(
				      m, catalog_event_named(m, row[i].event),
				      n) == (row[i].counters >> n & 1),
			      "%s on counter %u", row[i].event, n);
}

/* An alias with its prefix belongs to one event, and finds it. */
static void check_aliases(const struct catalog_monitor *m)
{
	unsigned i;

	for (i = 0; i < m->events; i++) {
		const char *rest = m->event[i].aliases;
		char alias[ROOM];

		while (catalog_alias(&rest, alias, sizeof(alias))) {
			struct error err = { "" };
			const struct catalog_event *e =
				catalog_event(m, alias, &err);

			check(e == &m->event[i], "%s: %s gives %s %s", m->name,
			      alias, e ? e->name : "nothing", err.text);
			check(strlen(alias) + 1 < sizeof(alias), "%s", alias);
		}
	}
}

TEST(aliases_are_unique)
{
	each_monitor(check_aliases);
}
