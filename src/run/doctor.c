/* SPDX-License-Identifier: MIT */
/*
 * Examines a monitor by its own driver, and the map of the AHB monitor by the
 * manual's means: preset and reset.
 */
#include "run/doctor.h"

#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tally/monitors/arm926pxp_ahb.h>
#include <tally/session.h>

enum { SLOTS = 128, MOMENT_MS = 100 };

const char *finding_word(enum finding_outcome outcome)
{
	static const char *const text[] = {
		[FINDING_PASS] = "pass",
		[FINDING_FAIL] = "fail",
		[FINDING_SKIPPED] = "skipped",
	};

	return text[outcome];
}

static void find(struct doctor *d, const char *check,
		 enum finding_outcome outcome, const char *format, ...)
	__attribute__((format(printf, 4, 5)));

static void find(struct doctor *d, const char *check,
		 enum finding_outcome outcome, const char *format, ...)
{
	struct finding *f = &d->finding[d->findings];
	va_list args;

	if (outcome == FINDING_FAIL)
		d->healthy = false;
	if (d->findings == FINDINGS_MAX)
		return;
	d->findings++;
	f->check = check;
	f->outcome = outcome;
	va_start(args, format);
	vsnprintf(f->text, sizeof(f->text), format, args);
	va_end(args);
}

/* Reports a bus that failed, and clears it for the next check. */
static bool bus_failed(struct doctor *d, const char *check)
{
	enum tally_status status = tally_bus_recover(d->bus);

	if (status == TALLY_OK)
		return false;
	find(d, check, FINDING_FAIL, "%s", tally_status_text(status));
	return true;
}

/* ---- the map of the AHB monitor ------------------------------------------ */

static uint32_t wanted_of(const struct tally_ahb_map *map, unsigned counter,
			  bool preset)
{
	return preset ? map->base + map->at[counter] : 0;
}

/* Each counter that does not read as it should is a row that fails. */
static void check_rows(struct doctor *d, const char *check, bool preset)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const struct tally_ahb_map *map = tally_ahb_map_of(m);
	unsigned right = 0, wrong = 0;

	for (unsigned i = 0; i < m->counters; i++) {
		uint32_t wanted = wanted_of(map, i, preset);
		uint32_t found =
			(uint32_t)tally_bus_read(d->bus, &m->counter[i].reg);

		if (bus_failed(d, check))
			return;
		if (i == TALLY_AHB_CtTotalCycles)
			continue;
		right += found == wanted;
		if (found == wanted)
			continue;
		wrong++;
		find(d, check, FINDING_FAIL,
		     "%s, +0x%03x: reads 0x%08x, not 0x%08x",
		     d->monitor->counter[i].name,
		     (unsigned)m->counter[i].reg.addr, (unsigned)found,
		     (unsigned)wanted);
	}
	if (!wrong)
		find(d, check, FINDING_PASS, "%u counters read %s", right,
		     preset ? "their own addresses" : "0");
}

/* Two pages differ on whether this one takes part: both are right. */
static void tell_total(struct doctor *d, const char *check, bool preset)
{
	const struct tally_monitor *m = d->monitor->monitor;
	const struct tally_ahb_map *map = tally_ahb_map_of(m);
	const struct tally_reg *reg = &m->counter[TALLY_AHB_CtTotalCycles].reg;
	uint32_t wanted = wanted_of(map, TALLY_AHB_CtTotalCycles, preset);
	uint32_t found = (uint32_t)tally_bus_read(d->bus, reg);

	if (bus_failed(d, check))
		return;
	/* It runs on: a while after a reset it is not 0 any more. */
	if (found - wanted < 0x10000)
		find(d, check, FINDING_PASS,
		     "CtTotalCycles takes part, as 4.3.27 and 4.3.28 have it");
	else
		find(d, check, FINDING_PASS,
		     "CtTotalCycles does not take part, as table 4-13 has it");
}

static void check_map(struct doctor *d)
{
	const struct tally_monitor *m = d->monitor->monitor;

	tally_ahb_preset(m, d->bus);
	if (bus_failed(d, "preset"))
		return;
	check_rows(d, "preset", true);
	tell_total(d, "preset", true);
	tally_ahb_reset(m, d->bus);
	if (bus_failed(d, "reset"))
		return;
	check_rows(d, "reset", false);
}

