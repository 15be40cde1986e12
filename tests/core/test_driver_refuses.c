/* SPDX-License-Identifier: MIT */
/*
 * A driver with a check() of its own answers for all of it, since the library
 * then looks at nothing but options: what tally_setup_check() promises to
 * refuse is refused (tally/monitor.h), for every monitor of the catalogue and
 * each of its counters, and what is taken is written: it changes a word of some
 * phase.
 */
#include <stdint.h>
#include <string.h>

#include "catalog/words.h"
#include "hpm.h"
#include "test.h"

enum { STEPS = 512, WORDS = 64, LEVELS = 8 };

/* The setup that is asked for, and one that the monitor takes. */
static const struct catalog_monitor *m;
static struct tally_slot slot[2], taken;
static struct tally_refine refine;
static struct tally_setup setup;

static bool possible(void)
{
	return tally_setup_check(m->monitor, &setup, NULL) == TALLY_OK;
}

static const char *name_of(unsigned counter)
{
	return m->counter[counter].name;
}

static void must_refuse(unsigned counter, const char *what)
{
	if (possible())
		fail_msg("%s %s: %s is taken: check() has to refuse it, for "
			 "with a check() the library looks at nothing else "
			 "(tally_check_unloaded() is one to begin with)",
			 m->name, name_of(counter), what);
}

/* The words of CONFIGURE, START and STOP. */
static void written(struct tally_script *script, struct tally_step *step)
{
	tally_script_init(script, step, STEPS);
	for (unsigned p = TALLY_CONFIGURE; p <= TALLY_STOP; p++)
		assert_int_equal(tally_encode(m->monitor, &setup,
					      (enum tally_phase)p, script),
				 TALLY_OK);
}

/* If what is asked for is taken, a word has to be another. */
static void must_matter(unsigned counter, const char *what)
{
	static struct tally_step with[STEPS], without[STEPS];
	struct tally_script a, b;
	const struct tally_slot asked = slot[0];

	if (!possible())
		return;
	written(&a, with);
	slot[0] = taken;
	written(&b, without);
	slot[0] = asked;
	if (a.count != b.count)
		return;
	for (unsigned i = 0; i < a.count; i++)
		if (!tally_reg_same(with[i].reg, without[i].reg) ||
		    with[i].value != without[i].value)
			return;
	fail_msg("%s %s: %s is taken and changes no word that is written",
		 m->name, name_of(counter), what);
}

/* The first event of the counter that is no cycle counter's; or any. */
static bool take_event(unsigned counter)
{
	memset(slot, 0, sizeof slot);
	memset(&refine, 0, sizeof refine);
	setup = (struct tally_setup){ slot, 1, 0 };
	slot[0].counter = (uint8_t)counter;
	for (unsigned i = 0; i < m->events; i++) {
		slot[0].event = m->event[i].code;
		if (possible()) {
			taken = slot[0];
			return true;
		}
	}
	return false;
}

static void each_counter(void (*look)(unsigned counter))
{
	unsigned count;
	const struct catalog_monitor *const *all = hpm_and_all(&count);

	for (unsigned i = 0; i < count; i++) {
		m = all[i];
		for (unsigned n = 0; n < m->monitor->counters; n++)
			if (take_event(n))
				look(n);
	}
}

static void look_at_counters(unsigned n)
{
	slot[0].counter = m->monitor->counters;
	must_refuse(n, "the counter behind the last one");
	slot[0].counter = UINT8_MAX;
	must_refuse(n, "counter 255");
	slot[0] = slot[1] = taken;
	setup.slots = 2;
	must_refuse(n, "a counter in two slots");
}

TEST(counters_that_are_not_free)
{
	each_counter(look_at_counters);
}

/* A code that no row has; some counters take any. */
enum { NO_CODE = 0xFFF1 };

