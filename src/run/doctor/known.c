/* SPDX-License-Identifier: MIT */
/*
 * The doctor's check of counts: pieces of code whose counts are known, each in
 * a window of its own, on all counters that can have the event at once.
 */
#include "run/doctor/known.h"

#include <stdio.h>
#include <string.h>

#include "program/program.h"
#include "run/doctor/inner.h"

struct proof {
	struct doctor_known known;
	uint64_t at;  /* of the first word */
	bool carried; /* no program: the target carries out each piece */
	struct tally_slot slot[DOCTOR_SLOTS];
	struct tally_setup setup;
	uint64_t count[DOCTOR_SLOTS], empty[DOCTOR_SLOTS];
};

/* Is the program that runs the one whose counts are known? */
static bool runs(const struct doctor *d, struct proof *p)
{
	const struct program *program = d->run->target->program;
	const struct program_segment *s;

	if (!program || program->segments != 1)
		return false;
	s = program->segment;
	doctor_known_make(d->monitor, program->machine, &p->known);
	if (s->file_size != 4 * (uint64_t)p->known.words ||
	    program->entry != s->addr)
		return false;
	for (unsigned i = 0; i < s->file_size; i++) {
		const unsigned byte = program->big_endian ? 3 - i % 4 : i % 4;

		if (s->bytes[i] != (uint8_t)(p->known.code[i / 4] >> 8 * byte))
			return false;
	}
	p->at = s->addr;
	return p->known.words != 0;
}

/* A target that somebody else's program runs on is given each piece alone. */
static bool is_given(const struct doctor *d, struct proof *p)
{
	const struct program *program = d->run->target->program;

	if (!program || !d->run->target->control->carry_out)
		return false;
	doctor_known_make(d->monitor, program->machine, &p->known);
	p->carried = p->known.words != 0;
	return p->carried;
}

/* Every counter that can count it, beside the others. */
static void choose(const struct doctor *d, const struct tally_limits *limits,
		   const struct catalog_event *e, struct proof *p)
{
	const struct tally_monitor *m = d->monitor->monitor;

	p->setup = (struct tally_setup){ .slot = p->slot };
	if (!tally_limits_event(limits, e->code))
		return;
	for (unsigned i = 0; i < m->counters && i < DOCTOR_SLOTS; i++) {
		if (m->counter[i].fixed || !catalog_counts(d->monitor, e, i) ||
		    (i < 32 && !(limits->counters >> i & 1)))
			continue;
		p->slot[p->setup.slots++] = (struct tally_slot){
			.counter = (uint8_t)i,
			.event = e->code,
		};
		if (tally_setup_check(m, &p->setup, NULL))
			p->setup.slots--;
	}
}

/* Lets it run until it comes by that word. */
static bool run_to(struct doctor *d, const struct proof *p, unsigned word,
		   struct error *err)
{
	const struct target_control *c = d->run->target->control;
	const uint64_t addr = p->at + 4 * (uint64_t)word;
	struct error ignored;
	bool good;

	if (!c->stop_at(d->run, addr, true, err))
		return false;
	good = doctor_run_to_break(d, err);
	return c->stop_at(d->run, addr, false, good ? err : &ignored) && good;
}

/* Counts from one word to another; of the same, an empty window.  False: told.
 */
static bool count(struct doctor *d, const struct proof *p,
		  struct tally_session *s, unsigned from, unsigned to,
		  uint64_t *counts)
{
	struct error err;
	bool good = run_to(d, p, from, &err);

	for (unsigned i = 0; i < p->setup.slots; i++)
		counts[i] = tally_session_count(s, i);
	if (good) {
		(void)tally_session_start(s);
		good = from == to || run_to(d, p, to, &err);
		(void)tally_session_stop(s);
	}
	for (unsigned i = 0; i < p->setup.slots; i++)
		counts[i] = tally_session_count(s, i) - counts[i];
	if (!good)
		doctor_find(d, "known", FINDING_FAIL, NULL, "%s", err.text);
	return good && !doctor_bus_failed(d, "known");
}

static bool count_carried(struct doctor *d, const struct proof *p,
			  struct tally_session *s, unsigned piece, bool empty,
			  uint64_t *counts)
{
	const struct target_control *c = d->run->target->control;
	uint32_t word[KNOWN_WORDS];
	const unsigned words =
		doctor_known_words(&p->known, piece, empty, word);
	struct error err = { "interrupted" };
	bool good = !d->unwanted || !*d->unwanted;

	for (unsigned i = 0; i < p->setup.slots; i++)
		counts[i] = tally_session_count(s, i);
	if (good) {
		(void)tally_session_start(s);
		good = c->carry_out(d->run, word, words, &err);
		(void)tally_session_stop(s);
	}
	for (unsigned i = 0; good && i < p->setup.slots; i++)
		counts[i] = tally_session_count(s, i) - counts[i];
	if (!good)
		doctor_find(d, "known", FINDING_FAIL, NULL, "%.190s", err.text);
	return good && !doctor_bus_failed(d, "known");
}