/* ---- any monitor ----------------------------------------------------------
 */

static bool used(const struct tally_setup *setup, uint16_t code)
{
	for (unsigned i = 0; i < setup->slots; i++)
		if (setup->slot[i].event == code)
			return true;
	return false;
}

static bool can_have(const struct catalog_monitor *m,
		     const struct tally_limits *limits,
		     const struct tally_setup *setup, unsigned counter,
		     const struct catalog_event *e)
{
	return catalog_counts(m, e, counter) &&
	       tally_limits_event(limits, e->code) && !used(setup, e->code);
}

static bool counts_instructions(const struct catalog_monitor *m,
				const struct catalog_event *e)
{
	return m->instructions && strcmp(m->instructions, e->name) == 0;
}

/*
 * Chooses an event for a counter: one that it can count, that the target has,
 * and that no other counter has got.  Instructions are preferred; otherwise it
 * is the last such row, since tables begin with rare events.
 */
static const struct catalog_event *event_for(const struct catalog_monitor *m,
					     const struct tally_limits *limits,
					     const struct tally_setup *setup,
					     unsigned counter)
{
	const struct catalog_event *found = NULL;

	for (unsigned i = 0; i < m->events; i++) {
		const struct catalog_event *e = &m->event[i];

		if (!can_have(m, limits, setup, counter, e))
			continue;
		found = e;
		if (counts_instructions(m, e))
			break;
	}
	return found;
}

/* Every counter that is there, each with an event that it can count. */
static void make_setup(const struct doctor *d,
		       const struct tally_limits *limits,
		       struct tally_slot *slot, struct tally_setup *setup)
{
	const struct catalog_monitor *m = d->monitor;

	*setup = (struct tally_setup){ .slot = slot };
	for (unsigned i = 0; i < m->monitor->counters && i < SLOTS; i++) {
		const struct catalog_event *e = event_for(m, limits, setup, i);

		if (!e || (i < 32 && !(limits->counters >> i & 1)))
			continue;
		slot[setup->slots++] = (struct tally_slot){
			.counter = (uint8_t)i,
			.event = e->code,
		};
	}
}

static bool same(const struct tally_script *a, const struct tally_script *b)
{
	if (a->count != b->count)
		return false;
	for (unsigned i = 0; i < a->count; i++)
		if (!tally_reg_same(a->step[i].reg, b->step[i].reg) ||
		    a->step[i].value != b->step[i].value)
			return false;
	return true;
}

/* Where nobody counts the cycles, it runs for a moment of the host's. */
static void halt_after_a_moment(struct target_run *run)
{
	const struct target_control *c = run->target->control;
	struct pollfd fd = { .fd = c->fd(run), .events = POLLIN };

	if (poll(&fd, 1, MOMENT_MS) == 0)
		c->halt(run);
}

/* The program for a while; it may end before. */
static bool run_a_while(const struct doctor *d, struct error *err)
{
	const struct target_control *c = d->run->target->control;
	const bool knows = d->run->target->facts.knows_cycles;
	struct target_stop stop = { 0 };

	if (!c->go(d->run, knows ? d->cycles : 0, err))
		return false;
	if (!knows)
		halt_after_a_moment(d->run);
	if (!c->wait(d->run, true, &stop))
		return error_set(err, "the %s did not stop",
				 d->run->target->facts.simulated ? "board"
								 : "target");
	if (stop.reason == TARGET_STOP_SLICE ||
	    stop.reason == TARGET_STOP_EXIT ||
	    (!knows && stop.reason == TARGET_STOP_HALTED))
		return true;
	return error_set(err, "the program stopped: %s", stop.text);
}