static void look_at_events(unsigned n)
{
	const struct tally_counter *counter = &m->monitor->counter[n];

	slot[0].event = NO_CODE;
	if (n > 31 || !(m->monitor->raw >> n & 1))
		must_refuse(n, "event 0xfff1, which no row has,");
	for (unsigned i = 0; i < m->monitor->events; i++) {
		const struct tally_event *e = &m->monitor->event[i];

		slot[0].event = e->code;
		if (counter->fixed
			    ? e->code != counter->event
			    : n < 32 && e->counters && !(e->counters >> n & 1))
			must_refuse(n, "an event that others count");
	}
}

TEST(events_that_it_does_not_count)
{
	each_counter(look_at_events);
}

static void look_at_interrupts(unsigned n)
{
	for (unsigned kind = TALLY_IRQ; kind <= TALLY_DEBUG; kind++) {
		slot[0].interrupt = (uint8_t)kind;
		if (!tally_monitor_interrupts(m->monitor,
					      (enum tally_interrupt)kind))
			must_refuse(n, "an interrupt that it has not");
		must_matter(n, "an interrupt");
	}
	slot[0].interrupt = TALLY_DEBUG + 1;
	must_refuse(n, "an interrupt of no kind");
}

TEST(interrupts_that_it_has_not)
{
	each_counter(look_at_interrupts);
}

static void look_at_levels(unsigned n)
{
	for (unsigned i = 0; i < LEVELS; i++) {
		slot[0].levels = (uint8_t)(1u << i);
		if (!(m->monitor->levels >> i & 1))
			must_refuse(n, "a level that it does not tell apart");
		must_matter(n, "a level");
	}
}

TEST(levels_that_it_does_not_tell_apart)
{
	each_counter(look_at_levels);
}

static void look_at_pairs(unsigned n)
{
	slot[0].pair = true;
	if (!m->monitor->pairs || n + 1u >= m->monitor->counters)
		must_refuse(n, "a pair");
	must_matter(n, "a pair");
}

TEST(pairs_that_it_has_not)
{
	each_counter(look_at_pairs);
}

static void look_at_periods(unsigned n)
{
	const unsigned bits = tally_slot_bits(m->monitor, &setup, 0);

	slot[0].period = 2;
	must_matter(n, "a period");
	if (bits >= 64)
		return;
	slot[0].period = UINT64_C(1) << bits;
	must_refuse(n, "a period that the counter has no room for");
}

TEST(periods_that_have_no_room)
{
	each_counter(look_at_periods);
}

static void look_at_refinements(unsigned n)
{
	static const struct {
		struct tally_refine as;
		const char *what;
	} each[] = {
		{ { .threshold = 1 }, "a threshold" },
		{ { .burst = 2, .gap = 1, .distance = 2 }, "a burst" },
		{ { .distance = 2 }, "a distance" },
		{ { .gap = 1 }, "a gap" },
		{ { .start = TALLY_ON_CHANGE + 1 }, "what starts it" },
		{ { .stop = TALLY_ON_OVERFLOW + 1 }, "what stops it" },
	};

	slot[0].refine = &refine;
	for (unsigned i = 0; i < sizeof each / sizeof each[0]; i++) {
		refine = each[i].as;
		must_matter(n, each[i].what);
	}
}

TEST(refinements_that_it_has_not)
{
	each_counter(look_at_refinements);
}

/* Each bit of a word that is taken is written; without words none is. */
static void look_at_words(unsigned n)
{
	const uint64_t word =
		m->words ? m->words->word(taken.event) : UINT64_C(1);

	slot[0].event = TALLY_EVENT_WORD;
	must_refuse(n, "a word that is not said");
	slot[0].refine = &refine;
	refine.word = word;
	if (!m->words) {
		must_refuse(n, "a word of a monitor without words");
		return;
	}
	if (!possible())
		return;
	for (unsigned i = 0; i < WORDS; i++) {
		refine.word = word ^ UINT64_C(1) << i;
		must_matter(n, "a bit of a word");
	}
}

TEST(words_that_it_does_not_write)
{
	each_counter(look_at_words);
}
