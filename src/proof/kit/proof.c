/* SPDX-License-Identifier: MIT */
/*
 * Runs all of it: each event of known counts by each piece of code, on all
 * counters at once that can have it, and then what the control has to do.
 */
#include "proof.h"

static struct tally_bus bus = PROOF_BUS;
static struct tally_session session;
static struct tally_total total[PROOF_SLOTS];
static struct tally_step step[PROOF_STEPS];
static const struct tally_store store = { total, step, PROOF_SLOTS,
					  PROOF_STEPS };
static struct tally_limits limits;
static struct proof_window window;
static uint64_t words[PROOF_WORDS / sizeof(uint64_t)]
	__attribute__((aligned(64)));

/* A compiler must not know which code it is, or it would make a window of its
 * own for each. */
static proof_code *volatile running;

__attribute__((noinline)) void proof_run(proof_code *code)
{
	running = code;
	(void)tally_session_start(&session);
	running(words, words);
	(void)tally_session_stop(&session);
}

bool proof_open(struct proof_window *w, const char *what)
{
	const enum tally_status status = tally_session_open(
		&session, &PROOF_MONITOR, &bus, &w->setup, &store, true);

	if (!status)
		return true;
	(void)tally_bus_recover(&bus);
	proof_say(what);
	proof_say(", status ");
	proof_say_number((unsigned)-(int)status);
	proof_counted(0, 1);
	return false;
}

void proof_close(void)
{
	(void)tally_session_close(&session);
	(void)tally_bus_recover(&bus);
}

uint32_t proof_overflows(void)
{
	return tally_session_overflow(&session);
}

void proof_count(struct proof_window *w, proof_code *code)
{
	for (unsigned i = 0; i < w->setup.slots; i++)
		w->count[i] = tally_session_count(&session, i);
	proof_run(code);
	for (unsigned i = 0; i < w->setup.slots; i++)
		w->count[i] = tally_session_count(&session, i) - w->count[i];
}

const struct tally_limits *proof_limits(void)
{
	return &limits;
}

const struct tally_reg *proof_at(unsigned counter)
{
	return &PROOF_MONITOR.counter[counter].reg;
}

uint64_t proof_read(const struct tally_reg *reg)
{
	return tally_bus_read(&bus, reg);
}

void proof_write(const struct tally_reg *reg, uint64_t value)
{
	tally_bus_write(&bus, reg, value);
	tally_bus_sync(&bus);
}

/* Adds a slot, if the core has that counter, and it can have the event. */
static bool add_slot(struct proof_window *w, unsigned counter,
		     const struct proof_event *e)
{
	struct tally_slot *slot = &w->slot[w->setup.slots];

	if (counter >= PROOF_SLOTS || !(limits.counters >> counter & 1) ||
	    PROOF_MONITOR.counter[counter].fixed)
		return false;
	*slot = (struct tally_slot){ .counter = (uint8_t)counter,
				     .event = e->code };
	w->setup.slots++;
	if (!tally_setup_check(&PROOF_MONITOR, &w->setup, 0))
		return true;
	w->setup.slots--;
	return false;
}

static void clear_window(struct proof_window *w)
{
	w->setup.slot = w->slot;
	w->setup.slots = 0;
	w->setup.options = 0;
}

bool proof_one(struct proof_window *w, unsigned counter,
	       const struct proof_event *e)
{
	clear_window(w);
	return add_slot(w, counter, e);
}

bool proof_two(struct proof_window *w, unsigned counter,
	       const struct proof_event *e)
{
	return add_slot(w, counter, e);
}

const struct proof_piece *proof_most(const struct proof_event *e)
{
	const struct proof_piece *most = proof_pieces;

	for (unsigned i = 1; i < proof_piece_count; i++)
		if (proof_pieces[i].count[e->kind] > most->count[e->kind])
			most = &proof_pieces[i];
	return most;
}

bool proof_has(const struct proof_event *e)
{
	return tally_limits_event(&limits, e->code);
}

const struct proof_event *proof_first(void)
{
	for (unsigned i = 0; i < proof_event_count; i++)
		if (proof_has(&proof_events[i]))
			return &proof_events[i];
	return 0;
}