static void check_counts(struct doctor *d, struct tally_session *s)
{
	const struct tally_monitor *m = d->monitor->monitor;
	bool certain = false; /* one of them has what always happens */
	unsigned moved = 0;
	struct error err;
	bool ran;

	if (!d->run->target->control) {
		find(d, "count", FINDING_SKIPPED,
		     "nothing runs on the target meanwhile");
		return;
	}
	(void)tally_session_start(s);
	ran = run_a_while(d, &err);
	(void)tally_session_stop(s);
	for (unsigned i = 0; i < s->setup->slots; i++) {
		moved += tally_session_count(s, i) != 0;
		certain |= m->counter[s->setup->slot[i].counter].fixed;
	}
	if (!ran)
		find(d, "count", FINDING_FAIL, "%s", err.text);
	else if (bus_failed(d, "count"))
		return;
	else if (!moved && !certain)
		find(d, "count", FINDING_SKIPPED,
		     "no counter moved: perhaps what it counts is off, or did "
		     "not happen");
	else
		find(d, "count", moved ? FINDING_PASS : FINDING_FAIL,
		     "%u of %u counters moved while the target ran", moved,
		     (unsigned)s->setup->slots);
}

/* What a session does, step by step. */
static void check_session(struct doctor *d, const struct tally_setup *setup,
			  const struct tally_store *store)
{
	struct tally_session s = { 0 };
	enum tally_status status = tally_session_open(
		&s, d->monitor->monitor, d->bus, setup, store, false);

	(void)tally_bus_recover(d->bus);
	if (status) {
		find(d, "hold", FINDING_FAIL,
		     "%s; the registers do not keep what is written",
		     tally_status_text(status));
		return;
	}
	find(d, "hold", FINDING_PASS,
	     "%u counters are set up, and read back as they were written",
	     (unsigned)setup->slots);
	check_counts(d, &s);
	if (tally_session_close(&s) != TALLY_OK)
		(void)bus_failed(d, "restore");
}

/* What closing a session would put back.  True: somebody counts. */
static bool save(struct doctor *d, const struct tally_setup *setup,
		 struct tally_step *step, struct tally_script *script)
{
	const struct tally_monitor *m = d->monitor->monitor;

	tally_script_init(script, step, m->steps);
	return m->ops->save(m, setup, d->bus, script);
}

static bool examine(struct doctor *d, struct tally_step *step,
		    struct error *err)
{
	const struct tally_monitor *m = d->monitor->monitor;
	struct tally_slot slot[SLOTS];
	struct tally_total total[SLOTS];
	struct tally_store store = { total, step + 2 * (size_t)m->steps, SLOTS,
				     m->steps };
	struct tally_script before, after;
	struct tally_limits limits;
	struct tally_setup setup;
	enum tally_status status = m->ops->probe(m, d->bus);

	if (status) {
		find(d, "probe", FINDING_FAIL, "%s", tally_status_text(status));
		(void)tally_bus_recover(d->bus);
		return true;
	}
	find(d, "probe", FINDING_PASS, "it answers as this monitor does");
	if (tally_limits_read(m, d->bus, &limits))
		return error_set(err, "asking what is there: %s",
				 tally_status_text(d->bus->status));
	make_setup(d, &limits, slot, &setup);
	if (save(d, &setup, step, &before) || d->bus->status) {
		if (!bus_failed(d, "free"))
			find(d, "free", FINDING_FAIL,
			     "somebody is counting; nothing was written");
		return true;
	}
	find(d, "free", FINDING_PASS, "nobody is counting");
	if (d->monitor->own_map)
		check_map(d);
	check_session(d, &setup, &store);
	(void)save(d, &setup, step + m->steps, &after);
	if (!bus_failed(d, "restore"))
		find(d, "restore",
		     same(&before, &after) ? FINDING_PASS : FINDING_FAIL,
		     same(&before, &after)
			     ? "its registers are as they were found"
			     : "its registers are not as they were found");
	return true;
}

bool doctor_examine(struct doctor *d, struct error *err)
{
	const struct target *t = d->run->target;
	const int number = target_monitor(t, d->monitor->name);
	struct tally_step *step;
	bool good;

	if (!target_needs(t, TARGET_REGISTERS, "doctor", err))
		return false;
	if (number < 0)
		return error_set(err, "%s has no %s", t->facts.name,
				 d->monitor->name);
	d->bus = t->registers->bus(d->run, (unsigned)number);
	step = calloc(3 * (size_t)d->monitor->monitor->steps, sizeof(*step));
	if (!step)
		return error_set(err, "out of memory");
	d->healthy = true;
	good = examine(d, step, err);
	free(step);
	return good;
}