/* A window's own count has to be the same twice, or nothing follows of it. */
static bool is_steady(struct doctor *d, struct proof *p,
		      struct tally_session *s, unsigned piece, bool *steady)
{
	uint64_t again[DOCTOR_SLOTS];

	if (!count_carried(d, p, s, piece, true, p->empty) ||
	    !count_carried(d, p, s, piece, true, again))
		return false;
	*steady = !memcmp(again, p->empty, p->setup.slots * sizeof *again);
	return true;
}

void doctor_tell_known(struct doctor *d, const char *check, const char *event,
		       const char *piece, const char *by,
		       const struct doctor_known_count *c)
{
	static const char cure[] = "take no count of that event for one before "
				   "it is known what it counts";
	const unsigned number = d->findings;
	const bool right = c->expected == c->counted;

	doctor_find(d, check, right ? FINDING_PASS : FINDING_FAIL, cure,
		    "%s of %s, by %s", event, piece, by);
	if (number == d->findings)
		return;
	d->finding[number].known = true;
	d->finding[number].expected = c->expected;
	d->finding[number].counted = c->counted;
}

/* A row for the piece: of the first counter that has another count, or of all.
 */
static void tell(struct doctor *d, const struct proof *p,
		 const struct catalog_event *e,
		 const struct doctor_piece *piece, uint64_t expected)
{
	struct doctor_known_count c = { .expected = expected };
	char by[40];
	unsigned i = 0;

	while (i < p->setup.slots && p->count[i] - p->empty[i] == expected)
		i++;
	if (i == p->setup.slots)
		snprintf(by, sizeof by, "%u counter%s", i, i == 1 ? "" : "s");
	else
		snprintf(by, sizeof by, "%s",
			 doctor_counter_name(d, &p->setup, i));
	i = i == p->setup.slots ? 0 : i;
	c.counted = p->count[i] - p->empty[i];
	doctor_tell_known(d, "known", e->name, piece->name, by, &c);
}

static bool carry_pieces(struct doctor *d, struct proof *p, enum doctor_kind k,
			 const struct catalog_event *e, struct tally_session *s)
{
	for (unsigned i = 0; i < KNOWN_PIECES; i++) {
		bool steady;

		if (p->known.piece[i].from == p->known.piece[i].to)
			continue;
		if (!is_steady(d, p, s, i, &steady))
			return false;
		if (!steady) {
			doctor_find(d, "known", FINDING_SKIPPED, NULL,
				    "not established: %s is not counted twice "
				    "alike around %s",
				    e->name, doctor_pieces[i].name);
			continue;
		}
		if (!count_carried(d, p, s, i, false, p->count))
			return false;
		tell(d, p, e, &doctor_pieces[i], doctor_pieces[i].count[k]);
	}
	return true;
}

/* One event, of all pieces. */
static bool count_pieces(struct doctor *d, struct proof *p, enum doctor_kind k,
			 const struct catalog_event *e, struct tally_session *s)
{
	const unsigned first = p->known.piece[0].from;

	if (p->carried)
		return carry_pieces(d, p, k, e, s);
	if (!count(d, p, s, first, first, p->empty))
		return false;
	for (unsigned i = 0; i < KNOWN_PIECES; i++) {
		const unsigned from = p->known.piece[i].from;
		const unsigned to = p->known.piece[i].to;

		if (from == to)
			continue;
		if (!count(d, p, s, from, to, p->count))
			return false;
		tell(d, p, e, &doctor_pieces[i], doctor_pieces[i].count[k]);
	}
	return true;
}

static bool check_event(struct doctor *d, struct proof *p, enum doctor_kind k,
			const struct catalog_event *e,
			const struct tally_store *store)
{
	struct tally_session s = { 0 };
	const enum tally_status status = tally_session_open(
		&s, d->monitor->monitor, d->bus, &p->setup, store, false);
	bool good;

	if (status) {
		(void)tally_bus_recover(d->bus);
		doctor_find(d, "known", FINDING_FAIL,
			    "count with the events that it holds", "%s: %s",
			    e->name, tally_status_text(status));
		return false;
	}
	good = count_pieces(d, p, k, e, &s);
	if (tally_session_close(&s) != TALLY_OK)
		good = !doctor_bus_failed(d, "known") && good;
	return good;
}

void doctor_check_known(struct doctor *d, const struct tally_limits *limits,
			const struct tally_store *store)
{
	struct proof p = { .at = 0 };
	bool any = false;

	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++)
		any |= doctor_known_event(d->monitor, k) != NULL;
	if (!any || !d->run->target->control ||
	    (!runs(d, &p) && !is_given(d, &p))) {
		doctor_find(d, "known", FINDING_SKIPPED, NULL, "%s",
			    any ? "no program of known counts runs there"
				: "it has no event of which code alone decides "
				  "the count");
		return;
	}
	for (enum doctor_kind k = 0; k < KNOWN_KINDS; k++) {
		const struct catalog_event *e =
			doctor_known_event(d->monitor, k);

		if (e)
			choose(d, limits, e, &p);
		if (!e || !p.setup.slots)
			continue;
		if (!check_event(d, &p, k, e, store))
			return;
	}
}