/* One event of one piece; what stands around the code is taken off. */
static void know_piece(const struct proof_event *e, const struct proof_piece *p)
{
	const uint64_t expected = p->count[e->kind];
	uint64_t empty[PROOF_SLOTS];
	unsigned i;

	proof_count(&window, p->empty);
	for (i = 0; i < window.setup.slots; i++)
		empty[i] = window.count[i];
	proof_count(&window, p->code);
	for (i = 0; i + 1u < window.setup.slots; i++)
		if (window.count[i] - empty[i] != expected)
			break;
	if (window.count[i] - empty[i] != expected)
		proof_remark("next of counter ", window.slot[i].counter);
	proof_check("known");
	proof_say(e->name);
	proof_say(" of ");
	proof_say(p->name);
	proof_counted(expected, window.count[i] - empty[i]);
}

static void know_event(const struct proof_event *e)
{
	clear_window(&window);
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++)
		(void)add_slot(&window, i, e);
	proof_check("known");
	if (!proof_has(e) || !window.setup.slots) {
		proof_say(e->name);
		proof_skip("the core says that it has it not");
		return;
	}
	if (!proof_open(&window, e->name))
		return;
	for (unsigned i = 0; i < proof_piece_count; i++)
		know_piece(e, &proof_pieces[i]);
	proof_close();
}

/* The next event that the counter can have, beside those of the others. */
static const struct proof_event *add_next(unsigned counter, unsigned *next)
{
	for (unsigned tried = 0; tried < proof_event_count; tried++) {
		const struct proof_event *e = &proof_events[*next];

		*next = *next + 1 == proof_event_count ? 0 : *next + 1;
		if (proof_has(e) && add_slot(&window, counter, e))
			return e;
	}
	return 0;
}

/* Different events beside each other: each counter has the one that was chosen
 * for it. */
static void select_all(void)
{
	static const struct proof_event *has[PROOF_SLOTS];
	unsigned next = 0;

	clear_window(&window);
	for (unsigned i = 0; i < PROOF_MONITOR.counters; i++) {
		const struct proof_event *e = add_next(i, &next);

		if (e)
			has[window.setup.slots - 1u] = e;
	}
	proof_check("select");
	if (window.setup.slots < 2) {
		proof_say("different events");
		proof_skip("there are not two counters");
		return;
	}
	if (!proof_open(&window, "different events"))
		return;
	for (unsigned k = 0; k < proof_piece_count; k++) {
		const struct proof_piece *p = &proof_pieces[k];
		uint64_t empty[PROOF_SLOTS], wrong = 0;

		proof_count(&window, p->empty);
		for (unsigned i = 0; i < window.setup.slots; i++)
			empty[i] = window.count[i];
		proof_count(&window, p->code);
		for (unsigned i = 0; i < window.setup.slots; i++)
			wrong += window.count[i] - empty[i] !=
				 p->count[has[i]->kind];
		proof_check("select");
		proof_say("counters that have not their own event, of ");
		proof_say(p->name);
		proof_counted(0, wrong);
	}
	proof_close();
}

/* The monitor answers; can a counter of it be had?  An emulator may have its
 * registers and nothing behind them. */
static bool can_count(void)
{
	const struct proof_event *e = proof_first();
	enum tally_status status = TALLY_OK;
	unsigned i = 0;

	proof_check("probe");
	proof_say("a counter of it can be set up");
	if (!e) {
		proof_skip("the core says that it has none of the events");
		return false;
	}
	while (i < PROOF_MONITOR.counters && !proof_one(&window, i, e))
		i++;
	status = tally_session_open(&session, &PROOF_MONITOR, &bus,
				    &window.setup, &store, true);
	if (!status)
		(void)tally_session_close(&session);
	(void)tally_bus_recover(&bus);
	proof_counted(0, (unsigned)-(int)status);
	return !status;
}

int proof_main(void)
{
	enum tally_status status =
		PROOF_MONITOR.ops->probe(&PROOF_MONITOR, &bus);

	proof_lines_begin(proof_identity.bits
				  ? (uint32_t)proof_read(&proof_identity)
				  : 0);
	proof_check("probe");
	proof_say("it answers as this monitor does");
	proof_counted(0, (unsigned)-(int)status);
	if (!status && !tally_limits_read(&PROOF_MONITOR, &bus, &limits) &&
	    can_count()) {
		for (unsigned i = 0; i < proof_event_count; i++)
			know_event(&proof_events[i]);
		select_all();
		proof_control(proof_first());
		proof_users();
		proof_ends(proof_first());
		proof_interrupts(proof_first());
		proof_more();
	}
	return proof_lines_end();
}
