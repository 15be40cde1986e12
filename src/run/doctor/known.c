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

static const char cure[] = "take no count of that event for one before it is "
			   "known what it counts";

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

/* The words that set a piece up, unless they are the address of its data, which
 * the target has set; and the piece, unless what is around it is counted. */
static unsigned words_of(const struct proof *p, unsigned piece, bool empty,
			 uint32_t word[KNOWN_WORDS])
{
	const uint16_t *count = doctor_pieces[piece].count;
	const bool data = count[KNOWN_LOADS] || count[KNOWN_STORES];
	const unsigned from = data ? p->known.piece[piece].from
				   : p->known.piece[piece].before;
	const unsigned to =
		empty ? p->known.piece[piece].from : p->known.piece[piece].to;

	memcpy(word, p->known.code + from, (to - from) * sizeof *word);
	return to - from;
}

static bool count_carried(struct doctor *d, const struct proof *p,
			  struct tally_session *s, unsigned piece, bool empty,
			  uint64_t *counts)
{
	const struct target_control *c = d->run->target->control;
	uint32_t word[KNOWN_WORDS];
	const unsigned words = words_of(p, piece, empty, word);
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

/* A row for the piece: of the first counter that has another count, or of all.
 */
static void tell(struct doctor *d, const struct proof *p,
		 const struct catalog_event *e,
		 const struct doctor_piece *piece, uint64_t expected)
{
	const unsigned number = d->findings;
	unsigned i = 0;

	while (i < p->setup.slots && p->count[i] - p->empty[i] == expected)
		i++;
	if (i == p->setup.slots) {
		doctor_find(d, "known", FINDING_PASS, NULL,
			    "%s of %s, by %u counter%s", e->name, piece->name,
			    i, i == 1 ? "" : "s");
		i = 0;
	} else {
		doctor_find(d, "known", FINDING_FAIL, cure, "%s of %s, by %s",
			    e->name, piece->name,
			    doctor_counter_name(d, &p->setup, i));
	}
	if (number == d->findings)
		return;
	d->finding[number].known = true;
	d->finding[number].expected = expected;
	d->finding[number].counted = p->count[i] - p->empty[i];
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
